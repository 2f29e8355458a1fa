import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("the table of docs/published.md is what the script prints, each schedule below what it refutes (node scripts/published.js --write)", () => {
  const root = new URL("../../", import.meta.url);
  const { status, stdout } = spawnSync(process.execPath, [fileURLToPath(new URL("scripts/published.js", root))], {
    encoding: "utf8",
  });
  expect(status).toBe(0);
  expect(readFileSync(new URL("docs/published.md", root), "utf8")).toContain(`<!-- table -->\n${stdout}<!-- end -->`);
  const shares = [...stdout.matchAll(/ at (\d\.\d+) of it /g)].map(([, share]) => Number(share));
  expect(shares.length).toBe(8);
  for (const share of shares) expect(share).toBeLessThan(1);
});
