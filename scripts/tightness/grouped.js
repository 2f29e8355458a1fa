import {
  bytesPerSm,
  gemmWorkload,
  gpuNamed,
  groupedGemmWorkload,
  productTotal,
  proveBoundsInSetting,
  wordGemms,
} from "../../build/index.js";
import { cheapest, LARGE, largestBound, wordSetting } from "./point.js";

/** Experts' front and back products as the models' published configurations give them. */
const EXPERTS = [
  { name: "DeepSeek-V3 front", experts: 256, topK: 8, n: 2048, k: 7168 },
  { name: "DeepSeek-V3 back", experts: 256, topK: 8, n: 7168, k: 2048 },
  { name: "Qwen3-30B-A3B front", experts: 128, topK: 8, n: 768, k: 2048 },
  { name: "Mixtral 8x7B front", experts: 8, topK: 2, n: 14_336, k: 4096 },
  { name: "Mixtral 8x7B back", experts: 8, topK: 2, n: 4096, k: 14_336 },
];
const ROUTINGS = [{ tokens: 256 }, { tokens: 4096 }, { tokens: 65_536 }, { tokens: 4096, skew: "zipf:1.1" }];
/** Words of two bytes. */
const FAST_WORDS = bytesPerSm(gpuNamed("h100")) / 2;

const REASON = "groups of unlike rows: each sum of bounds gives a segment to each group, and few rows are rounded to a tile";

/** Products of experts with rows of their own, dealt evenly or by a power law; one expert after the other. */
export function groupedPoints() {
  return EXPERTS.flatMap(({ name, n, k, ...experts }) =>
    ROUTINGS.map((routing) => ({
      family: "grouped products",
      label: `${name}, ${routing.tokens} tokens${routing.skew === undefined ? "" : `, ${routing.skew}`}, an SM of h100`,
      fastWords: FAST_WORDS,
      large: ((routing.tokens * experts.topK) / experts.experts) ** 2 >= LARGE ** 2 * FAST_WORDS,
      reason: REASON,
      best: () => {
        const workload = groupedGemmWorkload({ ...experts, ...routing, n, k });
        const bounds = proveBoundsInSetting(workload, wordSetting(FAST_WORDS));
        return { ...largestBound(bounds), ...oneByOne(workload) };
      },
    })),
  );
}

/** The cheapest schedule of each group; the name of the one that most rows have. */
function oneByOne({ rows, n, k }) {
  const groups = new Map();
  for (const m of rows) if (m > 0) groups.set(m, (groups.get(m) ?? 0) + 1);
  const costs = [...groups].map(([m, count]) => {
    const schedules = wordGemms(gemmWorkload({ m, n, k }), FAST_WORDS);
    const { schedule, cost } = cheapest(schedules.map((one) => ({ schedule: one.id, cost: productTotal(one) })));
    return { schedule, cost: BigInt(count) * cost, rows: m * count };
  });
  const cost = costs.reduce((sum, one) => sum + one.cost, 0n);
  return { schedule: costs.reduce((x, y) => (y.rows > x.rows ? y : x)).schedule, cost };
}
