import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Json } from "../../src/bounds/certificates/json.js";
import { coqFile } from "../../src/verify/coq/proof-file.js";
import { coqFiles, PROOFS } from "./coq.js";

/**
 * What is stated of a certificate, word by word: every figure is another prime and has its one place. Whether Coq accepts what is stated
 * of certificates that hold, bound-file.test.ts asks.
 */

const PRODUCT = {
  ...{ extents: { batch: 2, m: 3, n: 5, k: 7 }, weights: { a: 11, b: 13, partial: 17, output: 19 } },
  ...{ capacity: 23, memories: 29 },
};
const CHAIN = {
  ...{ extents: { batch: 2, m: 3, k: 5, l: 7, n: 11, pairs: 13, factors: 17 } },
  ...{ weights: { a: 19, b: 23, h: 29, d: 31, partial: 37, output: 41 }, capacity: 43, memories: 47 },
};
const CONVOLUTION = {
  channels: { batch: 2, input: 3, output: 5 },
  axes: [
    { extent: 7, kernel: 3, stride: 1, padding: 1 },
    { extent: 11, kernel: 5, stride: 2, padding: 0 },
  ],
  ...{ weights: { input: 13, filter: 17, partial: 19, output: 23 }, capacity: 29, memories: 31 },
};
const PARTS = { reads: 83, writes: 89, value: 97 };
const SHARE = { share: 53, value: 97 };
const COUNTED = { laterSegments: 43, clock: 47 };
const CUT = { cut: 31, method: "whole", firstMethod: "real", firstSegmentProducts: 37, segmentProducts: 41, ...COUNTED };
const PRICES = { prices: [2, 3, 5, 7] };
const PRICED = { ...PRICES, cut: 31, firstSegmentWorth: 37, segmentWorth: 41, ...COUNTED };
const [FIRST, LATER] = [
  { stored: 59, transient: 61 },
  { stored: 67, transient: 71 },
];

const CERTIFICATES: readonly (readonly [theorem: string, instance: object, figures: object])[] = [
  ["gemm-segments", PRODUCT, { form: "per-memory", ...CUT, ...PARTS }],
  ["gemm-segments", PRODUCT, { form: "amortized", cut: 31, segmentProducts: 41, clock: 47, ...PARTS }],
  ["gemm-per-processor", PRODUCT, { ...CUT, ...SHARE }],
  ["gemm-memory-independent", PRODUCT, SHARE],
  ...["a", "b", "c"].map((resident) => ["gemm-whole-passes", PRODUCT, { resident, fits: 53, value: 97 }] as const),
  ["chain-fused", CHAIN, { form: "per-memory", cut: 53, first: FIRST, later: LATER, laterSegments: 73, clock: 79, ...PARTS }],
  ["chain-fused", CHAIN, { form: "amortized", cut: 53, later: LATER, clock: 79, ...PARTS }],
  ["chain-recomputation", CHAIN, { form: "amortized", cut: 53, clock: 79, value: 97 }],
  ["conv-segments", CONVOLUTION, { form: "per-memory", ...PRICED, ...PARTS }],
  ["conv-segments", CONVOLUTION, { form: "amortized", ...PRICES, cut: 31, segmentWorth: 41, clock: 47, ...PARTS }],
  ["conv-per-processor", CONVOLUTION, { ...PRICED, ...SHARE }],
  ["conv-memory-independent", CONVOLUTION, { ...PRICES, ...SHARE }],
  [
    "compulsory",
    {},
    {
      inputs: [
        { array: "A", words: 2, wordSize: 3 },
        { array: "B", words: 5, wordSize: 7 },
      ],
      ...{ outputs: [{ array: "C", words: 11, wordSize: 13 }], ...PARTS },
    },
  ],
  ["conv-whole-passes", CONVOLUTION, { resident: "input", fits: 53, value: 97 }],
];

const golden = readFileSync(new URL("golden/stated-theorems.v", import.meta.url), "utf8").split("\n\n\n");
const sources = coqFiles().map((name) => readFileSync(join(PROOFS, name), "utf8"));

test.each(CERTIFICATES.map((entry, i) => [i, ...entry] as const))("certificate %i, of %s", (i, theorem, instance, figures) => {
  const json = { schema: "redblue.certificate/2", theorem, instance, ...figures } as unknown as Json;
  const { text } = coqFile(json);
  const stated = text.slice(text.indexOf("From Redblue"), text.indexOf("\n\nDefinition bounds"));
  expect(stated).toBe(golden[i]?.trim());
  // The checker, its soundness, the record and its type are those of the development.
  for (const name of stated.match(/\bcheck_\w+/g) ?? [])
    expect(
      sources.some((source) => new RegExp(`^(Definition|Theorem) ${name}\\b`, "m").test(source)),
      name,
    ).toBe(true);
  const [, type, made] = /^Definition \w+ : (\w+) :=\n {2}\((\w+)/m.exec(stated) ?? [];
  expect(
    sources.some((source) => source.includes(`Record ${type} := ${made} {`)),
    `${type} ${made}`,
  ).toBe(true);
});
