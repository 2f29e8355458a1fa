import { performance } from "node:perf_hooks";
import { interleave } from "./measure.js";
import { printTable } from "./print.js";

/** What all legal plans of a layer may take, with bounds on every interface. */
const SECONDS = 5;

/** Every legal plan of a layer: bounds of all legal kernels, the exact best plan, presets. */
export const layerPlans = {
  name: "plans",
  run: (redblue, repeats) => {
    const { gpuNamed, layerReport, modelLayer } = redblue;
    console.log("plans: every legal plan of a layer on an H100, best one proven, bounds on DRAM and the SMs");
    const rows = [
      ["llama3-8b", {}],
      ["llama3-8b", { phase: "decode", batch: 64, context: 32_768 }],
      ["llama3-405b", {}],
      ["sd15-unet", {}],
    ].map(([id, options]) => {
      const { workload, graph } = modelLayer(id, options);
      let plans = 0n;
      let kernels = 0;
      const search = () => {
        const { search: found } = layerReport(workload, graph, gpuNamed("h100"));
        plans = found.legalPlans;
        kernels = found.legalKernels;
        return 1;
      };
      const start = performance.now();
      search();
      const first = (performance.now() - start) / 1000;
      const [{ median }] = interleave([{ name: id, run: search }], repeats, () => {});
      const verdict = first < SECONDS ? "yes" : "NO";
      const rate = (Number(plans) / median).toExponential(1);
      return [
        `${id}, ${options.phase ?? "prefill"}`,
        String(kernels),
        String(plans),
        first.toFixed(2),
        median.toFixed(2),
        rate,
        verdict,
      ];
    });
    printTable([["layer", "kernels", "plans", "first s", "median s", "plans/s", `below ${SECONDS} s`], ...rows]);
  },
};
