import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RowWorkload, StatisticsWorkload } from "../../src/computation/row-workloads.js";
import { elementwiseWorkload, normWorkload, rotaryWorkload, softmaxWorkload } from "../../src/computation/row-workloads.js";
import { A100 } from "../../src/machines/known/a100.js";
import { H200 } from "../../src/machines/known/h200.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import type { RowPassesId } from "../../src/schedules/gpu/rows/passes.js";
import { layOutRowPasses, rowPasses } from "../../src/schedules/gpu/rows/passes.js";
import { parseRowTile } from "../../src/schedules/gpu/rows/tile.js";
import { layOutWordByWord, wordByWord } from "../../src/schedules/two-level/word-by-word.js";
import { parameters } from "../properties/arbitraries.js";
import { arrayBytes, bytesMoved, touchesOf } from "./schedule-facts.js";

const extent = fc.integer({ min: 1, max: 40 });
const side = fc.integer({ min: 1, max: 9 });
const tile = fc.record({ rows: side, columns: side });
const types = fc.record({ dataType: fc.constantFrom("bf16", "fp8", "fp32"), outputType: fc.constantFrom(undefined, "fp32") });
const statistics = fc
  .tuple(fc.constantFrom("softmax", "rmsnorm", "layernorm"), extent, extent, types)
  .map(([kind, rows, columns, words]) =>
    kind === "softmax" ? softmaxWorkload({ rows, columns, ...words }) : normWorkload(kind, { rows, columns, ...words }),
  );
const BYTES: Readonly<Record<string, number>> = { bf16: 2, fp8: 1, fp32: 4 };

/** Reads of X, and words of statistics a row in memory. */
const KINDS: readonly (readonly [RowPassesId, reads: number])[] = [
  ["row-one-pass", 1],
  ["row-two-passes", 2],
  ["row-three-passes", 3],
  ["row-two-kernels", 2],
];

function expected(w: StatisticsWorkload, id: RowPassesId, reads: number, blocks: number): Record<string, readonly number[]> {
  const [word, out] = [BYTES[w.dataType] as number, BYTES[w.outputType] as number];
  const words = w.rows * w.columns;
  const vectors = { softmax: [], rmsnorm: ["gain"], layernorm: ["gain", "shift"] }[w.kind];
  const stored = { softmax: ["M", "L"], rmsnorm: ["V"], layernorm: ["S", "V"] }[w.kind];
  return {
    X: [reads * words * word, 0],
    ...Object.fromEntries(vectors.map((name) => [name, [blocks * w.columns * word, 0]])),
    ...(id === "row-two-kernels" ? Object.fromEntries(stored.map((name) => [name, [4 * w.rows, 4 * w.rows]])) : {}),
    Y: [0, words * out],
  };
}

test.each(KINDS)("%s reads X %d time(s), gain and shift once a block, and writes Y once", (id, reads) => {
  fc.assert(
    fc.property(statistics, tile, (w, sides) => {
      fc.pre(!(id === "row-three-passes" && w.kind === "rmsnorm"));
      const layout = layOutRowPasses(rowPasses(id, w, H200, { tile: sides }));
      const blocks = Math.ceil(w.rows / sides.rows);
      expect(bytesMoved(layout)).toEqual(expected(w, id, reads, blocks));
      expect(layout.blockCount).toBe(id === "row-two-kernels" ? 2 * blocks : blocks);
      expect(layout.touches).toBe(touchesOf(layout).length);
    }),
    parameters(80),
  );
});

test("elementwise kernels read every operand once, or, a kernel an operand, also every result between them", () => {
  fc.assert(
    fc.property(extent, extent, fc.integer({ min: 2, max: 5 }), types, tile, (rows, columns, inputs, words, sides) => {
      const w = elementwiseWorkload({ rows, columns, inputs, ...words });
      const [read, written] = [rows * columns * (BYTES[w.dataType] as number), rows * columns * (BYTES[w.outputType] as number)];
      const operands = Object.fromEntries(Array.from({ length: inputs }, (_, i) => [`X${i + 1}`, [read, 0]]));
      const between = Object.fromEntries(Array.from({ length: inputs - 1 }, (_, i) => [`T${i + 1}`, [written, written]]));
      const moved = (id: "elementwise-fused" | "elementwise-separate") =>
        bytesMoved(layOutWordByWord(wordByWord(id, w, H200, { tile: sides })));
      expect(moved("elementwise-fused")).toEqual({ ...operands, Y: [0, written] });
      expect(moved("elementwise-separate")).toEqual({ ...operands, ...between, Y: [0, written] });
    }),
    parameters(60),
  );
});

test("rotary-rows reads the tables once, rotary-heads once for the heads of a tile", () => {
  fc.assert(
    fc.property(extent, side, side, side, side, (rows, heads, half, tileRows, tileHeads) => {
      const w = rotaryWorkload({ rows, heads, dim: 2 * half });
      const sides = { rows: tileRows, columns: tileHeads * w.dim };
      const [x, table] = [2 * rows * heads * w.dim, 2 * rows * half];
      const readings = Math.ceil(heads / tileHeads);
      const moved = (id: "rotary-rows" | "rotary-heads") =>
        bytesMoved(layOutWordByWord(wordByWord(id, w, H200, { tile: sides })));
      expect(moved("rotary-rows")).toEqual({ X: [x, 0], cos: [table, 0], sin: [table, 0], Y: [0, x] });
      expect(moved("rotary-heads")).toEqual({ X: [x, 0], cos: [readings * table, 0], sin: [readings * table, 0], Y: [0, x] });
    }),
    parameters(60),
  );
});

describe("the second reading of X", () => {
  const w = softmaxWorkload({ rows: 512, columns: 8192 });
  const layout = (id: RowPassesId) => layOutRowPasses(rowPasses(id, w, H200, { tile: { rows: 1, columns: 1024 } }));
  const reads = (id: RowPassesId, l2Bytes: number): bigint => {
    const { total } = replayTileSchedule(layout(id), 16, { policy: "lru", bytes: l2Bytes });
    return total.get("dram-l2")?.reads ?? -1n;
  };
  const once = 512n * 8192n * 2n;

  test("of the same block hits an L2 that holds the rows of all running blocks with what they write", () => {
    // 16 blocks: a row of X each, and Y as it comes.
    expect(reads("row-two-passes", 3 * 16 * 8192 * 2)).toBe(once);
    expect(reads("row-three-passes", 3 * 16 * 8192 * 2)).toBe(once);
  });

  test("misses where the rows of the running blocks do not fit", () => {
    expect(reads("row-two-passes", 8 * 8192 * 2)).toBe(2n * once);
    expect(reads("row-three-passes", 8 * 8192 * 2)).toBe(3n * once);
  });

  test("of another kernel misses unless all of X fits", () => {
    expect(reads("row-two-kernels", 3 * 16 * 8192 * 2)).toBeGreaterThan(2n * once);
    const stays = 3 * Number(once);
    expect(reads("row-two-kernels", stays)).toBe(once);
  });
});

describe("what fits", () => {
  const kept = (columns: number) => rowPasses("row-one-pass", softmaxWorkload({ rows: 8, columns }), A100).keeps;

  test("rows stay in registers, longer ones in shared memory, and then two passes are left", () => {
    expect(kept(4096)).toBe("registers");
    expect(kept(60_000)).toBe("shared memory");
    // 163 KiB of bf16.
    expect(kept(83_456)).toBe("shared memory");
    expect(() => kept(83_457)).toThrow("at most 83456 for 1 row(s) that stay in one block of NVIDIA A100");
    const ids = planReplays(softmaxWorkload({ rows: 8, columns: 83_457 }), A100).map(({ fields }) => fields["id"]);
    expect(ids).toEqual(["row-two-passes", "row-three-passes", "row-two-kernels"]);
  });

  test.each([
    [{ schedule: "row-three-passes" }, normWorkload("rmsnorm", { rows: 8, columns: 64 }), "RMSNorm has one statistic"],
    [{ schedule: "row-four-passes" }, softmaxWorkload({ rows: 8, columns: 64 }), "row-one-pass, row-two-passes"],
    [{ tile: "4x100" }, rotaryWorkload({ rows: 8, heads: 2, dim: 64 }), "whole heads of 64"],
    [{ tile: "4x4x4" }, softmaxWorkload({ rows: 8, columns: 64 }), "ROWSxCOLUMNS"],
    [{ schedule: "elementwise-separate" }, elementwiseWorkload({ rows: 8, columns: 8, inputs: 1 }), "at least 2"],
    [{ schedule: "row-two-passes", tile: "64x65536" }, softmaxWorkload({ rows: 64, columns: 65536 }), "tile"],
    [{ stages: 2 }, softmaxWorkload({ rows: 8, columns: 64 }), "stages"],
  ] as const)("%o is refused in a line", (options, workload: RowWorkload, message) => {
    expect(() => planReplays(workload, H200, options)).toThrow(message);
  });

  test("tiles are read as written", () => {
    expect(parseRowTile("4x1024")).toEqual({ rows: 4, columns: 1024 });
    for (const slip of ["4", "0x4", "4x0", "4x99999", "4 x 4"]) expect(() => parseRowTile(slip)).toThrow("tile");
  });
});

test("every array is touched whole, and its tiles are its bytes", () => {
  const w = normWorkload("layernorm", { rows: 37, columns: 129, dataType: "fp32" });
  const layout = layOutRowPasses(rowPasses("row-two-kernels", w, H200, { tile: { rows: 5, columns: 32 } }));
  const [x, row] = [4 * 37 * 129, 4 * 129];
  expect(arrayBytes(layout)).toEqual({ X: x, gain: row, shift: row, S: 4 * 37, V: 4 * 37, Y: x });
});

test("the plans of a softmax that fits the L2 move its compulsory bytes from DRAM", () => {
  const w = softmaxWorkload({ rows: 1024, columns: 1024 });
  for (const plan of planReplays(w, H200)) {
    const dram = replayPlanned(plan, { policy: "lru", bytes: H200.l2Bytes }).total.get("dram-l2");
    expect(dram?.reads).toBe(2n * 1024n * 1024n);
  }
});
