import { describe, expect, test } from "vitest";
import { verifyDocument } from "../../src/verify/document.js";
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
  expect(stdout).toMatch(
    /At least \S+ µs: matrix products bind \(at the nominal clock\); of what is known, since nothing is of L2 into the SMs\./,
  );
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

test("time --schedule: the estimate of a schedule beside the least time, resource by resource", () => {
  const words = ["time", ..."gemm --m 1024 --n 1024 --k 512 --gpu h200 --schedule tiled-gemm --order group:4".split(" ")];
  const { status, stdout, stderr } = redblue([...words, "--json"]);
  expect([status, stderr]).toEqual([0, ""]);
  const { estimate, seconds } = JSON.parse(stdout);
  const replayed = JSON.parse(redblue(["replay", ...words.slice(1), "--json"]).stdout);
  expect(estimate).toMatchObject({
    schedule: replayed.schedule,
    estimatedSeconds: replayed.estimatedSeconds,
    binds: replayed.binds,
  });
  const [p, q] = seconds.split("/").map(Number);
  expect(estimate.estimatedSeconds).toBeGreaterThan(p / q);
  const dram = estimate.loads.find(({ id }: { id: string }) => id === "dram-l2");
  expect(dram.amount).toBe(replayed.traffic["dram-l2"].readBytes + replayed.traffic["dram-l2"].writeBytes);
  const text = redblue(words).stdout;
  expect(text).toContain("Estimated time of tiled-gemm group:4, tile 128x128x64");
  for (const resource of ["DRAM to chip", "L2 into the SMs", "matrix products"])
    expect(text).toMatch(new RegExp(`^${resource} .* \\d+ %  +[\\d.]+ .s$`, "m"));
});

test("time --schedule: its document verifies, the estimate as a claim that is not checked", () => {
  const words = "time gemm --m 512 --n 512 --k 256 --gpu a40 --schedule tiled-gemm --json".split(" ");
  const document = JSON.parse(redblue(words).stdout);
  expect(verifyDocument(document)).toMatchObject({ valid: true, notChecked: ["the estimated time of the schedule"] });
});

describe("bad input is exit 2 and one line", () => {
  test.each([
    [["time", ...GEMM], /--gpu: .*nothing/],
    [["time", ...GEMM, "--gpu", "h200", "--pj", "l1=3"], /--pj: .*'l1=3'/],
    [["time", ...GEMM, "--gpu", "h200", "--pj", "dram-l2=-3"], /--pj: .*'dram-l2=-3'/],
    [["time", ...GEMM, "--fast-words", "9"], /--fast-words/],
    [["time", ...GEMM, "--gpu", "h200", "--tile", "64x64x64"], /--tile: expected --schedule ID/],
    [["time", ...GEMM, "--gpu", "h200", "--schedule", "tiled-gem"], /--schedule: .*did you mean tiled-gemm/],
    [
      ["time", "ffn", "--tokens", "64", "--model", "64", "--hidden", "64", "--gated", "--gpu", "h200", "--schedule", "dual-gemm"],
      /whole ffn/,
    ],
  ])("%j", (words, line) => {
    const { status, stdout, stderr } = redblue(words);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toMatch(line);
  });
});
