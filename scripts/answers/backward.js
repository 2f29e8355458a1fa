/** Attention's backward pass: probabilities made again against probabilities kept, and one pass with adds against two. */
import {
  attentionBackwardWorkload,
  attentionWorkload,
  bestBounds,
  chartSvg,
  gpuNamed,
  partitionedL2,
  planReplays,
  proveBounds,
  replayPlanned,
  timeBound,
  toApproximateNumber,
  totalTraffic,
} from "../../build/index.js";
import { bytesLabel, gigabytes, table } from "./common.js";

const HEADS = { heads: 32, kvHeads: 8, dim: 128, causal: true };
const GPUS = ["a100", "h100", "h200"];
const LENGTHS = [2048, 8192, 32_768];
const milliseconds = (seconds) => (1e3 * seconds).toFixed(2);
const least = (workload, gpu) => toApproximateNumber(timeBound(workload, gpu).binding.seconds);
const gradients = (length) => attentionBackwardWorkload({ ...HEADS, queries: length });
/** Pairs of a query and a key that it sees, of all heads. */
const pairsOf = (length) => (HEADS.heads * length * (length + 1)) / 2;

function kept(id, length) {
  const gpu = gpuNamed(id);
  const pairs = pairsOf(length);
  // One of five products as large, and the tensor cores bind.
  const again = least(gradients(length), gpu) / 5;
  // bf16 words that the forward pass stores and the backward pass loads.
  const moved = (4 * pairs) / gpu.dramBytesPerSecond;
  const statistics = 4 * HEADS.heads * length;
  return { memory: 2 * pairs, statistics, again, moved };
}

function kernels(length) {
  const gpu = gpuNamed("h100");
  const workload = gradients(length);
  const bounds = bestBounds(proveBounds(workload, gpu));
  const rows = ["flash-attention-2-backward", "flash-attention-3-backward", "attention-backward-two-passes"].map((schedule) => {
    const [plan] = planReplays(workload, gpu, { schedule });
    const { seconds, total } = replayPlanned(plan, partitionedL2(gpu));
    const [dram, sms] = ["dram-l2", "l2-sm"].map((one) => totalTraffic(total.get(one)));
    return [length, schedule, milliseconds(seconds), gigabytes(dram), gigabytes(sms)];
  });
  const proven = ["dram-l2", "l2-sm"].map((one) => gigabytes(bounds.get(one).value));
  return [...rows, [length, "any kernel, at least", milliseconds(least(workload, gpu)), ...proven]];
}

export const backward = {
  page: "recomputation-in-attentions-backward-pass",
  tables: {
    kept: () =>
      table(
        ["GPU", "keys", "P kept, a layer", "L kept in its place", "ms to make P again", "ms to store and load P", "ratio"],
        GPUS.flatMap((id) =>
          LENGTHS.map((length) => {
            const { memory, statistics, again, moved } = kept(id, length);
            const times = [again, moved].map(milliseconds);
            return [id, length, bytesLabel(memory), bytesLabel(statistics), ...times, (moved / again).toFixed(1)];
          }),
        ),
      ),
    passes: () =>
      table(
        ["GPU", "keys", "forward, ms at least", "backward, ms at least", "of which Q·Kᵀ again"],
        GPUS.flatMap((id) =>
          LENGTHS.map((length) => {
            const gpu = gpuNamed(id);
            const forward = least(attentionWorkload({ ...HEADS, queries: length }), gpu);
            const back = least(gradients(length), gpu);
            return [id, length, milliseconds(forward), milliseconds(back), milliseconds(kept(id, length).again)];
          }),
        ),
      ),
    kernels: () => table(["keys", "kernel", "ms", "GB of DRAM", "GB at the SMs"], [2048, 8192].flatMap(kernels)),
  },
  figures: {
    "kept-probabilities": () => {
      const lengths = Array.from({ length: 5 }, (_, i) => 2048 * 2 ** i);
      const curve = (label, kind, of) => ({
        label,
        kind,
        points: lengths.map((length) => [length, 1e3 * of(kept("h100", length))]),
      });
      return chartSvg({
        title: "Probabilities made again, or kept",
        subtitle: "backward pass of causal attention, 32 heads on 8, dim 128, bf16, NVIDIA H100: least times",
        x: { label: "keys", base: 2, format: String },
        y: { label: "milliseconds", base: 10, format: (value) => `${value} ms` },
        curves: [
          curve("make P again", "schedule", ({ again }) => again),
          curve("store and load P", "schedule", ({ moved }) => moved),
        ],
        marks: [],
      });
    },
  },
};
