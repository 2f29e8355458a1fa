/** How far the best schedules known are above what must move, by plan and by operator. */
import { planTraffic } from "../../build/index.js";
import { barsSvg } from "./bars.js";
import { boundOf, GPUS, gigabytes, planOf, ratio, report, table } from "./common.js";

const PLANS = ["eager", "flash", "kernl", "best-known"];
const INTERFACES = ["dram-l2", "l2-sm"];
const reports = new Map();
const reportOf = (gpu) => {
  if (!reports.has(gpu)) reports.set(gpu, report("llama3-8b", { tokens: 4096 }, gpu, { replay: true }));
  return reports.get(gpu);
};
const known = (gpu, id, over) => planTraffic(planOf(reportOf(gpu), id), over);
const bound = (gpu, id, over) => boundOf(planOf(reportOf(gpu), id), over);

export const room = {
  page: "room-for-improvement",
  tables: {
    room: () =>
      table(
        ["GB best known / bound", ...PLANS],
        GPUS.flatMap((gpu) =>
          INTERFACES.map((over) => [
            `${gpu}, ${over}`,
            ...PLANS.map((id) => {
              const [moved, must] = [known(gpu, id, over), bound(gpu, id, over)];
              return `${gigabytes(moved)} / ${gigabytes(must)} = ${ratio(moved, must)}`;
            }),
          ]),
        ),
      ),
    /** Each operator alone, into the SMs. */
    operators: () => {
      const kernels = planOf(reportOf("h100"), "eager").plan.kernels;
      const cell = (gpu, i) => {
        const eager = planOf(reportOf(gpu), "eager");
        const least = eager.bounds.find((one) => one.interface === "l2-sm").kernels[i].value;
        return ratio(eager.traffic[i].bytes.get("l2-sm"), least);
      };
      const megabytes = (i) => {
        const least = planOf(reportOf("h100"), "eager").bounds.find((one) => one.interface === "l2-sm").kernels[i].value;
        return (Number(least) / 1e6).toFixed(0);
      };
      return table(
        ["operator", "bound on H100, MB", ...GPUS],
        kernels.map((kernel, i) => [kernel.join(" + "), megabytes(i), ...GPUS.map((gpu) => cell(gpu, i))]),
      );
    },
  },
  figures: {
    room: () =>
      barsSvg({
        title: "Bytes into the SMs: best schedules known over what must move",
        subtitle: "one layer of Llama 3 8B, prefill of 4096 tokens, bf16; 1 would leave no room",
        series: PLANS,
        groups: GPUS.map((gpu) => ({
          name: gpu,
          values: PLANS.map((id) => Number(known(gpu, id, "l2-sm")) / Number(bound(gpu, id, "l2-sm"))),
        })),
        format: (value) => `${value}×`,
      }),
  },
};
