import type { PlainCertificate } from "../../../src/bounds/bound.js";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import { type Json, toJson } from "../../../src/bounds/certificates/json.js";
import { inFinerUnits } from "../../../src/bounds/finer-units.js";
import { proveGemmSegments } from "../../../src/bounds/gemm/segments.js";
import { proveIndependentParts } from "../../../src/bounds/parts/independent-parts.js";
import { compulsoryCertificate } from "../../../src/bounds/rows/compulsory.js";
import { chainWorkload } from "../../../src/computation/chain.js";
import { type GroupedGemmOptions, groupedGemmWorkload } from "../../../src/computation/experts/grouped-gemm.js";
import { moeWorkload } from "../../../src/computation/experts/moe.js";
import { gemmWorkload } from "../../../src/computation/gemm.js";
import { H200 } from "../../../src/machines/known/h200.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { asRead, boundAlone, type Fields, statedAbout } from "../forgeries/about.js";
import { describeForgeries, type Forgery } from "../forgeries/refusal.js";

/** Sums of parts that are not the workload's, or not apart from each other. */

const WORDS = abstractMachine(200);
const LARGE = { rows: [900, 400, 150], n: 4096, k: 7168 };
const OPTIONS: GroupedGemmOptions = { rows: [60, 0, 40, 40, 8], n: 24, k: 30 };
const HONEST = asRead(boundsDocument(boundWorkload(groupedGemmWorkload(OPTIONS), WORDS)));

const product = (m: bigint, batch = 1n, extents: object = {}, weights: object = {}, capacity = 200n): PlainCertificate =>
  proveGemmSegments({
    extents: { batch, m, n: 24n, k: 30n, ...extents },
    weights: { a: 1n, b: 1n, partial: 1n, output: 1n, ...weights },
    capacity,
    memories: 1n,
  });

const rest = (rows: bigint, groups: bigint): PlainCertificate =>
  compulsoryCertificate(
    [
      { array: "A", words: rows * 30n, wordSize: 1n },
      { array: "B", words: groups * 720n, wordSize: 1n },
    ].filter(({ words }) => words > 0n),
    [{ array: "C", words: rows * 24n, wordSize: 1n }],
  );

/** The document of one sum of these parts. */
function summed(
  parts: readonly PlainCertificate[],
  options: Partial<GroupedGemmOptions> = {},
  changes: object = {},
  printed: object = {},
): Fields {
  const certificate = { ...proveIndependentParts(parts), ...changes };
  const { value, reads, writes } = certificate;
  const template = (HONEST["bounds"] as readonly Fields[]).find((bound) => bound["id"] === "independent-parts");
  const bound = {
    ...template,
    ...(toJson({ value, ...(reads === undefined ? {} : { reads, writes }) }) as Record<string, Json>),
    ...printed,
    certificate: { schema: "redblue.certificate/2", ...(toJson(certificate) as Record<string, Json>) },
  };
  return {
    ...HONEST,
    workload: toJson(groupedGemmWorkload({ ...OPTIONS, ...options })),
    bounds: [bound as Json],
    best: { "slow-fast": { id: "independent-parts", value: toJson(value) } },
  };
}

/** The same in parts of a word. */
function finer(units: bigint, parts: readonly PlainCertificate[], options: Partial<GroupedGemmOptions>): Fields {
  const certificate = inFinerUnits(proveIndependentParts(parts), units);
  const { bounds, ...document } = summed(parts, options);
  const { value, reads, writes } = certificate as { value: bigint; reads: bigint; writes: bigint };
  const [template] = bounds as readonly Fields[];
  const bound = {
    ...template,
    ...(toJson({ value, reads, writes }) as Record<string, Json>),
    ...{ id: "independent-parts-finer-units", proof: "proofs/finer-units.md" },
    certificate: { schema: "redblue.certificate/2", ...(toJson(certificate) as Record<string, Json>) },
  };
  return { ...document, bounds: [bound as Json], best: { "slow-fast": { id: bound.id, value: toJson(value) } } };
}

const [CERTIFICATE, PARTS, PART] = [
  "bounds[0].certificate",
  "bounds[0].certificate.parts",
  "bounds[0].certificate.parts[0]",
] as const;
const here = "for this workload and machine";
const OTHER_REST = "not the arrays that no other part is about";
const TOO_MANY = "more groups, or rows, than the workload has";

/** Scales of 60 + 40 + 40 + 8 rows and of four groups' weights, as no part has them. */
const SCALES = { scales: "a:1x10,b:10x8" };
const scaled = (a: bigint, b: bigint): PlainCertificate =>
  compulsoryCertificate(
    [
      { array: "SA", words: a, wordSize: 1n },
      { array: "SB", words: b, wordSize: 1n },
    ],
    [],
  );
const ofScaled = (parts: readonly PlainCertificate[], requires: readonly string[] = ["scaled-operand-size"]): Fields =>
  summed(parts, SCALES, {}, { requires: ["classical-algebra", "stated-partial-sums", ...requires] });
const ALL = [product(60n), product(40n, 2n), product(8n)];

/** A bound that is none on all traffic of a product alone. */
const chained = boundWorkload(chainWorkload({ m: 60, k: 30, l: 24, n: 24 }), WORDS).bounds.find(({ id }) => id === "chain-fused");

/** Rows gathered by two groups each, and experts' results summed. */
const GATHERED = asRead(boundsDocument(boundWorkload(groupedGemmWorkload({ rows: [90, 60, 30], topK: 2, n: 40, k: 30 }), WORDS)));
const MIXTURE = asRead(boundsDocument(boundWorkload(moeWorkload({ rows: [90, 60, 30], topK: 2, model: 30, hidden: 60 }), WORDS)));

const CHAINED = { requires: [...(chained?.requires ?? [])] };
const WIDE = { id: "independent-parts-wide-accumulators", requires: ["classical-algebra", "wide-partial-sums"] };

const forgeries: readonly Forgery[] = [
  ["one group in two batches", summed([product(60n), product(60n)]), PARTS, TOO_MANY],
  ["more groups of a height than there are", summed([product(40n, 4n)]), PARTS, TOO_MANY],
  ["a batch of more groups than there are", summed([product(1n, 5n)]), `${PART}.instance`, "more groups than the workload has"],
  ["rows that a group does not have", summed([product(61n)]), PARTS, TOO_MANY],
  ["groups without rows as the rest", summed([product(60n), rest(88n, 4n)]), `${PARTS}[1]`, OTHER_REST],
  ["rows that a batch has in the rest again", summed([product(60n), rest(148n, 3n)]), `${PARTS}[1]`, OTHER_REST],
  ["weights of a batch in the rest again", summed([product(40n, 3n), rest(28n, 4n)]), `${PARTS}[1]`, OTHER_REST],
  ["the rest twice", summed([product(60n), rest(88n, 3n), rest(88n, 3n)]), `${PARTS}[1]`, OTHER_REST],
  [
    "gathered rows as copies",
    summed([product(40n), rest(40n, 1n)], { rows: [40, 40], topK: 2 }),
    CERTIFICATE,
    "a part of 1/2 of 1 is no whole number of units",
  ],
  [
    "gathered rows that weigh whole words to each group",
    finer(2n, [product(40n, 2n, {}, { a: 2n, b: 2n, partial: 2n, output: 2n }, 400n)], { rows: [40, 40], topK: 2 }),
    `${PART}.instance`,
    `a is 1 ${here}, not 2`,
  ],
  [
    "a capacity that is not in parts of a word",
    finer(2n, [product(40n, 2n, {}, { b: 2n, partial: 2n, output: 2n })], { rows: [40, 40], topK: 2 }),
    `${PART}.instance`,
    `capacity is 400 ${here}, not 200`,
  ],
  [
    "parts of a word for other words than those that are shared",
    finer(2n, [product(40n, 2n, {}, { partial: 2n, output: 2n }, 400n)], { rows: [40, 40], topK: 2 }),
    `${PART}.instance`,
    `b is 2 ${here}, not 1`,
  ],
  [
    "weights wider than they are",
    statedAbout(
      boundAlone(groupedGemmWorkload(LARGE), H200, "independent-parts", "l2-sm"),
      toJson(groupedGemmWorkload({ ...LARGE, rightType: "fp8" })),
    ),
    `${PART}.instance`,
    `b is 1 ${here}, not 2`,
  ],
  ["another k", summed([product(60n, 1n, { k: 31n })]), `${PART}.instance`, `k is 30 ${here}, not 31`],
  ["other sizes of words", summed([product(60n, 1n, {}, { a: 2n })]), `${PART}.instance`, `a is 1 ${here}, not 2`],
  [
    "sums wider than the accumulator",
    { ...summed([product(60n, 1n, {}, { partial: 2n })], {}, {}, WIDE), best: {} },
    `${PART}.instance`,
    "partial is at most 1 for this workload, not 2",
  ],
  [
    "a chain as a product",
    summed([chained?.certificate as PlainCertificate], {}, {}, CHAINED),
    PART,
    "no theorem about this workload",
  ],
  [
    "a sum of more than its parts",
    summed([product(60n), rest(88n, 3n)], {}, { value: 1_000_000n }),
    `${CERTIFICATE}.value`,
    /^value is/,
  ],
  ["no parts", summed([product(60n)], {}, { parts: [] }), PARTS, "not 1 to 4096 parts"],
  [
    "a part that no theorem on all traffic is about",
    summed([{ ...product(60n), theorem: "gemm-per-processor" } as PlainCertificate]),
    `${PART}.theorem`,
    "no bound on all traffic of a part: 'gemm-per-processor'",
  ],
  [
    "parts of a workload without groups",
    { ...summed([product(60n)]), workload: toJson(gemmWorkload({ m: 60, n: 24, k: 30 })) },
    CERTIFICATE,
    "no theorem about this workload",
  ],
  ["scales of rows twice", ofScaled([...ALL, scaled(888n, 36n)]), `${PARTS}[3]`, OTHER_REST],
  ["scales of groups without rows", ofScaled([...ALL, scaled(444n, 45n)]), `${PARTS}[3]`, OTHER_REST],
  ["scales beside a rest without them", ofScaled([...ALL, scaled(444n, 36n), scaled(444n, 36n)]), `${PARTS}[3]`, OTHER_REST],
  ["scales of a workload without any", summed([...ALL, scaled(444n, 36n)]), `${PARTS}[3]`, OTHER_REST],
  ["scaled operands of any size", ofScaled([...ALL, scaled(444n, 36n)], []), "bounds[0].requires", "lacks 'scaled-operand-size'"],
  [
    "scales that rows of several groups share",
    {
      ...ofScaled([...ALL, scaled(444n, 36n)]),
      workload: {
        ...(toJson(groupedGemmWorkload({ ...OPTIONS, ...SCALES })) as Fields),
        scales: { dataType: "fp32", a: [2, 10], b: [10, 8] },
      },
    },
    "workload.scales.a",
    "not blocks of one row",
  ],
  [
    "rows that no routing has",
    { ...summed([product(60n)]), workload: { ...(toJson(groupedGemmWorkload(OPTIONS)) as Fields), topK: 3 } },
    "workload.rows",
    "no rows of tokens that 3 groups read each",
  ],
];

describeForgeries(
  "sums of independent parts",
  [
    HONEST,
    GATHERED,
    MIXTURE,
    ofScaled([...ALL, scaled(444n, 36n)]),
    summed([product(60n), product(40n, 2n), rest(8n, 1n)]),
    summed([product(40n, 3n), rest(28n, 1n)]),
  ],
  forgeries,
);
