import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { bestBounds, proveOneCtaPerTileBound, proveOutputStationaryBounds } from "../../src/bounds/prove.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import type { GemmOptions } from "../../src/computation/gemm.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { gapReport } from "../../src/gap/gap.js";
import { gapDocument } from "../../src/gap/gap-document.js";
import { B200 } from "../../src/machines/known/b200.js";
import { H200 } from "../../src/machines/known/h200.js";
import { timeBound } from "../../src/time/time-bound.js";
import { verifyDocument } from "../../src/verify/document.js";
import { everyNth } from "../properties/arbitraries.js";
import { boundClaims, edited, expectEveryEditRefused } from "./edited.js";

const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;
const documentOf = (workload: Parameters<typeof boundWorkload>[0]): Json => asJson(boundsDocument(boundWorkload(workload, H200)));
const product = (options: Partial<GemmOptions>) => gemmWorkload({ m: 1024, n: 2048, k: 4096, ...options });
const compulsoryReads = (workload: Parameters<typeof boundWorkload>[0]): bigint | undefined =>
  boundWorkload(workload, H200).bounds[0]?.reads;

test("operands count at sizes of their own, packed ones by their bits", () => {
  const [a, b] = [1024n * 4096n, 4096n * 2048n];
  expect(compulsoryReads(product({ dataType: "w8a16" }))).toBe(2n * a + b);
  expect(compulsoryReads(product({ dataType: "w4a16" }))).toBe(2n * a + b / 2n);
  expect(compulsoryReads(product({ dataType: "fp6" }))).toBe((3n * (a + b)) / 4n);
  expect(compulsoryReads(gemmWorkload({ m: 3, n: 3, k: 3, dataType: "int4" }))).toBe(9n);
  expect(compulsoryReads(product({ dataType: "nvfp4" }))).toBe((a + b) / 2n + (a + b) / 16n);
  expect(compulsoryReads(product({ dataType: "mxfp4" }))).toBe((a + b) / 2n + (a + b) / 32n);
});

test("group scales and zero points come once", () => {
  const groups = (4096n / 128n) * 2048n;
  const plain = 2n * 1024n * 4096n + (4096n * 2048n) / 2n;
  const grouped = product({ dataType: "w4a16", groupSize: 128, scaleType: "fp16" });
  expect(compulsoryReads(grouped)).toBe(plain + 2n * groups);
  expect(compulsoryReads(product({ dataType: "w4a16", groupSize: 128, scaleType: "fp16", zeroType: "int4" }))).toBe(
    plain + 2n * groups + groups / 2n,
  );
});

test("weights of chains and feed-forward blocks count at their own size, the intermediate at the activations'", () => {
  const block = { tokens: 64, model: 512, hidden: 1024, gated: true };
  expect(compulsoryReads(ffnWorkload({ ...block, rightType: "int4" }))).toBe(2n * 64n * 512n + (3n * 512n * 1024n) / 2n);
  expect(compulsoryReads(chainWorkload({ m: 64, k: 32, l: 128, n: 16, rightType: "fp8" }))).toBe(
    2n * 64n * 32n + 32n * 128n + 128n * 16n,
  );
});

test("narrower weights never need more", () => {
  const reads = (["bf16", "fp8", "fp6", "int4"] as const).map((rightType) =>
    [...bestBounds(boundWorkload(product({ rightType }), H200).bounds).values()].map(({ value }) => value),
  );
  for (const [at, values] of reads.entries()) {
    for (const [place, value] of values.entries()) expect(value <= (reads[at - 1]?.[place] ?? value)).toBe(true);
  }
});

const DOCUMENTS = [
  ["bf16 × fp8", product({ rightType: "fp8" })],
  ["bf16 × int4 in groups", product({ dataType: "w4a16", groupSize: 128, scaleType: "fp16", zeroType: "int4" })],
  ["gated block, int4 weights", ffnWorkload({ tokens: 256, model: 512, hidden: 1024, gated: true, rightType: "int4" })],
] as const;

describe.each(DOCUMENTS)("the checker, %s", (_, workload) => {
  const document = documentOf(workload);

  test("accepts the bounds and refuses every edit of what is claimed", () => {
    // Another cut, or sums counted smaller, may prove as much once it is rounded up to whole bytes.
    const claims = boundClaims(document).filter((path) => !/^(cut|firstCut|partial|array)$/.test(String(path.at(-1))));
    expectEveryEditRefused(document, everyNth(4, claims), () => [
      (leaf) => (typeof leaf === "number" ? leaf + 1 : `${leaf}0`),
      (leaf) => (typeof leaf === "number" ? 2 * leaf : ""),
    ]);
  });

  test("refuses them for other types of operands", () => {
    const forged = (change: (fields: Record<string, Json>) => Record<string, unknown>): Json => {
      const { workload: fields, ...rest } = document as { readonly workload: Record<string, Json> };
      return asJson({ ...rest, workload: change(fields) });
    };
    expect(verifyDocument(forged((fields) => fields)).valid).toBe(true);
    const changes: readonly ((fields: Record<string, Json>) => Record<string, unknown>)[] = [
      ({ rightType: _type, ...fields }) => fields,
      ({ dataType, rightType, ...fields }) => ({ ...fields, dataType: rightType, rightType: dataType }),
      (fields) => ({ ...fields, rightType: "int8" === fields["rightType"] ? "bf16" : "int8", dataType: "fp32" }),
      (fields) => ({ ...fields, rightType: "int5" }),
      (fields) => ({ ...fields, leftType: "bf16" }),
    ];
    for (const change of changes) expect(verifyDocument(forged(change)).valid).toBe(false);
  });
});

describe("a document in parts of a byte", () => {
  const document = documentOf(product({ dataType: "w4a16" }));
  const { bounds } = document as unknown as {
    readonly bounds: readonly { readonly certificate: Record<string, Json> }[];
  };

  test.each([1, 3, 4])("is refused in parts of 1/%i", (units) => {
    for (const at of bounds.keys()) {
      const path = ["bounds", at, "certificate", "units"];
      expect(verifyDocument(edited(document, path, () => units)).valid).toBe(false);
    }
  });

  test("is refused with the capacity of whole bytes, with A and B exchanged, and without its wrapper", () => {
    const at = bounds.findIndex(({ certificate }) => "instance" in (certificate["inner"] as object));
    const inner = ["bounds", at, "certificate", "inner", "instance"];
    type Sized = { readonly instance: { readonly weights: { readonly a: number; readonly b: number } } };
    const { certificate } = bounds[at] as (typeof bounds)[number];
    const { a, b } = (certificate["inner"] as unknown as Sized).instance.weights;
    expect([a, b]).toEqual([4, 1]);
    const exchanged = edited(
      edited(document, [...inner, "weights", "a"], () => b),
      [...inner, "weights", "b"],
      () => a,
    );
    const halved = edited(document, [...inner, "capacity"], (leaf) => Number(leaf) / 2);
    const bare = edited(document, ["bounds", at, "certificate"], () => ({
      schema: certificate["schema"] as Json,
      ...(certificate["inner"] as Record<string, Json>),
    }));
    for (const forged of [exchanged, halved, bare]) expect(verifyDocument(forged).valid).toBe(false);
  });
});

test("classes of kernels count operands at their own sizes, and stages only operands of one size", () => {
  const w4a16 = gemmComputation(product({ dataType: "w4a16" }));
  const kernel = { tile: { bm: 128n, bn: 128n }, slots: 132n, inStep: true };
  const [bound, wide] = [w4a16, gemmComputation(product({}))].map((one) => proveOneCtaPerTileBound(one, kernel, 1n << 22n));
  expect(bound).toMatchObject({ id: "gemm-one-cta-per-tile-finer-units" });
  expect((bound?.reads ?? 0n) < (wide?.reads ?? 0n)).toBe(true);
  expect(proveOutputStationaryBounds(w4a16, H200, { home: "registers", stages: 0n })[0]).toMatchObject({
    id: "gemm-output-stationary-finer-units",
  });
  expect(() => proveOutputStationaryBounds(w4a16, H200, { home: "registers", stages: 3n })).toThrow("operands of one size");
});

test("gap and time documents of mixed and packed types hold, and name the unit", () => {
  for (const workload of [product({ dataType: "w4a16", groupSize: 128 }), product({ rightType: "fp8" })]) {
    expect(verifyDocument(asJson(gapDocument(gapReport(workload, H200, { schedule: "tiled-gemm" })))).valid).toBe(true);
  }
  const matrix = (workload: Parameters<typeof timeBound>[0], gpu: Parameters<typeof timeBound>[1]) =>
    timeBound(workload, gpu).terms.find(({ id }) => id === "matrix");
  const [w4a16, bf16] = [product({ dataType: "w4a16" }), product({})].map((one) => matrix(one, H200)?.seconds);
  expect(w4a16).toEqual(bf16);
  expect(matrix(product({ dataType: "nvfp4" }), H200)?.assumption).toContain("fastest unit for fp4, that of fp8,");
  expect(matrix(product({ dataType: "nvfp4" }), B200)?.assumption).toContain("fastest unit for fp4 at");
});
