/** Fast memory in P parts against the same bytes in one: products over the way into the SMs. Words of two bytes, all alike. */
import {
  bestBounds,
  bestWordGemm,
  bytesPerSm,
  chartSvg,
  gemmComputation,
  gemmWorkload,
  gpuNamed,
  proveBoundsInSetting,
} from "../../build/index.js";
import { GPUS, table } from "./common.js";

const WORD = 2;
const SQUARES = [256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768];
const SHAPES = [
  ["4096 × 4096 × 4096", { m: 4096, n: 4096, k: 4096 }],
  ["up and gate of Llama 3 8B, M 4096", { m: 4096, n: 28_672, k: 4096 }],
  ["down of Llama 3 8B, M 4096", { m: 4096, n: 4096, k: 14_336 }],
  ["up and gate of Llama 3 8B, M 64", { m: 64, n: 28_672, k: 4096 }],
];

const total = ({ words }) => words.a + words.b + words.c;

/** Words into `memories` memories of `capacity` words, at least. */
function least(extents, capacity, memories) {
  const setting = {
    interface: "slow-fast",
    unit: "words",
    capacity: BigInt(capacity),
    memories: BigInt(memories),
    fastMemory: `${capacity} words`,
  };
  return bestBounds(proveBoundsInSetting(gemmComputation(gemmWorkload(extents)), setting)).get("slow-fast").value;
}

const blocks = (extent, parts) => Math.ceil(extent / parts);

/**
 * Words of a schedule: the product cut into a grid of at most `memories` blocks (partial sums of slices of k stored and added at the end),
 * each done by the best word schedule of one memory.
 */
function most({ m, n, k }, capacity, memories) {
  let best;
  for (let rows = 1; rows <= Math.min(m, memories); rows++) {
    for (let columns = 1; columns <= Math.min(n, Math.floor(memories / rows)); columns++) {
      const slices = Math.min(k, Math.floor(memories / (rows * columns)));
      for (const slice of new Set([1, slices])) {
        const own = bestWordGemm(gemmWorkload({ m: blocks(m, rows), n: blocks(n, columns), k: blocks(k, slice) }), capacity);
        // Every slice stores its partial sums; all are read and added once more.
        const adding = slice === 1 ? 0n : BigInt(m * n) * BigInt(slice + 1);
        const words = BigInt(rows * columns * slice) * total(own) + adding;
        if (best === undefined || words < best) best = words;
      }
    }
  }
  return best;
}

function study(id, extents) {
  const gpu = gpuNamed(id);
  const capacity = Math.floor(bytesPerSm(gpu) / WORD);
  const whole = capacity * gpu.sms;
  const one = { least: least(extents, whole, 1), most: total(bestWordGemm(gemmWorkload(extents), whole)) };
  return { gpu, one, split: { least: least(extents, capacity, gpu.sms), most: most(extents, capacity, gpu.sms) } };
}

const gigabytes = (words) => ((WORD * Number(words)) / 1e9).toFixed(2);
const factor = (over, under) => (Number(over) / Number(under)).toFixed(1);

export const sharedMemory = {
  page: "split-shared-memory",
  tables: {
    "split-memory": () =>
      table(
        ["GB at least / at most", "GPU", "one buffer", "split over SMs", "split over one"],
        SHAPES.flatMap(([name, extents]) =>
          GPUS.map((id) => {
            const { one, split } = study(id, extents);
            return [
              name,
              id,
              `${gigabytes(one.least)} / ${gigabytes(one.most)}`,
              `${gigabytes(split.least)} / ${gigabytes(split.most)}`,
              `${factor(split.least, one.most)} to ${factor(split.most, one.least)}`,
            ];
          }),
        ),
      ),
  },
  figures: {
    "split-memory": () => {
      const studies = SQUARES.map((n) => ({ n, ...study("h100", { m: n, n, k: n }) }));
      const points = (pick) => studies.map((one) => [one.n, WORD * Number(pick(one))]);
      return chartSvg({
        title: "Square products: shared memory and registers of all SMs, split or in one buffer",
        subtitle: "NVIDIA H100: 132 memories of 512 KiB against one of 66 MiB; words of two bytes",
        x: { label: "side of the square matrices", base: 2, format: String },
        y: {
          label: "bytes into the memories",
          base: 10,
          format: (bytes) => (bytes < 1e9 ? `${bytes / 1e6} MB` : `${bytes / 1e9} GB`),
        },
        curves: [
          { label: "one buffer, at least", kind: "bound", points: points(({ one }) => one.least) },
          { label: "one buffer, schedule", kind: "schedule", points: points(({ one }) => one.most) },
          { label: "split, at least", kind: "schedule", points: points(({ split }) => split.least) },
          { label: "split, schedule", kind: "schedule", points: points(({ split }) => split.most) },
        ],
        marks: [],
      });
    },
  },
};
