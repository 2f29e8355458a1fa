import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { redblue } from "./run.js";

const root = new URL("../../", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), "utf8");
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...["docs", "proofs"].flatMap((folder) =>
    readdirSync(new URL(folder, root))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];

test("what the pages show the tool printing is what it prints (node scripts/update-docs.js rewrites it)", () => {
  let blocks = 0;
  for (const page of pages) {
    for (const [, words, shown] of read(page).matchAll(/```text\n\$ npx redblue ([^\n]*)\n([\s\S]*?)\n```/g)) {
      const { status, stdout } = redblue((words ?? "").split(" "), fileURLToPath(root));
      expect(status, words).toBe(0);
      expect(stdout.trimEnd(), `${page}: ${words}`).toBe(shown);
      blocks++;
    }
  }
  expect(blocks).toBeGreaterThan(0);
});

test("every link between pages resolves", () => {
  let links = 0;
  for (const page of pages) {
    for (const [, target] of read(page).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)) {
      expect(existsSync(new URL(target ?? "", new URL(page, root))), `${page}: ${target}`).toBe(true);
      links++;
    }
  }
  expect(links).toBeGreaterThan(10);
});

test("every proof that a bound names exists", () => {
  for (const theorem of JSON.parse(redblue(["bounds", "--json"]).stdout).bounds) {
    expect(existsSync(new URL(theorem.proof, root)), theorem.proof).toBe(true);
  }
});
