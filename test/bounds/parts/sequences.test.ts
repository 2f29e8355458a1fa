import { describe, expect, test } from "vitest";
import type { Bound, PartsCertificate } from "../../../src/bounds/bound.js";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import { proveBoundsInSetting } from "../../../src/bounds/prove.js";
import { type AttentionWorkload, attentionWorkload } from "../../../src/computation/attention.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { verifyDocument } from "../../../src/verify/document.js";

const mixed = attentionWorkload({ heads: 2, kvHeads: 1, dim: 8, causal: true, lengths: [2000, 40, 40, 600] });
const FAST = 2000;

function boundsOf(w: AttentionWorkload, memories = 1n): readonly Bound[] {
  const setting = { interface: "slow-fast", unit: "words", capacity: BigInt(FAST), fastMemory: "words" } as const;
  return proveBoundsInSetting(w, { ...setting, memories });
}

const largest = (bounds: readonly Bound[], isSum: boolean): bigint =>
  bounds
    .filter(({ certificate }) => (certificate.theorem === "independent-parts") === isSum)
    .reduce((most, { value }) => (value > most ? value : most), 0n);

describe("sequences of unequal lengths", () => {
  test("long sequences have bounds of their own and short ones their compulsory traffic, which together is more than the chain of all", () => {
    const bounds = boundsOf(mixed);
    const alone = (lengths: readonly number[]): bigint => largest(boundsOf(attentionWorkload({ ...LIKE, lengths })), false);
    const sum = largest(bounds, true);
    expect(sum).toBe(alone([2000]) + alone([600]) + 2n * alone([40]));
    expect(sum).toBeGreaterThan(largest(bounds, false));
  });

  test("with many memories the sum loses no segment in each", () => {
    const bounds = boundsOf(mixed, 8n);
    expect(largest(bounds, true)).toBeGreaterThan(largest(bounds, false));
  });

  test("a shared prefix, or sequences of one length, have no parts", () => {
    const parts = (w: AttentionWorkload): bigint => largest(boundsOf(w), true);
    expect(parts(attentionWorkload({ ...LIKE, lengths: [2000, 600], sharedPrefix: 10 }))).toBe(0n);
    expect(parts(attentionWorkload({ ...LIKE, queries: 2000, batch: 2 }))).toBe(0n);
  });
});

const LIKE = { heads: 2, kvHeads: 1, dim: 8, causal: true } as const;

interface Document {
  readonly workload: Record<string, unknown>;
  readonly bounds: { readonly value: number; readonly certificate: PartsCertificate }[];
}

/** The document's sum, with other parts; values follow from them. */
function withParts(change: (parts: Record<string, unknown>[]) => Record<string, unknown>[]): unknown {
  const document = JSON.parse(JSON.stringify(boundsDocument(boundWorkload(mixed, abstractMachine(FAST))))) as Document;
  const bounds = document.bounds.filter(({ certificate }) => certificate.theorem === "independent-parts").slice(0, 1);
  const [bound] = bounds;
  if (bound === undefined) return expect.fail("no sum");
  const parts = change(bound.certificate.parts as unknown as Record<string, unknown>[]);
  const total = (name: string): number => parts.reduce((sum, part) => sum + Number(part[name]), 0);
  const apart = { reads: total("reads"), writes: total("writes") };
  const certificate = { ...bound.certificate, parts, ...apart, value: total("value") };
  const { best: _, ...rest } = document as unknown as Record<string, unknown>;
  const value = { ...bound, ...apart, value: certificate.value, certificate };
  return { ...rest, bounds: [value], best: { "slow-fast": { id: "independent-parts", value: certificate.value } } };
}

test("the sum of parts verifies by itself", () => {
  expect(verifyDocument(withParts((parts) => parts))).toMatchObject({ valid: true });
});

test.each<[string, (parts: Record<string, unknown>[]) => Record<string, unknown>[], RegExp]>([
  ["a sequence twice", (parts) => [parts[0] as Record<string, unknown>, ...parts], /not so often/],
  ["the rest twice", (parts) => [...parts, parts.at(-1) as Record<string, unknown>], /no other part is about/],
  ["a rest that has a part too", (parts) => parts.slice(1), /no other part is about/],
  ["parts alone", (parts) => parts.slice(0, 1), /^$/],
])("%s", (_, change, reason) => {
  const verdict = verifyDocument(withParts(change));
  if (reason.source === "^$") expect(verdict.valid).toBe(true);
  else expect(verdict).toMatchObject({ valid: false, reason: expect.stringMatching(reason) });
});

test.each(["lengths", "queryLengths"])("the sum is refused for other %s", (field) => {
  const document = withParts((parts) => parts) as Document;
  const [first, ...others] = document.workload[field] as number[];
  document.workload[field] = [(first ?? 0) - 1, ...others];
  document.workload[field === "lengths" ? "keys" : "queries"] = (first ?? 0) - 1;
  expect(verifyDocument(document).valid).toBe(false);
});
