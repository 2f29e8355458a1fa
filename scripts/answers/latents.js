/** Decoding with latent attention, beside grouped queries of as many heads. */
import {
  attentionWorkload,
  bestBounds,
  chartSvg,
  gpuNamed,
  proveBounds,
  timeBound,
  toApproximateNumber,
} from "../../build/index.js";
import { table } from "./common.js";

const GPU = gpuNamed("h200");
const [BATCH, KEYS] = [64, 8192];
const CACHES = [
  ["latent attention, absorbed", 576, { kvHeads: 1, dim: 576, valueDim: 512, valuesInKeys: true }],
  ["1 key-value head", 256, { kvHeads: 1, dim: 128 }],
  ["4 key-value heads", 1024, { kvHeads: 4, dim: 128 }],
  ["8 key-value heads", 2048, { kvHeads: 8, dim: 128 }],
  ["128 key-value heads", 32_768, { kvHeads: 128, dim: 128 }],
];
const decode = (shape, batch, keys) => attentionWorkload({ batch, heads: 128, queries: 1, keys, ...shape });
const microseconds = (workload) => 1e6 * toApproximateNumber(timeBound(workload, GPU).binding.seconds);
const dramBytes = (workload) => bestBounds(proveBounds(workload, GPU)).get("dram-l2").value;

export const latents = {
  page: "latent-attention-in-decoding",
  tables: {
    latents: () =>
      table(
        ["cache", "words a token", "MB at the DRAM, at least", "µs, at least", "what binds"],
        CACHES.map(([name, words, shape]) => {
          const workload = decode(shape, BATCH, KEYS);
          const { binding } = timeBound(workload, GPU);
          const megabytes = (Number(dramBytes(workload)) / 1e6).toFixed(0);
          return [name, String(words), megabytes, microseconds(workload).toFixed(0), binding.id];
        }),
      ),
  },
  figures: {
    latents: () => {
      const contexts = Array.from({ length: 8 }, (_, i) => 1024 * 2 ** i);
      return chartSvg({
        title: "Least time of attention in decoding, by what the cache holds",
        subtitle: "128 query heads, 64 sequences, bf16, NVIDIA H200",
        x: { label: "tokens in the cache of each sequence", base: 2, format: String },
        y: { label: "microseconds at peak rates", base: 10, format: (value) => `${value} µs` },
        curves: CACHES.filter((_, i) => i !== 1).map(([label, , shape]) => ({
          label,
          kind: "bound",
          points: contexts.map((keys) => [keys, microseconds(decode(shape, BATCH, keys))]),
        })),
        marks: [],
      });
    },
  },
};
