import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { redblue } from "./run.js";

const root = new URL("../../", import.meta.url);

test("the tables of docs/symbolic.md are what the script prints (node scripts/symbolic.js --write)", () => {
  const { status, stdout } = spawnSync(process.execPath, [fileURLToPath(new URL("scripts/symbolic.js", root))], {
    encoding: "utf8",
  });
  expect(status).toBe(0);
  expect(readFileSync(new URL("docs/symbolic.md", root), "utf8")).toContain(`<!-- table -->\n${stdout}<!-- end -->`);
});

describe("bound --symbolic", () => {
  test("needs no extents", () => {
    const { status, stdout } = redblue(["bound", "gemm", "--symbolic"]);
    expect(status).toBe(0);
    expect(stdout).toContain("2·b·m·n·k/√S − 2·S");
    expect(stdout).not.toContain("The largest bound");
  });

  test("takes a chain of three products by its widths", () => {
    const words = ["bound", "chain", "--m", "64", "--widths", "64,64,64,64", "--fast-words", "64", "--symbolic", "--json"];
    const { workload, bounds, largest } = JSON.parse(redblue(words).stdout);
    expect(workload).toBe("multilayer-chain");
    expect(bounds[1]).toMatchObject({ theorem: "multilayer-stages", holds: true, value: 188288 });
    expect(largest.value).toBeGreaterThan(188288);
  });

  test.each([
    [["gemm", "--gpu", "h100"], "--gpu: expected --fast-words, or nothing, beside --symbolic"],
    [["gemm", "--fast-words", "64"], "--m: expected a whole number"],
    [["einsum", "C[i"], "einsum, column 4"],
    [["mla"], "values-in-keys: expected values in words of their own"],
    [["attention", "--values-in-keys"], "values-in-keys: expected values in words of their own"],
  ])("refuses %s", (words, line) => {
    const { status, stderr } = redblue(["bound", ...words, "--symbolic"]);
    expect(status).toBe(2);
    expect(stderr).toContain(line);
  });
});
