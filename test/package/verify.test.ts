import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

test("npm run verify runs the tests that are named, with the number of cases and the seed", () => {
  const words = ["scripts/verify.js", "--cases", "7", "--seed", "3", "test/text/nearest-name.test.ts"];
  const { status, stdout } = spawnSync(process.execPath, words, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  expect(stdout).toContain("property tests with 7 cases each, seed 3");
  expect(stdout).toMatch(/Test Files +1 passed/);
  expect(status).toBe(0);
});

test("a number of cases that is none is refused", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/verify.js", "--cases", "many"], {
    cwd: root,
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([2, "verify: --cases: expected a whole number, found 'many'\n"]);
});
