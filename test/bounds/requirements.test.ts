import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Bound, Certificate } from "../../src/bounds/bound.js";
import type { BoundsReport } from "../../src/bounds/bounds-document.js";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import { THEOREMS, theoremOf } from "../../src/bounds/catalogue.js";
import type { MultilayerWholeRowsCertificate } from "../../src/bounds/certificates/multilayer.js";
import { requirementsOf } from "../../src/bounds/requirements-of.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { convWorkload } from "../../src/computation/conv.js";
import { einsumWorkload } from "../../src/computation/einsum.js";
import { groupedGemmWorkload } from "../../src/computation/experts/grouped-gemm.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { multilayerChainWorkload } from "../../src/computation/multilayer-chain.js";
import { normGemmWorkload } from "../../src/computation/norm-gemm.js";
import { scanWorkload } from "../../src/computation/recurrence/scan.js";
import { elementwiseWorkload, normWorkload, rotaryWorkload, softmaxWorkload } from "../../src/computation/row-workloads.js";
import { sparseGemmWorkload } from "../../src/computation/sparse/sparse-gemm.js";
import type { Workload } from "../../src/computation/workload.js";
import { abstractMachine, machineNamed } from "../../src/machines/registry.js";
import { verifyDocument } from "../../src/verify/document.js";
import { parameters } from "../properties/arbitraries.js";
import { gpuOf, MTTKRP, PORT_REPORTS, SCALES, SYRK } from "./port-cases.js";

/** Requirements of every bound by the statements of proofs/*.md, and what the checker makes of the documents that carry them. */

/** What a theorem's proof says of slow memory that adds. */
interface Statement {
  /** Beside the sizes of words: what the computation may not be. */
  readonly of: readonly string[];
  /** Two words for a residency of a sum, or the way back of one, are in the value. */
  readonly valueNeeds?: (certificate: Certificate) => boolean;
  /** Loads of sums are in the reads. */
  readonly readsNeed?: true;
  /** Partial sums may count wider than results, and then do where the accumulator's are: ids with `-wide-accumulators`. */
  readonly mayWiden?: true;
  /** Where they count as wide as operands. */
  readonly isWide?: (certificate: Certificate) => boolean;
}

const PRODUCT = ["classical-algebra"];
const CHAIN = ["classical-algebra", "no-algebra-across-stages"];
const CONVOLUTION = ["classical-algebra", "no-padding-products"];
const ONE_STEP = ["classical-algebra", "one-step-products"];
const always = (): boolean => true;
function lastOf(certificate: Certificate): number {
  if (!("instance" in certificate)) return 0;
  const { extents } = certificate.instance as { readonly extents?: object };
  return extents !== undefined && "widths" in extents ? (extents.widths as readonly bigint[]).length - 1 : 0;
}

/** All products are counted: partial sums of the result among the words. */
const isOfAll = (certificate: Certificate): certificate is MultilayerWholeRowsCertificate =>
  certificate.theorem === "multilayer-whole-rows" && Number(certificate.products) === lastOf(certificate);

/** A product of an array with itself. */
const isOfItself = (certificate: Certificate): boolean => "form" in certificate && certificate.form === "one-array";

/** Lengths of paths: results with fewer steps in them are no operands. */
const isOfLengths = (one: Certificate): boolean =>
  one.theorem === "triangular-segments" && one.instance.kind === "floyd-warshall";

const STATEMENTS: Readonly<Record<string, Statement>> = {
  compulsory: { of: [] },
  "row-statistics": { of: ["row-forms"] },
  "triangular-segments": {
    of: [...ONE_STEP, "stated-partial-sums"],
    valueNeeds: (one) =>
      one.theorem === "triangular-segments" && ["trsm", "cholesky", "lu", "floyd-warshall"].includes(one.instance.kind),
  },
  "gram-schmidt-hourglass": { of: ["stated-operands", "stated-intermediate"], valueNeeds: always },
  "floyd-warshall-without-recomputation": {
    of: ["stated-operands", "stated-intermediate", "no-recomputation"],
    valueNeeds: always,
  },
  "layered-segments": { of: ["stated-operands", "stated-intermediate"], valueNeeds: always },
  "layered-without-recomputation": {
    of: ["stated-operands", "stated-intermediate", "no-recomputation"],
    valueNeeds: always,
  },
  "gemm-segments": { of: PRODUCT, readsNeed: true, mayWiden: true },
  "gemm-holding-cost": { of: PRODUCT, valueNeeds: always, mayWiden: true },
  "gemm-output-near-capacity": { of: PRODUCT, valueNeeds: always, mayWiden: true },
  "gemm-input-near-capacity": { of: PRODUCT, valueNeeds: always },
  "gemm-whole-passes": { of: PRODUCT, mayWiden: true },
  "gemm-sparse-whole-operand": { of: ["whole-dense-operand"] },
  "gemm-per-processor": { of: PRODUCT },
  "gemm-memory-independent": { of: PRODUCT },
  "gemm-output-stationary": { of: [...PRODUCT, "sums-in-place", "operands-per-block"] },
  "chain-fused": { of: CHAIN, readsNeed: true, mayWiden: true },
  "chain-recomputation": { of: CHAIN, mayWiden: true },
  "chain-holding-cost": { of: CHAIN, valueNeeds: always, mayWiden: true },
  "attention-backward": { of: CHAIN, readsNeed: true, mayWiden: true },
  "chain-near-capacity": { of: CHAIN, valueNeeds: always },
  "multilayer-last-pair": { of: CHAIN, readsNeed: true, mayWiden: true },
  // Accumulator starts of the last array are charged.
  "multilayer-recomputation": {
    of: CHAIN,
    valueNeeds: (one) => "born" in one && Number(one.born) === lastOf(one),
    mayWiden: true,
  },
  // All products, and the last stores beside.
  "multilayer-whole-rows": {
    of: CHAIN,
    valueNeeds: (one) => isOfAll(one) && one.restWords > 0n,
    isWide: (one) => isOfAll(one) && one.wordSize > one.instance.weights.output,
  },
  "multilayer-stages": { of: CHAIN },
  "einsum-projective": { of: ONE_STEP, readsNeed: true, mayWiden: true },
  "conv-segments": { of: CONVOLUTION, readsNeed: true, mayWiden: true },
  "conv-borders": { of: CONVOLUTION, readsNeed: true, mayWiden: true },
  "conv-holding-cost": { of: CONVOLUTION, valueNeeds: always, mayWiden: true },
  "conv-whole-passes": { of: CONVOLUTION, mayWiden: true },
  "conv-per-processor": { of: CONVOLUTION },
  "conv-memory-independent": { of: CONVOLUTION },
};

/** Sums of an intermediate count like those of the output there, so they are wide beside an element of it already. */
const OF_BOTH_STAGES = ["chain-recomputation", "chain-holding-cost", "multilayer-recomputation"];

interface Right {
  readonly requires: readonly string[];
  readonly readsRequire: readonly string[];
}

/** What the statement says that a bound requires. */
function rightOf(bound: Bound, certificate: Certificate = bound.certificate): Right {
  if (certificate.theorem === "finer-units" || certificate.theorem === "warm-start") return rightOf(bound, certificate.inner);
  if (certificate.theorem === "independent-parts") return rightOfParts(certificate.parts.map((part) => rightOf(bound, part)));
  if (certificate.theorem === "gemm-sparse-segments") return rightOf(bound, certificate.product);
  if (certificate.theorem === "gemm-block-scales") {
    const inner = rightOf(bound, certificate.product);
    return { ...inner, requires: [...inner.requires, "scaled-operand-size"] };
  }
  if (certificate.theorem === "scan-states") {
    // What is proven of the product, where its reads do not stand apart.
    const { requires } = rightOf(bound, certificate.product);
    const order = certificate.form === "recurrence" ? ["recurrence-order"] : [];
    return { requires: [...requires, "scaled-operand-size", ...order], readsRequire: [] };
  }
  const statement = STATEMENTS[certificate.theorem] ?? expect.fail(`no statement of ${certificate.theorem}`);
  const adds = bound.interface === "l2-sm" || bound.interface === "l2-cluster";
  const needs = adds && statement.valueNeeds?.(certificate) === true;
  return {
    requires: [
      ...(isOfItself(certificate) ? ONE_STEP : statement.of),
      ...(isOfLengths(certificate) ? ["stated-operands"] : []),
      ...sizesOf(certificate, statement),
      ...(needs ? ["no-l2-adds"] : []),
    ],
    readsRequire: adds && statement.readsNeed === true ? ["no-l2-adds"] : [],
  };
}

/** What any of the parts requires. */
function rightOfParts(parts: readonly Right[]): Right {
  const requires = [...new Set(parts.flatMap((part) => part.requires))];
  const ofReads = new Set(parts.flatMap(({ readsRequire }) => readsRequire));
  return { requires, readsRequire: [...ofReads].filter((one) => !requires.includes(one)) };
}

/** Sizes of partial sums, and of elements of an intermediate. */
function sizesOf(certificate: Certificate, { mayWiden, isWide }: Statement): readonly string[] {
  if (!("instance" in certificate) || certificate.theorem === "gemm-output-stationary") return [];
  const { partial, output = 0n, h, between } = certificate.instance.weights as Readonly<Record<string, bigint>>;
  const intermediate = h ?? between;
  const ofIntermediate = intermediate === undefined ? [] : ["stated-intermediate"];
  if (partial === undefined) return ofIntermediate;
  const isNarrower = intermediate !== undefined && intermediate < output && OF_BOTH_STAGES.includes(certificate.theorem);
  const counted = isWide?.(certificate) ?? (mayWiden === true && partial > (isNarrower ? intermediate : output));
  return [...ofIntermediate, counted ? "wide-partial-sums" : "stated-partial-sums"];
}

const PAIR = "H[i,l] += A[i,k] * B[k,l]; O[i,j] += H[i,l] * D[l,j]";

type Types = Readonly<Record<"dataType" | "outputType" | "accumulator", string>>;

/** A workload of each kind from four extents. */
const KINDS: readonly ((a: number, b: number, c: number, d: number, types: Types) => Workload)[] = [
  (m, n, k, _, types) => gemmWorkload({ m, n, k, ...types }),
  (m, n, k) => gemmWorkload({ m, n, k, dataType: "fp8", outputType: "bf16", scales: SCALES }),
  (m, k, l, n, types) => chainWorkload({ m, k, l, n, ...types }),
  (m, a, b, c, types) => multilayerChainWorkload({ m, widths: [a, b, c, a], ...types }),
  (tokens, model, hidden, more, types) => ffnWorkload({ tokens, model, hidden, gated: more % 2 === 0, ...types }),
  (queries, dim, more, _, types) =>
    attentionWorkload({ heads: 2, kvHeads: 1, queries, keys: queries + more, dim, causal: more % 2 === 0, ...types }),
  (queries, dim, keys, less, types) =>
    attentionWorkload({ heads: 2, kvHeads: 1, queries, keys, dim: dim + less, valueDim: dim, valuesInKeys: true, ...types }),
  (queries, dim, keys, shared, types) =>
    attentionWorkload({ heads: 2, queries, keys, dim: dim + shared, sharedKeyColumns: shared, ...types }),
  (a, b, side, more, types) =>
    convWorkload({ inChannels: a, outChannels: b, height: side + 2, kernel: [3, 2 + (more % 2)], padding: 1, ...types }),
  (rows, n, k, more, types) => groupedGemmWorkload({ rows: [rows, more, rows], n, k, ...types }),
  (i, j, k, l, types) => einsumWorkload({ text: MTTKRP, extents: { i, j, k, l }, ...types }),
  (i, _, k, __, types) => einsumWorkload({ text: SYRK, extents: { i, j: i, k }, ...types }),
  (i, j, k, l, types) => einsumWorkload({ text: PAIR, extents: { i, j, k, l }, ...types }),
  (m, n, k, _, types) => normGemmWorkload({ m, n: 2 * n, k, headDim: 2, ...types }),
  (m, n, k, more, { outputType, accumulator }) =>
    sparseGemmWorkload({ m, n, k: 8 * k, sparse: more % 2 === 0 ? "a:2:4" : "b:2:4", outputType, accumulator }),
  (rows, columns, _, __, types) => softmaxWorkload({ rows, columns, ...types }),
  (rows, columns, _, __, types) => normWorkload("layernorm", { rows, columns, ...types }),
  (rows, columns, inputs, _, types) => elementwiseWorkload({ rows, columns, inputs: 1 + (inputs % 3), ...types }),
  (tokens, state, dim, more, types) =>
    scanWorkload({ heads: 2, groups: 1, tokens, state, dim, finalState: more % 2 === 0, ...types }),
  (rows, half, _, __, types) => rotaryWorkload({ rows, dim: 2 * half, ...types }),
];

/** Every requirement is the statement's, no interface but those before the L2 asks who adds, and the checker agrees. */
function expectRight(report: BoundsReport): readonly Bound[] {
  for (const bound of report.bounds) {
    const right = rightOf(bound);
    const { kind } = report.workload;
    const rows = kind === "norm-gemm" ? ["normalised-word-size"] : kind === "sparse-gemm" ? ["pattern-in-metadata"] : [];
    const where = `${bound.id} on ${bound.interface}`;
    expect([...bound.requires].sort(), where).toEqual([...right.requires, ...rows].sort());
    expect(bound.readsRequire ?? [], where).toEqual(bound.reads === undefined ? [] : right.readsRequire);
    expect(bound.requires.includes("wide-partial-sums"), where).toBe(/-wide-accumulators(-finer-units)?$/.test(bound.id));
    const { status, forms = {} } = THEOREMS.find(({ id }) => id === bound.certificate.theorem) ?? expect.fail(where);
    const form = "form" in bound.certificate ? forms[bound.certificate.form] : undefined;
    expect(bound.status, where).toBe(form?.status ?? status);
    if (bound.interface === "l2-sm" || bound.interface === "l2-cluster") continue;
    expect([...bound.requires, ...(bound.readsRequire ?? [])], where).not.toContain("no-l2-adds");
  }
  expect(verifyDocument(JSON.parse(JSON.stringify(boundsDocument(report))))).toMatchObject({ valid: true });
  return report.bounds;
}

describe("requirements are those of the proofs, and the checker agrees", () => {
  const side = fc.oneof(fc.integer({ min: 2, max: 20 }), fc.integer({ min: 2, max: 300 }));
  const types = fc.record({
    dataType: fc.constantFrom("bf16", "fp8", "fp32"),
    outputType: fc.constantFrom("bf16", "fp8", "fp32"),
    accumulator: fc.constantFrom("fp16", "fp32", "fp64"),
  });
  const machine = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(fc.integer({ min: 64, max: 4000 }), fc.integer({ min: 1, max: 6 })) },
    { weight: 1, arbitrary: fc.tuple(fc.integer({ min: 64, max: 4000 }), fc.integer({ min: 3, max: 9 }), fc.constant(2)) },
  );

  test.each(
    KINDS.map(
      (make, kind) => [make(4, 4, 4, 4, { dataType: "bf16", outputType: "bf16", accumulator: "fp32" }).kind, kind, make] as const,
    ),
  )("%s %#", (_, __, make) => {
    fc.assert(
      fc.property(side, side, side, side, types, machine, (a, b, c, d, words, [bytes, sms, cluster]) => {
        expectRight(boundWorkload(make(a, b, c, d, words), gpuOf(bytes, sms, cluster)));
      }),
      parameters(10, 400),
    );
  });

  test("every theorem of the catalogue but those of plans and of DRAM alone is about an SM's port in one of these", () => {
    const found = new Set(
      PORT_REPORTS.flatMap((report) =>
        expectRight(report).flatMap(({ interface: interfaceId, certificate }) =>
          interfaceId === "l2-sm" ? [certificate.theorem as string] : [],
        ),
      ),
    );
    const elsewhere = ["fusion-plan", "gemm-one-cta-per-tile", "spread-arrays", "warm-start"];
    expect(THEOREMS.map(({ id }) => id as string).filter((id) => !found.has(id) && !elsewhere.includes(id))).toEqual([]);
    const wrappers = ["finer-units", "gemm-block-scales", "gemm-sparse-segments", "independent-parts", "scan-states"];
    expect([...Object.keys(STATEMENTS), ...wrappers, ...elsewhere].sort()).toEqual(THEOREMS.map(({ id }) => id as string).sort());
  });

  test("where a theorem has two forms, the one that counts the way back of a sum needs it alone, before an L2 only", () => {
    const last = 3n;
    const both = PORT_REPORTS.flatMap(({ bounds }) => bounds).flatMap((bound): readonly Bound[] => {
      const { certificate } = bound;
      const forms: readonly object[] =
        certificate.theorem === "multilayer-recomputation"
          ? [{ born: last - 1n }, { born: last }]
          : certificate.theorem === "multilayer-whole-rows"
            ? [0n, 7n].flatMap((restWords) => [last - 1n, last].map((products) => ({ products, restWords })))
            : [];
      return forms.map((form) => ({ ...bound, certificate: { ...certificate, ...form } as Certificate }));
    });
    const interfaceIds = ["dram-l2", "l2-sm", "l2-cluster"] as const;
    const needs = interfaceIds.map((interfaceId) => {
      for (const bound of both) {
        const right = rightOf({ ...bound, interface: interfaceId });
        expect([...requirementsOf(bound.certificate, { interface: interfaceId }, theoremOf).requires].sort()).toEqual(
          [...right.requires].sort(),
        );
      }
      return both.filter(({ certificate }) =>
        requirementsOf(certificate, { interface: interfaceId }, theoremOf).requires.includes("no-l2-adds"),
      ).length;
    });
    expect(needs[0]).toBe(0);
    expect(needs[1]).toBeGreaterThan(0);
    expect(needs[2]).toBe(needs[1]);
    expect(needs[1]).toBeLessThan(both.length);
    expect(new Set(both.map(({ certificate }) => certificate.theorem)).size).toBe(2);
  });

  test("nobody adds behind the DRAM, the two-level memory model or an accelerator's memory", () => {
    const workload = gemmWorkload({ m: 3000, n: 2000, k: 150 });
    for (const machine of [abstractMachine(500), machineNamed("tpu-v1")]) {
      const bounds = expectRight(boundWorkload(workload, machine));
      expect(bounds.length).toBeGreaterThan(3);
      for (const { requires, readsRequire } of bounds) expect([...requires, ...(readsRequire ?? [])]).not.toContain("no-l2-adds");
    }
  });
});
