// Cases of products over triangles and of factorizations: square tiles of the result stay, panels of the operands pass by (left-looking).

import { proveTriangularSegments } from "../../build/bounds/triangular/segments.js";
import { triangularWorkload } from "../../build/index.js";

/** Words that tiles of side `c` load and store: each of its operands once a step along k, triangles of the diagonal word by word. */
function movedWords({ kind, n, m }, c) {
  const rows = Math.ceil(n / c);
  const side = (tile, extent) => Math.min(c, extent - tile * c);
  const columns = ["symm", "trmm", "trsm"].includes(kind) ? m : n;
  let words = 0;
  for (let i = 0; i < rows; i++) {
    const height = side(i, n);
    for (let j = 0; j < Math.ceil(columns / c); j++) {
      const width = side(j, columns);
      const isLower = j <= i;
      if (kind === "syrk") {
        if (isLower) words += m * (i === j ? height : height + width) + height * width;
      } else if (kind === "syr2k") {
        if (isLower) words += 2 * m * (i === j ? height : height + width) + height * width;
      } else if (kind === "symm") words += n * (height + width) + height * width;
      else if (kind === "trmm") words += (i * c + height) * (height + width) + height * width;
      else if (kind === "trsm") words += 2 * height * width + i * c * (height + width) + height * height;
      else if (kind === "lu") words += 2 * height * width + Math.min(i, j) * c * (height + width) + (i === j ? 0 : c * c);
      else if (isLower) words += 2 * height * width + j * c * (i === j ? height : height + width) + (i === j ? 0 : c * c);
    }
  }
  return words;
}

/** A triangle or a factorization, what tiles of it move, and what is proven. Every word has one size; a memory holds a tile and two panels. */
export function triangularCase(random) {
  const kind = random.of(["syrk", "syr2k", "symm", "trmm", "trsm", "cholesky", "lu"]);
  const isFactorization = kind === "cholesky" || kind === "lu";
  const n = random.scale(2, 600);
  const workload = triangularWorkload(kind, { n, ...(isFactorization ? {} : { m: random.scale(1, 600) }) });
  const c = random.scale(1, random.of([3, 12, 40]));
  // A tile, a column and a row of the operands, and a word of the diagonal.
  const capacity = BigInt(c * c + 2 * c + 1 + random.whole(0, c));
  const setting = { interface: "slow-fast", unit: "words", capacity, memories: BigInt(random.of([1, 1, 2, 3])), fastMemory: "" };
  return { certificates: [proveTriangularSegments(workload, setting) ?? []].flat(), cost: BigInt(movedWords(workload, c)) };
}
