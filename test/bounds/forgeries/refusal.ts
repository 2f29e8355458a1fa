import { describe, expect, test } from "vitest";
import type { Certificate } from "../../../src/bounds/bound.js";
import { certificateToJson, type Json } from "../../../src/bounds/certificates/json.js";
import { type Verdict, verifyDocument } from "../../../src/verify/document.js";

/** What a deriver would write that ignores one hypothesis, and what the checker has to say of it. */
export type Forgery = readonly [ignored: string, document: Json, path: string, reason: string | RegExp];

/** Records which lines of the checker refuse, and holds single ones back: only under `npm run verify -- refusals`. */
interface Refusals {
  readonly withoutFirst: (check: () => Verdict) => Verdict;
}

const refusals = (globalThis as { readonly refusals?: Refusals }).refusals;

/** The checker accepts what an honest deriver writes, and refuses each forgery at its path for its reason. */
export function describeForgeries(title: string, honest: readonly Json[], forgeries: readonly Forgery[]): void {
  describe(title, () => {
    test("honest documents hold", () => {
      for (const document of honest) expect(verifyDocument(document)).toMatchObject({ valid: true });
    });

    test.each(forgeries)("%s", (_, document, path, reason) => {
      expectRefusal(document, path, reason);
      if (refusals === undefined) return;
      const { valid, ...second } = refusals.withoutFirst(() => verifyDocument(document));
      expect(valid, `all else agrees: ${JSON.stringify(second)}`).toBe(true);
    });
  });
}

/** Refused there, for that; a second refusal may stand behind this one. */
export function expectRefusal(document: Json, path: string, reason: string | RegExp): void {
  const expected = typeof reason === "string" ? reason : expect.stringMatching(reason);
  expect(verifyDocument(document)).toEqual({ valid: false, path, reason: expected });
}

/** A certificate with other figures. */
export function forged<C extends Certificate>(certificate: C | undefined, changes: Partial<C> = {}): Json {
  if (certificate === undefined) throw new Error("nothing proven");
  return certificateToJson({ ...certificate, ...changes });
}
