/** How much of a layer's DRAM traffic an L2 that keeps what the kernel before left saves. */
import { indexGraph, modelLayer, presetPlans } from "../../build/layers/index.js";
import { barsSvg } from "./bars.js";
import { gigabytes, planOf, report, table } from "./common.js";

const GPUS = ["a100", "h100", "h200"];
const PLANS = ["eager", "flash", "kernl"];
const PHASES = {
  prefill: { phase: "prefill", tokens: 2048 },
  decode: { phase: "decode", batch: 16, context: 4096 },
};
const warmReport = (options, gpu) => {
  const plans = presetPlans(indexGraph(modelLayer("llama3-8b", options).graph)).filter(({ id }) => PLANS.includes(id));
  return report("llama3-8b", options, gpu, { plans, replay: true, warm: true, search: false });
};
const reports = new Map();
const reportOf = (phase, gpu) => {
  const key = `${phase} ${gpu}`;
  if (!reports.has(key)) reports.set(key, warmReport(PHASES[phase], gpu));
  return reports.get(key);
};
const moved = ({ reads, writes, dirtyAtEnd }) => reads + writes + dirtyAtEnd;
const cold = (phase, gpu, id) => planOf(reportOf(phase, gpu), id).warm.cold.reduce((sum, one) => sum + moved(one), 0n);
const warm = (phase, gpu, id) => moved(planOf(reportOf(phase, gpu), id).warm.total);
const saved = (phase, gpu, id) => 1 - Number(warm(phase, gpu, id)) / Number(cold(phase, gpu, id));
const percent = (share) => `${(100 * share).toFixed(1)} %`;

const plansTable = (phase) =>
  table(
    ["GB cold → through one L2", ...PLANS],
    GPUS.map((gpu) => [
      gpu,
      ...PLANS.map((id) => {
        const [alone, together] = [cold(phase, gpu, id), warm(phase, gpu, id)];
        return `${gigabytes(alone)} → ${gigabytes(together)}: ${percent(saved(phase, gpu, id))}`;
      }),
    ]),
  );

export const warmLayer = {
  page: "warm-l2-of-a-layer",
  tables: {
    prefill: () => plansTable("prefill"),
    decode: () => plansTable("decode"),
    /** Kernel by kernel, of the plan with fused attention. */
    kernels: () => {
      const { plan, warm: through } = planOf(reportOf("prefill", "h100"), "flash");
      const megabytes = (bytes) => (Number(bytes) / 1e6).toFixed(1);
      return table(
        ["MB", "reads", "written back", "still dirty", "alone, cold"],
        plan.kernels.map((kernel, at) => {
          const { reads, writes, dirtyAtEnd } = through.kernels[at];
          const alone = moved(through.cold[at]);
          return [kernel.join(" + "), ...[reads, writes, dirtyAtEnd, alone].map(megabytes)];
        }),
      );
    },
  },
  figures: {
    "warm-layer": () =>
      barsSvg({
        title: "DRAM traffic that a warm L2 saves",
        subtitle: "one layer of Llama 3 8B, prefill of 2048 tokens, bf16, best schedules known; % of each kernel from a cold L2",
        series: PLANS,
        groups: GPUS.map((gpu) => ({ name: gpu, values: PLANS.map((id) => 100 * saved("prefill", gpu, id)) })),
        format: (value) => `${value} %`,
      }),
  },
};
