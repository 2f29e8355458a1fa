/** The blocks of experts in one kernel, beside two kernels with the hidden units in memory. */
import { bestBounds, gpuNamed, moeWorkload, proveBounds } from "../../build/index.js";
import { barsSvg } from "./bars.js";
import { gigabytes, table } from "./common.js";

const GPU = gpuNamed("h200");
const MODELS = [
  ["DeepSeek-V3", 256, 8, 7168, 2048],
  ["Qwen3 30B-A3B", 128, 8, 2048, 768],
  ["Mixtral 8x7B", 8, 2, 4096, 14_336],
];
const TOKENS = [64, 1024, 4096, 16_384];
const best = (workload, over) => bestBounds(proveBounds(workload, GPU)).get(over).value;
const known = new Map();

/** What two kernels and one must move at the DRAM, rows copied for each expert in both. */
function study([name, experts, topK, model, hidden], tokens) {
  const key = `${name} ${tokens}`;
  if (known.has(key)) return known.get(key);
  const { rows } = moeWorkload({ experts, topK, tokens, model, hidden });
  // Gate and up meet word by word, so that one result of the hidden width is stored and loaded.
  const weights = BigInt(rows.filter((count) => count > 0).length) * 3n * BigInt(model) * BigInt(hidden);
  const all = BigInt(topK * tokens);
  const apart = 2n * (weights + all * (2n * BigInt(model) + 2n * BigInt(hidden)));
  const fused = best(moeWorkload({ rows, model, hidden }), "dram-l2");
  known.set(key, { apart, fused });
  return { apart, fused };
}

const saved = ({ apart, fused }) => (100 * Number(apart - fused)) / Number(apart);

export const expertFusion = {
  page: "fusion-of-experts",
  tables: {
    "expert-fusion": () =>
      table(
        ["model", "tokens", "GB, two kernels that read all once", "GB, one kernel, at least", "saved at most"],
        MODELS.flatMap((model) =>
          TOKENS.map((tokens) => {
            const one = study(model, tokens);
            return [
              model[0],
              String(tokens),
              gigabytes(one.apart),
              gigabytes(one.fused),
              `${Math.max(0, saved(one)).toFixed(1)} %`,
            ];
          }),
        ),
      ),
  },
  figures: {
    "expert-fusion": () =>
      barsSvg({
        title: "What one kernel for the blocks of experts can save at most of their DRAM traffic",
        subtitle: "bf16, NVIDIA H200, rows copied for each expert",
        series: MODELS.map(([name]) => name),
        groups: TOKENS.map((tokens) => ({
          name: `${tokens} tokens`,
          values: MODELS.map((model) => Math.max(0, saved(study(model, tokens)))),
        })),
        format: (value) => `${value} %`,
      }),
  },
};
