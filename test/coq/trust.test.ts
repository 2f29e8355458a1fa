import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { THEOREMS } from "../../src/bounds/catalogue.js";
import { coqFiles, PROOFS } from "./coq.js";

const sources = coqFiles().map((name) => readFileSync(join(PROOFS, name), "utf8"));
const readme = readFileSync(join(PROOFS, "README.md"), "utf8");

test("every file of the development is compiled", () => {
  expect(readdirSync(PROOFS).filter((name) => name.endsWith(".v"))).toEqual([...coqFiles()].sort());
});

test("nothing is assumed or left open in the development", () => {
  const open = /^\s*(Axioms?|Parameters?|Conjecture|Admitted|admit|Unset Guard Checking|Unset Positivity Checking)\b/m;
  for (const source of sources) expect(source).not.toMatch(open);
});

/** Theorems with their forms that are machine-checked, as rows name them. */
const rows = THEOREMS.flatMap(({ id, status, forms }) => {
  const own =
    forms === undefined ? [["", status] as const] : Object.entries(forms).map(([f, o]) => [f, o.status ?? status] as const);
  return own.flatMap(([form, checked]) => (checked === "machine-checked" ? [[id, form] as const] : []));
});

/** What a row says of machines, by what its theorem claims. */
const MACHINES: Readonly<Record<string, RegExp>> = {
  parts_at_least: / every machine; its claim about loads needs `no_slow_adds` \|$/,
  moved_without_adders: / machines on which only fast memories add \(`no_slow_adds`\) \|$/,
  "every machine": / every machine \|$/,
};

test.each(rows)("%s, form %s, called machine-checked, has a sound checker and a row", (id, form) => {
  const row = readme.split("\n").find((line) => line.startsWith(`| \`${id}\`${form === "" ? "" : `, ${form}`} |`));
  const [, name] = /`check_(\w+)`/.exec(row ?? "") ?? expect.fail(`no row of ${id}, form ${form}`);
  for (const wanted of [`Theorem ${name}`, `Definition check_${name}`, `Theorem check_${name}_sound`]) {
    expect(
      sources.filter((source) => new RegExp(`^${wanted}\\b`, "m").test(source)),
      wanted,
    ).toHaveLength(1);
  }
  expect(row).toContain(`\`check_${name}_sound\``);
  // The machine: a claim about loads alone asks that slow memory never adds.
  const sound = sources.join("\n").match(new RegExp(`Theorem check_${name}_sound\\b[\\s\\S]*?Proof\\.`))?.[0];
  const machines = ["parts_at_least", "moved_without_adders"].find((claim) => sound?.includes(claim)) ?? "every machine";
  expect(row).toMatch(MACHINES[machines] as RegExp);
});
