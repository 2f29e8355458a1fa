import { performance } from "node:perf_hooks";
import { interleave } from "./measure.js";
import { printTable } from "./print.js";

/** What a bound of the whole layer may take. */
const SECONDS = 1;

/** Operators of a layer of Llama 3 8B that form products; norms and residuals move compulsory traffic only. */
function layerOperators({ attentionWorkload, ffnWorkload, gemmWorkload }, tokens, context) {
  const [model, hidden, heads, kvHeads, dim] = [4096, 14_336, 32, 8, 128];
  return [
    gemmWorkload({ m: tokens, n: (heads + 2 * kvHeads) * dim, k: model }),
    attentionWorkload({ heads, kvHeads, queries: tokens, keys: context, dim, causal: true }),
    gemmWorkload({ m: tokens, n: model, k: heads * dim }),
    ffnWorkload({ tokens, model, hidden, gated: true }),
    ffnWorkload({ tokens, model, hidden }),
    gemmWorkload({ m: tokens, n: 2 * hidden, k: model }),
    gemmWorkload({ m: tokens, n: model, k: hidden }),
  ];
}

/** Every bound of a transformer layer, fused and operator by operator, over all interfaces of a GPU: time to prove them all. */
export const layerBounds = {
  name: "layer",
  run: (redblue, repeats) => {
    const { boundWorkload, gpuNamed, withClusters } = redblue;
    const gpu = withClusters(gpuNamed("h100"), 2);
    const phases = [
      ["prefill, 8192 tokens", layerOperators(redblue, 8192, 8192)],
      ["decode, 1 token after 8191", layerOperators(redblue, 1, 8192)],
    ];
    console.log("layer: every bound of Llama 3 8B's operators, from DRAM into the chip, clusters and SMs of an H100");
    const rows = phases.map(([phase, operators]) => {
      let bounds = 0;
      const prove = () => operators.reduce((count, workload) => count + boundWorkload(workload, gpu).bounds.length, 0);
      const start = performance.now();
      prove();
      const first = (performance.now() - start) / 1000;
      const [{ best, median }] = interleave([{ name: phase, run: prove }], repeats, (_, count) => {
        bounds = count;
      });
      const verdict = first < SECONDS ? "yes" : "NO";
      return [phase, String(operators.length), String(bounds), first.toFixed(3), best.toFixed(3), median.toFixed(3), verdict];
    });
    printTable([["phase", "operators", "bounds", "first s", "best s", "median s", `below ${SECONDS} s`], ...rows]);
  },
};
