/** What each fusion plan of a Llama layer must move, and can save at most. */
import { chartSvg, toApproximateNumber } from "../../build/index.js";
import { boundOf, bytesLabel, GPUS, planOf, report, table } from "./common.js";

const PLANS = ["elementwise", "flash", "kernl", "optimus", "streaming", "best"];
const TOKENS = [128, 256, 512, 1024, 2048, 4096, 8192, 16_384];

export const fusion = {
  page: "fusion-of-a-llama-layer",
  tables: {
    /** Bounds of plans below the unfused one's. */
    fusions: () =>
      table(
        ["at most, dram-l2 / l2-sm / time", ...PLANS],
        GPUS.map((gpu) => {
          const layer = report("llama3-8b", { tokens: 4096 }, gpu);
          const measures = ({ bounds, seconds }) => [...bounds.map(({ value }) => Number(value)), toApproximateNumber(seconds)];
          const eager = measures(planOf(layer, "eager"));
          const saved = (id) => measures(planOf(layer, id)).map((value, i) => `${(100 - (100 * value) / eager[i]).toFixed(0)} %`);
          return [gpu, ...PLANS.map((id) => saved(id).join(" / "))];
        }),
      ),
  },
  figures: {
    fusions: () => {
      const layers = TOKENS.map((tokens) => ({ tokens, layer: report("llama3-8b", { tokens }, "h100") }));
      return chartSvg({
        title: "What each plan must move into the SMs",
        subtitle: "one layer of Llama 3 8B on an H100, prefill, bf16: proven bounds",
        x: { label: "tokens", base: 2, format: String },
        y: { label: "bytes between the L2 and the SMs, at least", base: 10, format: bytesLabel },
        curves: ["eager", ...PLANS].map((id) => ({
          label: id,
          kind: "schedule",
          points: layers.map(({ tokens, layer }) => [tokens, Number(boundOf(planOf(layer, id), "l2-sm"))]),
        })),
        marks: [],
      });
    },
  },
};
