import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { type TriangularKind, triangularWorkload } from "../../src/computation/linear-algebra/triangular.js";
import { H100 } from "../../src/machines/known/h100.js";
import { verifyCertificate } from "../../src/verify/certificate.js";
import { verifyDocument } from "../../src/verify/document.js";

type Fields = Record<string, unknown>;

const BY_SEGMENTS = "triangular-segments";
const KINDS: readonly (readonly [TriangularKind, string])[] = [
  ...(["syrk", "syr2k", "symm", "trmm", "trsm", "cholesky", "lu", "floyd-warshall"] as const).map(
    (kind) => [kind, BY_SEGMENTS] as const,
  ),
  ["gram-schmidt", "gram-schmidt-hourglass"],
  ["floyd-warshall", "floyd-warshall-without-recomputation"],
];

function certificateOf(kind: TriangularKind, theorem: string): Fields {
  const setting = { interface: "slow-fast", unit: "words", capacity: 100n, memories: 2n, fastMemory: "" } as const;
  const m = ["cholesky", "lu", "floyd-warshall"].includes(kind) ? 1 : 90;
  const bounds = proveBoundsInSetting(triangularWorkload(kind, { n: 200, m }), setting);
  const found = bounds.find(({ id }) => id === theorem);
  return certificateToJson((found as (typeof bounds)[number]).certificate) as unknown as Fields;
}

describe.each(KINDS)("a certificate of %s by %s", (kind, theorem) => {
  const certificate = certificateOf(kind, theorem);
  const { instance } = certificate as { readonly instance: Fields };

  test("is accepted", () => {
    expect(verifyCertificate(certificate).value).toBe(BigInt(certificate["value"] as number));
  });

  test.each(["capacityWords", "cut", "firstSegmentProducts", "segmentProducts", "laterSegments", "value"])(
    "is refused with another %s",
    (name) => {
      for (const step of [-1, 1]) {
        expect(() => verifyCertificate({ ...certificate, [name]: (certificate[name] as number) + step })).toThrow(
          /^certificate\./,
        );
      }
    },
  );

  // Of syr2k and symm all numbers are alike; their documents are not.
  const alike = (other: string): boolean => ["syr2k", "symm"].includes(kind) && ["syr2k", "symm"].includes(other);
  test.each(KINDS.filter(([other]) => other !== kind && !alike(other)))("is refused as one of %s by %s", (other, by) => {
    const changed = { ...certificate, theorem: by, instance: { ...instance, kind: other } };
    expect(() => verifyCertificate(changed)).toThrow(/^certificate\./);
  });

  test.each([...new Set(KINDS.map(([, other]) => other))].filter((other) => other !== theorem))(
    "is refused as one by %s",
    (other) => {
      expect(() => verifyCertificate({ ...certificate, theorem: other })).toThrow(/^certificate\./);
    },
  );

  test.each([
    ["more memories, counted as if apart", { memories: 3 }],
    ["a larger matrix", { n: 201 }],
    ["a larger word", { weights: { word: 2 } }],
    ["a smaller memory", { capacity: 99 }],
    ["a field more", { symmetric: true }],
    ["of gram-schmidt, another number of rows", kind === "gram-schmidt" ? { m: 91 } : { n: 201 }],
    ["a size that has no such graph", { n: kind === "floyd-warshall" ? 2 : 1 }],
  ])("is refused with %s", (_, change) => {
    expect(() => verifyCertificate({ ...certificate, instance: { ...instance, ...change } })).toThrow(/^certificate\./);
  });
});

describe("a document of cholesky", () => {
  const report = boundWorkload(triangularWorkload("cholesky", { n: 4096 }), H100);
  const document = JSON.parse(JSON.stringify(boundsDocument(report))) as Fields & { readonly workload: Fields };

  test("is accepted, with no-l2-adds where results are operands at the SMs", () => {
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    const bounds = report.bounds.filter(({ id, interface: at }) => id === BY_SEGMENTS && at === "l2-sm");
    expect(bounds.map(({ requires }) => requires.includes("no-l2-adds"))).toEqual([true]);
  });

  test.each([
    ["of another size", { n: 4097 }],
    ["of lu", { kind: "lu" }],
    ["with columns", { m: 2 }],
    ["of wider words", { dataType: "fp32", outputType: "fp32" }],
    ["with pivots", { pivots: true }],
  ])("is refused as one %s", (_, change) => {
    expect(verifyDocument({ ...document, workload: { ...document.workload, ...change } })).toMatchObject({ valid: false });
  });
});

describe.each([
  ["gram-schmidt", { n: 4096, m: 512 }, ["gram-schmidt-hourglass"], ["no-l2-adds", "stated-intermediate"]],
  [
    "floyd-warshall",
    { n: 4096 },
    [BY_SEGMENTS, "floyd-warshall-without-recomputation"],
    ["no-l2-adds", "no-recomputation", "stated-intermediate"],
  ],
] as const)("a document of %s", (kind, extents, ids, requirements) => {
  const report = boundWorkload(triangularWorkload(kind, extents), H100);
  const document = JSON.parse(JSON.stringify(boundsDocument(report))) as Fields & {
    readonly workload: Fields;
    readonly bounds: readonly (Fields & { readonly requires: readonly string[] })[];
  };

  test("is accepted with all its theorems", () => {
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    expect(new Set(report.bounds.map(({ id }) => id))).toEqual(new Set(["compulsory", ...ids]));
  });

  test.each([
    ["of another size", { n: 4097 }],
    ["of other rows", { m: 513 }],
    ["of lu", { kind: "lu" }],
    ["of wider words", { dataType: "fp32", outputType: "fp32" }],
    ["of two vertices or columns", { n: 2 }],
  ])("is refused as one %s", (_, change) => {
    expect(verifyDocument({ ...document, workload: { ...document.workload, ...change } })).toMatchObject({ valid: false });
  });

  test.each(requirements)("is refused without its requirement %s", (missing) => {
    const bounds = document.bounds.map((bound) => ({
      ...bound,
      requires: bound.requires.filter((requirement) => requirement !== missing),
    }));
    expect(verifyDocument({ ...document, bounds })).toMatchObject({ valid: false });
  });
});
