import { chainTotal, chainWorkload, proveBoundsInSetting, wordChains } from "../../build/index.js";
import { cheapest, inRoots, LARGE, largestBound, PANEL, wordSetting } from "./point.js";

const ROOT = 128;
const S = ROOT * ROOT;
/** (k + n)/(2√S) */
const WIDTHS = [1 / 8, 1 / 4, 3 / 8, 1 / 2, 5 / 8, 3 / 4, 1, 5 / 4, 3 / 2, 2, 3, 4];
/** k : n */
const SHARES = [
  [1, 3],
  [1, 1],
  [3, 1],
];
/** m and l in √S */
const EXTENTS = [
  [1, 64],
  [64, 1],
  [4, 64],
  [64, 4],
  [64, 64],
  [1024, 1024],
];

/** Chains with (k + n)/(2√S) from 1/8 to 4 and m, l from small to large. */
export function chainPoints() {
  return WIDTHS.flatMap((width) =>
    SHARES.flatMap(([k, n]) =>
      EXTENTS.map(([m, l]) => {
        const unit = (2 * width * ROOT) / (k + n);
        return chainPoint({ m: m * ROOT, k: k * unit, l: l * ROOT, n: n * unit });
      }),
    ),
  );
}

/** The best bound and the cheapest schedule of a chain in the two-level memory model. */
function bestOfChain(workload, fastWords) {
  const schedules = wordChains(workload, fastWords).map(({ id, words }) => ({ schedule: id, cost: chainTotal(words) }));
  return { ...largestBound(proveBoundsInSetting(workload, wordSetting(fastWords))), ...cheapest(schedules) };
}

function chainPoint(extents) {
  const { m, k, l, n } = extents;
  return {
    family: "chains",
    label: [m, k, l, n].map((extent) => inRoots(extent, ROOT)).join(", "),
    fastWords: S,
    large: Math.min(m, l) >= LARGE * ROOT,
    reason: reasonOf(extents),
    best: () => bestOfChain(chainWorkload(extents), S),
  };
}

function reasonOf({ m, k, l, n }) {
  if ([m, l].some((rows) => rows * (k + n) >= S && rows * (k + n) <= 2 * S)) return PANEL;
  if (k + n <= ROOT && m * l < 1e9) return "A and E once, beside ml(k+n)²/S: less than one part in ten from 64√S on";
  if (Math.min(m, l) < LARGE * ROOT)
    return "short m or l: the theorems of chains take them as long, and compulsory traffic is near";
  if (k + n > 5 * ROOT) return "stores of H and E beside 2ml(k+n)/√S, as in the product";
  if (k >= ROOT) return "elements of H that met one slice still wait for the others, which the price of a slice does not see";
  return "between narrow and wide: in the bound, accumulators that finish and that start share operands; in no schedule";
}
