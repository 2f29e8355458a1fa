import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);

test("the picture of the two interfaces has the figures of the H100 (node scripts/interfaces-figure.js --write)", () => {
  const { status, stdout } = spawnSync(process.execPath, [fileURLToPath(new URL("scripts/interfaces-figure.js", root))], {
    encoding: "utf8",
  });
  expect(status).toBe(0);
  expect(readFileSync(new URL("docs/figures/interfaces.svg", root), "utf8")).toBe(stdout);
});
