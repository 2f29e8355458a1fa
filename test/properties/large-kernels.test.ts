import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Setting } from "../../src/bounds/bound.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import type { Condition } from "../../src/bounds/requirements.js";
import { CONDITIONS } from "../../src/bounds/requirements.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { BYTES_OF } from "../../src/computation/data-types.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import type { WordTypes } from "../../src/computation/word-types.js";
import { counted } from "./arbitraries.js";
import { comparisonsOf } from "./held-bounds.js";
import type { Cost } from "./large-kernels.js";
import { byParts, chainKernels, productKernels, sizesOf } from "./large-kernels.js";
import { SUM_WIDTHS } from "./port-workloads.js";

/** Of each theorem, how close a kernel comes to it, under the conditions that it meets. */
type Closest = Map<string, number>;

function expectBelow(
  bounds: ReturnType<typeof proveBoundsInSetting>,
  kernels: readonly Cost[],
  areWide: boolean,
  closest: Closest,
): void {
  for (const { adds, reads, writes } of [...byParts(kernels), ...byParts(kernels.filter((one) => !one.adds))]) {
    const met = new Set<Condition>([
      ...(adds ? [] : (["no-l2-adds"] as const)),
      ...(areWide ? (["wide-partial-sums"] as const) : []),
    ]);
    const traffic = { reads: BigInt(reads), writes: BigInt(writes) };
    for (const { what, claimed, moved } of bounds.flatMap((bound) => comparisonsOf(bound, traffic, met))) {
      expect(moved >= claimed, `${what} = ${claimed}, ${moved} moved ${adds ? "with adds" : "without"}`).toBe(true);
      const of = `${what}${adds ? " with adds" : ""}`;
      if (claimed > 0n) closest.set(of, Math.min(closest.get(of) ?? Number.POSITIVE_INFINITY, Number(moved) / Number(claimed)));
    }
  }
}

const WORDS: WordTypes = { dataType: "fp32", outputType: "fp32", accumulator: "fp32" };

const types = fc.constantFrom<WordTypes>(
  { dataType: "fp32", outputType: "fp32", accumulator: "fp32" },
  { dataType: "bf16", outputType: "bf16", accumulator: "fp32" },
  { dataType: "bf16", outputType: "fp32", accumulator: "fp32" },
  { dataType: "fp8", outputType: "bf16", accumulator: "fp32" },
  { dataType: "fp8", outputType: "fp32", accumulator: "fp16" },
);

/** In units of the side of a square that fills the memory, so that theorems for short and for long sides are all met. */
const side = fc.oneof(fc.constantFrom(0.1, 0.5, 0.9, 1, 1.4, 2, 4), fc.double({ min: 0.02, max: 20, noNaN: true }));

const settings = fc.record({
  capacity: fc.oneof(fc.integer({ min: 64, max: 4000 }), fc.integer({ min: 4000, max: 524_288 })),
  memories: fc.constantFrom(1, 1, 4, 132),
  width: fc.constantFrom(...SUM_WIDTHS),
});

const settingOf = (capacity: number, memories: number): Setting => {
  return { interface: "l2-sm", unit: "bytes", capacity: BigInt(capacity), memories: BigInt(memories), fastMemory: "" };
};

function extentsIn(capacity: number, { dataType }: WordTypes, shares: readonly number[]): readonly number[] {
  const square = Math.sqrt(capacity / BYTES_OF[dataType]);
  return shares.map((share) => Math.max(1, Math.round(share * square)));
}

test("no product of any size, a tile of one of its arrays in each memory, is below a bound whose conditions it meets", () => {
  const closest: Closest = new Map();
  fc.assert(
    fc.property(settings, types, side, side, side, ({ capacity, memories, width }, words, ...shares) => {
      const [m, n, k] = extentsIn(capacity, words, shares) as [number, number, number];
      const sizes = sizesOf(words, width, false);
      const bounds = proveBoundsInSetting(gemmComputation(gemmWorkload({ m, n, k, ...words })), settingOf(capacity, memories));
      const areWide = width === "wide" || sizes.held === BYTES_OF[words.accumulator];
      expectBelow(bounds, productKernels({ m, n, k }, sizes, capacity), areWide && sizes.moved === sizes.held, closest);
    }),
    { ...counted(25, 1000), examples: [[{ capacity: 4000, memories: 4, width: "wide" }, WORDS, 8, 8, 8]] },
  );
  // Kernels that add come close to what every kernel moves: the example does.
  expect(closest.get("gemm-segments total with adds")).toBeLessThan(1.13);
  report(closest);
});

test("no chain of any size, fused by rows, by weights or by tiles of H, is below a bound whose conditions it meets", () => {
  const closest: Closest = new Map();
  fc.assert(
    fc.property(settings, types, side, side, side, side, ({ capacity, memories, width }, words, ...shares) => {
      const [m, k, l, n] = extentsIn(capacity, words, shares) as [number, number, number, number];
      const [first, second] = [
        sizesOf(words, width, true),
        { ...sizesOf(words, width, false), a: sizesOf(words, width, true).result },
      ];
      const bounds = proveBoundsInSetting(chainWorkload({ m, k, l, n, ...words }), settingOf(capacity, memories));
      const wide = BYTES_OF[words.accumulator];
      const areWide = [first, second].every(({ held, moved }) => held === wide && moved === wide);
      expectBelow(bounds, chainKernels({ m, k, l, n }, { first, second }, capacity), areWide, closest);
    }),
    { ...counted(25, 1000), examples: [[{ capacity: 4000, memories: 1, width: "wide" }, WORDS, 8, 0.5, 8, 8]] },
  );
  expect(closest.get("chain-fused total with adds")).toBeLessThan(1.16);
  report(closest);
});

const ROUNDED: WordTypes = { dataType: "fp8", outputType: "bf16", accumulator: "fp32" };

test.each([
  ["gemm-holding-cost total", [20_000, 92, 61], 4000, 1, WORDS, "no-l2-adds"],
  ["gemm-segments reads", [20_000, 155, 155], 1600, 1, WORDS, "no-l2-adds"],
  ["gemm-segments reads", [20_000, 155, 155], 1600, 4, WORDS, "no-l2-adds"],
  ["gemm-segments-wide-accumulators total", [1114, 223, 920], 12_416, 1, ROUNDED, "wide-partial-sums"],
  ["gemm-whole-passes-wide-accumulators total", [1114, 223, 920], 12_416, 1, ROUNDED, "wide-partial-sums"],
  ["gemm-holding-cost-wide-accumulators total", [1114, 223, 920], 12_416, 1, ROUNDED, "wide-partial-sums"],
  ["gemm-segments-wide-accumulators total", [11, 58, 616], 152, 132, ROUNDED, "wide-partial-sums"],
] as const)(
  "%s of %j in %i bytes, %i memories: more than a kernel moves that adds in slow memory, and so requires a condition",
  (what, [m, n, k], capacity, memories, words, condition) => {
    const bounds = proveBoundsInSetting(gemmComputation(gemmWorkload({ m, n, k, ...words })), settingOf(capacity, memories));
    const kernels = productKernels({ m, n, k }, sizesOf(words, "rounded", false), capacity).filter(({ adds }) => adds);
    const under = (met: readonly Condition[]): boolean =>
      byParts(kernels)
        .map(({ reads, writes }) => ({ reads: BigInt(reads), writes: BigInt(writes) }))
        .flatMap((traffic) => bounds.flatMap((bound) => comparisonsOf(bound, traffic, new Set(met))))
        .some((one) => one.what === what && one.moved < one.claimed);
    expect(under(CONDITIONS)).toBe(true);
    expect(under(CONDITIONS.filter((one) => one !== condition))).toBe(false);
  },
);

function report(closest: Closest): void {
  if (process.env["REDBLUE_SLOW"] === undefined) return;
  console.info(
    [...closest]
      .sort()
      .map(([what, ratio]) => `${ratio.toFixed(4)} ${what}`)
      .join("\n"),
  );
}
