/** Decode-sized products: the tiled kernel, split-K and Stream-K, by event-driven replay. */
import {
  chartSvg,
  gemmWorkload,
  gpuNamed,
  partitionedL2,
  planReplays,
  replayPlanned,
  timeBound,
  toApproximateNumber,
  totalTraffic,
} from "../../build/index.js";
import { table } from "./common.js";

const SHAPES = [
  ["q or o, 4096 × 4096", { n: 4096, k: 4096 }],
  ["k and v, 2048 × 4096", { n: 2048, k: 4096 }],
  ["up and gate, 28672 × 4096", { n: 28_672, k: 4096 }],
  ["down, 4096 × 14336", { n: 4096, k: 14_336 }],
];
const BATCHES = [16, 64, 128, 256];
const SPLITS = [2, 3, 4, 6, 8, 16];
const orders = [{ kind: "group", height: 8 }];
/** The tile of the batch: more rows would be empty. */
const tileOf = (m) => (m <= 64 ? "64x128x64" : "128x128x64");

const known = new Map();

/** Microseconds and DRAM bytes by the model, and the least time of any kernel. */
function study(id, m, shape) {
  const key = `${id} ${m} ${shape.n} ${shape.k}`;
  if (known.has(key)) return known.get(key);
  const gpu = gpuNamed(id);
  const workload = gemmWorkload({ m, ...shape });
  const run = (options) => {
    const [plan] = planReplays(workload, gpu, { tile: tileOf(m), orders, ...options });
    const { seconds, total } = replayPlanned(plan, partitionedL2(gpu));
    return {
      microseconds: 1e6 * seconds,
      dram: totalTraffic(total.get("dram-l2")),
      splits: options.splits,
      reduction: options.reduction,
    };
  };
  const quickest = (runs) => runs.reduce((a, b) => (b.microseconds < a.microseconds ? b : a));
  const split = SPLITS.flatMap((splits) =>
    ["serial", "parallel"].map((reduction) => run({ schedule: "split-k", splits, reduction })),
  );
  const result = {
    tiled: run({ schedule: "tiled-gemm" }),
    split: quickest(split),
    stream: run({ schedule: "stream-k" }),
    least: 1e6 * toApproximateNumber(timeBound(workload, gpu).binding.seconds),
  };
  known.set(key, result);
  return result;
}

const shown = ({ microseconds }) => microseconds.toFixed(1);
const megabytes = ({ dram }) => (Number(dram) / 1e6).toFixed(0);

export const splitK = {
  page: "split-k-in-decoding",
  tables: {
    "split-k": () =>
      table(
        ["µs (MB of DRAM)", "GPU", "M", "tiled", "split-K, best", "Stream-K", "any kernel, at least"],
        SHAPES.flatMap(([name, shape]) =>
          ["a100", "h200"].flatMap((id) =>
            BATCHES.map((m) => {
              const { tiled, split, stream, least } = study(id, m, shape);
              return [
                name,
                id,
                m,
                `${shown(tiled)} (${megabytes(tiled)})`,
                `${shown(split)} (${megabytes(split)}), ${split.splits} ${split.reduction}`,
                `${shown(stream)} (${megabytes(stream)})`,
                least.toFixed(1),
              ];
            }),
          ),
        ),
      ),
  },
  figures: {
    "split-k": () => {
      const [, shape] = SHAPES[3];
      const batches = [16, 32, 64, 128, 256, 512];
      const points = (pick) => batches.map((m) => [m, pick(study("h200", m, shape))]);
      return chartSvg({
        title: "Down product of Llama 3 8B in decoding: time by kernel",
        subtitle: "NVIDIA H200, M × 4096 × 14336, bf16: event-driven replay through the modelled L2",
        x: { label: "sequences M", base: 2, format: String },
        y: { label: "microseconds", base: 10, format: String },
        curves: [
          { label: "any kernel, at least", kind: "bound", points: points(({ least }) => least) },
          { label: "tiled", kind: "schedule", points: points(({ tiled }) => tiled.microseconds) },
          { label: "split-K, best", kind: "schedule", points: points(({ split }) => split.microseconds) },
          { label: "Stream-K", kind: "schedule", points: points(({ stream }) => stream.microseconds) },
        ],
        marks: [],
      });
    },
  },
};
