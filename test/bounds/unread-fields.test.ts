import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { parseAccumulatorRule } from "../../src/bounds/gemm/accumulator-home.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { convWorkload } from "../../src/computation/conv.js";
import { einsumWorkload } from "../../src/computation/einsum.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { multilayerChainWorkload } from "../../src/computation/multilayer-chain.js";
import { trafficCurve } from "../../src/gap/curve.js";
import { curveDocument } from "../../src/gap/curve-document.js";
import { gapReport } from "../../src/gap/gap.js";
import { gapDocument } from "../../src/gap/gap-document.js";
import { H200 } from "../../src/machines/known/h200.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { verifyDocument } from "../../src/verify/document.js";
import type { Path } from "./edited.js";
import { edited } from "./edited.js";

/** Fields that nobody read, and values that broke or stopped the checker: each of these documents once passed, threw or ran on. */

const WORDS = abstractMachine(200);
const product = boundsDocument(boundWorkload(gemmWorkload({ m: 64, n: 48, k: 32 }), WORDS));
const chain = boundsDocument(boundWorkload(chainWorkload({ m: 64, k: 8, l: 64, n: 8 }), WORDS));
const conv = convWorkload({ inChannels: 8, outChannels: 8, height: 9, kernel: 3 });
const convolution = boundsDocument(boundWorkload(conv, WORDS));
const gap = gapDocument(gapReport(gemmWorkload({ m: 64, n: 48, k: 32 }), WORDS));
const curve = curveDocument(trafficCurve(gemmWorkload({ m: 64, n: 48, k: 32 }), abstractMachine(1)));

function expectRefused(document: Json, path: Path, value: unknown): void {
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  const verdict = verifyDocument(edited(document, path, () => value as Json));
  expect(verdict).toMatchObject({ valid: false });
}

test.each<[string, Json, Path, unknown]>([
  ["groups of a convolution", convolution, ["workload", "groups"], 8],
  ["a mask of a product", product, ["workload", "causal"], true],
  ["a third side of a kernel", convolution, ["workload", "kernel"], [3, 3, 3]],
  ["a field of a bound", product, ["bounds", 0, "proven"], "on an H200"],
  ["a field beside the best", product, ["best", "slow-fast", "certain"], true],
  ["a field of the document", product, ["optimum"], 7],
  ["a false memory", product, ["bounds", 0, "fastMemory"], "3 words"],
  ["no memory that a bound is about", product, ["bounds", 0, "fastMemory"], null],
  ["a requirement of nothing", product, ["bounds", 0, "requires"], ["no-requirements"]],
  ["requirements that are no list", product, ["bounds", 0, "requires"], "classical-algebra"],
  ["a requirement that is no text", product, ["bounds", 1, "requires", 0], 5],
  ["requirements of reads on a machine without L2", product, ["bounds", 1, "readsRequire"], []],
  ["another definition of the interface", product, ["interfaces", "slow-fast"], "words read from slow memory"],
  ["the definition of an interface without bounds", product, ["interfaces", "l2-sm"], "bytes"],
  ["a requirement that every bound has, away", product, ["requires"], ["cold-caches"]],
  ["that fusion pays where it does not", chain, ["fusion", "slow-fast", "pays"], false],
  ["another capacity where fusion pays", chain, ["fusion", "slow-fast", "capacityWords"], 100_000],
  ["fusion of one product", product, ["fusion"], { "slow-fast": { sides: 16, capacityWords: 200, pays: true } }],
  ["a larger bound beside a schedule", gap, ["rows", 0, "bound"], 18_000],
  ["another bound beside a schedule", gap, ["rows", 0, "boundId"], "compulsory"],
  ["another interface of a schedule", gap, ["rows", 0, "interface"], "dram-l2"],
  ["a smaller gap", gap, ["rows", 0, "gap"], 1],
  ["traffic that is not the sum of its parts", gap, ["rows", 0, "traffic"], 20_000],
  ["another interface of a curve", curve, ["interface"], "dram-l2"],
  ["a smaller gap of a curve", curve, ["curves", 0, "points", 0, "gap"], 1],
  ["two capacities of a point", curve, ["curves", 0, "points", 0, "l2Bytes"], 16],
  ["a type of words by the name of something else", product, ["workload", "dataType"], "constructor"],
  ["the same of an accumulator", product, ["workload", "accumulator"], "__proto__"],
  ["an id that is no text", curve, ["curves", 0, "points", 0, "boundId"], { toString: null }],
])("%s is refused", (_, document, path, value) => expectRefused(document, path, value));

test("traffic below a bound is refused, its parts and quotient to match", () => {
  const { rows } = structuredClone(gap) as unknown as { rows: Record<string, number>[] };
  const [row] = rows;
  if (row === undefined) throw new Error("no row");
  Object.assign(row, { readWords: 5, writeWords: 5, traffic: 10, gap: 10 / (row["bound"] as number) });
  expect(verifyDocument({ ...(gap as object), rows })).toMatchObject({ valid: false, path: "rows[0].traffic" });
});

test("what is refused is said in one line of bounded length, whatever names are in the document", () => {
  for (const name of ["two\nlines", "\u001b[2J", "\u2028", "x".repeat(100_000)]) {
    const verdict = verifyDocument(edited(product, ["workload", name], () => 1));
    if (verdict.valid) throw new Error("accepted");
    expect(`${verdict.path} ${verdict.reason}`).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]{1,900}$/u);
  }
});

describe("what would take hours or break the checker is refused at once", () => {
  const text = "A1[i,c] += X[i,b] * W[b,c]; A2[i,d] += A1[i,c] * V[c,d]";
  const einsum = boundsDocument(boundWorkload(einsumWorkload({ text, extents: { i: 9, b: 9, c: 9, d: 9 } }), WORDS));
  const long = boundsDocument(boundWorkload(multilayerChainWorkload({ m: 50, widths: [20, 30, 40, 50] }), WORDS));
  const inPlace = boundWorkload(gemmWorkload({ m: 512, n: 512, k: 512 }), H200, parseAccumulatorRule("wgmma", H200));
  const certificateOf = (document: Json, theorem: string): Json => {
    const { bounds } = document as unknown as {
      readonly bounds: readonly { readonly certificate: { readonly theorem: string } }[];
    };
    return bounds.map(({ certificate }) => certificate).find((one) => one.theorem === theorem) as unknown as Json;
  };
  const huge = `1${"0".repeat(20_000)}`;
  const sums = certificateOf(boundsDocument(inPlace), "gemm-output-stationary");
  const lastPair = certificateOf(long, "multilayer-last-pair");
  const statements = Array.from({ length: 20_000 }, (_, q) => `A${q + 1}[i,c] += A${q}[i,b] * W${q}[b,c]`).join("; ");
  const none = { stored: 0, transient: Array(99_998).fill(0) };

  test.each<[string, Json, readonly (readonly [Path, unknown])[]]>([
    ["counts of many digits", sums, [[["instance", "extents"], { batch: huge, m: huge, n: huge, k: huge }]]],
    [
      "a chain of many products",
      lastPair,
      [
        [["instance", "extents", "widths"], Array(100_000).fill(9)],
        [["first"], none],
        [["later"], none],
      ],
    ],
    [
      "many statements, each of the one before",
      einsum,
      [
        [["workload", "text"], statements],
        [["workload", "extents"], { i: 2, b: 2, c: 2 }],
      ],
    ],
  ])("%s", (_, document, edits) => {
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    const changed = edits.reduce<Json>((before, [path, value]) => edited(before, path, () => value as Json), document);
    expect(verifyDocument(changed)).toMatchObject({ valid: false });
  });
});
