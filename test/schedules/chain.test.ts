import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chainWorkload } from "../../src/computation/chain.js";
import { InputError } from "../../src/errors.js";
import { H200 } from "../../src/machines/known/h200.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { chainBands, describeChainBands, layOutChainBands } from "../../src/schedules/gpu/chain/bands.js";
import { chainSeparate, describeChainSeparate, layOutChainSeparate } from "../../src/schedules/gpu/chain/separate.js";
import type { TileSchedule } from "../../src/schedules/tiles/tile-schedule.js";
import { parameters } from "../properties/arbitraries.js";
import { arrayBytes, bytesMoved, touchesOf } from "./schedule-facts.js";

const extent = fc.integer({ min: 1, max: 40 });
const side = fc.integer({ min: 1, max: 12 });
const chains = fc.record({ m: extent, k: extent, l: extent, n: extent });
const tiles = fc.record({ bm: side, bn: side, bk: side });

/** Rows of the tiles of H and E that each block writes: `H0`, `E0`, … */
function outputs(schedule: TileSchedule, rowOf: (array: string, tile: number) => number): readonly string[] {
  const written = touchesOf(schedule).filter(({ writes }) => writes);
  return [...new Map(written.map(({ block, array, tile }) => [block, `${array}${rowOf(array, tile)}`])).values()];
}

describe("both schedules move what two tiled products move, ragged edges included", () => {
  test.each(["separate", "bands"])("%s", (kind) => {
    fc.assert(
      fc.property(chains, tiles, fc.nat(), (extents, tile, pick) => {
        const workload = chainWorkload({ ...extents, dataType: "fp16", outputType: "fp32" });
        const { m, k, l, n } = extents;
        const [rows, columnsH, columnsE] = [Math.ceil(m / tile.bm), Math.ceil(l / tile.bn), Math.ceil(n / tile.bn)];
        const schedule =
          kind === "separate"
            ? layOutChainSeparate(chainSeparate(workload, H200, { tile }))
            : layOutChainBands(chainBands(workload, H200, { tile, band: 1 + (pick % rows) }));
        expect(arrayBytes(schedule)).toEqual({ A: 2 * m * k, B: 2 * k * l, H: 2 * m * l, D: 2 * l * n, E: 4 * m * n });
        expect(bytesMoved(schedule)).toEqual({
          A: [columnsH * 2 * m * k, 0],
          B: [rows * 2 * k * l, 0],
          H: [columnsE * 2 * m * l, 2 * m * l],
          D: [rows * 2 * l * n, 0],
          E: [0, 4 * m * n],
        });
        expect(schedule.touches).toBe(touchesOf(schedule).length);
        const { waits } = schedule;
        const waiting = [...(waits?.waitsFor ?? [])];
        expect(waiting.filter((counter) => counter >= 0)).toHaveLength(rows * columnsE);
        expect([...(waits?.raises ?? [])].filter((counter) => counter >= 0)).toHaveLength(rows * columnsH);
        expect(waits?.until.every((value) => value === columnsH)).toBe(true);
      }),
      parameters(120),
    );
  });
});

test("in a replay no tile of E reads its row of H before it is written, whatever the number of running blocks", () => {
  fc.assert(
    fc.property(chains, tiles, fc.integer({ min: 1, max: 20 }), (extents, tile, slots) => {
      const schedule = layOutChainBands(chainBands(chainWorkload({ ...extents, dataType: "fp32" }), H200, { tile }));
      // A cache that holds everything: whatever was written first is never fetched.
      const { byArray, total } = replayTileSchedule(schedule, slots, { policy: "lru", bytes: 2 ** 30 });
      expect(byArray.get("H")?.get("dram-l2")?.reads).toBe(0n);
      const { m, k, l, n } = extents;
      expect(total.get("dram-l2")?.reads).toBe(BigInt(4 * (m * k + k * l + l * n)));
    }),
    parameters(100),
  );
});

test("bands alternate between rows of H and the same rows of E; separate does all of H first", () => {
  const workload = chainWorkload({ m: 3, k: 1, l: 2, n: 2, dataType: "fp32" });
  const tile = { bm: 1, bn: 1, bk: 1 };
  const rowOf = (_: string, index: number): number => Math.floor(index / 2);
  const bands = layOutChainBands(chainBands(workload, H200, { tile, band: 2 }));
  expect(outputs(bands, rowOf)).toEqual(["H0", "H1", "H0", "H1", "E0", "E1", "E0", "E1", "H2", "H2", "E2", "E2"]);
  const separate = layOutChainSeparate(chainSeparate(workload, H200, { tile, order: { kind: "row" } }));
  expect(outputs(separate, rowOf)).toEqual(["H0", "H0", "H1", "H1", "H2", "H2", "E0", "E0", "E1", "E1", "E2", "E2"]);
});

test("two blocks of 128x128x64 fit an SM of an H200, as compiled; parameters are resolved", () => {
  const workload = chainWorkload({ m: 4096, k: 1024, l: 4096, n: 1024 });
  expect(describeChainBands(chainBands(workload, H200, { band: 4 }))).toMatchObject({
    id: "chain-bands",
    tile: "128x128x64",
    band: 4,
    sharedMemoryBytes: 98304,
    ctasPerSm: 2,
  });
  expect(describeChainSeparate(chainSeparate(workload, H200))).toMatchObject({
    id: "chain-separate",
    order: "row",
    ctasPerSm: 2,
  });
});

test("a band or a tile that does not fit is refused by name", () => {
  const workload = chainWorkload({ m: 256, k: 64, l: 256, n: 64 });
  expect(() => chainBands(workload, H200, { band: 3 })).toThrow(/^band: expected a whole number from 1 to 2/);
  expect(() => chainBands(workload, H200, { tile: { bm: 512, bn: 512, bk: 64 } })).toThrow(InputError);
  expect(() => chainSeparate(workload, H200, { tile: { bm: 512, bn: 512, bk: 64 } })).toThrow(/^tile:/);
  const huge = chainWorkload({ m: 10 ** 7, k: 10 ** 7, l: 10 ** 7, n: 10 ** 7 });
  expect(() => layOutChainSeparate(chainSeparate(huge, H200))).toThrow(/the tiles of a replay/);
});
