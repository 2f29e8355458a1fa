import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { redblue } from "./run.js";

const json = (words: string): Record<string, unknown> => JSON.parse(redblue([...words.split(" "), "--json"]).stdout);
const rowsOf = (words: string) => json(words)["rows"] as readonly { schedule: { id: string }; interface: string; gap: number }[];

describe("gap sets every kernel that fits beside the bounds", () => {
  test.each([
    ["softmax --rows 64 --columns 512 --gpu a100", ["row-one-pass", "row-two-passes", "row-three-passes", "row-two-kernels"]],
    ["softmax --rows 4 --columns 200000 --gpu a100", ["row-two-passes", "row-three-passes", "row-two-kernels"]],
    ["rmsnorm --rows 64 --columns 512 --gpu a100", ["row-one-pass", "row-two-passes", "row-two-kernels"]],
    ["elementwise --rows 64 --columns 512 --gpu h200", ["elementwise-fused", "elementwise-separate"]],
    ["elementwise --rows 64 --columns 512 --inputs 1 --gpu h200", ["elementwise-fused"]],
    ["rotary --rows 64 --heads 4 --dim 64 --gpu h200", ["rotary-rows", "rotary-heads"]],
    ["gla --tokens 256 --state 32 --dim 64 --gpu h200", ["scan-recurrent", "scan-chunks-fused", "scan-chunks", "scan-ssd"]],
    ["mamba --tokens 64 --state 16 --dim 256 --gpu h200", ["scan-recurrent"]],
    [
      "norm-gemm --m 256 --n 256 --k 256 --head-dim 64 --gpu h200 --order row",
      ["norm-gemm-fused", "norm-gemm-statistics", "norm-gemm-prologue", "norm-gemm-separate", "norm-gemm-strip"],
    ],
  ])("%s", (words, ids) => {
    const rows = rowsOf(`gap ${words} --cache lru`);
    expect([...new Set(rows.map(({ schedule }) => schedule.id))].sort()).toEqual([...ids].sort());
    for (const row of rows) expect(row.gap).toBeGreaterThanOrEqual(1);
  });
});

test("what is printed is what the tool's own checker accepts: bounds, a curve, a pebbling", () => {
  for (const words of [
    "bound layernorm --rows 7 --columns 900 --fast-words 100 --json",
    "curve norm-gemm --m 256 --n 256 --k 128 --gpu a100 --order row --per-doubling 1 --json",
    "bound scan --tokens 90 --state 40 --dim 30 --initial-state --final-state --fast-words 100 --json",
    "gap scan --tokens 128 --heads 2 --groups 1 --state 16 --dim 32 --gpu h200 --json",
    "time mamba --tokens 64 --state 16 --dim 256 --gpu h200 --json",
    "pebble scan --tokens 2 --state 2 --dim 1 --final-state --fast 6 --moves --json",
    "pebble softmax --rows 1 --columns 3 --softmax-block 2 --fast 5 --moves --json",
    "pebble norm-gemm --m 1 --n 2 --k 2 --head-dim 2 --fast 6 --moves --json",
  ]) {
    const document = redblue(words.split(" "));
    expect(document.status, document.stderr).toBe(0);
    const folder = mkdtempSync(join(tmpdir(), "redblue-rows-"));
    try {
      writeFileSync(join(folder, "document.json"), document.stdout);
      expect(redblue(["verify", "document.json"], folder), words).toMatchObject({ status: 0 });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
});

test.each([
  ["replay softmax --rows 8 --gpu h200", /columns: .*found nothing/],
  ["replay softmax --rows 8 --columns 0 --gpu h200", /columns: .*found '?0/],
  ["replay softmax --rows 8 --columns 500000 --gpu h200 --schedule row-one-pass", /columns: expected at most 116224/],
  ["replay rmsnorm --rows 8 --columns 64 --gpu h200 --schedule row-three-passes", /schedule: .*one statistic/],
  ["replay softmax --rows 8 --columns 64 --gpu h200 --schedule row-one-pas", /did you mean row-one-pass/i],
  ["replay softmax --rows 8 --columns 64 --gpu h200 --order row", /order: .*softmax/],
  ["replay rotary --rows 8 --dim 63 --gpu h200", /dim: expected an even number/],
  ["bound elementwise --rows 8 --columns 64 --inputs 65 --gpu h200", /inputs: expected at most 64/],
  ["replay norm-gemm --m 8 --n 100 --k 8 --head-dim 64 --gpu h200", /head-dim: expected a divisor of the 100 columns/],
  ["gap elementwise --rows 8 --columns 64 --fast-words 100", /two-level memory model/],
  ["gap layernorm --rows 8 --columns 64 --fast-words 4", /fast-words: expected at least 5 words/],
])("%s is one line and status 2", (words, message) => {
  const { status, stdout, stderr } = redblue(words.split(" "));
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});
