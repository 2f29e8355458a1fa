import type { Accelerator, Gpu } from "../../machines/machine.js";
import type { GraphIndex, Operator } from "../operator-graph.js";
import { objection } from "./legality.js";

/** Outcome of the exact search over all legal plans. */
export interface BestPlan {
  readonly plan: readonly (readonly string[])[];
  /** Legal kernels looked at, and legal plans (as launch sequences) that they make. */
  readonly kernels: number;
  readonly plans: bigint;
  /** Nothing better is left; false where boundaries cost too many combinations to look at them all. */
  readonly proven: boolean;
}

/** What the points between kernels cost, beside the kernels: a value of the set of them that a plan passes, not a sum. */
export interface BoundaryCosts {
  /** Can a plan that passes the point where these operators are done pay for it, with some others? */
  readonly pays: (done: ReadonlySet<string>) => boolean;
  /** At least this much for a plan that passes the point. */
  readonly least: (done: ReadonlySet<string>) => bigint;
  /** What a plan pays that passes these points, and others that it does not pay for. */
  readonly of: (points: readonly ReadonlySet<string>[]) => bigint;
}

/** Plans that reach one set of finished operators over the same costly points: only the best of them can be part of a best plan. */
interface Label {
  readonly points: readonly ReadonlySet<string>[];
  readonly cost: bigint;
  readonly kernels: number;
  readonly before: Label | undefined;
  readonly kernel: readonly string[];
}

interface State {
  readonly done: ReadonlySet<string>;
  readonly sequences: bigint;
  readonly labels: Map<string, Label>;
}

/** More sets of finished operators than this are not searched, nor more legal kernels, nor more labels in all. */
const MOST_STATES = 1500;
const MOST_KERNELS = 3000;
const MOST_LABELS = 20_000;

/** Nor more operators in all kernels that are looked at. */
const MOST_JUDGED = 1_000_000;

/** The order between plans: what boundaries cost, then what kernels cost, then their number. */
type Cost = readonly [boundaries: bigint, kernels: bigint, count: number];

/**
 * The legal plan with the least cost, exactly: dynamic programming over the sets of operators that may be finished together, with the
 * costly points that lie behind as part of the state, and the best plan known as a cut. A kernel without a cost is skipped.
 * Undefined where no plan is left, or there are too many sets or legal kernels.
 */
export function bestPlan(
  index: GraphIndex,
  machine: Gpu | Accelerator,
  costOf: (kernel: readonly string[]) => bigint | undefined,
  boundaries?: BoundaryCosts,
): BestPlan | undefined {
  const ideals = finishedSets(index);
  if (ideals === undefined) return undefined;
  const steps = legalSteps(index, machine, ideals, costOf);
  if (steps === undefined) return undefined;
  if (boundaries === undefined) return searched(ideals, steps, undefined, undefined);
  // The best plan as if every point were paid apart: what it really pays is a cut for the exact search.
  const apart: BoundaryCosts = {
    ...boundaries,
    of: (points) => points.reduce((sum, one) => sum + boundaries.least(one), 0n),
  };
  const first = searched(ideals, steps, { ...apart, sums: true }, undefined);
  if (first === undefined) return undefined;
  const points = pointsOf(first.plan).filter(boundaries.pays);
  const exact = searched(ideals, steps, boundaries, boundaries.of(points));
  return exact ?? { ...first, proven: points.length === 0 };
}

/** The sets of operators done between the kernels of a plan. */
function pointsOf(plan: readonly (readonly string[])[]): readonly ReadonlySet<string>[] {
  return plan.slice(1).map((_, i) => new Set(plan.slice(0, i + 1).flat()));
}

interface Step {
  readonly from: number;
  readonly kernel: readonly string[];
  readonly cost: bigint;
}

interface Steps {
  /** Kernels that end at each set, by its number. */
  readonly into: readonly (readonly Step[])[];
  readonly kernels: number;
}

function legalSteps(
  index: GraphIndex,
  machine: Gpu | Accelerator,
  ideals: readonly ReadonlySet<string>[],
  costOf: (kernel: readonly string[]) => bigint | undefined,
): Steps | undefined {
  const { operators } = index.graph;
  const judged = new Map<string, bigint | undefined>();
  let [legal, looked] = [0, 0];
  const judge = (kernel: readonly Operator[], names: readonly string[]): bigint | undefined => {
    const key = names.join(" ");
    looked += names.length;
    if (!judged.has(key)) {
      const cost = objection(index, machine, kernel) === undefined ? costOf(names) : undefined;
      if (cost !== undefined) legal++;
      judged.set(key, cost);
    }
    return judged.get(key);
  };
  const into: Step[][] = [];
  for (const ideal of ideals) {
    const found: Step[] = [];
    for (const [from, done] of ideals.entries()) {
      if (done.size >= ideal.size) break;
      if (![...done].every((name) => ideal.has(name))) continue;
      const kernel = operators.filter(({ name }) => ideal.has(name) && !done.has(name));
      const names = kernel.map(({ name }) => name);
      const cost = judge(kernel, names);
      if (legal > MOST_KERNELS || looked > MOST_JUDGED) return undefined;
      if (cost !== undefined) found.push({ from, kernel: names, cost });
    }
    into.push(found);
  }
  return { into, kernels: legal };
}

/** Undefined where no plan is left, or where there were too many labels. */
function searched(
  ideals: readonly ReadonlySet<string>[],
  { into, kernels }: Steps,
  boundaries: (BoundaryCosts & { readonly sums?: true }) | undefined,
  cut: bigint | undefined,
): BestPlan | undefined {
  const states: State[] = [];
  let labelled = 0;
  const paid = (points: Label["points"]): bigint => (points.length === 0 ? 0n : (boundaries?.of(points) ?? 0n));
  const costOf = (label: Label): Cost => [paid(label.points), label.cost, label.kernels];
  ideals.forEach((done, number) => {
    const isEnd = number === ideals.length - 1;
    const passed = boundaries === undefined || number === 0 || isEnd ? undefined : boundaries;
    const least = passed?.least(done) ?? 0n;
    const pays = passed?.pays(done) ?? false;
    const labels = new Map<string, Label>();
    let sequences = number === 0 ? 1n : 0n;
    if (number === 0) labels.set("", { points: [], cost: 0n, kernels: 0, before: undefined, kernel: [] });
    for (const { from, kernel, cost } of into[number] ?? []) {
      const before = states[from];
      sequences += before?.sequences ?? 0n;
      // Passing the point costs at least this much, with any others.
      if (before === undefined || (cut !== undefined && least > cut)) continue;
      for (const label of before.labels.values()) {
        const points = pays ? [...label.points, done] : label.points;
        const next: Label = { points, cost: label.cost + cost, kernels: label.kernels + 1, before: label, kernel };
        // Where points are paid apart, and at the end, only the best label can matter.
        const key = isEnd || boundaries?.sums === true ? "" : points.map((point) => ideals.indexOf(point)).join(" ");
        const known = labels.get(key);
        if (known === undefined || isLess(costOf(next), costOf(known))) labels.set(key, next);
      }
    }
    labelled += labels.size;
    if (labelled > MOST_LABELS) labels.clear();
    states.push({ done, sequences, labels });
  });
  const last = states.at(-1);
  const end = last?.labels.get("");
  if (last === undefined || end === undefined || labelled > MOST_LABELS) return undefined;
  const plan: (readonly string[])[] = [];
  for (let label: Label | undefined = end; label?.before !== undefined; label = label.before) plan.unshift(label.kernel);
  return { plan, kernels, plans: last.sequences, proven: true };
}

function isLess(one: Cost, other: Cost): boolean {
  if (one[0] !== other[0]) return one[0] < other[0];
  return one[1] === other[1] ? one[2] < other[2] : one[1] < other[1];
}

/** Every set of operators that contains the makers of its operands, smaller ones first. */
function finishedSets(index: GraphIndex): readonly ReadonlySet<string>[] | undefined {
  const { operators } = index.graph;
  // One after another they pass through as many sets.
  if (operators.length > MOST_STATES) return undefined;
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
