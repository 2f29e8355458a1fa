import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attentionWorkload, type PackedAttention } from "../../src/computation/attention.js";
import { A100 } from "../../src/machines/known/a100.js";
import { B200 } from "../../src/machines/known/b200.js";
import { H200 } from "../../src/machines/known/h200.js";
import { planReplays } from "../../src/plan/planned.js";
import { flashAttention1, layOutFlashAttention1 } from "../../src/schedules/gpu/attention/flash-attention-1.js";
import { flashAttention2 } from "../../src/schedules/gpu/attention/flash-attention-2.js";
import { flashAttention3, usualFlash3Tile } from "../../src/schedules/gpu/attention/flash-attention-3.js";
import { flashAttention4 } from "../../src/schedules/gpu/attention/flash-attention-4.js";
import { flashDecoding, layOutFlashDecoding, usualSplits } from "../../src/schedules/gpu/attention/flash-decoding.js";
import type { QueryOrder } from "../../src/schedules/gpu/attention/flash-forward.js";
import { layOutFlashForward, parseQueryOrder } from "../../src/schedules/gpu/attention/flash-forward.js";
import { formatFlashTile } from "../../src/schedules/gpu/attention/flash-tile.js";
import { attentionPartialSoftmax, layOutAttentionPartialSoftmax } from "../../src/schedules/gpu/attention/partial-softmax.js";
import { persistentAttention } from "../../src/schedules/gpu/attention/persistent-attention.js";
import { attentionUnfused, layOutAttentionUnfused } from "../../src/schedules/gpu/attention/unfused.js";
import { parseClusterShape } from "../../src/schedules/tiles/cluster-shape.js";
import type { TileSchedule } from "../../src/schedules/tiles/tile-schedule.js";
import { parameters } from "../properties/arbitraries.js";
import { bytesMoved, touchesOf } from "./schedule-facts.js";

const few = fc.integer({ min: 1, max: 3 });
const shapes = fc
  .record({
    batch: few,
    kvHeads: few,
    group: few,
    queries: fc.integer({ min: 1, max: 30 }),
    keys: fc.integer({ min: 1, max: 30 }),
    dim: few,
    causal: fc.boolean(),
  })
  .map(({ group, ...shape }) => attentionWorkload({ ...shape, heads: shape.kvHeads * group }));
const side = fc.integer({ min: 1, max: 12 });
const tiles = fc.record({ bm: side, bn: side });

/** Per tile row: its height, the tiles of keys that one of its rows sees, and their words. */
function rowsOf({ queries, keys, causal, packed = 1 }: PackedAttention, { bm, bn }: { bm: number; bn: number }) {
  const lastQuery = (row: number): number => Math.floor((Math.min((row + 1) * bm, queries) - 1) / packed);
  return Array.from({ length: Math.ceil(queries / bm) }, (_, row) => {
    const widths: number[] = [];
    for (let first = 0; first < keys; first += bn) {
      if (!causal || first <= lastQuery(row) + keys - queries / packed) widths.push(Math.min(bn, keys - first));
    }
    return { height: Math.min(bm, queries - row * bm), widths, seen: widths.reduce((sum, width) => sum + width, 0) };
  });
}

const total = <Entry>(entries: readonly Entry[], count: (entry: Entry) => number): number =>
  entries.reduce((sum, entry) => sum + count(entry), 0);

/** The tiles that blocks write of an array, in launch order. */
function written(schedule: TileSchedule, name: string): readonly number[] {
  return touchesOf(schedule)
    .filter(({ array, writes }) => array === name && writes)
    .map(({ tile }) => tile);
}

test("flash-attention-1 reads K and V once a query head, and sums and statistics at every tile of keys but the first", () => {
  fc.assert(
    fc.property(shapes, tiles, (w, tile) => {
      const schedule = layOutFlashAttention1(flashAttention1(w, H200, { tile }));
      const heads = w.batch * w.heads;
      // Rows that see nothing pass the first tile of keys all the same.
      const rows = rowsOf(w, tile).map(({ height, widths }) => ({ height, visits: Math.max(1, widths.length) }));
      const visits = heads * total(rows, ({ height, visits }) => height * visits);
      const again = visits - heads * w.queries;
      expect(bytesMoved(schedule)).toEqual({
        Q: [2 * visits * w.dim, 0],
        K: [2 * heads * w.keys * w.dim, 0],
        V: [2 * heads * w.keys * w.dim, 0],
        "sums of O": [4 * again * w.dim, 4 * again * w.dim],
        LSE: [4 * again, 4 * visits],
        O: [0, 2 * heads * w.queries * w.dim],
      });
      expect(schedule.blockCount).toBe(heads * Math.ceil(w.keys / tile.bn));
      expect(schedule.touches).toBe(touchesOf(schedule).length);
    }),
    parameters(100),
  );
});

test("attention-unfused writes and reads S and P once; attention-partial-softmax reads S twice and stores no P", () => {
  fc.assert(
    fc.property(shapes, tiles, (w, tile) => {
      const heads = w.batch * w.heads;
      const rows = rowsOf(w, tile);
      const scores = 2 * heads * total(rows, ({ height, seen }) => height * seen);
      const keys = 2 * heads * w.dim * total(rows, ({ seen }) => seen);
      const queries = 2 * heads * w.dim * total(rows, ({ height, widths }) => height * widths.length);
      const seeing = 4 * heads * total(rows, ({ height, seen }) => (seen > 0 ? height : 0));
      const outputs = [0, 2 * heads * w.queries * w.dim];
      const unfused = layOutAttentionUnfused(attentionUnfused(w, H200, { tile }));
      expect(bytesMoved(unfused)).toEqual({
        ...{ Q: [queries, 0], K: [keys, 0], V: [keys, 0], O: outputs },
        ...{ S: [scores, scores], P: [scores, scores] },
      });
      const partial = layOutAttentionPartialSoftmax(attentionPartialSoftmax(w, H200, { tile }));
      expect(bytesMoved(partial)).toEqual({
        ...{ Q: [queries, 0], K: [keys, 0], V: [keys, 0], O: outputs },
        ...{ S: [2 * scores, scores], M: [seeing, seeing], L: [seeing, seeing] },
      });
      for (const { touches, waits, blockCount } of [unfused, partial]) {
        expect(touches).toBeGreaterThan(0);
        expect(waits?.waitsFor).toHaveLength(blockCount);
      }
    }),
    parameters(100),
  );
});

test("flash-decoding stores every part once and reads it once; heads of a group share their keys where queries are few", () => {
  fc.assert(
    fc.property(shapes, tiles, fc.nat(), (given, tile, pick) => {
      const splits = 1 + (pick % Math.ceil(given.keys / tile.bn));
      const kernel = flashDecoding(given, H200, { tile, splits });
      const { workload: w } = kernel;
      const [heads, rows] = [w.batch * w.heads, rowsOf(w, tile)];
      expect(heads * w.queries).toBe(given.batch * given.heads * given.queries);
      const filled = (rows: number): number => rows / Math.ceil(rows / tile.bm);
      const isPacked = given.queries === 1 || filled(given.queries) < 0.9 * filled((given.queries * given.heads) / given.kvHeads);
      expect(w.heads).toBe(isPacked ? given.kvHeads : given.heads);
      const words = heads * w.queries;
      const parts = kernel.splits > 1 ? 4 * kernel.splits * words : 0;
      const keys = 2 * heads * w.dim * total(rows, ({ seen }) => seen);
      // Q is read by the parts that hold a key that it sees.
      const perSplit = Math.ceil(Math.ceil(w.keys / tile.bn) / kernel.splits);
      const queries = 2 * heads * w.dim * total(rows, ({ height, widths }) => height * Math.ceil(widths.length / perSplit));
      const schedule = layOutFlashDecoding(kernel);
      expect(bytesMoved(schedule)).toEqual({
        ...{ Q: [queries, 0], K: [keys, 0], V: [keys, 0], O: [0, 2 * words * w.dim], LSE: [0, 4 * words] },
        ...(kernel.splits === 1 ? {} : { "parts of O": [parts * w.dim, parts * w.dim], "parts of LSE": [parts, parts] }),
      });
      expect(schedule.touches).toBe(touchesOf(schedule).length);
    }),
    parameters(120),
  );
});

describe("FlashAttention-3", () => {
  test("moves what version 2 moves with the same tile, in any query order, every block once", () => {
    const order = fc.constantFrom<QueryOrder>("ascending", "longest-first", "head-sections");
    fc.assert(
      fc.property(shapes, tiles, order, (w, tile, queryOrder) => {
        const schedule = layOutFlashForward(flashAttention3(w, H200, { tile, queryOrder }));
        expect(bytesMoved(schedule)).toEqual(bytesMoved(layOutFlashForward(flashAttention2(w, H200, { tile }))));
        const blocks = written(schedule, "O");
        expect([...blocks].sort((x, y) => x - y)).toEqual(blocks.map((_, tileOfO) => tileOfO));
      }),
      parameters(80),
    );
  });

  test("in clusters K and V enter once for their query tiles, and every SM receives what it would have read itself", () => {
    fc.assert(
      fc.property(shapes, tiles, fc.integer({ min: 2, max: 4 }), fc.nat(3), (shape, tile, together, clusters) => {
        const queries = together * (clusters + 1) * tile.bm;
        const w = attentionWorkload({ ...shape, queries, keys: Math.max(shape.keys, queries), causal: false });
        const alone = bytesMoved(layOutFlashForward(flashAttention3(w, H200, { tile })));
        const cluster = { rows: together, columns: 1 };
        const layout = layOutFlashForward(flashAttention3(w, H200, { tile, cluster }));
        const moved = bytesMoved(layout);
        expect([moved["Q"], moved["O"], moved["LSE"]]).toEqual([alone["Q"], alone["O"], alone["LSE"]]);
        for (const array of ["K", "V"]) expect((moved[array]?.[0] ?? 0) * together).toBe(alone[array]?.[0]);
        expect(layout.deliveredBytes).toEqual(layout.arrays.map(({ name }) => alone[name]?.[0]));
        expect(layout.blockCount * together).toBe(alone["O"] === undefined ? 0 : w.batch * w.heads * (queries / tile.bm));
      }),
      parameters(60),
    );
  });

  test("clusters that the query tiles do not fill, of a mask or across heads are refused in one line", () => {
    const w = attentionWorkload({ heads: 2, queries: 384, dim: 128 });
    const tile = { bm: 128, bn: 64 };
    const make = (cluster: string, of = w) => flashAttention3(of, H200, { tile, cluster: parseClusterShape(cluster) });
    expect(make("3x1").cluster).toEqual({ rows: 3, columns: 1 });
    expect(() => make("2x1")).toThrow("cluster: expected rows that divide the 3 query tile(s) of a head");
    expect(() => make("1x2")).toThrow("cluster: expected query tiles of one head, such as 2x1");
    expect(() => make("3x1", { ...w, causal: true })).toThrow("cluster: expected attention without a mask");
    expect(() => planReplays(w, H200, { schedule: "flash-attention-2", cluster: parseClusterShape("3x1") })).toThrow(
      "cluster: expected schedule flash-attention-3 for it, found flash-attention-2",
    );
  });

  test("launch orders: batch by batch in version 3, longest first, and sections of heads with the head fastest", () => {
    const orders = (causal: boolean, queryOrder?: QueryOrder): readonly number[] => {
      const w = attentionWorkload({ batch: 2, heads: 2, kvHeads: 1, queries: 2, dim: 8, causal });
      return written(layOutFlashForward(flashAttention3(w, H200, { tile: { bm: 1, bn: 1 }, queryOrder })), "O");
    };
    expect(orders(false)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(orders(true, "longest-first")).toEqual([1, 0, 3, 2, 5, 4, 7, 6]);
    expect(orders(true)).toEqual([1, 3, 5, 7, 0, 2, 4, 6]);
    // 32 MiB hold K and V of one key-value head of 2^16 keys by 128 words: two query heads a section.
    const long = attentionWorkload({ heads: 4, kvHeads: 2, queries: 2, keys: 2 ** 16, dim: 128, causal: true });
    const sections = layOutFlashForward(flashAttention3(long, H200, { tile: { bm: 1, bn: 128 } }));
    expect(written(sections, "O")).toEqual([1, 3, 0, 2, 5, 7, 4, 6]);
    expect(() => parseQueryOrder("zig")).toThrow(/^query-order: expected one of ascending/);
  });

  test("its tiles fit one CTA on an H200, as launched; other GPUs, wide heads and wide words are refused by name", () => {
    const widths = [64, 96, 128, 192, 256];
    const tileNames = (causal: boolean, bytes: number): readonly string[] =>
      widths.map((dim) => formatFlashTile(usualFlash3Tile(dim, causal, bytes)));
    expect(tileNames(false, 2)).toEqual(["192x192", "192x144", "128x176", "128x112", "128x80"]);
    expect(tileNames(true, 2)).toEqual(["192x128", "192x144", "128x128", "128x112", "128x80"]);
    expect(tileNames(false, 1)).toEqual(["192x160", "192x128", "128x224", "128x160", "128x128"]);
    for (const dim of widths) {
      for (const dataType of ["bf16", "fp8"]) {
        const kernel = flashAttention3(attentionWorkload({ heads: 1, queries: 512, dim, dataType }), H200);
        expect(kernel.residency.ctasPerSm).toBe(1);
      }
    }
    const w = attentionWorkload({ heads: 1, queries: 64, dim: 128 });
    expect(flashAttention3(w, H200).block).toEqual({ threads: 384, registersPerThread: 168, sharedMemoryBytes: 208 * 1024 });
    expect(() => flashAttention3(w, A100)).toThrow(/^schedule: expected a Hopper GPU/);
    expect(() => flashAttention3({ ...w, dim: 320 }, H200)).toThrow(/^dim/);
    expect(() => flashAttention3({ ...w, dataType: "fp32" }, H200)).toThrow(/^dtype/);
    expect(() => flashAttention3(w, H200, { tile: { bm: 128, bn: 256 } })).toThrow(/^tile: .*294912/);
  });
});

describe("FlashAttention-4", () => {
  test("moves what version 2 moves with the same tile; without a mask each CTA takes its share of the tiles", () => {
    fc.assert(
      fc.property(shapes, tiles, (w, tile) => {
        const own = flashAttention4({ ...w, dataType: "bf16" }, { ...B200, sms: 3 }, { tile, ctasPerSm: 1 });
        const schedule = layOutFlashForward(own);
        expect(bytesMoved(schedule)).toEqual(bytesMoved(layOutFlashForward(flashAttention2(own.workload, H200, { tile }))));
        const blocks = written(schedule, "O");
        expect([...blocks].sort((x, y) => x - y)).toEqual(blocks.map((_, tileOfO) => tileOfO));
        expect(schedule.blockCount).toBe(w.causal ? blocks.length : Math.min(3, blocks.length));
      }),
      parameters(80),
    );
  });

  test("fills an SM with two tiles of 128 rows and buffers of K and V, and is planned on its GPUs alone", () => {
    const w = attentionWorkload({ heads: 1, queries: 512, dim: 128 });
    const { tile, block, residency } = flashAttention4(w, B200);
    expect([tile, residency.ctasPerSm]).toEqual([{ bm: 256, bn: 128 }, 1]);
    expect(block).toEqual({ threads: 512, registersPerThread: 128, sharedMemoryBytes: 192 * 1024 });
    expect(flashAttention4({ ...w, dim: 192, valueDim: 128 }, B200).residency.ctasPerSm).toBe(1);
    expect(() => flashAttention4(w, H200)).toThrow(/^schedule: expected a data-center GPU of the Blackwell generation/);
    expect(() => flashAttention4({ ...w, dim: 256 }, B200)).toThrow(/^dim/);
    const tall = { tile: { bm: 512, bn: 128 }, stages: 1 };
    expect(() => flashAttention4(w, B200, tall)).toThrow(
      /^tile: expected scores and sums in 512 columns of tensor memory, found 1024/,
    );
    expect(() => flashAttention4({ ...w, dataType: "fp8" }, B200)).toThrow(/^dtype/);
  });
});

test("the split heuristic: one part where the queries fill the GPU, else the fewest that fill its last wave well enough", () => {
  expect(usualSplits(106, 132, 64)).toBe(1);
  expect(usualSplits(8, 264, 256)).toBe(29);
  expect(usualSplits(1, 264, 4)).toBe(4);
  expect(flashDecoding(attentionWorkload({ heads: 8, queries: 1, keys: 32768, dim: 128 }), H200).splits).toBe(29);
});

test("what does not fit is refused by name", () => {
  const w = attentionWorkload({ heads: 1, queries: 64, keys: 2 ** 17, dim: 64 });
  expect(() => attentionUnfused(w, H200)).toThrow(/^keys: expected at most 116224/);
  expect(() => flashDecoding(w, H200, { splits: 513 })).toThrow(/^splits: expected a whole number from 1 to 512/);
  for (const make of [flashAttention1, flashDecoding, attentionPartialSoftmax]) {
    expect(() => make(w, H200, { tile: { bm: 512, bn: 2048 } })).toThrow(/^tile/);
    expect(() => make(w, H200, { threads: 100 })).toThrow(/^threads/);
  }
});

test("latents are brought once for keys and values, and a kernel that reads values apart refuses them", () => {
  const shape = { batch: 64, heads: 128, kvHeads: 1, queries: 1, keys: 4096, dim: 576, valueDim: 512 };
  const w = attentionWorkload({ ...shape, valuesInKeys: true });
  const decoding = flashDecoding(w, H200);
  expect(decoding).toMatchObject({
    tile: { bm: 64, bn: 64 },
    splits: 1,
    block: { threads: 256, sharedMemoryBytes: 2 * 576 * 128 },
  });
  const layout = layOutFlashDecoding(decoding);
  // Two tiles of 64 heads, each with every latent of its sequence.
  expect(bytesMoved(layout)).toMatchObject({
    Q: [2 * 64 * 128 * 576, 0],
    K: [2 * 2 * 64 * 4096 * 576, 0],
    O: [0, 2 * 64 * 128 * 512],
  });
  expect(layout.arrays.map(({ name }) => name)).not.toContain("V");
  expect(total([...(layout.work?.phaseOperations ?? [])], (operations) => operations)).toBeGreaterThan(0);
  for (const make of [attentionUnfused, attentionPartialSoftmax]) {
    expect(() => make(attentionWorkload({ ...shape, keys: 64, valuesInKeys: true }), H200)).toThrow(
      /schedule: .*values of their own/,
    );
  }
  const expanded = { ...shape, kvHeads: 128, keys: 64, dim: 192, valueDim: 128, sharedKeyColumns: 64 };
  for (const make of [attentionUnfused, attentionPartialSoftmax]) {
    expect(() => make(attentionWorkload(expanded), H200)).toThrow(/schedule: .*keys of each head's own/);
  }
  const apart = bytesMoved(layOutFlashForward(flashAttention2(attentionWorkload({ ...shape, dim: 192, valueDim: 128 }), H200)));
  expect(apart).toMatchObject({ K: [2 * 64 * 128 * 4096 * 192, 0], V: [2 * 64 * 128 * 4096 * 128, 0] });
});

test("columns that heads share come with the others of every head, from one array a sequence", () => {
  const shape = { batch: 2, heads: 16, queries: 256, keys: 512, dim: 192, valueDim: 128, sharedKeyColumns: 64 };
  const w = attentionWorkload(shape);
  // Each head's query tiles bring all of its keys.
  const tiles = (bm: number) => 2 * 16 * Math.ceil(256 / bm) * 512 * 2;
  const layouts = [
    layOutFlashForward(flashAttention2(w, H200, { tile: { bm: 128, bn: 64 } })),
    layOutFlashForward(persistentAttention(w, H200, { tile: { bm: 128, bn: 64 } })),
    layOutFlashDecoding(flashDecoding(w, H200, { tile: { bm: 128, bn: 64 } })),
  ];
  for (const layout of layouts) {
    expect(bytesMoved(layout)).toMatchObject({
      K: [tiles(128) * 128, 0],
      KR: [tiles(128) * 64, 0],
      V: [tiles(128) * 128, 0],
    });
    const words = (name: string) => layout.arrays.find((array) => array.name === name)?.tileCount;
    expect([words("K"), words("KR")]).toEqual([2 * 16 * 8, 2 * 8]);
  }
});
