import {
  attentionWorkload,
  bytesPerSm,
  chainTotal,
  chainWorkload,
  gpuNamed,
  proveBoundsInSetting,
  wordChains,
} from "../../build/index.js";
import { cheapest, largestBound, wordSetting } from "./point.js";

const DIMS = [64, 128, 256];
const ROWS = [1024, 4096, 16_384, 65_536];
/** Words of two bytes in the registers, L1, shared and tensor memory of one SM. */
const MEMORIES = ["a100", "h100", "b200"].map((gpu) => ({ gpu, fastWords: bytesPerSm(gpuNamed(gpu)) / 2 }));

/** One head of attention, d = 64, 128, 256, with the memory of real SMs as the fast memory. */
export function attentionPoints() {
  return MEMORIES.flatMap(({ gpu, fastWords }) =>
    DIMS.flatMap((dim) =>
      ROWS.map((rows) => ({
        family: "attention",
        label: `N = ${rows}, d = ${dim}, an SM of ${gpu}`,
        fastWords,
        large: rows >= 16_384,
        leading: Math.round((4 * rows * rows * dim * dim) / fastWords),
        reason: "whole panels of Q: rows of Q and O that do not fill the memory",
        best: () => {
          const bounds = proveBoundsInSetting(attentionWorkload({ heads: 1, queries: rows, dim }), wordSetting(fastWords));
          const chain = chainWorkload({ m: rows, k: dim, l: rows, n: dim });
          const schedules = wordChains(chain, fastWords).map(({ id, words }) => ({ schedule: id, cost: chainTotal(words) }));
          return { ...largestBound(bounds), ...cheapest(schedules) };
        },
      })),
    ),
  );
}
