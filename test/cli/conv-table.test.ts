import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("docs/convolution.md", root), "utf8");
const table = /<!-- layers -->\n([\s\S]*?)<!-- end -->/.exec(page)?.[1] ?? "";

function printed(...options: readonly string[]): string {
  const words = [fileURLToPath(new URL("scripts/conv-table.js", root)), ...options];
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: "utf8" });
  expect(status).toBe(0);
  return stdout;
}

test("the tables of docs/convolution.md are what the script prints (node scripts/conv-table.js --write)", () => {
  if (process.env["REDBLUE_SLOW"] !== undefined) expect(table).toBe(printed());
  const rows = printed("--every", "7").trimEnd().split("\n");
  expect(rows).toHaveLength(7);
  for (const row of rows) expect(table.split("\n")).toContain(row);
});

test("no schedule of docs/convolution.md moves less than its bound", () => {
  const ratios = [...table.matchAll(/\| (\d+\.\d+) \|$/gm)].map(([, ratio]) => Number(ratio));
  expect(ratios.length).toBe(44);
  expect(Math.min(...ratios)).toBeGreaterThanOrEqual(1);
});
