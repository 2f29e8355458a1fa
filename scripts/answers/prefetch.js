/** When it pays to bring operands into the L2 before their kernel, or their step, asks for them. */
import { toApproximateNumber } from "../../build/exact/rational.js";
import { sequenceReport } from "../../build/gap/sequence/sequence.js";
import { attentionWorkload, gemmWorkload, gpuNamed, normWorkload } from "../../build/index.js";
import { planReplays, replayPlanned } from "../../build/plan/planned.js";
import { partitionedL2 } from "../../build/replay/l2/l2-model.js";
import { barsSvg } from "./bars.js";
import { table } from "./common.js";

const GPUS = ["a100", "h100", "h200", "b200"];
const SIZES = [8, 16, 24, 32, 48, 64];
const SHARES = [0, 0.8];
const K = 4096;
const grouped = { schedule: "tiled-gemm", orders: [{ kind: "group", height: 8 }] };
const inRows = { schedule: "tiled-gemm", orders: [{ kind: "row" }] };
const product = (m, n) => [gemmWorkload({ m, n, k: K }), grouped];
const FIRST = {
  "product of 512 tokens, 4096 × 4096": product(512, 4096),
  "product of 2048 tokens, 2048 × 4096": product(2048, 2048),
  "RMSNorm of 16 rows of 4096": [normWorkload("rmsnorm", { rows: 16, columns: 4096 }), {}],
  "decode attention, 16 sequences of 4096 tokens": [
    attentionWorkload({ batch: 16, heads: 32, kvHeads: 8, queries: 1, keys: 4096, dim: 128 }),
    { schedule: "flash-decoding", splits: 4 },
  ],
};
const one = (gpu, [workload, options]) => ({ workload, planned: planReplays(workload, gpu, options)[0] });

const reports = new Map();
/** A kernel, and after it a matrix-vector product whose weights it may have prefetched, from when its last block is that far on. */
function pair(id, first, megabytes, after) {
  const key = [id, first, megabytes, after].join();
  if (!reports.has(key)) {
    const gpu = gpuNamed(id);
    const weights = gemmWorkload({ m: 1, n: (megabytes * 2 ** 20) / (2 * K), k: K });
    const second = one(gpu, [weights, { ...inRows, tile: "1x8x1024" }]);
    const kernels = [one(gpu, FIRST[first]), { ...second, prefetch: { arrays: [{ array: "B" }], after } }];
    const { traffic, unprefetched, bound } = sequenceReport(kernels, gpu, partitionedL2(gpu));
    reports.set(key, { ...traffic, before: unprefetched, bound });
  }
  return reports.get(key);
}
const moved = ({ total: { reads, writes, dirtyAtEnd } }) => Number(reads + writes + dirtyAtEnd) / 1e6;
const microseconds = (seconds, digits = 1) => (1e6 * seconds).toFixed(digits);
const signed = (value) => `${value < -0.05 ? "−" : value < 0.05 ? "" : "+"}${Math.abs(value).toFixed(1)}`;
const saved = (report) => 1e6 * (report.before.seconds - report.seconds);
const cell = (report) => `${signed(-saved(report))} µs, ${signed(moved(report) - moved(report.before))} MB`;
const [PRODUCT] = Object.keys(FIRST);

/** The most that hiding the latency of DRAM saves in one kernel: all that misses arrives like a hit in the far partition. */
function hidden(id, [m, n, k], stages) {
  const gpu = gpuNamed(id);
  const [planned] = planReplays(gemmWorkload({ m, n, k }), gpu, { ...inRows, tile: "128x128x32", stages });
  const l2 = partitionedL2(gpu);
  const parameters = { ...l2.parameters, missSeconds: l2.parameters.farHitSeconds };
  return [l2, { ...l2, parameters }].map((model) => microseconds(replayPlanned(planned, model).seconds, 0)).join(" → ");
}

export const prefetch = {
  page: "prefetch-into-the-l2",
  tables: {
    sizes: () =>
      table(
        ["MiB of weights", ...SIZES.map(String)],
        GPUS.flatMap((id) => [
          [
            `${id}, alone, cold`,
            ...SIZES.map((size) => `${microseconds(pair(id, PRODUCT, size, 0).before.kernels[1].seconds)} µs`),
          ],
          ...SHARES.map((after) => [`${id}, from ${after}`, ...SIZES.map((size) => cell(pair(id, PRODUCT, size, after)))]),
        ]),
      ),
    kernels: () =>
      table(
        ["kernel before, H200", "MiB", "both, µs", "from 0", "from 0.8", "least time of both, µs"],
        Object.keys(FIRST).flatMap((first) =>
          [16, 32].map((size) => {
            const [early, late] = SHARES.map((after) => pair("h200", first, size, after));
            const least = early.bound.seconds;
            return [
              first,
              size,
              microseconds(early.before.seconds),
              cell(early),
              cell(late),
              microseconds(toApproximateNumber(least)),
            ];
          }),
        ),
      ),
    stages: () =>
      table(
        ["µs as it is → latency hidden", "2 stages", "3", "4", "6"],
        ["h200", "a100"].flatMap((id) =>
          [
            [4096, 4096, 4096],
            [8192, 8192, 2048],
            [128, 4096, 8192],
            [128, 16384, 4096],
          ].map((shape) => [`${id}, ${shape.join(" × ")}`, ...[2, 3, 4, 6].map((stages) => hidden(id, shape, stages))]),
        ),
      ),
  },
  figures: {
    prefetch: () =>
      barsSvg({
        title: "Time that a prefetch of the next kernel's weights saves",
        subtitle: "a matrix-vector product after a product of 512 tokens, from when the last block has done 0.8 of its steps; µs",
        series: GPUS,
        groups: SIZES.map((size) => ({ name: `${size} MiB`, values: GPUS.map((id) => saved(pair(id, PRODUCT, size, 0.8))) })),
        format: (value) => `${value}`,
      }),
  },
};
