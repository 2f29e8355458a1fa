import { bytesOnChip, bytesPerSm, ffnWorkload, gpuNamed, proveBoundsInSetting, wordFfns } from "../../build/index.js";
import { cheapest, LARGE, largestBound, PANEL, wordSetting } from "./point.js";

/** Gated feed-forward blocks as the models' published configurations give them. */
const MODELS = [
  { name: "Llama 2 7B", model: 4096, hidden: 11_008 },
  { name: "Llama 3 8B", model: 4096, hidden: 14_336 },
  { name: "Llama 3 70B", model: 8192, hidden: 28_672 },
  { name: "Mistral 7B", model: 4096, hidden: 14_336 },
  { name: "Qwen2.5 7B", model: 3584, hidden: 18_944 },
];
const TOKENS = [64, 1024, 8192];
/** Words of two bytes. */
const MEMORIES = [
  { memory: "an SM of h100", fastWords: bytesPerSm(gpuNamed("h100")) / 2 },
  { memory: "the chip of a100", fastWords: bytesOnChip(gpuNamed("a100")) / 2 },
  { memory: "the chip of h100", fastWords: bytesOnChip(gpuNamed("h100")) / 2 },
];

const WIDE = "stores of H and Y beside 2ml(2k+n)/√S, and few tokens against √S";

/** SwiGLU blocks of public models; fast memory of one SM, and of a whole chip (its L2 and the memories of its SMs). */
export function feedForwardPoints() {
  return MEMORIES.flatMap(({ memory, fastWords }) =>
    MODELS.flatMap(({ name, model, hidden }) =>
      TOKENS.map((tokens) => ({
        family: "feed-forward",
        label: `${name}, ${tokens} tokens, ${memory}`,
        fastWords,
        large: tokens ** 2 >= LARGE ** 2 * fastWords,
        reason: 2 * tokens * model >= fastWords && tokens * model <= 2 * fastWords ? PANEL : WIDE,
        best: () => {
          const workload = ffnWorkload({ tokens, model, hidden, gated: true });
          const bounds = proveBoundsInSetting(workload, wordSetting(fastWords));
          const schedules = wordFfns(workload, fastWords).map(({ id, total }) => ({ schedule: id, cost: total }));
          return { ...largestBound(bounds), ...cheapest(schedules) };
        },
      })),
    ),
  );
}
