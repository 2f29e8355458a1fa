import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatRational, toApproximateNumber } from "../../src/exact/rational.js";
import { A100, A100_40GB } from "../../src/machines/known/a100.js";
import { tileStep } from "../../src/time/tile-step.js";

const page = readFileSync(new URL("../../docs/time.md", import.meta.url), "utf8");
const TILE = { bm: 256, bn: 128, bk: 16 };
const cycles = (gpu: typeof A100, bytesPerSecond: number): number => {
  const step = tileStep(TILE, "bf16", gpu);
  return step === undefined ? Number.NaN : toApproximateNumber(step.cyclesAt(bytesPerSecond));
};

test("the parts of the note that are right follow from the library's figures", () => {
  const step = tileStep(TILE, "bf16", A100_40GB);
  expect(step?.operations).toBe(1_048_576n);
  expect(step?.bytes).toBe(12_288n);
  expect(step && formatRational(step.computeCycles)).toBe("512");
  // 128 multiplications of 16×16×16, 16 cycles each, on 4 tensor cores.
  expect(((256 / 16) * (128 / 16) * (16 / 16) * 16) / 4).toBe(512);
});

test("the note's 459 and 1786 follow from its own figures", () => {
  const l2Share = 5120 / 108;
  expect(l2Share.toFixed(2)).toBe("47.41");
  expect((12_288 / l2Share).toFixed(1)).toBe("259.2");
  expect(Math.floor(200 + 12_288 / l2Share)).toBe(459);
  expect((12_288 / 11.84).toFixed(1)).toBe("1037.8");
  expect(459 + 290 + Math.floor(12_288 / 11.84)).toBe(1786);
});

test("what the page puts in their place is what the library computes", () => {
  const shown = {
    "346.5": cycles(A100_40GB, A100_40GB.l2BytesPerSecond ?? 0),
    "1203.4": cycles(A100_40GB, A100_40GB.dramBytesPerSecond),
    "917.7": cycles(A100, A100.dramBytesPerSecond),
    "2.35": cycles(A100_40GB, A100_40GB.dramBytesPerSecond) / 512,
    "35.5": 12_288 / cycles(A100_40GB, A100_40GB.l2BytesPerSecond ?? 0),
    "10.21": 12_288 / cycles(A100_40GB, A100_40GB.dramBytesPerSecond),
    "13.39": 12_288 / cycles(A100, A100.dramBytesPerSecond),
  };
  for (const [text, value] of Object.entries(shown)) {
    expect(value.toFixed(text.split(".")[1]?.length), text).toBe(text);
    expect(page).toContain(text);
  }
  const { l2Near: near = 0, l2Far: far = 0, dram = 0 } = A100.latencyCycles;
  expect([near, far, dram]).toEqual([205, 401.5, 532]);
  expect([A100_40GB.latencyCycles.l2Near, A100_40GB.latencyCycles.l2Far, A100_40GB.latencyCycles.dram]).toEqual([213, 426, 570]);
});

test("a wave of 9 × 12 tiles shares its panels: 122,880 bytes a step for 108 blocks", () => {
  const bytes = (9 * 256 + 12 * 128) * 16 * 2;
  expect(bytes).toBe(122_880);
  const share = (bytes / 108 / 12_288) * cycles(A100_40GB, A100_40GB.dramBytesPerSecond);
  expect(share.toFixed(1)).toBe("111.4");
  expect(page).toContain("111.4 cycles");
});

test("a GPU without a clock, or without a rate for the type, has no step", () => {
  const { clockHz, ...clockless } = A100;
  expect(clockHz).toBe(1.41e9);
  expect(tileStep(TILE, "bf16", clockless)).toBeUndefined();
  expect(tileStep(TILE, "fp8", A100)).toBeUndefined();
});
