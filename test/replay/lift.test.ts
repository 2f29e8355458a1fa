import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bestBounds, proveBoundsInSetting, proveFusedBoundsInSetting } from "../../src/bounds/prove.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { InputError } from "../../src/errors.js";
import { H200 } from "../../src/machines/h200.js";
import { liftTiledGemm } from "../../src/replay/lift-tiled-gemm.js";
import { liftWordChain } from "../../src/replay/lift-word-chain.js";
import { liftWordGemm } from "../../src/replay/lift-word-gemm.js";
import type { LiftedReplay } from "../../src/replay/lifted.js";
import { refereeLifted } from "../../src/replay/lifted.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { layOutTiledGemm, tiledGemm } from "../../src/schedules/tiled-gemm.js";
import { chainTotal, rowsWithSums, wordChains } from "../../src/schedules/word-chain.js";
import { cosmaGemm, inputStationaryGemm } from "../../src/schedules/word-gemm.js";
import { order, parameters } from "../properties/arbitraries.js";

const side = fc.integer({ min: 1, max: 7 });
const extents = fc.record({ m: side, n: side, k: side, batch: fc.integer({ min: 1, max: 2 }) });

/** The line of the project: bound ≤ refereed schedule = replayed traffic. */
function expectLine(lifted: LiftedReplay, workload: ReturnType<typeof gemmWorkload>): void {
  expect(refereeLifted(lifted)).toMatchObject({ agrees: true, words: lifted.replayedWords });
  const bounds = proveBoundsInSetting(gemmComputation(workload), {
    interface: "slow-fast",
    unit: "words",
    capacity: BigInt(lifted.game.fastCapacity),
    memories: BigInt(lifted.game.processors),
    fastMemory: "words",
  });
  expect((bestBounds(bounds).get("slow-fast")?.value ?? 0n) <= lifted.replayedWords).toBe(true);
}

describe("every schedule, lifted to word-level moves, is accepted by the referee at exactly its replayed I/O", () => {
  test("cosma", () => {
    fc.assert(
      fc.property(extents, fc.integer({ min: 3, max: 60 }), (shape, fastWords) => {
        const workload = gemmWorkload(shape);
        expectLine(liftWordGemm(cosmaGemm(workload, fastWords), fastWords), workload);
      }),
      parameters(150),
    );
  });

  test("input-stationary, both variants and both orientations", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(extents, fc.integer({ min: 3, max: 60 }), (shape, fastWords) => {
        const workload = gemmWorkload(shape);
        const schedule = inputStationaryGemm(workload, fastWords);
        fc.pre(schedule !== undefined);
        seen.add(`${schedule.transposed ?? false} ${schedule.rows * (workload.k + 1) + 1 <= fastWords}`);
        expectLine(liftWordGemm(schedule, fastWords), workload);
      }),
      // A fixed seed: that all four variants come up is part of the test.
      { ...parameters(250), seed: 7 },
    );
    expect(seen.size).toBe(4);
  });

  test("chains: separate, fused and recomputed, both ways to stream", () => {
    const seen = new Set<string>();
    const small = fc.record({ m: side, k: side, l: side, n: side });
    fc.assert(
      fc.property(small, fc.integer({ min: 5, max: 90 }), (shape, fastWords) => {
        const workload = chainWorkload(shape);
        for (const schedule of wordChains(workload, fastWords)) {
          const lifted = liftWordChain(schedule, fastWords);
          expect(refereeLifted(lifted)).toMatchObject({ agrees: true, words: chainTotal(schedule.words) });
          const setting = {
            interface: "slow-fast",
            unit: "words",
            capacity: BigInt(fastWords),
            memories: 1n,
            fastMemory: "",
          } as const;
          for (const bound of proveFusedBoundsInSetting(workload, setting))
            expect(bound.value <= lifted.replayedWords, bound.id).toBe(true);
          const streams =
            schedule.id === "chain-separate" || schedule.rows <= rowsWithSums(fastWords, workload.k, schedule.width);
          seen.add(`${schedule.id} ${streams}`);
        }
      }),
      { ...parameters(300), seed: 7 },
    );
    for (const met of ["chain-fused true", "chain-fused false", "chain-recompute true"]) expect(seen).toContain(met);
  });

  test("tiled-gemm, any order, tile, number of running blocks and L2, from DRAM and into the SMs", () => {
    const tileSide = fc.integer({ min: 1, max: 3 });
    fc.assert(
      fc.property(
        extents,
        fc.record({ bm: tileSide, bn: tileSide, bk: tileSide }),
        order,
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 9, max: 120 }),
        (shape, tile, kind, slots, l2Words) => {
          const workload = gemmWorkload({ ...shape, dataType: "fp32" });
          const schedule = tiledGemm(workload, H200, { tile, order: kind });
          const l2 = { policy: "lru", bytes: l2Words * 4 } as const;
          const replayed = replayTileSchedule(layOutTiledGemm(schedule), slots, l2);
          for (const lifted of liftTiledGemm(schedule, slots, l2, replayed)) expectLine(lifted, workload);
        },
      ),
      parameters(120),
    );
  });
});

test("a replay that miscounts is caught", () => {
  const lifted = liftWordGemm(cosmaGemm(gemmWorkload({ m: 3, n: 3, k: 3 }), 10), 10);
  expect(refereeLifted({ ...lifted, replayedWords: lifted.replayedWords - 1n })).toMatchObject({ agrees: false });
  expect(refereeLifted({ ...lifted, moves: lifted.moves.slice(1) })).toMatchObject({ agrees: false });
  expect(refereeLifted({ ...lifted, game: { ...lifted.game, fastCapacity: 5 } })).toMatchObject({ agrees: false });
});

test("mixed widths and large products are not lifted", () => {
  const schedule = tiledGemm(gemmWorkload({ m: 4, n: 4, k: 4 }), H200);
  const l2 = { policy: "lru", bytes: 10 ** 6 } as const;
  const replayed = replayTileSchedule(layOutTiledGemm(schedule), 1, l2);
  expect(() => liftTiledGemm(schedule, 1, l2, replayed)).toThrow(InputError);
  expect(() => liftWordGemm(cosmaGemm(gemmWorkload({ m: 999, n: 999, k: 999 }), 99), 99)).toThrow(InputError);
});
