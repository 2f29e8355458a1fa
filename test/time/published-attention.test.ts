import { expect, test } from "vitest";
import { attentionWorkload } from "../../src/computation/attention.js";
import { gapReport } from "../../src/gap/gap.js";
import { gpuNamed } from "../../src/machines/registry.js";
import { planOne } from "../../src/plan/plan-one.js";
import { replayPlanned } from "../../src/plan/planned.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";

/** Estimated over published speed of `batch` sequences. */
function overPublished(
  [gpu, schedule]: readonly [string, string],
  sizes: { readonly batch: number; readonly heads: number; readonly queries: number; readonly dim: number },
  causal: boolean,
  teraflops: number,
): number {
  const workload = attentionWorkload({ ...sizes, causal });
  const { batch, heads, queries, dim } = sizes;
  const operations = ((causal ? 2 : 4) * batch * heads * queries ** 2 * dim) / 1e12;
  const machine = gpuNamed(gpu);
  const { seconds = Number.NaN } = replayPlanned(planOne(schedule, workload, machine, {}), partitionedL2(machine));
  return operations / seconds / teraflops;
}

/**
 * TFLOP/s of FlashAttention-3 in bf16 and fp16 on an H100 SXM, 16384 tokens together and a hidden dimension of 2048 (Shah et al.,
 * arXiv:2407.08608, figure 5): head dimension, mask, tokens of a sequence, published, and the estimate over it that is known.
 */
test.each([
  [64, false, 512, 333, 0.98],
  [64, false, 16384, 497, 1.01],
  [64, true, 2048, 371, 0.89],
  [64, true, 16384, 473, 1.02],
  [128, false, 512, 467, 1.07],
  [128, false, 16384, 648, 0.99],
  [256, true, 2048, 537, 1.06],
  [256, true, 16384, 642, 1.18],
])("FlashAttention-3 at heads of %s, causal %s, %s tokens: %s TFLOP/s", (dim, causal, queries, published, known) => {
  const sizes = { batch: 16384 / queries, heads: 2048 / dim, queries, dim };
  const ratio = overPublished(["h100", "flash-attention-3"], sizes, causal, published);
  expect(Math.abs(ratio - known)).toBeLessThan(0.03);
});

/** github.com/Dao-AILab/flash-attention/pull/2280. */
test.each([
  [false, 1534.8],
  [true, 1418.1],
])("FlashAttention-4 on a B200, causal %s: %s TFLOP/s", (causal, published) => {
  const sizes = { batch: 4, heads: 16, queries: 8192, dim: 128 };
  expect(Math.abs(overPublished(["b200", "flash-attention-4"], sizes, causal, published) - 1)).toBeLessThan(0.05);
});

test("the kernel that was written for a GPU is the fastest of long attention on it", () => {
  const workload = attentionWorkload({ heads: 8, queries: 4096, dim: 128 });
  const fastest = (gpu: string): unknown => gapReport(workload, gpuNamed(gpu)).rows[0]?.schedule["id"];
  expect(["h100", "b200"].map(fastest)).toEqual(["flash-attention-3", "flash-attention-4"]);
});
