import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { AttentionBackwardCertificate, ChainInstance } from "../../../src/bounds/certificates/chain.js";
import { proveAttentionBackward } from "../../../src/bounds/chain/backward.js";
import { proveBoundsInSetting } from "../../../src/bounds/prove.js";
import { attentionBackwardWorkload, forwardOf } from "../../../src/computation/fused/attention-backward.js";
import type { Workload } from "../../../src/computation/workload.js";
import { ceilDivide, floorSquareRoot } from "../../../src/exact/integer.js";
import { workloadGraph } from "../../../src/gap/pebbling.js";
import { H100 } from "../../../src/machines/known/h100.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { findOptimum } from "../../../src/pebble/optimum/optimum.js";
import { minimumCapacity, twoLevelGame } from "../../../src/pebble/rules.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { searchLimits } from "../../pebble/support/cheapest.js";
import { parameters, searching } from "../../properties/arbitraries.js";
import { alone, asRead, boundAlone, statedAbout } from "../forgeries/about.js";
import { describeForgeries, expectRefusal, forged } from "../forgeries/refusal.js";

/** One head, words of one size unless given, in one memory. */
function instanceOf(
  { m = 400n, l = 300n, k = 16n, n = 16n },
  capacity: bigint,
  { a = 1n, h = 1n, partial = 1n, output = 1n, memories = 1n } = {},
): ChainInstance {
  const extents = { batch: 1n, m, k, l, n, pairs: m * l, factors: 1n };
  return { extents, weights: { a, b: a, h, d: a, partial, output }, capacity, memories };
}

const large = instanceOf({}, 6000n);
const wide = instanceOf({ k: 24n, n: 16n }, 40_000n, { a: 2n, h: 2n, partial: 4n, output: 2n, memories: 4n });

/** What a deriver writes whose segments hold other numbers of products. */
function edited(
  { instance, cut, later }: AttentionBackwardCertificate,
  { stored = later.stored, transient = later.transient, products = 2n * instance.extents.k + instance.extents.n, at = cut },
): AttentionBackwardCertificate {
  const { batch, m, k, l, n, pairs } = instance.extents;
  const most = stored > transient ? stored : transient;
  const clock = ceilDivide(at * pairs * products, most + 1n);
  const sums = batch * (m * k + l * (k + n));
  const [loads, writes] = [clock - instance.weights.partial * sums, instance.weights.output * sums];
  const reads = loads > 0n ? loads : 0n;
  const figures = { clock, reads, writes, value: reads + writes };
  return { theorem: "attention-backward", instance, cut: at, later: { stored, transient }, ...figures };
}

{
  const [right, bytes] = [large, wide].map((instance) => proveAttentionBackward(instance)) as [
    AttentionBackwardCertificate,
    AttentionBackwardCertificate,
  ];
  const { extents, weights } = right.instance;
  const budget = 6000n + right.cut;
  const withInstance = (instance: ChainInstance) => forged(proveAttentionBackward(instance));
  describeForgeries(
    "attention-backward",
    [forged(right), forged(bytes), forged(edited(right, {})), withInstance(instanceOf({ k: 3n, n: 50n }, 900n))],
    [
      [
        "P that need not be made anew",
        forged(edited(right, { transient: right.later.stored })),
        "certificate.later.transient",
        /products fit a segment/,
      ],
      [
        "dO and V beside Q and K in every pair, though dV needs none of V",
        forged(edited(right, { transient: (48n * budget * budget) / (4n * 64n * 64n) })),
        "certificate.later.transient",
        /products fit a segment/,
      ],
      [
        "a word of every old pair twice",
        forged(edited(right, { stored: floorSquareRoot(budget ** 3n / 54n) })),
        "certificate.later.stored",
        /products fit a segment/,
      ],
      [
        "the products of S and dP, which may be made once or often",
        forged(edited(right, { products: 3n * 16n + 2n * 16n })),
        "certificate.clock",
        "more than the theorem proves",
      ],
      [
        "a segment that holds less than it could",
        forged(edited(bytes, { transient: bytes.later.transient - 1n })),
        "certificate.later.transient",
        /products fit a segment/,
      ],
      [
        "the unit of all sizes",
        forged(edited(bytes, { at: bytes.cut + 1n })),
        "certificate.cut",
        "not a multiple of 2, the unit of all sizes",
      ],
      [
        "a start of every sum that no load pays",
        forged(right, { reads: right.clock, value: right.clock + right.writes }),
        "certificate.reads",
        /^reads is/,
      ],
      [
        "pairs that do not exist",
        withInstance({ ...large, extents: { ...extents, pairs: extents.pairs + 1n } }),
        "certificate.instance.extents.pairs",
        "more than batch·m·l",
      ],
      [
        "two products in each element",
        withInstance({ ...large, extents: { ...extents, factors: 2n } }),
        "certificate.instance.extents.factors",
        /2/,
      ],
      [
        "words of K and V that are wider than those of Q",
        withInstance({ ...large, weights: { ...weights, b: 2n } }),
        "certificate.instance.weights",
        /2/,
      ],
    ],
  );
}

describe("documents about attention's backward pass", () => {
  const options = { heads: 4, kvHeads: 2, queries: 512, dim: 64, causal: true };
  const backward = attentionBackwardWorkload(options);

  test("hold on GPUs and in words, with masks, lengths and grouped heads", () => {
    const others = [
      attentionBackwardWorkload({ ...options, window: 100, sinks: 4 }),
      attentionBackwardWorkload({ heads: 2, lengths: [300, 70], dim: 64, valueDim: 32, causal: true }),
      attentionBackwardWorkload({ heads: 2, queries: 700, keys: 300, dim: 48, causal: true, dataType: "fp32" }),
    ];
    for (const w of [backward, ...others]) {
      for (const machine of [H100, abstractMachine(3000)]) {
        const document = asRead(boundsDocument(boundWorkload(w, machine)));
        expect(verifyDocument(document)).toMatchObject({ valid: true });
      }
    }
  });

  test("say nothing of the forward pass, nor theirs of the backward pass", () => {
    const own = boundAlone(backward, H100, "attention-backward", "l2-sm");
    const forward = forwardOf(backward);
    const said = (workload: Workload) => asRead(boundsDocument(boundWorkload(workload, H100)))["workload"] as never;
    expectRefusal(statedAbout(own, said(forward)), "bounds[0].certificate", "no theorem about this workload");
    const other = alone(asRead(boundsDocument(boundWorkload(forward, H100))), "chain-fused", "l2-sm");
    expectRefusal(statedAbout(other, said(backward)), "bounds[0].certificate", "no theorem about this workload");
  });

  test("are of one mask, and of the sizes of its words", () => {
    const own = boundAlone(backward, H100, "attention-backward", "l2-sm");
    const workload = own["workload"] as never as Readonly<Record<string, never>>;
    for (const change of [{ causal: false }, { window: 64 }, { dim: 32 }, { kvHeads: 4 }, { dataType: "fp32" }])
      expect(verifyDocument(statedAbout(own, { ...workload, ...change } as never)).valid).toBe(false);
    expectRefusal(statedAbout(own, { ...workload, sharedPrefix: 5 } as never), "workload.sharedPrefix", /./);
  });
});

describe("what a segment holds", () => {
  const few = fc.integer({ min: 0, max: 4 });
  const words = fc.array(fc.tuple(few, few, few, few), { minLength: 1, maxLength: 6 });

  test("is never more than the theorem says, whichever words and pairs it has", () => {
    fc.assert(
      fc.property(words, words, fc.infiniteStream(fc.boolean()), fc.constantFrom(1n, 2n), (rows, keys, isOld, partial) => {
        const [k, n] = [4, 3];
        let [steps, old] = [0, 0];
        const row = rows.map(([q, o, x, all]) => (all > 2 ? [k, Math.max(o - 1, all > 3 ? n : 0), x] : [q, Math.min(n, o), x]));
        const key = keys.map(([c, v, y, z]) =>
          y > 1 ? [k, z > 2 ? n : Math.min(n, v), y, Math.min(n, z)] : [c, Math.min(n, v), y, Math.min(n, z)],
        );
        for (const [q = 0, o = 0, x = 0] of row) {
          for (const [c = 0, v = 0, y = 0, z = 0] of key) {
            const all = Math.min(o, z) + Math.min(q, y) + Math.min(c, x);
            if (q === k && c === k && o === n && v === n) steps += all;
            else if (isOld.next().value) [steps, old] = [steps + all, old + 1];
            else if (q === k && c === k) steps += Math.min(o, z);
          }
        }
        const sum = (all: number[][], at: number[]) => all.reduce((t, one) => t + at.reduce((s, i) => s + (one[i] ?? 0), 0), 0);
        const operands = sum(row, [0, 1]) + sum(key, [0, 1]);
        const sums = sum(row, [2]) + sum(key, [2, 3]);
        const weight = BigInt(operands + old) + partial * BigInt(sums);
        fc.pre(weight > 0n);
        // One more step than a budget of this weight holds would need more pairs: T·N/(V + 1) with T = X and no memory.
        const instance = instanceOf({ m: 10n ** 9n, l: 10n ** 9n, k: BigInt(k), n: BigInt(n) }, 0n, { partial });
        const held = segmentOf(instance, weight);
        expect(BigInt(steps) <= held, `${steps} steps in ${weight}, not ${held}`).toBe(true);
      }),
      parameters(3000),
    );
  });
});

/** The larger of Vs and Vt by their formulas, pair kinds written out. */
function segmentOf({ extents: { k, n }, weights: { a, h, partial } }: ChainInstance, x: bigint): bigint {
  let most = floorSquareRoot(x ** 3n / (27n * h * a * partial));
  const kinds: [bigint, bigint, bigint][] = [
    [k + n, a * (k + n), a * (k + n) + partial * (k + n)],
    [k, a * (k + n) + partial * k, a * (k + n)],
    [2n * k + n, a * (k + n) + partial * k, a * (k + n) + partial * (k + n)],
  ];
  for (let b = 1n; b <= n; b++) kinds.push([b, a * (k + b), a * k + partial * b]);
  for (const [products, row, key] of kinds) {
    const held = (products * x * x) / (4n * row * key);
    if (held > most) most = held;
  }
  return most;
}

describe("attention's backward pass in words", () => {
  test("a large head costs 12·N²·d²/S words at leading order", () => {
    const [rows, dim, fast] = [4096, 64, 262_144];
    const w = attentionBackwardWorkload({ heads: 1, queries: rows, dim });
    const setting = { interface: "slow-fast", unit: "words", fastMemory: "words", capacity: BigInt(fast), memories: 1n } as const;
    const bound = proveBoundsInSetting(w, setting).find(({ id }) => id === "attention-backward");
    const leading = (12 * rows ** 2 * dim ** 2) / fast;
    expect(Number(bound?.value) / leading).toBeGreaterThan(0.9);
    expect(Number(bound?.value) / leading).toBeLessThan(1.01);
  });

  test("no bound is above the optimum of a small graph", () => {
    const extent = fc.integer({ min: 1, max: 2 });
    const shape = fc.record({ queries: extent, keys: extent, group: extent, causal: fc.boolean() });
    fc.assert(
      fc.property(shape, fc.nat(4), ({ queries, keys, group, causal }, spare) => {
        const w = attentionBackwardWorkload({ heads: group, kvHeads: 1, queries, keys, dim: 1, causal });
        fc.pre(group * queries * keys <= 3);
        const rules = { sliding: true, recomputation: true, processors: 1 };
        const graph = workloadGraph(w);
        const fastWords = minimumCapacity(graph, rules) + spare;
        const found = findOptimum(graph, twoLevelGame(fastWords, rules), searchLimits(rules, 20_000));
        const cost = BigInt(found.exact ? found.optimum : found.upper);
        const setting = { interface: "slow-fast", unit: "words", fastMemory: "words" } as const;
        for (const bound of proveBoundsInSetting(w, { ...setting, capacity: BigInt(fastWords), memories: 1n }))
          expect(bound.value <= cost, `${bound.id} = ${bound.value} > ${cost}`).toBe(true);
      }),
      searching(10),
    );
  });
});
