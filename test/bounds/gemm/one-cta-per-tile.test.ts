import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import { bestBounds, proveOneCtaPerTileBound } from "../../../src/bounds/prove.js";
import type { GemmWorkload } from "../../../src/computation/gemm.js";
import { gemmComputation, gemmWorkload } from "../../../src/computation/gemm.js";
import { InputError } from "../../../src/errors.js";
import { gapReport } from "../../../src/gap/gap.js";
import { gapDocument } from "../../../src/gap/gap-document.js";
import { H200 } from "../../../src/machines/known/h200.js";
import type { L2Model } from "../../../src/replay/l2/l2-model.js";
import { partitionedL2 } from "../../../src/replay/l2/l2-model.js";
import { replayTileSchedule } from "../../../src/replay/replay.js";
import type { GemmTile } from "../../../src/schedules/gpu/gemm/tiled-gemm.js";
import { layOutTiledGemm, tiledGemm } from "../../../src/schedules/gpu/gemm/tiled-gemm.js";
import type { TileSchedule } from "../../../src/schedules/tiles/tile-schedule.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { gemm, parameters } from "../../properties/arbitraries.js";
import { edited, leaves } from "../edited.js";

/** The same blocks launched in another order: entry b of `order` is the block that starts b-th. */
function relaunched(layout: TileSchedule, order: readonly number[]): TileSchedule {
  const move = (stream: Int32Array): Int32Array =>
    Int32Array.from(stream, (_, s) => stream[3 * (order[Math.floor(s / 3)] ?? 0) + (s % 3)] ?? 0);
  return { ...layout, streamBase: move(layout.streamBase), streamStride: move(layout.streamStride) };
}

function layOut(workload: GemmWorkload, tile: GemmTile): TileSchedule {
  return layOutTiledGemm(tiledGemm(workload, H200, { tile, stages: 1 }));
}

function classBound(
  workload: GemmWorkload,
  tile: GemmTile,
  slots: number,
  inStep: boolean,
  bytes: number,
): { readonly reads: bigint; readonly value: bigint } {
  const kernel = { tile: { bm: BigInt(tile.bm), bn: BigInt(tile.bn) }, slots: BigInt(slots), inStep };
  const bound = proveOneCtaPerTileBound(gemmComputation(workload), kernel, BigInt(bytes));
  return { reads: bound?.reads ?? 0n, value: bound?.value ?? 0n };
}

/** Reads, and reads and writes with what stays dirty, from DRAM. */
function replayed(layout: TileSchedule, slots: number, l2: L2Model): { readonly reads: bigint; readonly value: bigint } {
  const dram = replayTileSchedule(layout, slots, l2).total.get("dram-l2");
  const reads = dram?.reads ?? 0n;
  return { reads, value: reads + (dram?.writes ?? 0n) + (dram?.dirtyAtEnd ?? 0n) };
}

const side = fc.integer({ min: 1, max: 40 });
const tile = fc.record({ bm: side, bn: side, bk: side });

test("no order of the blocks, however random, reads less in lock step, under LRU, FIFO or MIN", () => {
  fc.assert(
    fc.property(
      gemm(300),
      tile,
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom("lru", "fifo", "opt"),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (workload, tile, slots, share, policy, keys) => {
        const layout = layOut(workload, tile);
        fc.pre(layout.touches < 60_000);
        const key = Array.from({ length: layout.blockCount }, () => Number(keys.next().value));
        const order = key.map((_, b) => b).sort((x, y) => (key[x] ?? 0) - (key[y] ?? 0));
        const largest = layout.tileBytes.reduce((x, y) => Math.max(x, y), 0);
        const all = layout.tileBytes.reduce((x, y) => x + y, 0);
        const bytes = Math.max(largest, Math.floor(share * share * all));
        const bound = classBound(workload, tile, slots, true, bytes);
        const traffic = replayed(relaunched(layout, order), slots, { policy, bytes });
        expect(bound.reads <= traffic.reads).toBe(true);
        expect(bound.value <= traffic.value).toBe(true);
      },
    ),
    parameters(120),
  );
});

test("nor where blocks drift through two partitions", () => {
  fc.assert(
    fc.property(
      gemm(400),
      tile,
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 8_192, max: 200_000 }),
      fc.integer(),
      (workload, tile, slots, bytes, seed) => {
        const layout = layOut(workload, tile);
        fc.pre(layout.touches < 40_000 && layout.tileBytes.every((size) => size < 4_096));
        const order = Array.from({ length: layout.blockCount }, (_, b) => b);
        const random = (b: number): number => Math.sin(b * 12.9898 + seed) * 43758.5453;
        order.sort((x, y) => (random(x) % 1) - (random(y) % 1));
        const l2 = partitionedL2(H200, { kind: "events", seed: 0 }, bytes);
        const bound = classBound(workload, tile, slots, false, bytes);
        const traffic = whereItFits(() => replayed(relaunched(layout, order), slots, l2));
        expect(bound.reads <= traffic.reads).toBe(true);
        expect(bound.value <= traffic.value).toBe(true);
      },
    ),
    parameters(60),
  );
});

/** Passes over an L2 that is too small for its sets of pieces. */
function whereItFits<T>(replay: () => T): T {
  try {
    return replay();
  } catch (error) {
    fc.pre(!(error instanceof InputError && error.subject === "l2-bytes"));
    throw error;
  }
}

function* permutations(items: readonly number[]): Generator<readonly number[]> {
  if (items.length === 0) yield [];
  for (const first of items) {
    for (const rest of permutations(items.filter((item) => item !== first))) yield [first, ...rest];
  }
}

describe("against the best of all orders under MIN", () => {
  // Rows and columns of tiles, k steps, blocks at once, panels of one row that the cache holds.
  test.each([
    [2, 3, 1, 1, 1],
    [2, 3, 2, 1, 2],
    [2, 3, 1, 2, 2],
    [3, 2, 2, 2, 1],
    [2, 3, 2, 3, 3],
    [1, 6, 1, 2, 1],
  ])("%i×%i tiles, %i steps, %i at once, a cache of %i panels", (rows, columns, steps, slots, panels) => {
    const [bm, bn, bk] = [4, 4, 4];
    const workload = gemmWorkload({ m: rows * bm, n: columns * bn, k: steps * bk });
    const layout = layOut(workload, { bm, bn, bk });
    const bytes = panels * steps * bm * bk * 2;
    let least: bigint | undefined;
    for (const order of permutations(Array.from({ length: rows * columns }, (_, b) => b))) {
      const { reads } = replayed(relaunched(layout, order), slots, { policy: "opt", bytes });
      if (least === undefined || reads < least) least = reads;
    }
    const inStep = classBound(workload, { bm, bn, bk }, slots, true, bytes).reads;
    expect(inStep <= (least ?? 0n)).toBe(true);
    expect(classBound(workload, { bm, bn, bk }, slots, false, bytes).reads <= inStep).toBe(true);
  });
});

test("a wave at a time through a small cache: each wave's panels, less what the cache holds", () => {
  // 16 × 16 tiles, 16 at once, panels of 64 KiB: a wave needs 8 of them, the cache keeps 1.
  const workload = gemmWorkload({ m: 1024, n: 1024, k: 512 });
  const { reads } = classBound(workload, { bm: 64, bn: 64, bk: 64 }, 16, true, 65_536);
  expect(reads).toBe(16n * 8n * 65_536n - 15n * 65_536n);
});

test("long sides: within 2 % of k²·wA·wB·mn/L, and never below the compulsory reads", () => {
  const workload = gemmWorkload({ m: 65_536, n: 65_536, k: 16_384 });
  const bytes = 60 * 2 ** 20;
  const leading = (32_768n ** 2n * 65_536n ** 2n) / BigInt(bytes);
  const reads = classBound(workload, { bm: 128, bn: 128, bk: 64 }, 32, true, bytes).reads;
  expect(reads * 100n >= leading * 98n).toBe(true);
  fc.assert(
    fc.property(gemm(5000), tile, fc.integer({ min: 1, max: 300 }), fc.boolean(), (product, tile, slots, inStep) => {
      const bound = classBound(product, tile, slots, inStep, 100_000);
      const compulsory = boundWorkload(product, H200).bounds[0]?.value ?? 0n;
      expect(bound.value >= compulsory).toBe(true);
    }),
    parameters(60),
  );
});

describe("documents", () => {
  const report = gapReport(
    gemmWorkload({ m: 1024, n: 1024, k: 512 }),
    { ...H200, sms: 4, l2Bytes: 2 ** 18 },
    { tile: "64x64x64" },
  );
  const document = gapDocument(report);

  test("a gap document has the bound, apart from the best, and verifies", () => {
    const index = report.bounds.findIndex(({ id }) => id === "gemm-one-cta-per-tile");
    const bound = report.bounds[index];
    expect(bound).toMatchObject({ scope: "class", interface: "dram-l2" });
    expect(bound?.requires).toEqual(["classical-algebra", "one-block-per-tile", "blocks-apart"]);
    expect(bestBounds(report.bounds).get("dram-l2")?.value).toBeLessThan(bound?.value ?? 0n);
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    expect(boundsDocument(report)).toMatchObject({ best: { "dram-l2": { id: expect.not.stringContaining("class") } } });
  });

  test("every edit of its certificate is refused", () => {
    const index = report.bounds.findIndex(({ id }) => id === "gemm-one-cta-per-tile");
    const claims = leaves(document).filter((path) => path[0] === "bounds" && path[1] === index);
    expect(claims.length).toBeGreaterThan(20);
    for (const path of claims) {
      const changed = edited(document, path, (leaf) =>
        typeof leaf === "number" ? leaf + 1 : typeof leaf === "boolean" ? !leaf : `${leaf}x`,
      );
      expect(verifyDocument(changed).valid, path.join(".")).toBe(false);
    }
    const smaller = edited(document, ["machine", "l2Bytes"], (leaf) => Number(leaf) * 2);
    expect(verifyDocument(smaller).valid).toBe(false);
  });
});
