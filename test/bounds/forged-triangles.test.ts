import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { type TriangularKind, triangularWorkload } from "../../src/computation/linear-algebra/triangular.js";
import { H100 } from "../../src/machines/known/h100.js";
import { verifyCertificate } from "../../src/verify/certificate.js";
import { verifyDocument } from "../../src/verify/document.js";

type Fields = Record<string, unknown>;

const KINDS: readonly TriangularKind[] = ["syrk", "syr2k", "symm", "trmm", "trsm", "cholesky", "lu"];

function certificateOf(kind: TriangularKind): Fields {
  const setting = { interface: "slow-fast", unit: "words", capacity: 100n, memories: 2n, fastMemory: "" } as const;
  const bounds = proveBoundsInSetting(triangularWorkload(kind, { n: 200, m: 90 }), setting);
  const found = bounds.find(({ id }) => id === "triangular-segments");
  return certificateToJson((found as (typeof bounds)[number]).certificate) as unknown as Fields;
}

describe.each(KINDS)("a certificate of %s", (kind) => {
  const certificate = certificateOf(kind);
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
  test.each(KINDS.filter((other) => other !== kind && !alike(other)))("is refused as one of %s", (other) => {
    expect(() => verifyCertificate({ ...certificate, instance: { ...instance, kind: other } })).toThrow(/^certificate\./);
  });

  test.each([
    ["more memories, counted as if apart", { memories: 3 }],
    ["a larger matrix", { n: 201 }],
    ["a larger word", { weights: { word: 2 } }],
    ["a smaller memory", { capacity: 99 }],
    ["a field more", { symmetric: true }],
  ])("is refused with %s", (_, change) => {
    expect(() => verifyCertificate({ ...certificate, instance: { ...instance, ...change } })).toThrow(/^certificate\./);
  });
});

describe("a document", () => {
  const report = boundWorkload(triangularWorkload("cholesky", { n: 4096 }), H100);
  const document = JSON.parse(JSON.stringify(boundsDocument(report))) as Fields & { readonly workload: Fields };

  test("is accepted, with no-l2-adds where results are operands at the SMs", () => {
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    const bounds = report.bounds.filter(({ id, interface: at }) => id === "triangular-segments" && at === "l2-sm");
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
