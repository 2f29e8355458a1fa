import { describe, expect, test } from "vitest";
import { THEOREMS } from "../../src/bounds/catalogue.js";
import { checkedTheorem } from "../../src/verify/certificate.js";
import { conditionsMetBy, isMet } from "../../src/verify/required.js";
import type { Fields } from "../../src/verify/shared/fields.js";
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

describe("conditions that not every kernel meets, as the checker takes a schedule's fields", () => {
  const ALL = ["no-l2-adds", "wide-partial-sums", "no-recomputation", "whole-dense-operand"];
  const WIDE = { kind: "gemm", outputType: "bf16", accumulator: "fp32" };
  const met = (schedule: unknown, workload: object = WIDE): ReadonlySet<string> =>
    conditionsMetBy(schedule, workload as Fields, (name) => ((workload as Fields)[name] === "bf16" ? 2n : 4n));

  test.each<readonly [string, unknown, readonly string[]]>([
    ["no schedule", undefined, []],
    ["none at all", null, []],
    ["a plain schedule", { id: "tiled-gemm" }, []],
    ["splits that add in the L2", { id: "split-k", reduction: "atomic", splits: 2 }, ["no-l2-adds", "wide-partial-sums"]],
    ["splits one after another", { id: "split-k", reduction: "serial", splits: 2 }, ["wide-partial-sums"]],
    ["one split after no other", { id: "split-k", reduction: "serial", splits: 1 }, []],
    ["splits that a kernel adds", { id: "split-k", reduction: "kernel", splits: 2 }, []],
    ["experts that add in the L2", { id: "moe", combine: "l2-adds" }, ["no-l2-adds", "wide-partial-sums"]],
    ["experts that add wide words in the L2", { id: "moe", combine: "wide-l2-adds" }, ["no-l2-adds"]],
    ["experts that a kernel adds", { id: "moe", combine: "kernel" }, ["wide-partial-sums"]],
    ["experts that gather", { id: "moe", combine: "gather" }, []],
    ["a chain that computes again", { id: "chain-recompute" }, ["no-recomputation"]],
    ["gradients", { id: "flash-backward" }, ["no-recomputation"]],
  ])("%s", (_, schedule, unmet) => {
    expect([...met(schedule)].sort()).toEqual(ALL.filter((one) => !unmet.includes(one)).sort());
    for (const one of ALL) expect(isMet([one], met(schedule)), one).toBe(!unmet.includes(one));
    expect(isMet(["classical-algebra"], met(schedule))).toBe(true);
    expect(isMet(["classical-algebra", ...unmet], met(schedule))).toBe(unmet.length === 0);
  });

  test("a scan in order, token by token or tile by tile", () => {
    for (const id of ["scan-recurrent", "scan-tiles"]) expect(met({ id }).has("recurrence-order"), id).toBe(true);
    for (const id of ["scan-chunked", "tiled-gemm", "a-scan-tiles", "scan-tiles-2"])
      expect(met({ id }).has("recurrence-order"), id).toBe(false);
    expect(isMet(["recurrence-order"], met({ id: "scan-chunked" }))).toBe(false);
  });

  test("partial sums handed over in output words are no narrower where these are as wide", () => {
    const schedule = { id: "split-k", reduction: "atomic", splits: 2 };
    for (const workload of [
      { ...WIDE, outputType: "fp32" },
      { kind: "gemm", accumulator: "fp32" },
    ])
      expect(met(schedule, workload).has("wide-partial-sums")).toBe(true);
  });
});
