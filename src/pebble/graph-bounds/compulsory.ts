import type { Cdag } from "../cdag.js";
import type { TwoLevelGame } from "../rules.js";
import { type GraphBound, requirements } from "./graph-bound.js";
import { loadedInputs, storedOutputs, totalWeight, usefulPart } from "./useful.js";

/**
 * Compulsory traffic: every input with a path (of at least one edge) to an output is loaded, every output that is no input is
 * stored. Weighted; survives recomputation and sliding; independent of the capacity.
 */
export function compulsoryBound(graph: Cdag, game: TwoLevelGame): GraphBound {
  const useful = usefulPart(graph);
  const inputs = loadedInputs(graph, useful);
  const outputs = storedOutputs(graph, useful);
  return {
    kind: "bound",
    id: "compulsory",
    value: BigInt(totalWeight(graph, inputs)) + BigInt(totalWeight(graph, outputs)),
    requires: requirements(game, "allowed"),
    proof: "proofs/graph-compulsory.md",
    status: "paper proof",
    certificate: { kind: "compulsory", inputs, outputs },
  };
}
