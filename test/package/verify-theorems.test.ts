import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { THEOREMS } from "../../src/bounds/catalogue.js";

const script = fileURLToPath(new URL("../../scripts/verify-theorems.js", import.meta.url));
const run = (...words: readonly string[]) => spawnSync(process.execPath, [script, ...words], { encoding: "utf8" });
const SEED = process.env["REDBLUE_SEED"] ?? "1";

test("every theorem of the catalogue has its cases, as have explicit graphs and hierarchies, and some of each hold", () => {
  const unknown = run("no-such-theorem");
  expect(unknown.status).toBe(2);
  const known = /expected one of (.*), found/.exec(unknown.stderr)?.[1]?.split(", ");
  // Forms of one theorem have cases of their own, as chain-fused:amortized.
  const theorems = new Set((known ?? []).map((name) => name.split(":")[0]));
  expect([...theorems].sort()).toEqual([...THEOREMS.map(({ id }) => id), "graph-bounds", "graph-hierarchy"].sort());
  const { status, stdout, stderr } = run("--cases", "1", "--seed", SEED);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  const printed = stdout.trim().split("\n").slice(1);
  expect(printed.map((line) => line.split(/ +/)[0]).sort()).toEqual([...(known ?? [])].sort());
});

test("several processes have the cases that one has, and what one refuses is refused", () => {
  const words = ["--cases", "3", "--seed", SEED, "gemm-segments"];
  const counted = (...jobs: readonly string[]) => {
    const { status, stdout } = run(...words, ...jobs);
    expect(status).toBe(0);
    return stdout.split("\n").map((line) => line.replace(/ +\S+$/, ""));
  };
  expect(counted("--jobs", "2")).toEqual(counted());
  const none = run("--jobs", "0");
  expect([none.status, none.stdout, none.stderr]).toEqual([2, "", "verify-theorems: --jobs: expected 1 to 256, found '0'\n"]);
});
