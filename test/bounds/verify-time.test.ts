import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../src/bounds/certificates/json.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { convWorkload } from "../../src/computation/conv.js";
import { einsumWorkload } from "../../src/computation/einsum.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { multilayerChainWorkload } from "../../src/computation/multilayer-chain.js";
import { normGemmWorkload } from "../../src/computation/norm-gemm.js";
import { elementwiseWorkload, normWorkload, rotaryWorkload, softmaxWorkload } from "../../src/computation/row-workloads.js";
import type { Workload } from "../../src/computation/workload.js";
import { H100 } from "../../src/machines/known/h100.js";
import type { Gpu } from "../../src/machines/machine.js";
import { GPUS } from "../../src/machines/registry.js";
import type { EnergyFigures } from "../../src/time/energy.js";
import { energyEstimate } from "../../src/time/energy.js";
import { operationCounts } from "../../src/time/operation-counts.js";
import { timeBound } from "../../src/time/time-bound.js";
import { timeDocument } from "../../src/time/time-document.js";
import { verifyDocument } from "../../src/verify/document.js";
import { parameters } from "../properties/arbitraries.js";
import { edited, expectEveryEditRefused, leaves } from "./edited.js";

const timed = (workload: Workload, gpu: Gpu, own: EnergyFigures = {}): Json => {
  const time = timeBound(workload, gpu);
  return JSON.parse(JSON.stringify(timeDocument(time, energyEstimate(time.bounds, operationCounts(workload), gpu, own)))) as Json;
};

type Extents = Readonly<Record<string, number>>;

const STATEMENTS: readonly (readonly [string, (a: number, b: number, c: number, d: number) => Extents])[] = [
  ["M[i,l] += X[i,j,k] * B[j,l] * C[k,l]", (i, j, k, l) => ({ i, j, k, l })],
  ["C[i,j] += A[i,k] * B[k,j]", (i, j, k) => ({ i, j, k })],
  ["C[i,j] += A[i,k] * A[j,k]", (i, _, k) => ({ i, j: i, k })],
  ["C[i,j] += A[i,k] * A[k,j]", (i) => ({ i, j: i, k: i })],
  ["y[i,j] += A[i,k] * B[j]", (i, j, k) => ({ i, j, k })],
  ["y[i] += A[i,k]", (i, _, k) => ({ i, k })],
  ["T[i,j] += A[i,k] * A[j,k] * B[k]", (i, _, k) => ({ i, j: i, k })],
  ["T[i] += A[i,j] * A[j,k] * A[k,i]", (i) => ({ i, j: i, k: i })],
  ["C[i,j] += A[i,k] * A[i,k] * A[j,k]", (i, _, k) => ({ i, j: i, k })],
  [
    "G[i,j] += A[i,k] * B[k,j]; E[i,j] += A[i,l] * B[l,j]; F[i,m] += G[i,n] * E[n,m]",
    (i) => ({ i, j: i, k: i, l: i, m: i, n: i }),
  ],
  ["H[i,l] += A[i,k] * B[k,l]; O[i,j] += H[i,l] * D[l,j]", (i, j, k, l) => ({ i, j, k, l })],
  ["S[i,j] += Q[i,k] * Q[k,j]; T[i,j] += S[i,k] * S[k,j]", (i) => ({ i, j: i, k: i })],
];

const WORKLOADS: readonly ((a: number, b: number, c: number, d: number) => Workload)[] = [
  (m, n, k, batch) => gemmWorkload({ m, n, k, batch }),
  (m, n, k) => gemmWorkload({ m, n, k, dataType: "fp16", accumulator: "fp16", outputType: "fp16" }),
  (m, n, k) =>
    gemmWorkload({ m, n, k, dataType: "fp8", outputType: "bf16", scales: { dataType: "fp32", a: [1, 32], b: [32, 32] } }),
  (m, k, l, n) => chainWorkload({ m, k, l, n }),
  (m, a, b, c) => multilayerChainWorkload({ m, widths: [a, b, c, a] }),
  (tokens, model, hidden, d) => ffnWorkload({ tokens, model, hidden, gated: d % 2 === 0 }),
  (queries, dim, more) => attentionWorkload({ heads: 4, kvHeads: 2, queries, keys: queries + more, dim, causal: true }),
  (queries, dim, keys) => attentionWorkload({ heads: 4, kvHeads: 2, queries, keys, dim }),
  (a, b, side, stride) =>
    convWorkload({
      inChannels: a,
      outChannels: b,
      height: side + 9,
      width: side + 4,
      kernel: [3, 2],
      stride: 1 + (stride % 3),
      padding: 1,
    }),
  (m, n, k, d) => normGemmWorkload({ m, n: 2 * n, k, headDim: d % 2 === 0 ? 0 : 2 }),
  (rows, columns) => softmaxWorkload({ rows, columns }),
  (rows, columns) => normWorkload("layernorm", { rows, columns }),
  (rows, columns) => normWorkload("rmsnorm", { rows, columns }),
  (rows, columns, inputs) => elementwiseWorkload({ rows, columns, inputs: 1 + (inputs % 7) }),
  (rows, half, heads) => rotaryWorkload({ rows, heads, dim: 2 * half }),
  ...STATEMENTS.map(
    ([text, extents]) =>
      (a: number, b: number, c: number, d: number) =>
        einsumWorkload({ text, extents: extents(a, b, c, d) }),
  ),
];

const side = fc.integer({ min: 1, max: 200 });
const anyTime = fc.tuple(fc.constantFrom(...WORKLOADS), side, side, side, side, fc.constantFrom(...GPUS));

test("the document of any workload's least time on any GPU verifies", () => {
  fc.assert(
    fc.property(anyTime, ([make, a, b, c, d, gpu]) => {
      const document = timed(make(a, b, c, d), gpu, a % 3 === 0 ? { "l2-sm": b / 8, operation: c / 4 } : {});
      const left = a % 3 === 0 ? { notChecked: ["energies that were given"] } : {};
      expect(verifyDocument(document)).toEqual({ valid: true, certificates: expect.any(Number), ...left });
    }),
    parameters(150, 5000),
  );
});

test("so does that of a GPU whose clock, port or energies are not known", () => {
  const { clockHz: _, maximumClockHz: __, dramPeakBytesPerSecond: ___, ...slow } = H100;
  const { maximumClockHz: ____, ...nominal } = H100;
  const attention = attentionWorkload({ heads: 2, queries: 300, dim: 64, causal: true });
  for (const gpu of [
    slow as Gpu,
    nominal as Gpu,
    { ...H100, perSmCycle: {} },
    { ...H100, picojoulesPerByte: {} },
    { ...H100, operationsPerSmCycle: {} },
  ]) {
    for (const own of [{}, { "dram-l2": 0, operation: 0.5 }]) {
      expect(verifyDocument(timed(attention, gpu, own))).toMatchObject({ valid: true });
    }
  }
});

/** Where the machine's figures are from, and those that no term reads, are no claims; names of arrays are labels. */
const isClaim = (path: readonly (string | number)[]): boolean =>
  !["schema", "machine", "workload"].includes(String(path[0])) && path.at(-1) !== "array" && path[2] !== "certificate";

test.each([
  ["attention", attentionWorkload({ heads: 4, kvHeads: 2, queries: 2048, dim: 64, causal: true })],
  ["an einsum", einsumWorkload({ text: "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]", extents: { i: 64, j: 64, k: 64, l: 16 } })],
] as const)("no leaf of the times of %s can be changed", (_, workload) => {
  const document = timed(workload, H100);
  const claims = leaves(document).filter(isClaim);
  expect(claims.length).toBeGreaterThan(60);
  expectEveryEditRefused(document, claims, () => [
    (leaf) => (typeof leaf === "number" ? leaf + 1 : typeof leaf === "boolean" ? !leaf : `${leaf}1`),
    (leaf) => (typeof leaf === "number" ? leaf - 1 : typeof leaf === "boolean" ? 0 : `2/${leaf}`),
    (leaf) => (typeof leaf === "number" ? 2 * leaf : "matrix"),
  ]);
});

test("a shorter or a longer time, a term skipped, a faster machine and energies of another one are refused", () => {
  const document = timed(gemmWorkload({ m: 512, n: 512, k: 512 }), H100) as unknown as {
    readonly terms: readonly unknown[];
    readonly leftOut: readonly unknown[];
    readonly energy: { readonly terms: readonly unknown[] };
  } & Readonly<Record<string, unknown>>;
  const refused = (changed: unknown, path: string): void => expect(verifyDocument(changed)).toMatchObject({ valid: false, path });
  refused({ ...document, terms: document.terms.slice(1) }, "terms");
  refused({ ...document, terms: [...document.terms, ...document.terms] }, "terms");
  refused({ ...document, terms: document.terms.toReversed() }, "terms[0].id");
  refused({ ...document, leftOut: [] }, "leftOut");
  refused({ ...document, leftOut: document.leftOut.toReversed() }, "leftOut[0].id");
  refused({ ...document, energy: { ...document.energy, terms: [] } }, "energy.terms");
  refused({ ...document, energy: undefined }, "energy");
  refused({ ...document, bounds: [] }, "bounds");
  const faster = edited(document as unknown as Json, ["machine", "maximumClockHz"], () => 3e9);
  refused(faster, "terms[1].perSecond");
  for (const figure of [0, -1, null, "1", 1e300, Number.NaN])
    for (const field of ["clockHz", "maximumClockHz"])
      refused(
        edited(document as unknown as Json, ["machine", field], () => figure as Json),
        `machine.${field}`,
      );
  refused(
    edited(document as unknown as Json, ["machine", "kind"], () => "accelerator"),
    "machine.onChipBytes",
  );
});
