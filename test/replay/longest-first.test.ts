import * as fc from "fast-check";
import { expect, test } from "vitest";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { gapReport } from "../../src/gap/gap.js";
import { H200 } from "../../src/machines/known/h200.js";
import { formatExecution, parseExecution } from "../../src/replay/execution.js";
import { chooseL2, partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { longestFirst } from "../../src/replay/longest-first.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { flashAttention2 } from "../../src/schedules/gpu/attention/flash-attention-2.js";
import { layOutFlashForward } from "../../src/schedules/gpu/attention/flash-forward.js";
import { attentionUnfused, layOutAttentionUnfused } from "../../src/schedules/gpu/attention/unfused.js";
import { chainBands, layOutChainBands } from "../../src/schedules/gpu/chain/bands.js";
import { layOutSplitK, splitK } from "../../src/schedules/gpu/gemm/split-k.js";
import { layOutTiledGemm, parseTile, tiledGemm } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import type { TileSchedule } from "../../src/schedules/tiles/tile-schedule.js";
import { parameters } from "../properties/arbitraries.js";
import { touchesOf } from "../schedules/schedule-facts.js";

const causal = fc
  .record({
    heads: fc.integer({ min: 1, max: 3 }),
    queries: fc.integer({ min: 1, max: 40 }),
    more: fc.nat(20),
    bm: fc.integer({ min: 1, max: 8 }),
    bn: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ heads, queries, more, bm, bn }) => ({
    workload: attentionWorkload({ heads, queries, keys: queries + more, dim: 4, causal: true }),
    tile: { bm, bn },
  }));

/** The touches of each block as one text. */
function blocksOf(schedule: TileSchedule): readonly string[] {
  const texts = Array.from({ length: schedule.blockCount }, () => "");
  for (const { block, array, tile, writes } of touchesOf(schedule)) texts[block] += `${array}${tile}${writes ? "w" : "r"} `;
  return texts;
}

/** Operations of each block, summed phase by phase. */
function operationsOf({ blockCount, phaseStart, phaseSteps, work }: TileSchedule): readonly number[] {
  return Array.from({ length: blockCount }, (_, block) => {
    let sum = 0;
    for (let p = phaseStart[block] ?? 0; p < (phaseStart[block + 1] ?? 0); p++)
      sum += (phaseSteps[p] ?? 0) * (work?.phaseOperations[p] ?? 0);
    return sum;
  });
}

test("the same blocks, by falling length, those of equal length in launch order", () => {
  fc.assert(
    fc.property(causal, ({ workload, tile }) => {
      const launched = layOutFlashForward(flashAttention2(workload, H200, { tile, queryOrder: "ascending" }));
      const ordered = longestFirst(launched);
      const [before, after] = [blocksOf(launched), blocksOf(ordered)];
      expect([...after].sort()).toEqual([...before].sort());
      expect(ordered.touches).toBe(launched.touches);
      const lengths = operationsOf(ordered);
      expect([...lengths].sort((x, y) => x - y)).toEqual([...operationsOf(launched)].sort((x, y) => x - y));
      const bytes = lengths.map(() => 0);
      for (const { block, array, tile: at } of touchesOf(ordered)) {
        const first = ordered.arrays.find(({ name }) => name === array)?.firstTile ?? 0;
        bytes[block] = (bytes[block] ?? 0) + (ordered.tileBytes[first + at] ?? 0);
      }
      lengths.forEach((length, i) => {
        if (i === 0) return;
        expect(length).toBeLessThanOrEqual(lengths[i - 1] ?? 0);
        if (length !== lengths[i - 1]) return;
        expect(bytes[i] ?? 0).toBeLessThanOrEqual(bytes[i - 1] ?? 0);
        // Touches of a block name its tile of O, so each text is one block's.
        if (bytes[i] === bytes[i - 1]) expect(before.indexOf(after[i - 1] ?? "")).toBeLessThan(before.indexOf(after[i] ?? ""));
      });
    }),
    parameters(60),
  );
});

test("under a causal mask the last wave is short: it ends earlier than the ascending launch, and every SM reads the same bytes", () => {
  const workload = attentionWorkload({ heads: 8, queries: 8192, dim: 128, causal: true });
  const schedule = flashAttention2(workload, H200, { queryOrder: "ascending" });
  const slots = H200.sms * schedule.residency.ctasPerSm;
  const run = (kind: "events" | "longest-first") =>
    replayTileSchedule(
      layOutFlashForward(schedule),
      slots,
      partitionedL2(H200, kind === "events" ? { kind, seed: 0 } : { kind }),
    );
  const [plain, longest] = [run("events"), run("longest-first")];
  expect(longest.seconds).toBeLessThan((plain.seconds ?? 0) * 0.95);
  expect(longest.total.get("l2-sm")).toEqual(plain.total.get("l2-sm"));
});

test("kernels stay one after the other: with room for everything only inputs come from DRAM", () => {
  const workload = attentionWorkload({ heads: 3, queries: 70, dim: 16 });
  const schedule = attentionUnfused(workload, H200, { tile: { bm: 16, bn: 16 } });
  const l2 = { ...chooseL2(H200, "bf16", "lru", 2 ** 28), execution: { kind: "longest-first" } } as const;
  const { byArray } = replayTileSchedule(layOutAttentionUnfused(schedule), 20, l2 as ReturnType<typeof chooseL2>);
  expect(byArray.get("S")?.get("dram-l2")?.reads).toBe(0n);
  expect(byArray.get("P")?.get("dram-l2")?.reads).toBe(0n);
});

test("blocks of equal length are issued as they were launched", () => {
  const layout = layOutTiledGemm(tiledGemm(gemmWorkload({ m: 512, n: 512, k: 256 }), H200, { tile: parseTile("64x64x64") }));
  expect(blocksOf(longestFirst(layout))).toEqual(blocksOf(layout));
});

test("where blocks wait for others of their kernel the order is not free, which is one line; gap leaves such kernels out", () => {
  const chain = chainWorkload({ m: 256, k: 64, l: 256, n: 64 });
  expect(() => longestFirst(layOutChainBands(chainBands(chain, H200, { tile: parseTile("64x64x64"), band: 1 })))).toThrow(
    /^execution: expected .* found longest-first, where bands/,
  );
  const workload = gemmWorkload({ m: 256, n: 256, k: 2048 });
  expect(() => longestFirst(layOutSplitK(splitK(workload, H200, { splits: 2 })))).toThrow(/^execution: .*midway$/);
  const l2 = chooseL2(H200, "bf16", "lru", undefined, { kind: "longest-first" });
  const ids = new Set(gapReport(workload, H200, { l2 }).rows.map(({ schedule }) => schedule["id"]));
  expect(ids).toContain("tiled-gemm");
  expect(ids).not.toContain("split-k");
  expect(() => gapReport(workload, H200, { l2, schedule: "split-k" })).toThrow(/^execution: /);
});

test("longest-first is read and written, and takes no seed", () => {
  expect(formatExecution(parseExecution("longest-first"))).toBe("longest-first");
  expect(() => parseExecution("longest-first:3")).toThrow(/^execution: /);
});
