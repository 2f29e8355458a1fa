import type { Cdag } from "../cdag.js";
import type { TwoLevelGame } from "../rules.js";
import { DominatorFlow } from "./dominator-flow.js";
import {
  GRAPH_BOUND_LIMITS,
  type GraphBound,
  type GraphBoundLimits,
  type HongKungCertificate,
  notApplicable,
  pooledCapacity,
  requirements,
} from "./graph-bound.js";
import { regions } from "./instants.js";
import { disjointLines } from "./lines.js";
import { isSource, reachability, storedOutputs, usefulPart } from "./useful.js";

/**
 * Hong and Kung's (1981) partition argument with a countable number of parts. Executions cut after `S + T`, then every `T`,
 * loads partition the first pebblings into parts with dominators of `S + T`; a line through the graph changes parts wherever
 * the vertices between two of its points need more. `loads >= S + T (P - 1) + 1` for the best `T`, and the outputs are stored.
 * Unit weights; survives recomputation and sliding.
 */
export function hongKungBound(graph: Cdag, game: TwoLevelGame, limits: GraphBoundLimits = GRAPH_BOUND_LIMITS): GraphBound {
  const useful = usefulPart(graph);
  if (graph.weights.some((w) => w !== 1)) return notApplicable("hong-kung-lines", "it needs unit weights");
  if (useful.vertices.length > limits.hongKungVertices) {
    return notApplicable("hong-kung-lines", `more than ${limits.hongKungVertices} useful vertices`);
  }
  const between = new LineDominators(graph);
  const lines = disjointLines(graph, useful);
  const capacity = pooledCapacity(game);
  let best = { loads: 0, segmentLoads: 0, breakpoints: [] as number[][] };
  for (let segmentLoads = 1; capacity + segmentLoads < useful.vertices.length; segmentLoads++) {
    const dominator = capacity + segmentLoads;
    const breakpoints = lines.map((line) => breakLine(line, dominator, between));
    const incidences = breakpoints.reduce((sum, points) => sum + points.length, 0);
    const parts = Math.ceil(incidences / dominator);
    const loads = parts < 2 ? 0 : capacity + segmentLoads * (parts - 1) + 1;
    if (loads > best.loads) best = { loads, segmentLoads, breakpoints };
    // Fewer breakpoints in longer parts: no second part from here on.
    if (parts < 2) break;
  }
  if (best.loads === 0) return notApplicable("hong-kung-lines", "the lines found do not force a second part");
  const needed = capacity + best.segmentLoads + 1;
  const certified: HongKungCertificate["lines"] = lines.map((vertices, i) => {
    const breakpoints = best.breakpoints[i] ?? [];
    const witnesses = breakpoints.slice(1).map((v, j) => between.paths(breakpoints[j] as number, v).slice(0, needed));
    return { vertices, breakpoints, witnesses };
  });
  return {
    kind: "bound",
    id: "hong-kung-lines",
    value: BigInt(best.loads) + BigInt(storedOutputs(graph, useful).length),
    requires: requirements(game, "allowed"),
    proof: "proofs/graph-hong-kung-lines.md",
    status: "paper proof",
    certificate: { kind: "hong-kung-lines", segmentLoads: best.segmentLoads, lines: certified },
  };
}

/** Greedy breakpoints: the next one is the first vertex that cannot share a part with the last. */
function breakLine(line: readonly number[], dominator: number, between: LineDominators): number[] {
  const points = line.slice(0, 1);
  for (const v of line.slice(1)) {
    if (between.size(points.at(-1) as number, v) > dominator) points.push(v);
  }
  return points;
}

/** Minimum dominators of all that lies between two vertices of a line, inclusive; remembered. */
class LineDominators {
  readonly #graph: Cdag;
  readonly #reach: Uint8Array;
  readonly #flow: DominatorFlow;
  readonly #known: Map<number, number> = new Map();

  constructor(graph: Cdag) {
    const useful = usefulPart(graph);
    this.#graph = graph;
    this.#reach = reachability(graph, useful);
    this.#flow = new DominatorFlow(graph, useful);
  }

  size(u: number, v: number): number {
    const key = u * this.#graph.vertexCount + v;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const size = this.#run(u, v);
    this.#known.set(key, size);
    return size;
  }

  paths(u: number, v: number): number[][] {
    this.#run(u, v);
    return this.#flow.paths().map((path) => [...path.vertices]);
  }

  #run(u: number, v: number): number {
    const moment = isSource(this.#graph, u) ? "after" : "before";
    const { pending } = regions(this.#graph, this.#reach, { vertex: u, moment });
    const { done } = regions(this.#graph, this.#reach, { vertex: v, moment: "after" });
    const { isOperand, weight } = this.#flow.boundary(pending, done);
    return weight === 0 ? 0 : this.#flow.weight(pending, isOperand);
  }
}
