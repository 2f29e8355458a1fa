import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("the tables of docs/convolution.md are what the script prints (node scripts/conv-table.js --write)", () => {
  const root = new URL("../../", import.meta.url);
  const { status, stdout } = spawnSync(process.execPath, [fileURLToPath(new URL("scripts/conv-table.js", root))], {
    encoding: "utf8",
  });
  expect(status).toBe(0);
  expect(readFileSync(new URL("docs/convolution.md", root), "utf8")).toContain(`<!-- layers -->\n${stdout}<!-- end -->`);
  const ratios = [...stdout.matchAll(/\| (\d+\.\d+) \|$/gm)].map(([, ratio]) => Number(ratio));
  expect(ratios.length).toBe(44);
  expect(Math.min(...ratios)).toBeGreaterThanOrEqual(1);
});
