import * as fc from "fast-check";
import { expect, test } from "vitest";
import { attentionWorkload } from "../../src/computation/attention.js";
import { A100 } from "../../src/machines/known/a100.js";
import { H200 } from "../../src/machines/known/h200.js";
import { RTX_4090 } from "../../src/machines/known/rtx4090.js";
import { flashAttention2 } from "../../src/schedules/gpu/attention/flash-attention-2.js";
import { describeFlashForward, layOutFlashForward } from "../../src/schedules/gpu/attention/flash-forward.js";
import { formatFlashTile, parseFlashTile, usualFlashTile } from "../../src/schedules/gpu/attention/flash-tile.js";
import { parameters } from "../properties/arbitraries.js";
import { bytesMoved, touchesOf } from "./schedule-facts.js";

const few = fc.integer({ min: 1, max: 3 });
const length = fc.integer({ min: 1, max: 40 });
const side = fc.integer({ min: 1, max: 12 });

test("Q is read once where it sees a key, and O written once; a query tile walks every tile of keys that one of its rows sees", () => {
  const shapes = fc.record({
    batch: few,
    kvHeads: few,
    group: few,
    queries: length,
    keys: length,
    dim: few,
    causal: fc.boolean(),
  });
  fc.assert(
    fc.property(
      shapes,
      fc.record({ bm: side, bn: side }),
      fc.boolean(),
      fc.boolean(),
      ({ group, ...shape }, tile, forward, lse) => {
        const workload = attentionWorkload({ ...shape, heads: shape.kvHeads * group });
        const keyOrder = forward ? "forward" : "backward";
        const schedule = layOutFlashForward(flashAttention2(workload, H200, { tile, keyOrder, lse }));
        const { batch, heads, queries, keys, dim, causal } = workload;
        const rows = Math.ceil(queries / tile.bm);
        let [keyRows, queryRows] = [0, 0];
        for (let row = 0; row < rows; row++) {
          for (let first = 0; first < keys; first += tile.bn) {
            // The tile's last row, though it may lie beyond the last query, sees keys up to its own index + keys − queries.
            const seen = !causal || first <= (row + 1) * tile.bm - 1 + keys - queries;
            if (seen) keyRows += Math.min(tile.bn, keys - first);
            if (seen && first === 0) queryRows += Math.min(tile.bm, queries - row * tile.bm);
          }
        }
        const perHead = 2 * batch * heads * dim;
        expect(bytesMoved(schedule)).toEqual({
          Q: [perHead * queryRows, 0],
          K: [perHead * keyRows, 0],
          V: [perHead * keyRows, 0],
          O: [0, perHead * queries],
          ...(lse ? { LSE: [0, 4 * batch * heads * queries] } : {}),
        });
        expect(schedule.touches).toBe(touchesOf(schedule).length);
      },
    ),
    parameters(150),
  );
});

test("heads of a group walk the same K; keys run from the last tile to the first, or forward", () => {
  const workload = attentionWorkload({ batch: 2, heads: 4, kvHeads: 2, queries: 2, keys: 6, dim: 1, causal: true });
  const tile = { bm: 1, bn: 2 };
  const keysOf = (block: number, keyOrder: "forward" | "backward"): readonly number[] =>
    touchesOf(layOutFlashForward(flashAttention2(workload, H200, { tile, keyOrder })))
      .filter((touch) => touch.block === block && touch.array === "K")
      .map((touch) => touch.tile);
  // Launched query tiles first, then batch, then head: block 14 is head 3 of batch 1, rows 0; it sees five keys.
  expect(keysOf(14, "backward")).toEqual([11, 10, 9]);
  expect(keysOf(14, "forward")).toEqual([9, 10, 11]);
  expect(keysOf(10, "forward")).toEqual([9, 10, 11]);
  expect(keysOf(0, "forward")).toEqual([0, 1, 2]);
});

// Registers of the compiled kernels of data/h200.csv: 109, 141 and 109 a thread, 256 threads.
test.each([
  [64, "128x64", 50176, 2],
  [128, "128x64", 99328, 1],
  [128, "64x64", 82944, 2],
])("dim %i, tile %s: %i bytes with the system's, %i CTAs per SM on an H200", (dim, tile, sharedBytes, ctasPerSm) => {
  const workload = attentionWorkload({ heads: 16, queries: 4096, dim });
  const options = { tile: parseFlashTile(tile), stages: 2, threads: 256 };
  const described = describeFlashForward(flashAttention2(workload, H200, options));
  expect(described).toMatchObject({ id: "flash-attention-2", tile, ctasPerSm, sharedMemoryBytes: sharedBytes - 1024 });
});

test("default tiles are FlashAttention-2's", () => {
  const tile = (dim: number, causal = false, gpu = H200): string => formatFlashTile(usualFlashTile(dim, causal, gpu));
  expect([32, 64, 96, 128, 192, 256].map((dim) => tile(dim))).toEqual([
    "128x128",
    "128x128",
    "128x64",
    "128x64",
    "128x64",
    "64x64",
  ]);
  expect(tile(256, false, A100)).toBe("128x64");
  expect([tile(96, true, RTX_4090), tile(128, false, RTX_4090), tile(128, true, RTX_4090)]).toEqual(["64x64", "128x32", "64x64"]);
  for (const dim of [32, 64, 96, 128, 192, 256]) {
    for (const gpu of [H200, A100, RTX_4090]) {
      expect(flashAttention2(attentionWorkload({ heads: 1, queries: 64, dim }), gpu).residency.ctasPerSm).toBeGreaterThanOrEqual(
        1,
      );
    }
  }
  // "2 CTA/SM" of the launch table.
  expect(flashAttention2(attentionWorkload({ heads: 1, queries: 64, dim: 256 }), H200).residency.ctasPerSm).toBe(2);
});

test("what does not fit is refused by name", () => {
  const workload = attentionWorkload({ heads: 1, queries: 64, dim: 320 });
  expect(() => flashAttention2(workload, H200)).toThrow(/^dim: expected at most 256/);
  expect(() => flashAttention2(workload, H200, { tile: { bm: 256, bn: 128 } })).toThrow(/^tile: .*327680/);
  for (const text of ["", "128", "128x64x64", "ax64"]) expect(() => parseFlashTile(text)).toThrow(/^tile:/);
});
