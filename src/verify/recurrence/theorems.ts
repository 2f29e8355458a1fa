import type { CheckedTheorem } from "../theorem.js";
import { checkScanStates } from "./scan.js";

/** Theorems on linear recurrences, which rest on those of products. */
export function recurrenceTheorems(products: Readonly<Record<string, CheckedTheorem>>): Readonly<Record<string, CheckedTheorem>> {
  const totals = Object.fromEntries(
    Object.entries(products).filter(([id, { scope }]) => scope === "total" && id !== "gemm-block-scales"),
  );
  return {
    "scan-states": {
      scope: "total",
      proof: "proofs/scan-states.md",
      status: "paper proof",
      requires: ["recurrence-order", "scaled-operand-size"],
      forms: { "stored-state": { requires: ["scaled-operand-size"] } },
      check: (fields, path) => checkScanStates(fields, totals, path),
    },
  };
}
