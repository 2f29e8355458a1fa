import { interleave } from "./measure.js";
import { printTable } from "./print.js";

const ORDERS = ["row", "col", "group:8", "group:16", "hilbert", "morton"];
/** Beyond this the walk over k takes too long to stand beside. */
const LARGEST_WALKED = 8192;
const SHAPES = [
  { m: 4096, n: 4096, k: 4096 },
  { m: 8192, n: 8192, k: 4096 },
  { m: 8192, n: 8192, k: 8192 },
  { m: 8192, n: 8192, k: 65_536 },
  { m: 16_384, n: 8192, k: 8192 },
  { m: 65_536, n: 65_536, k: 65_536 },
];

/** The LRU curve of tiled products in closed form over k, beside the walk over every step; all launch orders together. */
export const productCurve = {
  name: "curve",
  run: (redblue, repeats) => {
    const { gemmWorkload, gpuNamed, layOutTiledGemm, lruTrafficAt, parseLaunchOrder, tiledGemm, tiledLruCurve } = redblue;
    const gpu = gpuNamed("h200");
    const capacities = Array.from({ length: 64 }, (_, i) => 2 ** 20 * (i + 1));
    console.log(
      `curve: LRU traffic at every capacity, ${ORDERS.length} launch orders, ${capacities.length} capacities looked up`,
    );
    const rows = SHAPES.map((extents) => {
      const schedules = ORDERS.map((order) => tiledGemm(gemmWorkload(extents), gpu, { order: parseLaunchOrder(order) }));
      const slots = gpu.sms * schedules[0].residency.ctasPerSm;
      const total = (curves) =>
        curves.reduce((sum, curve) => sum + lruTrafficAt(curve, capacities)[20].total.get("dram-l2").reads, 0n);
      const closed = { name: "closed form", run: () => total(schedules.map((schedule) => tiledLruCurve(schedule, slots))) };
      const walk = {
        name: "walk",
        run: () => total(schedules.map((schedule) => redblue.walkedLruCurve(layOutTiledGemm(schedule), slots))),
      };
      const isWalked = extents.k <= LARGEST_WALKED && extents.m <= LARGEST_WALKED;
      const found = new Set();
      const results = interleave(isWalked ? [closed, walk] : [closed], repeats, (_, reads) => found.add(reads));
      if (found.size !== 1) throw new Error(`closed form and walk differ: ${[...found].join(", ")}`);
      const [ours, walked] = results;
      const seconds = (result) => (result === undefined ? "" : result.median.toFixed(3));
      const ratio = walked === undefined ? "" : `${walked.ratio.toFixed(1)}×`;
      return [`${extents.m}×${extents.n}×${extents.k}`, seconds(ours), seconds(walked), ratio];
    });
    printTable([["product", "closed form s", "walk s", "ratio"], ...rows]);
  },
};
