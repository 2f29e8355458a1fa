import * as fc from "fast-check";
import type { GemmWorkload } from "../../src/computation/gemm.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { H200 } from "../../src/machines/known/h200.js";
import type { Gpu } from "../../src/machines/machine.js";
import { GPUS } from "../../src/machines/registry.js";
import type { GemmTile } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import type { LaunchOrder } from "../../src/schedules/tiles/launch-order.js";

type Cases = { readonly numRuns: number; readonly seed?: number };

/** Cases of one property: in `npm run verify` REDBLUE_CASES, at most `most`; in the default suite a sixteenth of `usual`, but never fewer than three. */
export function parameters(usual: number, most: number = Number.POSITIVE_INFINITY): Cases {
  return cases(Math.min(usual, Math.max(3, Math.ceil(usual / 16))), most);
}

/** The same for a test that counts afterwards what it has met: `usual` cases, and never fewer. */
export function counted(usual: number, most: number = Number.POSITIVE_INFINITY): Cases {
  const found = cases(usual, most);
  return { ...found, numRuns: Math.max(usual, found.numRuns) };
}

/** The same for a property whose cases are searches, a second and more each in `npm run verify`: `usual` of them, twenty times as many there. */
export function searching(usual: number): Cases {
  return cases(usual, 20 * usual);
}

function cases(usual: number, most: number): Cases {
  const numRuns = Math.min(most, Number(process.env["REDBLUE_CASES"] ?? usual));
  const seed = process.env["REDBLUE_SEED"];
  return seed === undefined ? { numRuns } : { numRuns, seed: Number(seed) };
}

/** Of a fixed list every `2·parts`-th case in the default suite, one at least, from one that REDBLUE_SEED picks; in `npm run verify` all. */
export function everyNth<T>(parts: number, cases: readonly T[]): readonly T[] {
  if (process.env["REDBLUE_SLOW"] !== undefined) return cases;
  const step = Math.min(2 * parts, cases.length);
  const first = Number(process.env["REDBLUE_SEED"] ?? 0) % step;
  return cases.filter((_, i) => i % step === first);
}

/** Extents with small, odd, skinny and large values all likely. */
function extent(largest: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: Math.min(largest, 12) }) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: Math.min(largest, 200) }) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: largest }) },
    { weight: 1, arbitrary: fc.constant(1) },
  );
}

export function gemm(largest: number): fc.Arbitrary<GemmWorkload> {
  return fc
    .record({
      m: extent(largest),
      n: extent(largest),
      k: extent(largest),
      batch: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 2, max: 5 }) }),
      dataType: fc.constantFrom("bf16", "fp16", "fp8", "int8", "tf32", "fp32", "fp64"),
      outputType: fc.constantFrom(undefined, "fp32", "bf16", "fp8"),
      accumulator: fc.constantFrom(undefined, "fp16", "fp32"),
    })
    .map(gemmWorkload);
}

/** The same with a B of its own type in two of three cases. */
export function mixedGemm(largest: number): fc.Arbitrary<GemmWorkload> {
  return fc
    .tuple(gemm(largest), fc.constantFrom(undefined, "fp8", "int8", "bf16", "fp32", undefined))
    .map(([workload, rightType]) => gemmWorkload({ ...workload, rightType }));
}

/** Small GPUs, so that capacities bite at sizes a test can replay. */
export const tinyGpu: fc.Arbitrary<Gpu> = fc
  .record({
    sms: fc.integer({ min: 1, max: 9 }),
    l2Bytes: fc.integer({ min: 0, max: 300_000 }),
    l2Partitions: fc.constantFrom(1, 2),
  })
  .map((figures) => ({ ...H200, id: "tiny", name: "tiny", ...figures }));

export const anyGpu: fc.Arbitrary<Gpu> = fc.oneof(tinyGpu, fc.constantFrom(...GPUS));

/** Tiles that fit every GPU of the project, some of them odd. */
export const tile: fc.Arbitrary<GemmTile> = fc.oneof(
  fc.constantFrom({ bm: 128, bn: 128, bk: 32 }, { bm: 64, bn: 64, bk: 64 }, { bm: 16, bn: 128, bk: 32 }),
  fc.record({
    bm: fc.integer({ min: 1, max: 64 }),
    bn: fc.integer({ min: 1, max: 64 }),
    bk: fc.integer({ min: 1, max: 48 }),
  }),
);

export const order: fc.Arbitrary<LaunchOrder> = fc.oneof(
  fc.constantFrom("row", "col", "hilbert", "morton", "deepgemm").map((kind) => ({ kind })),
  fc
    .tuple(fc.constantFrom("group" as const, "serpentine" as const), fc.integer({ min: 1, max: 20 }))
    .map(([kind, height]) => ({ kind, height })),
  fc
    .tuple(fc.constantFrom("identity", "raster", "raster-m", "raster-n"), fc.integer({ min: 1, max: 10 }))
    .map(([kind, swizzle]) => ({ kind, swizzle })),
);
