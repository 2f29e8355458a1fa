import { describe, expect, test } from "vitest";
import { redblue } from "./run.js";

const GEMM = "gemm --m 8192 --n 8192 --k 4096".split(" ");

test("time: one document with exact terms; the longest binds", () => {
  const { status, stdout, stderr } = redblue(["time", ...GEMM, "--gpu", "h200", "--json"]);
  expect([status, stderr]).toEqual([0, ""]);
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({ schema: "redblue.time/2", binds: "matrix", nanoseconds: 513_535 });
  expect(document.terms.map((term: { id: string }) => term.id)).toEqual(["dram-l2", "l2-sm", "matrix"]);
  expect(document.seconds).toMatch(/^\d+\/\d+$/);
  expect(document.energy.estimate).toBe(true);
});

test("time: the table names what binds, what is skipped, and calls the energy an estimate", () => {
  const { stdout } = redblue(["time", ...GEMM, "--gpu", "b200", "--pj", "operation=0.5"]);
  expect(stdout).toMatch(/At least \S+ µs: matrix products bind \(at the nominal clock\)\./);
  expect(stdout).toContain("skipped: L2 into the SMs: the width of the SMs' port to the L2 is not known for this GPU");
  expect(stdout).toContain("an estimate");
  expect(stdout).toContain("energy, operation: given");
});

test("time: beside every time that rests on a nominal clock stands the word", () => {
  const { stdout } = redblue(["time", ...GEMM, "--gpu", "h100-pcie"]);
  expect(stdout).toMatch(/^At least \S+ µs: matrix products bind \(at the nominal clock\)\.$/m);
  expect(stdout).toMatch(/^L2 into the SMs .* \(at the nominal clock\)/m);
  expect(stdout).toMatch(/^DRAM to chip (?!.*nominal)/m);
  expect(redblue(["time", ...GEMM, "--gpu", "h100"]).stdout).not.toContain("nominal");
});

describe("bad input is exit 2 and one line", () => {
  test.each([
    [["time", ...GEMM], /--gpu: .*nothing/],
    [["time", ...GEMM, "--gpu", "tpu-v1"], /--gpu: .*tpu-v1/],
    [["time", ...GEMM, "--gpu", "h200", "--pj", "l1=3"], /--pj: .*'l1=3'/],
    [["time", ...GEMM, "--gpu", "h200", "--pj", "dram-l2=-3"], /--pj: .*'dram-l2=-3'/],
    [["time", ...GEMM, "--fast-words", "9"], /--fast-words/],
  ])("%j", (words, line) => {
    const { status, stdout, stderr } = redblue(words);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toMatch(line);
  });
});
