import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const code = `import { apiPage, exportedNames } from "./scripts/api-docs.js";
const names = exportedNames();
process.stdout.write(JSON.stringify({ names, page: apiPage(names) }));`;
const output = execFileSync(process.execPath, ["--input-type=module", "-e", code], {
  cwd: fileURLToPath(root),
  encoding: "utf8",
  maxBuffer: 1 << 26,
});
const { names, page }: { names: readonly { name: string; doc: string }[]; page: string } = JSON.parse(output);

test("everything that the package exports has a docstring that says more than what it throws", () => {
  expect(names.length).toBeGreaterThan(300);
  expect(names.filter(({ doc }) => doc === "").map(({ name }) => name)).toEqual([]);
});

test("docs/api.md is what the docstrings say (node scripts/update-docs.js rewrites it)", () => {
  expect(readFileSync(new URL("docs/api.md", root), "utf8")).toBe(page);
});
