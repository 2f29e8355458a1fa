import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { Json } from "../../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../../src/bounds/certificates/json.js";
import {
  candidateExponents,
  commonDenominator,
  exponentColumns,
  powersOf,
  roughSizes,
} from "../../../src/bounds/einsum/exponents.js";
import { proveEinsumProjective } from "../../../src/bounds/einsum/projective.js";
import { largestSegment } from "../../../src/bounds/einsum/segment.js";
import { pointsOf, projectedArrays, projectiveInstance } from "../../../src/bounds/einsum/shape.js";
import { proveGemmSegments } from "../../../src/bounds/gemm/segments.js";
import { UNIT_WEIGHTS } from "../../../src/bounds/gemm/shape.js";
import { proveBoundsInSetting } from "../../../src/bounds/prove.js";
import { chainComputation, chainWorkload } from "../../../src/computation/chain.js";
import type { EinsumWorkload } from "../../../src/computation/einsum.js";
import { einsumComputation, einsumWorkload } from "../../../src/computation/einsum.js";
import { add, compare, rational } from "../../../src/exact/rational.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { expand } from "../../../src/pebble/expand.js";
import { heuristicPebbling } from "../../../src/pebble/heuristic/index.js";
import { findOptimum } from "../../../src/pebble/optimum/optimum.js";
import { minimumCapacity, twoLevelGame } from "../../../src/pebble/rules.js";
import { verifyCertificate } from "../../../src/verify/certificate.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { Refused } from "../../../src/verify/shared/fields.js";
import { cheapestFound } from "../../pebble/support/cheapest.js";
import { counted, everyNth, parameters } from "../../properties/arbitraries.js";
import { anyMachine, expectVerifies, inWords } from "../documents.js";
import type { Change } from "../edited.js";
import { boundClaims, edited, expectEveryEditRefused } from "../edited.js";

function instanceOf(text: string, extents: Readonly<Record<string, number>>, capacity: number, memories = 1) {
  const instance = projectiveInstance(einsumComputation(einsumWorkload({ text, extents })), inWords(capacity, memories));
  if (instance === undefined) throw new Error(`${text} is not projective`);
  return instance;
}

function prove(text: string, extents: Readonly<Record<string, number>>, capacity: number, memories = 1) {
  return proveEinsumProjective(instanceOf(text, extents, capacity, memories));
}

const cube = (indices: string, extent: number): Readonly<Record<string, number>> =>
  Object.fromEntries([...indices].map((index) => [index, extent]));

/** Statements whose form or repetition makes them interesting; single letters are the indices. */
const STATEMENTS: readonly string[] = [
  "C[i,j] += A[i,k] * B[k,j]",
  "C[b,i,j] += A[b,i,k] * B[k,j]",
  "C[i,l] += X[i,j,k] * B[j,l] * D[k,l]",
  "C[a,b] += X[a,i,j] * Y[i,j,b]",
  "C[a,b,c] += X[a,i,c] * Y[i,b]",
  "F[i] += P[i] * Q[j]",
  "F[i] += P[i] * P[j]",
  "F[i] += P[i] * P[j] * P[k]",
  "C[i,j] += a[i] * b[j]",
  "C[i,j] += A[i,k] * A[j,k]",
  "C[i,j] += A[i,k] * A[k,j]",
  "y[i] += A[i,k] * x[k]",
  "s[] += A[i,j] * B[i,j]",
  "s[i] += A[i] * A[j] * B[i,j]",
  "C[i,j,k] += A[i,j] * B[j,k] * D[i,k]",
];

const lettersOf = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\[([^\]]*)\]/g)].flatMap(([, inside]) => (inside === "" ? [] : (inside ?? "").split(",")))),
];

/** Arrays named twice need equal extents along each dimension, so those statements are cubes. */
const smallEinsum = (largest: number): fc.Arbitrary<EinsumWorkload> =>
  fc.constantFrom(...STATEMENTS).chain((text) => {
    const letters = lettersOf(text);
    const names = [...text.matchAll(/(\w+)\[/g)].map(([, name]) => name);
    const repeated = new Set(names).size !== names.length;
    const extent = fc.integer({ min: 1, max: largest });
    const extents = repeated
      ? extent.map((value) => letters.map(() => value))
      : fc.array(extent, { minLength: letters.length, maxLength: letters.length });
    return extents.map((values) =>
      einsumWorkload({ text, extents: Object.fromEntries(letters.map((letter, i) => [letter, values[i] ?? 1])) }),
    );
  });

describe("which computations are projective statements", () => {
  test("chains, single operands and outputs that are operands are not", () => {
    expect(projectiveInstance(chainComputation(chainWorkload({ m: 2, k: 2, l: 2, n: 2 })), inWords(9))).toBeUndefined();
    const sum = einsumComputation(einsumWorkload({ text: "y[i] += A[i,k]", extents: { i: 2, k: 3 } }));
    expect(projectiveInstance(sum, inWords(9))).toBeUndefined();
    expect(proveBoundsInSetting(sum, inWords(9)).map(({ id }) => id)).toEqual(["compulsory"]);
  });

  test("a matrix product keeps its own theorems", () => {
    const product = einsumComputation(einsumWorkload({ text: "C[i,j] += A[i,k] * B[k,j]", extents: cube("ijk", 64) }));
    expect(proveBoundsInSetting(product, inWords(100)).map(({ id }) => id)).toEqual([
      "compulsory",
      "gemm-segments",
      "gemm-holding-cost",
      "gemm-output-near-capacity",
      "gemm-whole-passes",
      "gemm-input-near-capacity",
    ]);
  });

  test("where one load serves one product nothing is claimed beyond compulsory traffic", () => {
    const dot = einsumComputation(einsumWorkload({ text: "s[] += A[i,j] * B[i,j]", extents: { i: 300, j: 300 } }));
    const best = proveBoundsInSetting(dot, inWords(10)).reduce((most, { value }) => (value > most ? value : most), 0n);
    expect(best).toBe(180_001n);
  });
});

describe("leading constants", () => {
  const within = (value: bigint | undefined, right: number, tolerance: number): void => {
    expect(Math.abs(Number(value) / right - 1)).toBeLessThan(tolerance);
  };

  test("matrix product: 2N³/√S, and in integers the same as the product's own theorem", () => {
    within(prove("C[i,j] += A[i,k] * B[k,j]", cube("ijk", 1 << 20), 10_000)?.value, (2 * 2 ** 60) / 100, 1e-3);
    const own = proveGemmSegments({
      extents: { batch: 1n, m: 512n, n: 512n, k: 512n },
      weights: UNIT_WEIGHTS,
      capacity: 1000n,
      memories: 1n,
    });
    expect(prove("C[i,j] += A[i,k] * B[k,j]", cube("ijk", 512), 1000)?.value).toBe(own.value);
  });

  test("MTTKRP: 3N⁴/S^(2/3), the published value", () => {
    within(prove("M[i,l] += X[i,j,k] * B[j,l] * C[k,l]", cube("ijkl", 1 << 20), 27_000)?.value, (3 * 2 ** 80) / 900, 1e-3);
  });

  test("n-body with three arrays: 2N²/S, what holding S/2 targets and their forces costs", () => {
    within(prove("F[i] += P[i] * Q[j]", { i: 10 ** 9, j: 10 ** 9 }, 1000)?.value, 2e15, 1e-3);
  });

  test("n-body on one array: N²/S", () => {
    within(prove("F[i] += P[i] * P[j]", { i: 10 ** 9, j: 10 ** 9 }, 1000)?.value, 1e15, 1e-3);
  });

  test("a short side is used: k = 16 at S = 1024 gives (1 + k²/S) for each output within 1 %", () => {
    within(prove("C[i,j] += A[i,k] * B[k,j]", { i: 1 << 14, j: 1 << 14, k: 16 }, 1024)?.value, 1.25 * 2 ** 28, 0.01);
  });

  test("P memories lose at most P segments", () => {
    const one = prove("M[i,l] += X[i,j,k] * B[j,l] * C[k,l]", cube("ijkl", 256), 1000)?.value ?? 0n;
    const many = prove("M[i,l] += X[i,j,k] * B[j,l] * C[k,l]", cube("ijkl", 256), 1000, 8)?.value ?? 0n;
    // Each searches its own cut, so the order may be off by what a search leaves.
    expect(many * 1000n <= one * 1001n).toBe(true);
    expect(many * 100n >= one * 99n).toBe(true);
  });
});

test("every set of points weighs at least what V allows it, for every exponent vector tried", () => {
  const set = smallEinsum(4).chain((workload) => {
    const points = Object.values(workload.extents).reduce((product, extent) => product * extent, 1);
    return fc.record({
      workload: fc.constant(workload),
      chosen: fc.uniqueArray(fc.integer({ min: 0, max: points - 1 }), { minLength: 1, maxLength: 40 }),
      weights: fc.array(fc.bigInt({ min: 1n, max: 8n }), { minLength: 4, maxLength: 4 }),
      capacity: fc.integer({ min: 3, max: 30 }),
    });
  });
  fc.assert(
    fc.property(set, ({ workload, chosen, weights, capacity }) => {
      const plain = instanceOf(workload.text, workload.extents, capacity);
      const instance = {
        ...plain,
        inputs: plain.inputs.map((input, i) => ({ ...input, wordSize: weights[i] ?? 1n })),
        weights: { partial: weights[3] ?? 1n, output: 1n },
      };
      const arrays = projectedArrays(instance);
      const columns = exponentColumns(instance, arrays);
      const touched = arrays.map(() => new Set<string>());
      for (const number of chosen) {
        let rest = number;
        const at = new Map<string, number>();
        for (const { index, extent } of instance.indices) {
          at.set(index, rest % Number(extent));
          rest = Math.floor(rest / Number(extent));
        }
        arrays.forEach((array, a) => {
          for (const access of array.accesses) touched[a]?.add(access.map((index) => at.get(index)).join());
        });
      }
      const weigh = arrays.reduce((sum, array, a) => sum + array.weight * BigInt(touched[a]?.size ?? 0), 0n);
      for (const vector of candidateExponents(columns, roughSizes(columns), [1.5 * capacity, 3 * capacity])) {
        const q = commonDenominator(vector);
        const whole = (exponent: { numerator: bigint; denominator: bigint }): bigint =>
          (exponent.numerator * q) / exponent.denominator;
        for (const { index } of instance.indices) {
          const own = vector[columns.accesses.length + instance.indices.findIndex((entry) => entry.index === index)];
          const cover = columns.accesses.reduce(
            (sum, reference, a) => (reference.indices.includes(index) ? add(sum, vector[a] ?? rational(0)) : sum),
            own ?? rational(0),
          );
          expect(compare(cover, rational(1))).toBeGreaterThanOrEqual(0);
        }
        const powers = powersOf(columns, vector, rational(0), add);
        const { products } = largestSegment(
          {
            denominator: Number(q),
            constant: instance.indices.reduce(
              (product, { extent }, i) => product * extent ** whole(vector[columns.accesses.length + i] ?? rational(0)),
              1n,
            ),
            arrays: arrays.map(({ name, weight, words }, a) => ({ name, weight, words, power: whole(powers[a] ?? rational(0)) })),
            points: pointsOf(instance),
          },
          weigh,
        );
        expect(products >= BigInt(chosen.length)).toBe(true);
      }
    }),
    parameters(75),
  );
});

const LARGEST_SEARCHED = 24;

test("no bound is above the optimum of a small graph, nor above any pebbling found", () => {
  let solved = 0;
  fc.assert(
    fc.property(
      smallEinsum(3),
      fc.integer({ min: 0, max: 6 }),
      fc.constantFrom("fused", "separate"),
      (workload, spare, products) => {
        const computation = einsumComputation(workload);
        const graph = expand(computation, { products });
        const rules = { sliding: true, recomputation: true };
        const least = minimumCapacity(graph, { sliding: true });
        const game = twoLevelGame(least + spare, rules);
        const search = { trials: 20, vertices: LARGEST_SEARCHED };
        const { cost: cheapest, exact } = cheapestFound(graph, game, search);
        if (exact) solved++;
        const instance = instanceOf(workload.text, workload.extents, least + spare);
        expect((proveEinsumProjective(instance)?.value ?? 0n) <= BigInt(cheapest)).toBe(true);
        for (const { value } of proveBoundsInSetting(computation, inWords(least + spare))) {
          expect(value <= BigInt(cheapest)).toBe(true);
        }
      },
    ),
    counted(15, 2_000),
  );
  expect(solved).toBeGreaterThan(0);
});

test("no bound is above a pebbling of a graph of thousands of vertices", () => {
  for (const text of everyNth(3, STATEMENTS)) {
    const letters = lettersOf(text);
    const extents = cube(letters.join(""), letters.length <= 2 ? 40 : letters.length === 3 ? 10 : 6);
    const graph = expand(einsumComputation(einsumWorkload({ text, extents })));
    for (const capacity of [6, 12, 40]) {
      const game = twoLevelGame(capacity, { sliding: true, recomputation: true });
      const cost = heuristicPebbling(graph, game, { trials: 3 }).verdict.ioWords;
      const proven = prove(text, extents, capacity)?.value ?? 0n;
      expect(proven <= BigInt(cost), `${text} at ${capacity}: ${proven} against ${cost}`).toBe(true);
    }
  }
});

test("every certificate verifies, on every machine", () => {
  fc.assert(
    fc.property(fc.oneof(smallEinsum(5), smallEinsum(400), smallEinsum(1_000_000)), anyMachine, expectVerifies),
    parameters(30),
  );
});

const CHANGES: readonly Change[] = [
  (leaf) => (typeof leaf === "number" ? leaf + 1 : `${leaf}1`),
  (leaf) => (typeof leaf === "number" ? leaf - 1 : `${leaf} `),
  (leaf) => (typeof leaf === "number" ? leaf * 2 + 3 : ""),
  (leaf) => (typeof leaf === "number" ? leaf + 0.5 : "einsum-projective"),
  (leaf) => (typeof leaf === "number" ? String(leaf) : "2/3"),
  (leaf) => (typeof leaf === "number" ? -leaf : "3/4"),
  (leaf) => (typeof leaf === "number" ? 0 : "0"),
  (leaf) => (typeof leaf === "number" ? 1 : "1"),
  (leaf) => (typeof leaf === "number" ? leaf : "i"),
];

describe("every edit of a certificate in its document is refused", () => {
  test.each([
    ["MTTKRP", "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]", { i: 64, j: 60, k: 50, l: 9 }, 100],
    ["one array twice", "C[i,j] += A[i,k] * A[j,k]", { i: 40, j: 40, k: 300 }, 77],
    ["arrays that fit whole", "C[b,i] += A[b,i,k] * V[k]* W[i]", { b: 500, i: 60, k: 5 }, 40],
    ["n-body", "F[i] += P[i] * Q[j]", { i: 900, j: 1100 }, 50],
  ])("%s", (_, text, extents, fastWords) => {
    const named = extents as unknown as Record<string, number>;
    const report = boundWorkload(einsumWorkload({ text, extents: named }), abstractMachine(fastWords));
    expect(report.bounds.map(({ id }) => id)).toContain("einsum-projective");
    const document = boundsDocument(report);
    expectEveryEditRefused(document, boundClaims(document), () => CHANGES);
  });

  test("lists that lack or repeat an entry, and unknown fields", () => {
    const proven = prove("M[i,l] += X[i,j,k] * B[j,l] * C[k,l]", cube("ijkl", 64), 100);
    if (proven === undefined) throw new Error("nothing proven");
    const certificate = JSON.parse(JSON.stringify(certificateToJson(proven)));
    expect(verifyCertificate(certificate).value).toBe(proven.value);
    const broken = [
      { ...certificate, extra: 1 },
      { ...certificate, saturated: ["M"] },
      { ...certificate, firstSaturated: ["X", "X"] },
      { ...certificate, exponents: { ...certificate.exponents, inputs: certificate.exponents.inputs.slice(1) } },
      { ...certificate, exponents: { ...certificate.exponents, extents: [] } },
      { ...certificate, exponents: { ...certificate.exponents, output: "-1/3" } },
      { ...certificate, exponents: { ...certificate.exponents, output: "2/6" } },
      { ...certificate, instance: { ...certificate.instance, indices: certificate.instance.indices.slice(1) } },
      { ...certificate, instance: { ...certificate.instance, inputs: [] } },
    ];
    for (const json of broken) expect(() => verifyCertificate(json)).toThrow(Refused);
  });
});

test("a certificate about another statement or an edited workload is refused", () => {
  const document = boundsDocument(
    boundWorkload(einsumWorkload({ text: "C[i,j] += A[i,k] * A[j,k]", extents: cube("ijk", 60) }), abstractMachine(50)),
  );
  for (const [path, value] of [
    [["workload", "text"], "C[i,j] += A[i,k] * A[k,j]"],
    [["workload", "text"], "C[i,j]+=A[i,k] * A[j,k]"],
    [["workload", "extents", "k"], 61],
    [["workload", "dataType"], "fp99"],
    [["machine", "fastWords"], 49],
  ] as const) {
    expect(verifyDocument(edited(document, path, () => value as Json))).toMatchObject({ valid: false });
  }
});

test.each([
  ["F[i] += P[i] * P[j]", { i: 3, j: 3 }, 3, 8, 5, 4],
  ["F[i] += P[i] * Q[j]", { i: 3, j: 3 }, 3, 15, 8, 6],
  ["M[i,l] += X[i,j] * B[j,l] * C[i]", { i: 2, j: 2, l: 1 }, 5, 10, 9, 6],
])("%s: one memory and two against the true optimum", (text, extents, fastWords, optimum, one, two) => {
  const named = extents as unknown as Record<string, number>;
  const graph = expand(einsumComputation(einsumWorkload({ text, extents: named })));
  for (const [processors, value] of [
    [1, one],
    [2, two],
  ] as const) {
    expect(proveEinsumProjective(instanceOf(text, named, fastWords, processors))?.value).toBe(BigInt(value));
    // Two memories and 9 products: 8 seconds.
    if (processors === 2 && text.includes("Q[j]") && process.env["REDBLUE_SLOW"] === undefined) continue;
    const found = findOptimum(graph, twoLevelGame(fastWords, { processors }));
    expect(found).toMatchObject({ exact: true, optimum });
  }
});
