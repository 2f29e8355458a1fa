import { multilayerChainTotal, multilayerChainWorkload, proveBoundsInSetting, wordMultilayerChains } from "../../build/index.js";
import { cheapest, inRoots, largestBound, wordSetting } from "./point.js";

const ROOT = 128;
const S = ROOT * ROOT;
const ROWS = 1024 * ROOT;
/** Widths in √S: alike, and narrow between wide ones. */
const LAYERS = [...[1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8].map((width) => [width]), [1 / 4, 2], [1 / 2, 4], [1, 4], [4, 16]];
/** Layers of the chain. */
const LENGTHS = [3, 4, 8, 32];

/** Multi-layer chains with many rows. None counts as a point with large extents. */
export function multilayerChainPoints() {
  return LAYERS.flatMap((layers) =>
    LENGTHS.map((length) => {
      const widths = Array.from({ length: length + 1 }, (_, q) => layers[q % layers.length] * ROOT);
      return {
        family: "multi-layer chains",
        label: `${inRoots(ROWS, ROOT)}, ${length} layers, ${layers.map((width) => inRoots(width * ROOT, ROOT)).join(" and ")}`,
        fastWords: S,
        large: false,
        reason: reasonOf(layers, length),
        best: () => {
          const workload = multilayerChainWorkload({ m: ROWS, widths });
          const schedules = wordMultilayerChains(workload, S).map((schedule) => ({
            schedule: schedule.id,
            cost: multilayerChainTotal(schedule),
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
  if (narrow >= 2) return "stores between layers beside 2m·Σ w(q−1)wq/√S; in the bound, recomputation of the intermediates";
  if (wide > narrow) return "the bound counts a word for each accumulator start, which fused pairs do not pay";
  if (narrow < 1) return "in the bound, rows enter and need not leave; the weights of a layer take room beside them";
  return "a window of the bound holds rows that enter or partial sums that leave, never both";
}
