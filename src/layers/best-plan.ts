import type { Accelerator, Gpu } from "../machines/machine.js";
import { objection } from "./legality.js";
import type { GraphIndex, Operator } from "./operator-graph.js";

/** Outcome of the exact search over all legal plans. */
export interface BestPlan {
  readonly plan: readonly (readonly string[])[];
  /** Legal kernels looked at, and legal plans (as launch sequences) that they make. */
  readonly kernels: number;
  readonly plans: bigint;
}

interface State {
  readonly done: ReadonlySet<string>;
  readonly cost: bigint;
  readonly sequences: bigint;
  readonly kernels: readonly (readonly string[])[];
}

/** More sets of finished operators than this are not searched. */
const MOST_STATES = 1500;

/**
 * The legal plan with the least sum of kernel costs, exactly: dynamic programming over the sets of operators that may be finished
 * together. Among equals one with fewer kernels. A kernel without a cost is left out. Undefined where no plan is left, or there
 * are too many sets.
 */
export function bestPlan(
  index: GraphIndex,
  machine: Gpu | Accelerator,
  costOf: (kernel: readonly string[]) => bigint | undefined,
): BestPlan | undefined {
  const ideals = finishedSets(index);
  if (ideals === undefined) return undefined;
  const states = new Map<string, State>();
  const empty: State = { done: new Set(), cost: 0n, sequences: 1n, kernels: [] };
  states.set("", empty);
  const judged = new Map<string, bigint | undefined>();
  const judge = (kernel: readonly Operator[], names: readonly string[]): bigint | undefined => {
    const key = names.join(" ");
    if (!judged.has(key)) judged.set(key, objection(index, machine, kernel) === undefined ? costOf(names) : undefined);
    return judged.get(key);
  };
  const operators = index.graph.operators;
  for (const ideal of ideals.slice(1)) {
    let best: State | undefined;
    let sequences = 0n;
    for (const state of states.values()) {
      if (state.done.size >= ideal.size || ![...state.done].every((name) => ideal.has(name))) continue;
      const kernel = operators.filter(({ name }) => ideal.has(name) && !state.done.has(name));
      const names = kernel.map(({ name }) => name);
      const own = judge(kernel, names);
      if (own === undefined) continue;
      sequences += state.sequences;
      const cost = state.cost + own;
      const kernels = state.kernels.length + 1;
      if (best === undefined || cost < best.cost || (cost === best.cost && kernels < best.kernels.length)) {
        best = { done: ideal, cost, sequences: 0n, kernels: [...state.kernels, names] };
      }
    }
    if (best !== undefined) states.set([...ideal].sort().join(" "), { ...best, sequences });
  }
  const last = [...states.values()].find(({ done }) => done.size === operators.length);
  if (last === undefined) return undefined;
  const kernels = [...judged.values()].filter((cost) => cost !== undefined).length;
  return { plan: last.kernels, kernels, plans: last.sequences };
}

/** Every set of operators that contains the makers of its operands, smaller ones first. */
function finishedSets(index: GraphIndex): readonly ReadonlySet<string>[] | undefined {
  const { operators } = index.graph;
  const makers = new Map(
    operators.map(({ name, inputs }) => [
      name,
      inputs.flatMap((tensor) => {
        const maker = index.producer.get(tensor);
        return maker === undefined ? [] : [maker.name];
      }),
    ]),
  );
  const found = new Map<string, ReadonlySet<string>>([["", new Set()]]);
  for (const ideal of found.values()) {
    for (const { name } of operators) {
      if (ideal.has(name) || !makers.get(name)?.every((maker) => ideal.has(maker))) continue;
      const next = new Set([...ideal, name]);
      found.set([...next].sort().join(" "), next);
      if (found.size > MOST_STATES) return undefined;
    }
  }
  return [...found.values()].sort((a, b) => a.size - b.size);
}
