import { groupScales } from "../../computation/experts/group-scales.js";
import type { MoeWorkload } from "../../computation/experts/moe.js";
import { bigints } from "../../exact/integer.js";
import type { Certificate, Setting } from "../bound.js";
import { CHAIN_THEOREMS } from "../chain/theorems.js";
import { ROWS_THEOREMS } from "../rows/theorems.js";
import { certificatesOf, theoremAmong } from "../theorem.js";
import { groupCertificates, widestSum } from "./groups.js";

const theoremOfChain = theoremAmong([...ROWS_THEOREMS, ...CHAIN_THEOREMS]);

/** Everything known of a mixture of experts: experts with so many tokens each are a batch of fused chains. */
export function moeCertificates(w: MoeWorkload, setting: Setting): readonly Certificate[] {
  const [k, l] = bigints(w.model, w.hidden);
  const front = w.gated ? ["Wg", "Wu"] : ["Wu"];
  return groupCertificates(
    {
      workload: w,
      input: ["X", k],
      weights: [...front, "Wd"].map((name) => [name, k * l]),
      output: ["Y", k],
      scales: groupScales(w),
      isSummed: true,
      mostClasses: 24,
      certificates: ({ rows, groups }, { input, weights, between, partial, output }, { capacity, memories }) => {
        const [batch, m] = bigints(groups, rows);
        return certificatesOf(CHAIN_THEOREMS, {
          extents: { batch, m, k, l, n: k, pairs: batch * m * l, factors: BigInt(front.length) },
          weights: { a: input, b: weights, h: between, d: weights, partial, output },
          capacity,
          memories,
        });
      },
      // A row of H, and the sums of a row of Y.
      beside: (sizes) => l * sizes.between + k * widestSum(sizes),
      theoremOf: theoremOfChain,
    },
    setting,
  );
}
