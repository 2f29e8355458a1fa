import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chainWorkload } from "../../src/computation/chain.js";
import { indicesOf } from "../../src/computation/computation.js";
import { einsumComputation, einsumWorkload } from "../../src/computation/einsum.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { multilayerChainWorkload } from "../../src/computation/multilayer-chain.js";
import { rational } from "../../src/exact/rational.js";
import { H100 } from "../../src/machines/known/h100.js";
import { GPUS } from "../../src/machines/registry.js";
import { operationCounts } from "../../src/time/operation-counts.js";
import { timeBound } from "../../src/time/time-bound.js";
import type { TimeTerm } from "../../src/time/time-term.js";
import { counted, parameters } from "../properties/arbitraries.js";

type Extents = Readonly<Record<string, number>>;

const products = (text: string, extents: Extents): bigint => operationCounts(einsumWorkload({ text, extents })).matrix / 2n;

const matrixTerm = (workload: Parameters<typeof timeBound>[0], gpu = H100): TimeTerm | undefined =>
  timeBound(workload, gpu).terms.find(({ id }) => id === "matrix");

const MTTKRP = "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]";

describe("scalar products of an einsum", () => {
  test("one a point, whatever the number of operands: MTTKRP and a contraction of tensors", () => {
    expect(products(MTTKRP, { i: 3, j: 4, k: 5, l: 6 })).toBe(360n);
    expect(products("C[a,b,c,d] += A[a,e,b,f] * B[e,c,f,d]", { a: 2, b: 3, c: 4, d: 5, e: 6, f: 7 })).toBe(5040n);
  });

  test("their time is by hand that of two operations each on the tensor cores, and says what it presumes", () => {
    const term = matrixTerm(einsumWorkload({ text: MTTKRP, extents: { i: 512, j: 512, k: 512, l: 64 } }));
    // 4096 operations a cycle in each of 132 SMs at 1.98 GHz.
    expect(term?.seconds).toEqual(rational(2n * 512n ** 3n * 64n, 4096n * 132n * 1_980_000_000n));
    expect(term?.assumption).toContain("no factoring but sums over an index of one operand alone");
  });

  test("are those of gemm, chain and multi-layer chain where it is one, and take as long", () => {
    const product = einsumWorkload({ text: "C[i,j] += A[i,k] * B[k,j]", extents: { i: 300, j: 200, k: 100 } });
    for (const gpu of GPUS) {
      expect(timeBound(product, gpu).terms).toEqual(timeBound(gemmWorkload({ m: 300, n: 200, k: 100 }), gpu).terms);
    }
    const text = "H[i,p] += A[i,q] * B[q,p]; E[i,j] += H[i,p] * D[p,j]";
    const two = matrixTerm(einsumWorkload({ text, extents: { i: 300, q: 70, p: 80, j: 60 } }));
    expect(two?.seconds).toEqual(matrixTerm(chainWorkload({ m: 300, k: 70, l: 80, n: 60 }))?.seconds);
    const more = `${text.replaceAll("E[", "G[")}; Y[i,q] += G[i,j] * F[j,q]`;
    const three = matrixTerm(einsumWorkload({ text: more, extents: { i: 300, q: 70, p: 80, j: 60 } }));
    expect(three?.seconds).toEqual(matrixTerm(multilayerChainWorkload({ m: 300, widths: [70, 80, 60, 70] }))?.seconds);
  });

  test("an index of one operand that is summed over counts once: that operand may be summed first", () => {
    expect(products("y[i,j] += A[i,k] * B[j]", { i: 3, j: 4, k: 5 })).toBe(12n);
    expect(products("s[] += A[i] * B[j]", { i: 3, j: 4 })).toBe(1n);
    expect(products("s[] += A[i] * A[i]", { i: 3 })).toBe(3n);
  });

  test("points that multiply the same words count once: half of A·Aᵀ, all of A·A but its diagonal", () => {
    expect(products("C[i,j] += A[i,k] * A[j,k]", { i: 9, j: 9, k: 5 })).toBe(203n);
    expect(products("C[i,j] += A[i,k] * A[k,j]", { i: 9, j: 9, k: 9 })).toBe(BigInt(9 ** 3 - 81 + 41));
    expect(products("C[i,j,k] += a[i] * a[j] * a[k]", { i: 10, j: 10, k: 10 })).toBe(167n);
    // The row sums of A by its column sums are products of different words.
    expect(products("C[i,j] += A[i,k] * A[l,j]", { i: 9, j: 9, k: 9, l: 9 })).toBe(81n);
  });

  test("statements that multiply the same inputs may share their products; others may not", () => {
    const extents = { i: 3, j: 4, k: 5, l: 6 };
    expect(products("C[i,j] += A[i,k] * B[k,j]; D[i,j,k] += A[i,k] * B[k,j]", { i: 3, j: 4, k: 5 })).toBe(60n);
    expect(products("C[i,j] += A[i,k] * B[k,j]; D[i,l] += A[i,k] * F[k,l]", extents)).toBe(60n + 90n);
    const twice = "H[i,j] += A[i,k] * B[k,j]; G[i,j] += A[i,k] * B[k,j]; E[i,l] += H[i,j] * D[j,l]; F[i,l] += G[i,j] * D[j,l]";
    expect(products(twice, extents)).toBe(60n + 72n);
    expect(
      products("H[i,j] += A[i,k] * B[k,j]; G[i,j] += B[k,j] * A[i,k]; s[i,j] += H[i,j] * G[i,j]", { i: 3, j: 4, k: 5 }),
    ).toBe(60n + 6n);
  });

  test("a statement of one operand has none", () => {
    const { leftOut } = timeBound(einsumWorkload({ text: "y[i] += A[i,k]", extents: { i: 300, k: 500 } }), H100);
    expect(leftOut.find(({ id }) => id === "matrix")?.reason).toBe("none in this workload");
  });
});

const LETTERS = ["i", "j", "k", "l"];

/** One statement of two to four operands over arrays that recur; all extents alike where an array recurs. */
const statement: fc.Arbitrary<string> = fc
  .record({
    operands: fc.array(
      fc.record({
        array: fc.constantFrom("A", "A", "B", "D"),
        indices: fc.uniqueArray(fc.constantFrom(...LETTERS), { maxLength: 3 }),
      }),
      { minLength: 2, maxLength: 4 },
    ),
    kept: fc.subarray(LETTERS),
  })
  .map(({ operands, kept }) => {
    const ranked = operands.map(({ array, indices }) => `${array}${indices.length}[${indices.join(",")}]`);
    const read = new Set(operands.flatMap(({ indices }) => indices));
    return `Z[${kept.filter((index) => read.has(index)).join(",")}] += ${ranked.join(" * ")}`;
  });

/** Different products, each as the words it multiplies, with every sum over an index of one operand taken first. */
function distinct(text: string, extent: number): number {
  const indices = LETTERS.filter((letter) => new RegExp(`[[,]${letter}[\\],]`).test(text));
  const extents = Object.fromEntries(indices.map((index) => [index, extent]));
  const [{ output, operands } = { output: undefined, operands: [] }] = einsumComputation(
    einsumWorkload({ text, extents }),
  ).statements;
  const written = output === undefined ? [] : indicesOf(output);
  const all = operands.flatMap(indicesOf);
  const stays = (index: string): boolean => written.includes(index) || all.indexOf(index) !== all.lastIndexOf(index);
  const kept = indices.filter(stays);
  const seen = new Set<string>();
  for (let point = 0; point < extent ** kept.length; point++) {
    const at = (index: string): number => Math.floor(point / extent ** kept.indexOf(index)) % extent;
    const words = operands.map((access) => [access.array, ...indicesOf(access).map((index) => (stays(index) ? at(index) : "Σ"))]);
    seen.add(
      words
        .map((word) => word.join(" "))
        .sort()
        .join("; "),
    );
  }
  return seen.size;
}

test("never more than the different products there are, and all of them where no array recurs", () => {
  const recurs = (text: string): boolean => {
    const names = [...(text.split("+=")[1] ?? "").matchAll(/([A-D]\d)\[/g)].map(([, name]) => name);
    return new Set(names).size < names.length;
  };
  let [together, shared] = [0, 0];
  fc.assert(
    fc.property(statement, fc.integer({ min: 1, max: 4 }), (text, extent) => {
      const indices = LETTERS.filter((letter) => new RegExp(`[[,]${letter}[\\],]`).test(text));
      const counted = Number(products(text, Object.fromEntries(indices.map((index) => [index, extent]))));
      const there = distinct(text, extent);
      expect(counted, text).toBeLessThanOrEqual(there);
      if (!recurs(text)) expect(counted, text).toBe(there);
      else {
        together += counted;
        shared += there;
      }
    }),
    counted(400),
  );
  // Not much less either, although extents are small.
  expect(together / shared).toBeGreaterThan(0.7);
});

test("longer extents never have fewer products", () => {
  const texts = [
    MTTKRP,
    "C[i,j] += A[i,k] * A[j,k]",
    "C[i,j] += A[i,k] * A[k,j]",
    "y[i,j] += A[i,k] * B[j]",
    "F[i] += P[i] * P[j]",
  ];
  const extent = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 3000 }));
  fc.assert(
    fc.property(fc.constantFrom(...texts), extent, extent, fc.record({ k: extent, l: extent }), (text, side, more, { k, l }) => {
      const at = (length: number): Extents => {
        const named = { i: length, j: text === MTTKRP ? k : length, k: text.includes("A[k,j]") ? length : k, l };
        return Object.fromEntries(Object.entries(named).filter(([index]) => new RegExp(`[[,]${index}[\\],]`).test(text)));
      };
      expect(products(text, at(Math.min(side, more))) <= products(text, at(Math.max(side, more)))).toBe(true);
    }),
    parameters(300),
  );
});
