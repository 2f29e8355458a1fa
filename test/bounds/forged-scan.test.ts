import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { GemmTotalCertificate } from "../../src/bounds/certificates/gemm.js";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { productCertificates } from "../../src/bounds/gemm/certificates.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { scanWorkload } from "../../src/computation/recurrence/scan.js";
import { verifyCertificate } from "../../src/verify/certificate.js";
import { verifyDocument } from "../../src/verify/document.js";
import { gpuOf } from "./port-cases.js";

type Fields = Record<string, unknown>;

const COMMON = { heads: 4, groups: 2, tokens: 300, state: 40, dim: 24, dataType: "fp8", accumulator: "fp16" } as const;
const SETTING = { interface: "slow-fast", unit: "words", capacity: 200n, memories: 2n, fastMemory: "" } as const;

const CASES = [false, true].flatMap((finalState) => {
  const workload = scanWorkload({ ...COMMON, initialState: true, finalState });
  return proveBoundsInSetting(workload, SETTING)
    .filter(({ id }) => id === "scan-states")
    .map(({ certificate }) => [finalState, certificateToJson(certificate) as unknown as Fields] as const);
});

test("each form has a certificate", () => {
  expect(new Set(CASES.map(([, { form }]) => form))).toEqual(new Set(["recurrence", "stored-state"]));
});

describe.each(CASES)("a certificate of scans with last states %o", (_, certificate) => {
  const refused = (change: Fields): void => {
    expect(() => verifyCertificate({ ...certificate, ...change })).toThrow(/^certificate\./);
  };
  const product = certificate["product"] as Fields;

  test("is accepted", () => {
    expect(verifyCertificate(certificate).value).toBe(BigInt(certificate["value"] as number));
  });

  test("is refused with another value, or number of groups", () => {
    for (const step of [-1, 1]) refused({ value: (certificate["value"] as number) + step });
    for (const groups of [0, 1, 3]) refused({ groups });
  });

  test("is refused in the other form, or in none", () => {
    refused({ form: certificate["form"] === "recurrence" ? "stored-state" : "recurrence" });
    refused({ form: "chunks" });
  });

  test("is refused with a product's certificate that does not hold, or that is of no product's total", () => {
    refused({ product: { ...product, value: (product["value"] as number) + 1 } });
    refused({ product: { ...product, theorem: "gemm-memory-independent" } });
    refused({ product: { ...product, theorem: "compulsory" } });
  });

  test("is refused with an array less, or a field more", () => {
    refused({ inputs: (certificate["inputs"] as readonly Fields[]).slice(1) });
    refused({ order: "any" });
  });
});

describe.each([false, true])("a document of scans with last states %o", (finalState) => {
  const workload = scanWorkload({ ...COMMON, initialState: true, finalState });
  const report = boundWorkload(workload, gpuOf(200, 2));
  const document = JSON.parse(JSON.stringify(boundsDocument(report))) as Fields & {
    readonly workload: Fields;
    readonly bounds: readonly Fields[];
  };

  test("is accepted, and has the theorem", () => {
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    expect(document.bounds.some(({ id }) => id === "scan-states")).toBe(true);
  });

  test.each([
    ["with other last states", { finalState: !finalState }],
    ["without first states", { initialState: false }],
    ["with other decays", { decay: "state" }],
    ["with other groups", { groups: 4 }],
    ["of more heads", { heads: 8 }],
    ["of fewer tokens", { tokens: 299 }],
    ["of another state", { state: 24, dim: 40 }],
    ["of more sequences", { batch: 2 }],
    ["with wider operands", { dataType: "bf16" }],
    ["with wider states", { accumulator: "fp32" }],
    ["with wider results", { outputType: "bf16" }],
    ["with groups that do not divide the heads", { groups: 3 }],
    ["with decays of no kind", { decay: "token" }],
    ["with a field more", { chunk: 64 }],
    ["with first states that are no truth value", { initialState: 1 }],
  ])("is refused as one %s", (_, change) => {
    expect(verifyDocument({ ...document, workload: { ...document.workload, ...change } })).toMatchObject({ valid: false });
  });

  test("is refused with sums that count wider than the states", () => {
    const bound = document.bounds.find((one) => one["id"] === "scan-states" && one["interface"] === "l2-sm") as Fields;
    const certificate = bound["certificate"] as Fields & {
      readonly inputs: readonly Fields[];
      readonly outputs: readonly Fields[];
    };
    const setting = { interface: "l2-sm", unit: "bytes", capacity: 200n, memories: 2n, fastMemory: "" } as const;
    const types = { dataType: "fp8", outputType: "fp16", accumulator: "fp32" };
    const wide = productCertificates(gemmComputation(gemmWorkload({ m: 40, n: 48, k: 300, ...types })), setting) ?? [];
    const segments = wide.filter((one) => one.theorem === "gemm-segments") as readonly GemmTotalCertificate[];
    const product = segments.find(({ instance }) => instance.weights.partial === 4n) as GemmTotalCertificate;
    expect(product.instance.weights).toMatchObject({ partial: 4n, output: 2n });
    const once = [...certificate.inputs, ...certificate.outputs].map(({ words, wordSize }) => Number(words) * Number(wordSize));
    const ofGroup = Number(product.value) - (finalState ? 0 : 40 * 48 * 2);
    const value = 2 * ofGroup + once.reduce((x, y) => x + y, 0);
    const { schema: _, ...inner } = certificateToJson(product) as unknown as Fields;
    const forged = { ...certificate, product: inner, value };
    expect(verifyCertificate(forged).value).toBe(BigInt(value));
    const id = "scan-states-wide-accumulators";
    const requires = (bound["requires"] as readonly string[]).map((one) => one.replace("stated-partial", "wide-partial"));
    const one = { ...bound, id, requires, value, certificate: forged };
    expect(verifyDocument({ ...document, bounds: [one], best: {} })).toMatchObject({
      valid: false,
      reason: "partial is at most 2 for this workload, not 4",
    });
  });

  // Of each bound alone, so that no other refuses the workload first.
  const own = document.bounds.filter(({ id }) => id === "scan-states");
  test.each(own.map((bound, at) => [at, bound] as const))("bound %i alone is of this scan only", (_, bound) => {
    const certificate = bound["certificate"] as Fields;
    const alone = (changed: Fields): Fields => ({ ...document, bounds: [{ ...bound, certificate: changed }], best: [] });
    const others = certificate["inputs"] as readonly Fields[];
    const [first, ...rest] = others as [Fields, ...Fields[]];
    const size = BigInt(first["words"] as number) * BigInt(first["wordSize"] as number);
    // The same bytes as one word less or more wide: only the workload tells.
    const renamed = { ...certificate, inputs: [{ ...first, words: 1, wordSize: Number(size) }, ...rest] };
    expect(verifyCertificate(renamed).value).toBe(BigInt(certificate["value"] as number));
    expect(verifyDocument(alone(renamed))).toMatchObject({ valid: false });
    const named = { ...certificate, inputs: [{ ...first, array: "K" }, ...rest] };
    expect(verifyDocument(alone(named))).toMatchObject({ valid: false });
  });
});
