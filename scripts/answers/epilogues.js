/** Epilogues of the products of a Llama layer: in the product's kernel, or in one of their own. */
import {
  bestBounds,
  chartSvg,
  epilogueGemmWorkload,
  gpuNamed,
  partitionedL2,
  planReplays,
  proveBounds,
  replayPlanned,
  totalTraffic,
} from "../../build/index.js";
import { table } from "./common.js";

const PRODUCTS = [
  ["output product, residual", { n: 4096, k: 4096, epilogue: "residual" }],
  ["up product, times silu of the gate", { n: 14_336, k: 4096, epilogue: "residual" }],
  ["down product, residual", { n: 4096, k: 14_336, epilogue: "residual" }],
  ["up product, to fp8", { n: 14_336, k: 4096, epilogue: "quantise:fp8" }],
];
const TOKENS = [128, 1024, 8192];
const GPU = gpuNamed("h100");
const orders = [{ kind: "group", height: 8 }];
const megabytes = (bytes) => (Number(bytes) / 1e6).toFixed(0);

function study(m, shape) {
  const workload = epilogueGemmWorkload({ m, ...shape });
  const [fused, separate] = ["epilogue-fused", "epilogue-separate"].map((schedule) => {
    const [plan] = planReplays(workload, GPU, { schedule, orders });
    const { seconds, total } = replayPlanned(plan, partitionedL2(GPU));
    return { microseconds: 1e6 * seconds, dram: totalTraffic(total.get("dram-l2")), sms: totalTraffic(total.get("l2-sm")) };
  });
  return { fused, separate, least: bestBounds(proveBounds(workload, GPU)).get("dram-l2").value };
}

export const epilogues = {
  page: "fused-epilogues-in-a-llama-layer",
  tables: {
    epilogues: () =>
      table(
        ["product", "tokens", "fused, µs", "separate, µs", "saved", "MB of DRAM: fused", "separate", "at least"],
        PRODUCTS.flatMap(([name, shape]) =>
          TOKENS.map((m) => {
            const { fused, separate, least } = study(m, shape);
            const saved = `${(100 * (1 - fused.microseconds / separate.microseconds)).toFixed(0)} %`;
            const times = [fused, separate].map(({ microseconds }) => microseconds.toFixed(1));
            return [name, m, ...times, saved, megabytes(fused.dram), megabytes(separate.dram), megabytes(least)];
          }),
        ),
      ),
  },
  figures: {
    epilogues: () => {
      const curve = (label, shape, kind) => ({
        label,
        kind: "schedule",
        points: TOKENS.map((m) => [m, study(m, shape)[kind].microseconds]),
      });
      return chartSvg({
        title: "Products of a Llama layer: an epilogue fused and apart",
        subtitle: "Llama 3 8B, bf16, NVIDIA H100: event-driven replay",
        x: { label: "tokens", base: 2, format: String },
        y: { label: "microseconds", base: 10, format: (value) => `${value} µs` },
        curves: [PRODUCTS[0], PRODUCTS[1]].flatMap(([name, shape]) => [
          curve(`${name.split(",")[0]}, fused`, shape, "fused"),
          curve(`${name.split(",")[0]}, apart`, shape, "separate"),
        ]),
        marks: [],
      });
    },
  },
};
