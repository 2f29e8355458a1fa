import { gemmComputation, gemmWorkload, productTotal, proveBoundsInSetting, wordGemms } from "../../build/index.js";
import { cheapest, inRoots, LARGE, largestBound, PANEL, RESIDENT, wordSetting } from "./point.js";

const ROOT = 128;
const S = ROOT * ROOT;
/** k/√S */
const DEPTHS = [1 / 8, 1 / 4, 1 / 2, 3 / 4, 1, 5 / 4, 3 / 2, 7 / 4, 2, 5 / 2, 3, 4, 6, 8];
/** m/√S and n/√S */
const SIDES = [1 / 4, 1, 4, 16, 64, 1024];

/** Products with k/√S from 1/8 to 8, of every aspect ratio. */
export function productPoints() {
  return DEPTHS.flatMap((depth) =>
    SIDES.flatMap((tall, row) => SIDES.slice(row).map((wide) => productPoint(tall * ROOT, wide * ROOT, depth * ROOT))),
  );
}

function productPoint(m, n, k) {
  return {
    family: "products",
    label: [m, n, k].map((extent) => inRoots(extent, ROOT)).join(" × "),
    fastWords: S,
    large: Math.min(m, n) >= LARGE * ROOT,
    reason: reasonOf(m, n, k),
    best: () => {
      const workload = gemmWorkload({ m, n, k });
      const schedules = wordGemms(workload, S).map((one) => ({ schedule: one.id, cost: productTotal(one) }));
      const bounds = proveBoundsInSetting(gemmComputation(workload), wordSetting(S));
      return { ...largestBound(bounds), ...cheapest(schedules) };
    },
  };
}

function reasonOf(m, n, k) {
  if (m * n >= S && m * n <= 2 * S && m * n < m * k) return RESIDENT;
  if ([m * k, n * k, m * n].some((panel) => panel >= S && panel <= 2 * S)) return PANEL;
  if (m < LARGE * ROOT) return "short sides: rounding of panels and tiles, and accumulators that a window carries over";
  if (k <= 1.5 * ROOT) return "rounding of the panels";
  return "the bound leaves room while the memory turns over from old accumulators to new; no known schedule uses it";
}
