import type { Cdag } from "../cdag.js";

/** Why a certificate proves nothing. Thrown and caught inside the checker only. */
export class Refusal extends Error {}

export function demand(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new Refusal(reason);
}

/** Plain views of the graph for the checker, which shares no code with the search for bounds. */
export class Facts {
  readonly graph: Cdag;
  /** Vertices with a path to an output. */
  readonly useful: Set<number>;

  constructor(graph: Cdag) {
    this.graph = graph;
    const outputs = Array.from(graph.isOutput.keys()).filter((v) => graph.isOutput[v] === 1);
    this.useful = closure(outputs, (v) => this.operands(v));
  }

  operands(v: number): number[] {
    return [...this.graph.predecessors.subarray(this.graph.predecessorOffsets[v], this.graph.predecessorOffsets[v + 1])];
  }

  usefulUses(v: number): number[] {
    const uses = this.graph.successors.subarray(this.graph.successorOffsets[v], this.graph.successorOffsets[v + 1]);
    return [...uses].filter((s) => this.useful.has(s));
  }

  isInput(v: number): boolean {
    return this.operands(v).length === 0;
  }

  isOutput(v: number): boolean {
    return this.graph.isOutput[v] === 1;
  }

  hasEdge(u: number, v: number): boolean {
    return this.operands(v).includes(u);
  }

  weight(v: number): number {
    return this.graph.weights[v] as number;
  }

  /** A vertex that every complete pebbling must make red at some time. */
  demandPebbled(v: unknown): asserts v is number {
    demand(typeof v === "number" && this.useful.has(v), `vertex ${String(v)} is not on a path to an output`);
    demand(!this.isInput(v) || this.usefulUses(v).length > 0, `input ${v} need not be loaded`);
  }

  /** `v` and all vertices with a path to it. */
  ancestors(v: number): Set<number> {
    return closure([v], (u) => this.operands(u));
  }

  /** `v` and all useful vertices it has a path to. */
  descendants(v: number): Set<number> {
    return closure([v], (u) => this.usefulUses(u));
  }
}

function closure(roots: readonly number[], next: (v: number) => readonly number[]): Set<number> {
  const found = new Set(roots);
  for (const v of found) for (const u of next(v)) found.add(u);
  return found;
}

/** A positive whole number of words. */
export function demandWords(amount: unknown): asserts amount is number {
  demand(typeof amount === "number" && Number.isSafeInteger(amount) && amount > 0, "an amount that is no positive whole number");
}

/** Adds to a tally and refuses beyond the limit. */
export function spend(tally: Map<number, number>, v: number, amount: number, limit: number): void {
  const total = (tally.get(v) ?? 0) + amount;
  demand(total <= limit, `more than ${limit} words of flow through vertex ${v}`);
  tally.set(v, total);
}
