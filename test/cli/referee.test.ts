import { describe, expect, test } from "vitest";
import { redblue } from "./run.js";

describe("replay --referee confirms every kernel schedule over both interfaces", () => {
  test.each([
    ["gemm --m 12 --n 8 --k 6 --tile 4x4x2 --order morton", /within 96 bytes on 6 processor/],
    ["chain --m 8 --k 4 --l 8 --n 4 --tile 4x4x2 --cache fifo --l2-bytes 256", /at exactly the replayed/],
    ["chain --m 8 --k 4 --l 8 --n 4 --tile 4x4x2 --schedule chain-bands --band 1", /at exactly the replayed/],
    ["chain --m 8 --k 4 --l 8 --n 4 --tile 4x4x2 --band 1 --serpentine", /at exactly the replayed/],
    ["chain --m 8 --k 4 --l 8 --n 4 --tile 4x4x2 --schedule chain-fused-smem", /on 2 processor/],
    ["chain --m 8 --k 4 --l 8 --n 4 --tile 4x2x2 --schedule chain-recompute", /on 4 processor/],
    [
      "ffn --tokens 8 --model 4 --hidden 8 --gated --tile 4x4x2 --schedule dual-gemm --order col",
      /within 176 bytes on 4 processor/,
    ],
    ["ffn --tokens 8 --model 4 --hidden 8 --tile 4x4x2", /at exactly the replayed/],
    ["ffn --tokens 8 --model 4 --hidden 8 --gated --tile 4x4x2 --schedule ffn-fused", /on 2 processor/],
    ["attention --heads 2 --queries 8 --dim 4 --tile 4x4 --schedule flash-attention-1 --causal", /at exactly the replayed/],
    [
      "attention --heads 4 --kv-heads 2 --queries 1 --keys 32 --dim 4 --tile 4x4 --schedule flash-decoding --splits 3",
      /replayed/,
    ],
    ["attention --heads 2 --queries 8 --dim 4 --tile 4x4 --schedule attention-unfused", /at exactly the replayed/],
    ["attention --heads 2 --queries 16 --dim 8 --tile 8x4 --l2-bytes 1024 --causal", /at exactly the replayed/],
    ["attention --heads 1 --queries 8 --keys 4 --dim 4 --tile 4x2 --causal", /at exactly the replayed/],
    ["attention --heads 1 --queries 8 --dim 4 --tile 4x2 --causal --schedule attention-unfused", /at exactly the replayed/],
    [
      "attention --heads 1 --queries 8 --dim 4 --tile 4x2 --causal --schedule attention-partial-softmax",
      /at exactly the replayed/,
    ],
    [
      "attention --heads 1 --queries 8 --dim 4 --tile 4x2 --causal --schedule flash-decoding --splits 2",
      /at exactly the replayed/,
    ],
    ["gemm --m 12 --n 8 --k 9 --tile 4x4x2 --schedule split-k --splits 3", /on 18 processor/],
    ["gemm --m 12 --n 8 --k 9 --tile 4x4x2 --schedule split-k --splits 3 --reduction parallel", /on 24 processor/],
    ["gemm --m 12 --n 8 --k 9 --tile 4x4x2 --schedule split-k --splits 3 --reduction atomic", /and the adders of the L2/],
    ["gemm --m 10 --n 7 --k 9 --tile 4x4x2 --schedule stream-k", /at exactly the replayed/],
    ["conv --in-channels 3 --out-channels 4 --height 5 --kernel 3x3 --padding 1 --tile 4x4x2", /at exactly the replayed/],
  ])("%s", (words, line) => {
    const { status, stdout, stderr } = redblue(`replay ${words} --gpu h200 --referee`.split(" "));
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout.trimEnd().split("\n")).toHaveLength(2);
    expect(stdout).toMatch(/^dram-l2: \d+ moves are legal .* bytes\nl2-sm: \d+ moves are legal .* bytes\n$/);
    expect(stdout).toMatch(line);
  });

  test("clusters, what enters them and what their CTAs get", () => {
    const { status, stdout } = redblue(
      "replay gemm --m 12 --n 8 --k 6 --tile 4x4x2 --cluster 2x1 --gpu h200 --referee".split(" "),
    );
    expect(status).toBe(0);
    const interfaceIds = stdout
      .trimEnd()
      .split("\n")
      .map((line) => [line.split(":")[0], /exactly the replayed (\d+) bytes/.exec(line)?.[1]]);
    // A once, in halves of a cluster's columns; B for each CTA, but only once for two of them; C. All words of two bytes.
    expect(interfaceIds).toEqual([
      ["dram-l2", String(2 * (12 * 6 + 6 * 8 + 12 * 8))],
      ["l2-cluster", String(2 * (2 * 12 * 6 + 2 * 6 * 8 + 12 * 8))],
      ["l2-sm", String(2 * (2 * 12 * 6 + 3 * 6 * 8 + 12 * 8))],
    ]);
  });

  test.each([
    ["gemm --m 4 --n 4 --k 4 --cache partitioned", /--cache: expected lru or fifo for the referee.*found partitioned/],
    ["gemm --m 4 --n 4 --k 4 --cache opt", /--cache: expected lru or fifo for the referee.*found opt/],
    ["gemm --m 4096 --n 4096 --k 64", /at most 6000000 vertices/],
    ["ffn --tokens 8 --model 4 --hidden 8 --schedule dual-gemm", /--gated: expected a gated block/],
  ])("%s is refused", (words, line) => {
    const { status, stdout, stderr } = redblue(`replay ${words} --gpu h200 --referee`.split(" "));
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toMatch(line);
  });
});

test("a replay of the dual product says what it computes", () => {
  const { stdout } = redblue(
    "replay ffn --tokens 256 --model 64 --hidden 256 --gated --gpu h200 --schedule dual-gemm --json".split(" "),
  );
  expect(JSON.parse(stdout)).toMatchObject({ schedule: { id: "dual-gemm", computes: "H = silu(X·Wg) ⊙ (X·Wu)" } });
});
