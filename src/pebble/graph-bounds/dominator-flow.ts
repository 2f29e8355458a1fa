import type { Cdag } from "../cdag.js";
import { at } from "./arrays.js";
import type { WeightedPath } from "./graph-bound.js";
import { type SplitCapacities, type SplitNetwork, splitFlow, splitNetwork, splitPaths } from "./split-network.js";
import { isSource, type UsefulPart } from "./useful.js";

/**
 * Minimum-weight dominators of what is first pebbled between two instants: vertex cuts, outside the vertices pending at the
 * first instant, between the inputs and the vertices both pending at the first instant and done at the second.
 */
export class DominatorFlow {
  readonly #graph: Cdag;
  readonly #useful: UsefulPart;
  readonly #split: SplitNetwork;
  readonly #nothing: Uint8Array;
  readonly #isSource: Uint8Array;

  constructor(graph: Cdag, useful: UsefulPart) {
    this.#graph = graph;
    this.#useful = useful;
    this.#split = splitNetwork(graph, useful);
    this.#nothing = new Uint8Array(graph.vertexCount);
    this.#isSource = Uint8Array.from({ length: graph.vertexCount }, (_, v) => (isSource(graph, v) ? 1 : 0));
  }

  /** Operands, from outside `pending`, of the vertices in both regions, and their weight: one dominator among many. */
  boundary(pending: Uint8Array, done: Uint8Array): { isOperand: Uint8Array; weight: number } {
    const graph = this.#graph;
    const isOperand = new Uint8Array(graph.vertexCount);
    let weight = 0;
    for (const v of this.#useful.vertices) {
      if (at(pending, v) === 0 || at(done, v) === 0) continue;
      for (let e = at(graph.predecessorOffsets, v); e < at(graph.predecessorOffsets, v + 1); e++) {
        const u = at(graph.predecessors, e);
        if (at(pending, u) === 1 || at(isOperand, u) === 1) continue;
        isOperand[u] = 1;
        weight += at(graph.weights, u);
      }
    }
    return { isOperand, weight };
  }

  /** Weight of a minimum dominator of the boundary's vertices, by maximum flow from the inputs. */
  weight(pending: Uint8Array, isOperand: Uint8Array): number {
    const pay = Int32Array.from(this.#graph.weights, (w, v) => (at(pending, v) === 1 ? 0 : w));
    const capacities: SplitCapacities = {
      isSource: this.#isSource,
      pay,
      isEntrySink: this.#nothing,
      isExitSink: isOperand,
      backward: false,
    };
    return splitFlow(this.#split, capacities);
  }

  /** The paths of the flow just found. */
  paths(): WeightedPath[] {
    return splitPaths(this.#split);
  }
}
