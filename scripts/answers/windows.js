/** Sliding windows: what binds, and which tile is best, by event-driven replay. */
import {
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
import { table } from "./common.js";

const GPU = gpuNamed("h200");
const [HEADS, KV, QUERIES, DIM] = [32, 8, 16_384, 128];
const WINDOWS = [QUERIES, 4096, 1024, 128];
const TILES = ["64x64", "128x64", "128x128", "256x64"];
const known = new Map();

const masked = (window) =>
  attentionWorkload({
    ...{ heads: HEADS, kvHeads: KV, queries: QUERIES, dim: DIM, causal: true },
    ...(window < QUERIES ? { window } : {}),
  });

function least(window) {
  const workload = masked(window);
  const { seconds, id } = timeBound(workload, GPU).binding;
  return {
    microseconds: 1e6 * toApproximateNumber(seconds),
    id,
    dram: bestBounds(proveBounds(workload, GPU)).get("dram-l2").value,
  };
}

function study(window, tile) {
  const key = `${window} ${tile}`;
  if (known.has(key)) return known.get(key);
  const [plan] = planReplays(masked(window), GPU, { schedule: "persistent-attention", tile, queryOrder: "head-sections" });
  const { seconds, total } = replayPlanned(plan, partitionedL2(GPU));
  const [dram, sm] = ["dram-l2", "l2-sm"].map((over) => totalTraffic(total.get(over)));
  const one = { microseconds: 1e6 * seconds, dram, sm };
  known.set(key, one);
  return one;
}

/** Pairs of a query and a key that whole tiles multiply, over those that the mask leaves. */
function overhead(window, tile) {
  const [bm, bn] = tile.split("x").map(Number);
  let [multiplied, needed] = [0, 0];
  for (let first = 0; first < QUERIES; first += bm) {
    const [begin, end] = [Math.floor(Math.max(0, first - window + 1) / bn), Math.ceil((first + bm) / bn)];
    multiplied += (end - begin) * bn * bm;
    for (let query = first; query < first + bm; query++) needed += Math.min(query + 1, window);
  }
  return multiplied / needed;
}

const named = (window) => (window < QUERIES ? String(window) : "none");
const megabytes = (bytes) => (Number(bytes) / 1e6).toFixed(0);

export const windows = {
  page: "sliding-windows",
  tables: {
    windows: () =>
      table(
        ["window", "µs, at least", "what binds", "MB of DRAM, at least", ...TILES.map((tile) => `${tile}: µs, MB of DRAM`)],
        WINDOWS.map((window) => {
          const { microseconds, id, dram } = least(window);
          const cells = TILES.map((tile) => {
            const one = study(window, tile);
            return `${one.microseconds.toFixed(0)}, ${megabytes(one.dram)}`;
          });
          return [named(window), microseconds.toFixed(0), id, megabytes(dram), ...cells];
        }),
      ),
    "window-tiles": () =>
      table(
        ["window", ...TILES.map((tile) => `${tile}: products over those needed, MB into the SMs`)],
        WINDOWS.map((window) => [
          named(window),
          ...TILES.map((tile) => `${overhead(window, tile).toFixed(2)}×, ${megabytes(study(window, tile).sm)}`),
        ]),
      ),
  },
  figures: {
    windows: () => {
      const widths = Array.from({ length: 8 }, (_, i) => 128 * 2 ** i);
      return chartSvg({
        title: "Causal attention by its window: time by tile",
        subtitle: "32 heads on 8, 16384 queries, dim 128, bf16, NVIDIA H200: event-driven replay",
        x: { label: "keys that a query sees", base: 2, format: String },
        y: { label: "microseconds", base: 10, format: (value) => `${value} µs` },
        curves: [
          { label: "any kernel, at least", kind: "bound", points: widths.map((width) => [width, least(width).microseconds]) },
          ...TILES.filter((tile) => tile !== "256x64").map((tile) => ({
            label: tile,
            kind: "schedule",
            points: widths.map((width) => [width, study(width, tile).microseconds]),
          })),
        ],
        marks: [],
      });
    },
  },
};
