import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { THEOREMS } from "../../src/bounds/catalogue.js";
import { coqFiles, PROOFS } from "./coq.js";

const sources = coqFiles().map((name) => readFileSync(join(PROOFS, name), "utf8"));
const readme = readFileSync(join(PROOFS, "README.md"), "utf8");
const checked = THEOREMS.filter(({ trust }) => trust === "machine-checked");

test("every file of the development is compiled", () => {
  expect(readdirSync(PROOFS).filter((name) => name.endsWith(".v"))).toEqual([...coqFiles()].sort());
});

test("nothing is assumed or left open in the development", () => {
  const open = /^\s*(Axioms?|Parameters?|Conjecture|Admitted|admit|Unset Guard Checking|Unset Positivity Checking)\b/m;
  for (const source of sources) expect(source).not.toMatch(open);
});

test.each(checked.map(({ id }) => id))("%s, called machine-checked, has a sound checker in each of its rows", (id) => {
  const rows = readme.split("\n").filter((line) => line.startsWith(`| \`${id}\``));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const [, name] = /`check_(\w+)`/.exec(row) ?? expect.fail(row);
    expect(row).toContain(`\`${name}\``);
    expect(row).toContain(`\`check_${name}_sound\``);
    for (const wanted of [`Theorem ${name}`, `Definition check_${name}`, `Theorem check_${name}_sound`]) {
      expect(
        sources.filter((source) => new RegExp(`^${wanted}\\b`, "m").test(source)),
        wanted,
      ).toHaveLength(1);
    }
    // The machine: a claim about loads alone asks that slow memory never adds.
    const sound = sources.join("\n").match(new RegExp(`Theorem check_${name}_sound\\b[\\s\\S]*?Proof\\.`))?.[0];
    expect(row).toMatch(
      sound?.includes("parts_at_least") ? / every machine; its claim about loads needs `no_slow_adds` \|$/ : / every machine \|$/,
    );
  }
});
