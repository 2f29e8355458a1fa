/** An L2 a die against one shared L2 of the same total, on an MI300X: bytes out of the last-level cache, proven and of schedules. */
import {
  attentionWorkload,
  bestBounds,
  chartSvg,
  gemmWorkload,
  gpuNamed,
  lruL2,
  planReplays,
  proveBounds,
  replayPlanned,
} from "../../build/index.js";
import { bytesLabel, table } from "./common.js";

const PRIVATE = gpuNamed("mi300x");
const SHARED = { ...PRIVATE, dies: 1, l2Bytes: PRIVATE.dies * PRIVATE.l2Bytes };

const product = (m, n, k) => gemmWorkload({ m, n, k });
const attention = (heads, length) => attentionWorkload({ batch: 1, heads, queries: length, keys: length, dim: 128 });

const PRODUCTS = [
  ["4096 × 4096 × 4096", product(4096, 4096, 4096)],
  ["8192 × 8192 × 8192", product(8192, 8192, 8192)],
  ["16384 × 16384 × 4096", product(16_384, 16_384, 4096)],
  ["up and gate of Llama 3 8B, M 4096", product(4096, 28_672, 4096)],
  ["up and gate of Llama 3 8B, M 64", product(64, 28_672, 4096)],
];
const ATTENTION = [
  ["32 heads, 8192 keys", attention(32, 8192)],
  ["8 heads, 16384 keys", attention(8, 16_384)],
  ["4 heads, 32768 keys", attention(4, 32_768)],
];

const ORDERS = ["row", "col", "hilbert"].map((kind) => ({ kind }));
const GROUPS = [4, 8, 16].map((height) => ({ kind: "group", height }));

const least = (workload, gpu) => bestBounds(proveBounds(workload, gpu)).get("l3-l2").value;

/** Bytes and the label of the launch order, or the remap, that moves the fewest; `deal` is none on one die. */
function most(workload, gpu, deal) {
  const options =
    workload.kind === "gemm"
      ? { schedule: "tiled-gemm", tile: "128x128x32", orders: [...ORDERS, ...GROUPS] }
      : { schedule: "flash-attention-2", tile: "128x64", lse: false };
  const l2 = lruL2(gpu);
  return planReplays(workload, gpu, deal === undefined ? options : { ...options, deal })
    .map((plan) => {
      const { reads, writes } = replayPlanned(plan, l2).total.get("l3-l2");
      return { bytes: reads + writes, order: plan.fields.order ?? "" };
    })
    .reduce((best, one) => (one.bytes < best.bytes ? one : best));
}

const DEALS = ["round-robin", "runs", "chunks:16", "chunks:64"];

const shown = (bytes) => bytesLabel(Number(bytes));
const factor = (over, under) => `${(Number(over) / Number(under)).toFixed(2)}×`;

function rows(list) {
  return list.map(([name, workload]) => {
    const [one, eight] = [least(workload, SHARED), least(workload, PRIVATE)];
    const shared = most(workload, SHARED, undefined);
    const dealt = DEALS.map((deal) => ({ deal, ...most(workload, PRIVATE, deal) }));
    const [plain] = dealt;
    const best = dealt.reduce((fewest, one) => (one.bytes < fewest.bytes ? one : fewest));
    const how = [best.order, best.deal].filter((text) => text !== "").join(" ");
    return [
      name,
      `${shown(one)} / ${shown(shared.bytes)}`,
      shown(eight),
      factor(eight, one),
      shown(plain.bytes),
      `${shown(best.bytes)} (${how})`,
      factor(best.bytes, eight),
    ];
  });
}

const HEAD = [
  "out of the last-level cache",
  "one L2 of 32 MiB, at least / at most",
  "8 L2s, at least",
  "at least over at least",
  "8 L2s, no remap",
  "8 L2s, best remap",
  "over its bound",
];

export const privateL2s = {
  page: "private-l2s-of-dies",
  tables: { "private-products": () => table(HEAD, rows(PRODUCTS)), "private-attention": () => table(HEAD, rows(ATTENTION)) },
  figures: {
    "private-l2s": () => {
      const sides = [2048, 4096, 8192, 12_288];
      const studies = sides.map((n) => ({ n, workload: product(n, n, n) }));
      const points = (bytesOf) => studies.map(({ n, workload }) => [n, Number(bytesOf(workload))]);
      return chartSvg({
        title: "Square products: bytes out of the last-level cache",
        subtitle: "AMD Instinct MI300X: eight L2s of 4 MiB against one of 32 MiB",
        x: { label: "side of the square matrices", base: 2, format: String },
        y: { label: "bytes into the L2s", base: 10, format: bytesLabel },
        curves: [
          { label: "one L2, at least", kind: "bound", points: points((workload) => least(workload, SHARED)) },
          { label: "8 L2s, at least", kind: "schedule", points: points((workload) => least(workload, PRIVATE)) },
          { label: "8 L2s, runs", kind: "schedule", points: points((workload) => most(workload, PRIVATE, "runs").bytes) },
          {
            label: "8 L2s, no remap",
            kind: "schedule",
            points: points((workload) => most(workload, PRIVATE, "round-robin").bytes),
          },
        ],
        marks: [],
      });
    },
  },
};
