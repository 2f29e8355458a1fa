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
  ])("%s", (words, line) => {
    const { status, stdout, stderr } = redblue(`replay ${words} --gpu h200 --referee`.split(" "));
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout.trimEnd().split("\n")).toHaveLength(2);
    expect(stdout).toMatch(/^dram-l2: \d+ moves are legal .* bytes\nl2-sm: \d+ moves are legal .* bytes\n$/);
    expect(stdout).toMatch(line);
  });

  test.each([
    ["gemm --m 4 --n 4 --k 4 --cache partitioned", /--cache: expected lru or fifo for the referee.*found partitioned/],
    ["gemm --m 4 --n 4 --k 4 --cache opt", /--cache: expected lru or fifo for the referee.*found opt/],
    ["attention --heads 1 --queries 8 --keys 4 --dim 4 --causal", /causal: expected no more queries than keys/],
    ["gemm --m 4096 --n 4096 --k 64", /at most 6000000 vertices/],
    ["ffn --tokens 8 --model 4 --hidden 8 --schedule dual-gemm", /--gated: expected a gated block/],
    ["attention --heads 1 --queries 8 --dim 4 --causal --schedule attention-unfused", /--causal: expected no mask/],
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
