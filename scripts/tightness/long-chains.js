import { longChainTotal, longChainWorkload, proveBoundsInSetting, wordLongChains } from "../../dist/index.js";
import { cheapest, inRoots, largestBound, wordSetting } from "./point.js";

const ROOT = 128;
const S = ROOT * ROOT;
const ROWS = 1024 * ROOT;
/** Widths in √S: alike, and narrow between wide ones. */
const LAYERS = [...[1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8].map((width) => [width]), [1 / 4, 2], [1 / 2, 4], [1, 4], [4, 16]];
/** Products of the chain. */
const LENGTHS = [3, 4, 8, 32];

/** Chains of three products and more, with many rows. They are no part of the points with large extents, whose grid is older. */
export function longChainPoints() {
  return LAYERS.flatMap((layers) =>
    LENGTHS.map((length) => {
      const widths = Array.from({ length: length + 1 }, (_, q) => layers[q % layers.length] * ROOT);
      return {
        family: "long chains",
        label: `${inRoots(ROWS, ROOT)}, ${length} products, ${layers.map((width) => inRoots(width * ROOT, ROOT)).join(" and ")}`,
        fastWords: S,
        large: false,
        reason: reasonOf(layers, length),
        best: () => {
          const workload = longChainWorkload({ m: ROWS, widths });
          const schedules = wordLongChains(workload, S).map((schedule) => ({
            schedule: schedule.id,
            cost: longChainTotal(schedule),
          }));
          return { ...largestBound(proveBoundsInSetting(workload, wordSetting(S))), ...cheapest(schedules) };
        },
      };
    }),
  );
}

function reasonOf(layers, length) {
  const [narrow, wide] = [Math.min(...layers), Math.max(...layers)];
  if (length * narrow * wide <= 1) return "";
  if (narrow >= 2) return "stores between products beside 2m·Σ w(q−1)wq/√S, and births in the bound";
  if (wide > narrow)
    return "a word for each birth in the bound, of all arrays between products or of the narrow ones, that fused pairs do not pay";
  if (narrow < 1) return "rows enter in the bound and need not leave, and the weights of a layer take room beside them";
  return "rows that enter and sums that leave fill a window of the bound as if never there together";
}
