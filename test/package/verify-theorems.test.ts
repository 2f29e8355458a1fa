import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { THEOREMS } from "../../src/bounds/catalogue.js";

const script = fileURLToPath(new URL("../../scripts/verify-theorems.js", import.meta.url));
const run = (...words: readonly string[]) => spawnSync(process.execPath, [script, ...words], { encoding: "utf8" });

test("every theorem about computations has its cases, and some of each hold", () => {
  const unknown = run("no-such-theorem");
  expect(unknown.status).toBe(2);
  const plans = ["fusion-plan", "fusion-plan-dram"];
  for (const { id } of THEOREMS) if (!plans.includes(id)) expect(unknown.stderr).toContain(`${id},`);
  const { status, stdout, stderr } = run("--cases", "8", "--seed", String(1 + Math.floor(Math.random() * 1e6)));
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(
    stdout
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(/ +/)[0]),
  ).toContain("graph-bounds");
});
