import { groupScales } from "../../computation/experts/group-scales.js";
import type { GroupedGemmWorkload } from "../../computation/experts/grouped-gemm.js";
import { bigints } from "../../exact/integer.js";
import type { Certificate, Setting } from "../bound.js";
import { theoremOfProduct } from "../gemm/certificates.js";
import { GEMM_THEOREMS } from "../gemm/theorems.js";
import { certificatesOf } from "../theorem.js";
import { groupCertificates, widestSum } from "./groups.js";

/** Everything known of products of groups: products of one height are a batch. */
export function groupedGemmCertificates(w: GroupedGemmWorkload, setting: Setting): readonly Certificate[] {
  const [n, k] = bigints(w.n, w.k);
  return groupCertificates(
    {
      workload: w,
      input: ["A", k],
      weights: [["B", k * n]],
      output: ["C", n],
      scales: groupScales(w),
      isSummed: false,
      mostClasses: 64,
      certificates: ({ rows, groups }, { input, weights, partial, output }, { capacity, memories }) =>
        certificatesOf(GEMM_THEOREMS, {
          extents: { batch: BigInt(groups), m: BigInt(rows), n, k },
          weights: { a: input, b: weights, partial, output },
          capacity,
          memories,
        }),
      beside: widestSum,
      theoremOf: theoremOfProduct,
    },
    setting,
  );
}
