/** Products of DeepSeek-V3's experts on an H200: tiles and orders, by event-driven replay. */
import {
  bestBounds,
  gpuNamed,
  groupedGemmWorkload,
  partitionedL2,
  planReplays,
  proveBounds,
  replayPlanned,
  timeBound,
  toApproximateNumber,
  totalTraffic,
} from "../../build/index.js";
import { barsSvg } from "./bars.js";
import { gigabytes, table } from "./common.js";

const GPU = gpuNamed("h200");
const [MODEL, WIDTH, ROWS] = [7168, 2048, 32_768];
const TILES = ["64x128x64", "128x128x64", "128x160x64", "128x256x64"];
const ORDERS = [
  ["all rows, by rows", "grouped-gemm-contiguous", "row"],
  ["all rows, by columns", "grouped-gemm-contiguous", "col"],
  ["all rows, groups of 8", "grouped-gemm-contiguous", "group"],
  ["expert by expert, by columns", "grouped-gemm-persistent", "col"],
];
const SHARES = [256, 32];
const known = new Map();

/** 4096 tokens to 8 experts each, all of them on `experts` of equal load. */
function study(experts, schedule, kind, tile) {
  const key = [experts, schedule, kind, tile].join(" ");
  if (known.has(key)) return known.get(key);
  const workload = groupedGemmWorkload({ rows: Array(experts).fill(ROWS / experts), n: WIDTH, k: MODEL });
  const [plan] = planReplays(workload, GPU, { schedule, tile, orders: [kind === "group" ? { kind, height: 8 } : { kind }] });
  const { seconds, total } = replayPlanned(plan, partitionedL2(GPU));
  const dram = totalTraffic(total.get("dram-l2"));
  const least = bestBounds(proveBounds(workload, GPU)).get("dram-l2").value;
  const time = timeBound(workload, GPU).binding;
  const one = { microseconds: 1e6 * seconds, dram, least, sm: totalTraffic(total.get("l2-sm")), time };
  known.set(key, one);
  return one;
}

export const experts = {
  page: "tile-and-order-of-experts",
  tables: {
    experts: () =>
      table(
        ["µs (GB of DRAM)", "order", ...TILES.map((tile) => tile.replace("x64", ""))],
        SHARES.flatMap((count) => {
          const { time, least } = study(count, ...ORDERS[0].slice(1), TILES[1]);
          const rows = `${count} experts, ${ROWS / count} rows`;
          return [
            ...ORDERS.map(([name, schedule, kind]) => [
              rows,
              name,
              ...TILES.map((tile) => {
                const { microseconds, dram } = study(count, schedule, kind, tile);
                return `${microseconds.toFixed(0)} (${gigabytes(dram)})`;
              }),
            ]),
            [
              rows,
              `any kernel, at least: ${(1e6 * toApproximateNumber(time.seconds)).toFixed(0)} (${gigabytes(least)})`,
              "",
              "",
              "",
              "",
            ],
          ];
        }),
      ),
    "expert-bytes": () =>
      table(
        ["GB into the SMs", ...TILES.map((tile) => tile.replace("x64", ""))],
        SHARES.map((count) => [
          `${count} experts, ${ROWS / count} rows`,
          ...TILES.map((tile) => gigabytes(study(count, ...ORDERS[3].slice(1), tile).sm)),
        ]),
      ),
  },
  figures: {
    experts: () =>
      barsSvg({
        title: "DRAM traffic of gate or up of DeepSeek-V3's experts over the least of any kernel",
        subtitle: "32768 rows of 7168 words, width 2048, bf16, tiles of 128×128, NVIDIA H200: event-driven replay",
        series: ORDERS.map(([name]) => name),
        groups: [256, 128, 64, 32, 8].map((count) => ({
          name: `${count} × ${ROWS / count} rows`,
          values: ORDERS.map(([, schedule, kind]) => {
            const { dram, least } = study(count, schedule, kind, TILES[1]);
            return Number(dram) / Number(least);
          }),
        })),
        format: (value) => `${value}×`,
      }),
  },
};
