import { describe, expect, test } from "vitest";
import { THEOREMS } from "../../src/bounds/catalogue.js";
import { checkedTheorem } from "../../src/verify/certificate.js";
import type { CheckedTheorem } from "../../src/verify/theorem.js";

/** Theorems about certificates of other theorems, which the checker reads by themselves. */
const ABOUT_OTHERS: readonly string[] = ["finer-units", "warm-start", "spread-arrays", "fusion-plan"];

/** What the checker takes from the certificate of the product that is scaled. */
const OF_PRODUCT: Readonly<Record<string, readonly string[]>> = { "gemm-block-scales": ["classical-algebra"] };

const own = THEOREMS.filter(({ id }) => !ABOUT_OTHERS.includes(id));

/** What both tables say of a theorem, or of one of its forms. */
const said = ({ proof, status, requires }: Partial<Pick<CheckedTheorem, "proof" | "status" | "requires">>) => ({
  proof,
  status,
  requires: requires?.toSorted(),
});

describe("the checker's table of theorems, which shares nothing with the derivers', says the same", () => {
  test.each(own)("$id", (theorem) => {
    const checked = checkedTheorem(theorem.id);
    const requires = [...checked.requires, ...(OF_PRODUCT[theorem.id] ?? [])];
    expect(said({ ...checked, requires })).toEqual(said(theorem));
    expect(checked.scope).toBe(theorem.scope);
    for (const flag of ["countsReturns", "widensIntermediates", "needsOneLeftOperand", "needsIntermediateInPlace"] as const) {
      // The checker may decide by the certificate whether returns are counted.
      if (typeof checked[flag] !== "function") expect(checked[flag], flag).toBe(theorem[flag]);
    }
    const forms = new Set([...Object.keys(theorem.forms ?? {}), ...Object.keys(checked.forms ?? {})]);
    for (const form of forms) expect(said(checked.forms?.[form] ?? {}), form).toEqual(said(theorem.forms?.[form] ?? {}));
  });
});
