// Cases of triangles and factorizations: what the library's own schedules of them move, which the referee confirms move by move.

import { proveTriangularSegments } from "../../build/bounds/triangular/segments.js";
import { triangularWorkload } from "../../build/index.js";
import { triangularTotal, triangularWords } from "../../build/schedules/two-level/triangular.js";

/** A workload, what the cheapest schedule of it moves, and what its theorems prove. Every word has one size. */
function caseOf(kinds, random) {
  const kind = random.of(kinds);
  const hasOneExtent = ["cholesky", "lu", "floyd-warshall"].includes(kind);
  const n = random.scale(3, random.of([12, 100, 600]));
  const workload = triangularWorkload(kind, { n, ...(hasOneExtent ? {} : { m: random.scale(1, 600) }) });
  // Of gram-schmidt half the cases have panels.
  const least = kind === "gram-schmidt" && random.of([true, false]) ? 2 * workload.m + 1 : 3;
  const capacity = least + random.scale(1, random.of([12, 200, 2000])) - 1;
  const memories = BigInt(random.of([1, 1, 2, 3]));
  const setting = { interface: "slow-fast", unit: "words", capacity: BigInt(capacity), memories, fastMemory: "" };
  const costs = triangularWords(workload, capacity).map(triangularTotal);
  return { certificates: proveTriangularSegments(workload, setting), cost: costs.reduce((x, y) => (y < x ? y : x)) };
}

const KINDS = ["syrk", "syr2k", "symm", "trmm", "trsm", "cholesky", "lu", "floyd-warshall"];

/** A case of each theorem; what others say of the workload is checked too. */
export const TRIANGULAR_CASES = {
  "triangular-segments": (random) => caseOf(KINDS, random),
  "gram-schmidt-hourglass": (random) => caseOf(["gram-schmidt"], random),
  "floyd-warshall-without-recomputation": (random) => caseOf(["floyd-warshall"], random),
};
