/** Products on clusters of SMs that read each other's shared memory, up to one cluster of the whole chip. */
import {
  bestBounds,
  bytesPerSm,
  chartSvg,
  gemmComputation,
  gemmWorkload,
  gpuNamed,
  lruL2,
  planReplays,
  proveBoundsInSetting,
  replayPlanned,
  timeBound,
  toApproximateNumber,
  totalTraffic,
} from "../../build/index.js";
import { bytesLabel, table } from "./common.js";

const SHAPES = [
  ["4096 × 4096 × 4096", { m: 4096, n: 4096, k: 4096 }],
  ["8192 × 8192 × 8192", { m: 8192, n: 8192, k: 8192 }],
  ["up and gate of Llama 3 8B, M 4096", { m: 4096, n: 28_672, k: 4096 }],
  ["up and gate of Llama 3 8B, M 64", { m: 64, n: 28_672, k: 4096 }],
];
const GPUS = ["h100", "h200", "b200"];
/** Clusters that exist, as tiles down by tiles across. */
const CLUSTERS = [
  [1, { rows: 1, columns: 1 }],
  [2, { rows: 2, columns: 1 }],
  [4, { rows: 2, columns: 2 }],
  [8, { rows: 4, columns: 2 }],
];

/** Bytes through the ports of clusters of `size` SMs, at least: as many memories as clusters, the last perhaps smaller. */
function least(gpu, extents, size) {
  const capacity = BigInt(size * bytesPerSm(gpu));
  const memories = BigInt(Math.ceil(gpu.sms / size));
  const setting = { interface: "l2-cluster", unit: "bytes", capacity, memories, fastMemory: `${size} SMs` };
  return bestBounds(proveBoundsInSetting(gemmComputation(gemmWorkload(extents)), setting)).get("l2-cluster").value;
}

/**
 * What passes ports in the tiled product of the tile that moves least through the ports of its clusters. A tile is multicast to the CTAs
 * that share it, or read by one of them and passed on from SM to SM: then every word that does not come from the L2 leaves an SM too.
 */
function tiled(gpu, extents, shape) {
  const tiles = ["128x128x64", "128x256x64", "256x128x64"];
  return tiles
    .flatMap((tile) =>
      planReplays(gemmWorkload(extents), gpu, { schedule: "tiled-gemm", tile, orders: [{ kind: "group", height: 8 }], ...shape }),
    )
    .map((plan) => {
      const { total } = replayPlanned(plan, lruL2(gpu));
      const sm = total.get("l2-sm");
      const cluster = total.get("l2-cluster") ?? sm;
      const multicast = totalTraffic(sm);
      return { clusters: totalTraffic(cluster), multicast, passedOn: multicast + sm.reads - cluster.reads };
    })
    .reduce((best, one) => (one.clusters < best.clusters ? one : best));
}

const inClusters = (gpu, extents) =>
  CLUSTERS.map(([size, cluster]) => ({ size, ...tiled(gpu, extents, size === 1 ? {} : { cluster }) }));

const megabytes = (bytes) => (Number(bytes) / 1e6).toFixed(0);

export const distributed = {
  page: "distributed-shared-memory",
  tables: {
    clusters: () =>
      table(
        ["MB through the ports of clusters, at least", "GPU", "no clusters", "8", "16", "all SMs"],
        SHAPES.flatMap(([name, extents]) =>
          GPUS.map((id) => {
            const gpu = gpuNamed(id);
            const sizes = [1, 8, 16, gpu.sms].map((size) => least(gpu, extents, size));
            return [name, id, ...sizes.map(megabytes)];
          }),
        ),
      ),
    ports: () => {
      const gpu = gpuNamed("h100");
      const [, extents] = SHAPES[1];
      return table(
        ["MB, 8192 × 8192 × 8192, h100", "no clusters", "2", "4", "8"],
        [
          ["ports of clusters, at least", ({ size }) => least(gpu, extents, size)],
          ["ports of clusters, tiles", ({ clusters }) => clusters],
          ["ports of SMs, at least", () => least(gpu, extents, 1)],
          ["ports of SMs, tiles by multicast", ({ multicast }) => multicast],
          ["ports of SMs, tiles passed from SM to SM", ({ passedOn }) => passedOn],
        ].map(([name, pick]) => [name, ...inClusters(gpu, extents).map((one) => megabytes(pick(one)))]),
      );
    },
    "clusters-time": () =>
      table(
        ["µs at peak rates, no clusters", "GPU", "bytes into SMs, at least", "best tiles, no clusters", "arithmetic"],
        SHAPES.flatMap(([name, extents]) =>
          GPUS.map((id) => {
            const gpu = gpuNamed(id);
            const { terms } = timeBound(gemmWorkload(extents), gpu);
            const sm = terms.find((term) => term.id === "l2-sm");
            const matrix = terms.find((term) => term.id === "matrix");
            const microseconds = (seconds) => (1e6 * seconds).toFixed(1);
            const rate = sm === undefined ? undefined : toApproximateNumber(sm.perSecond);
            const own = tiled(gpu, extents, {}).multicast;
            return [
              name,
              id,
              sm === undefined ? "–" : microseconds(toApproximateNumber(sm.seconds)),
              rate === undefined ? "–" : microseconds(Number(own) / rate),
              matrix === undefined ? "–" : microseconds(toApproximateNumber(matrix.seconds)),
            ];
          }),
        ),
      ),
  },
  figures: {
    clusters: () => {
      const gpu = gpuNamed("h100");
      const [, extents] = SHAPES[1];
      const sizes = [1, 2, 4, 8, 16, 32, 64, gpu.sms];
      return chartSvg({
        title: "Bytes through the ports of clusters of SMs that share their memory",
        subtitle: "8192 × 8192 × 8192, bf16, NVIDIA H100; clusters beyond 8 SMs are not portable, beyond 16 do not exist",
        x: { label: "SMs of a cluster", base: 2, format: String },
        y: { label: "bytes from and to the L2", base: 10, format: bytesLabel },
        curves: [
          {
            label: "any kernel, at least",
            kind: "bound",
            points: sizes.map((size) => [size, Number(least(gpu, extents, size))]),
          },
          {
            label: "tiles, multicast",
            kind: "schedule",
            points: inClusters(gpu, extents).map(({ size, clusters }) => [size, Number(clusters)]),
          },
          {
            label: "ports of SMs, at least",
            kind: "schedule",
            points: sizes.map((size) => [size, Number(least(gpu, extents, 1))]),
          },
        ],
        marks: [{ x: 8, label: "portable" }],
      });
    },
  },
};
