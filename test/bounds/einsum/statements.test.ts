import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Setting } from "../../../src/bounds/bound.js";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { Json } from "../../../src/bounds/certificates/json.js";
import { proveBoundsInSetting } from "../../../src/bounds/prove.js";
import { attentionWorkload } from "../../../src/computation/attention.js";
import { chainWorkload } from "../../../src/computation/chain.js";
import { einsumComputation, einsumWorkload } from "../../../src/computation/einsum.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { expand } from "../../../src/pebble/expand.js";
import { minimumCapacity, twoLevelGame } from "../../../src/pebble/rules.js";
import { wordChains } from "../../../src/schedules/two-level/chain/schedules.js";
import { chainTotal } from "../../../src/schedules/two-level/chain/words.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { cheapestFound } from "../../pebble/support/cheapest.js";
import { counted, parameters } from "../../properties/arbitraries.js";
import { anyMachine, expectVerifies, inWords } from "../documents.js";
import { edited } from "../edited.js";
import { smallProgram } from "../small-programs.js";

const figures = (
  text: string,
  extents: Readonly<Record<string, number>>,
  setting: Setting,
): readonly (readonly [string, bigint])[] =>
  proveBoundsInSetting(einsumComputation(einsumWorkload({ text, extents })), setting).map(({ id, value }) => [id, value]);

describe("two statements that are a chain have the chain's own bounds", () => {
  const extents = { i: 900, q: 70, p: 800, j: 60 };
  const chain = chainWorkload({ m: 900, k: 70, l: 800, n: 60 });
  const right = proveBoundsInSetting(chain, inWords(500)).map(({ id, value }) => [id, value]);
  test.each([
    "H[i,p] += A[i,q] * B[q,p]; E[i,j] += H[i,p] * D[p,j]",
    "H[i,p] += B[q,p] * A[i,q]; E[i,j] += D[p,j] * H[i,p]",
    "H[p,i] += A[q,i] * B[p,q]; E[j,i] += H[p,i] * D[j,p]",
  ])("%s", (text) => {
    expect(figures(text, extents, inWords(500))).toEqual(right);
  });

  test("the transposed chain E = D·(A·B)", () => {
    const transposed = "H[p,j] += A[p,q] * B[q,j]; E[i,j] += D[i,p] * H[p,j]";
    expect(figures(transposed, { j: 900, q: 70, p: 800, i: 60 }, inWords(500))).toEqual(right);
  });

  test("an index means in each statement what it is there, and H may be read by its other side", () => {
    const square = { i: 70, q: 70, p: 70, j: 60 };
    const own = chainWorkload({ m: 70, k: 70, l: 70, n: 60 });
    const same = proveBoundsInSetting(own, inWords(200)).map(({ id, value }) => [id, value]);
    // E = Hᵀ·D, Hᵀ = Bᵀ·Aᵀ.
    expect(figures("H[i,p] += A[i,q] * B[q,p]; E[i,j] += H[p,i] * D[p,j]", square, inWords(200))).toEqual(same);
    const { i, q, p } = square;
    const again = figures("H[i,p] += A[i,q] * B[q,p]; E[i,q] += H[i,p] * D[p,q]", { i, q, p }, inWords(200));
    const narrow = proveBoundsInSetting(chainWorkload({ m: 70, k: 70, l: 70, n: 70 }), inWords(200));
    expect(again).toEqual(narrow.map(({ id, value }) => [id, value]));
  });

  test("attention over heads, grouped, is the attention of its own workload", () => {
    const text = "S[b,g,i,j] += Q[b,g,i,d] * K[b,j,d]; O[b,g,i,e] += S[b,g,i,j] * V[b,j,e]";
    const heads = figures(text, { b: 2, g: 4, i: 512, j: 512, d: 16, e: 16 }, inWords(4000));
    const own = proveBoundsInSetting(attentionWorkload({ heads: 8, kvHeads: 2, queries: 512, dim: 16 }), inWords(4000));
    expect(heads).toEqual(own.map(({ id, value }) => [id, value]));
  });

  test.each([
    ["one array in two places", "H[i,p] += A[i,q] * B[q,p]; E[i,j] += H[i,p] * B[p,j]", { i: 9, q: 9, p: 9, j: 9 }],
    [
      "a batch that is summed over",
      "H[b,i,p] += A[b,i,q] * B[b,q,p]; E[i,j] += H[b,i,p] * D[b,p,j]",
      { b: 9, i: 9, q: 9, p: 9, j: 9 },
    ],
    ["rows that are summed over", "H[i,p] += A[i,q] * B[q,p]; E[j] += H[i,p] * D[i,p,j]", { i: 9, q: 9, p: 9, j: 9 }],
    ["three operands", "H[i,p] += A[i,q] * B[q,p]; E[i,j] += H[i,p] * D[p,j] * F[j]", { i: 9, q: 9, p: 9, j: 9 }],
    [
      "a third statement on E",
      "H[i,p] += A[i,q] * B[q,p]; E[i,j] += H[i,p] * D[p,j]; s[i] += E[i,j]",
      { i: 9, q: 9, p: 9, j: 9 },
    ],
  ])("%s is none, and only compulsory traffic is claimed", (_, text, extents) => {
    const named = extents as unknown as Record<string, number>;
    expect(figures(text, named, inWords(9)).map(([id]) => id)).toEqual(["compulsory"]);
  });
});

test("statements from inputs to outputs keep their own theorems; those with an intermediate prove nothing alone", () => {
  const extents = { i: 60, j: 60, k: 60, l: 60 };
  const both = "C[i,j] += A[i,k] * B[k,j]; M[i,l] += X[i,j,k] * Y[j,l] * Z[k,l]; s[] += A[i,k] * A[i,k]";
  expect(figures(both, extents, inWords(80)).map(([id]) => id)).toEqual([
    "compulsory",
    "gemm-segments",
    "gemm-holding-cost",
    "gemm-output-near-capacity",
    "gemm-whole-passes",
    "gemm-input-near-capacity",
    "einsum-projective",
    "einsum-projective",
    "gemm-holding-cost",
  ]);
});

test("a single statement's bound is above a fused schedule of two: it is not claimed for both", () => {
  const second = figures("E[i,j] += H[i,p] * D[p,j]", { i: 20, p: 20, j: 1 }, inWords(16));
  const fused = wordChains(chainWorkload({ m: 20, k: 1, l: 20, n: 1 }), 16).find(({ id }) => id === "chain-fused");
  expect(fused === undefined ? undefined : chainTotal(fused.words)).toBe(200n);
  expect(second.reduce((most, [, value]) => (value > most ? value : most), 0n)).toBe(440n);
  const text = "H[i,p] += A[i,q] * B[q,p]; E[i,j] += H[i,p] * D[p,j]";
  for (const [, value] of figures(text, { i: 20, q: 1, p: 20, j: 1 }, inWords(16))) expect(value <= 200n).toBe(true);
});

const PROGRAMS: readonly string[] = [
  "H[i,p] += A[i,q] * B[q,p]; E[i,j] += H[i,p] * D[p,j]",
  "H[p,j] += A[p,q] * B[q,j]; E[i,j] += D[i,p] * H[p,j]",
  "H[i,p] += A[i,q] * B[q,p]; E[i,j] += H[i,p] * D[p,j]; F[i] += H[i,p] * v[p]",
  "H[i] += A[i,q]; E[i,j] += H[i] * D[j]",
  "C[i,j] += A[i,q] * B[q,j]; E[i,p] += A[i,q] * D[q,p]",
  "H[i,p] += A[i,q] * B[q,p]; G[i,p] += A[i,q] * D[q,p]; E[i,j] += H[i,p] * G[i,p] * K[p,j]",
];

test("no bound is above the optimum of a small program, nor above any pebbling found", () => {
  let solved = 0;
  fc.assert(
    fc.property(
      smallProgram(PROGRAMS, 3),
      fc.integer({ min: 0, max: 6 }),
      fc.constantFrom("fused", "separate"),
      fc.integer({ min: 1, max: 2 }),
      (workload, spare, products, processors) => {
        const computation = einsumComputation(workload);
        const graph = expand(computation, { products });
        const least = minimumCapacity(graph, { sliding: true });
        const game = twoLevelGame(least + spare, { sliding: true, recomputation: true, processors });
        const { cost: cheapest, exact } = cheapestFound(graph, game, { trials: 10, vertices: 24 });
        if (exact) solved++;
        for (const { value, scope } of proveBoundsInSetting(computation, inWords(least + spare, processors))) {
          expect(scope !== "total" || value <= BigInt(cheapest)).toBe(true);
        }
      },
    ),
    counted(20, 2_000),
  );
  expect(solved).toBeGreaterThan(0);
});

test("every certificate verifies, on every machine", () => {
  fc.assert(
    fc.property(fc.oneof(smallProgram(PROGRAMS, 5), smallProgram(PROGRAMS, 100_000)), anyMachine, expectVerifies),
    parameters(40),
  );
});

test("a document whose statements are edited is refused", () => {
  const text = "H[i,p] += A[i,q] * B[q,p]; E[i,j] += H[i,p] * D[p,j]; C[i,j] += A[i,q] * G[q,j]";
  const document = boundsDocument(
    boundWorkload(einsumWorkload({ text, extents: { i: 90, q: 8, p: 70, j: 9 } }), abstractMachine(60)),
  );
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  for (const [path, value] of [
    [["workload", "text"], text.replace("* D[p,j]", "* B[p,j]")],
    [["workload", "text"], text.replace("* D[p,j]", "* D[p,j] * A[i,q]")],
    [["workload", "text"], text.replace("C[i,j]", "E[i,j]")],
    [["workload", "text"], text.replace("E[i,j]", "B[i,j]")],
    [["workload", "text"], text.replaceAll("; ", ";")],
    [["workload", "text"], text.split("; ").slice(0, 2).join("; ")],
    [["workload", "text"], text.split("; ").slice(2).join("; ")],
    [["workload", "extents", "p"], 71],
    [["workload", "extents", "z"], 2],
  ] as const) {
    expect(verifyDocument(edited(document, path as readonly string[], () => value as Json)), String(value)).toMatchObject({
      valid: false,
    });
  }
});
