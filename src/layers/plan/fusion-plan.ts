import { InputError, shown } from "../../errors.js";
import { didYouMean } from "../../text/nearest-name.js";
import { type GraphIndex, operatorsNamed } from "../operator-graph.js";

/** A partition of a graph's operators into kernels, in launch order; each kernel's operators in the graph's order. */
export interface FusionPlan {
  readonly id: string;
  readonly title: string;
  readonly kernels: readonly (readonly string[])[];
}

type Kernels = FusionPlan["kernels"];

/**
 * The plan with its kernels in a launch order (kernels that may run in either order stay as given).
 *
 * @throws InputError when an operator is unknown, missing or in two kernels, or when kernels wait for each other in a circle (a
 * kernel that is not convex).
 */
export function fusionPlan(index: GraphIndex, plan: FusionPlan): FusionPlan {
  const seen = new Set<string>();
  for (const kernel of plan.kernels) {
    if (kernel.length === 0) throw new InputError(`plan ${plan.id}`, "at least one operator in each kernel", "none");
    for (const name of kernel) {
      if (!index.operator.has(name)) {
        const near = didYouMean(name, [...index.operator.keys()]);
        throw new InputError(`plan ${plan.id}`, `operators of ${index.graph.name}${near}`, shown(name));
      }
      if (seen.has(name)) throw new InputError(`plan ${plan.id}`, "a partition: each operator in one kernel", `${name} twice`);
      seen.add(name);
    }
  }
  const missing = index.graph.operators.find(({ name }) => !seen.has(name));
  if (missing !== undefined)
    throw new InputError(`plan ${plan.id}`, "a partition: each operator in one kernel", `${missing.name} in none`);
  const order = launchOrder(index, plan.kernels);
  const stuck = plan.kernels.findIndex((_, number) => !order.includes(number));
  if (order.length < plan.kernels.length) {
    const found = `the kernel of ${plan.kernels[stuck]?.join(", ")} waits for one that waits for it`;
    throw new InputError(`plan ${plan.id}`, "convex kernels", found);
  }
  const sorted = (number: number): readonly string[] => operatorsNamed(index, plan.kernels[number] ?? []).map(({ name }) => name);
  return { ...plan, kernels: order.map(sorted) };
}

/** Numbers of kernels, of those that may run next always the first; shorter where kernels wait for each other. */
function launchOrder(index: GraphIndex, kernels: Kernels): readonly number[] {
  const kernelOf = new Map(kernels.flatMap((kernel, number) => kernel.map((name) => [name, number] as const)));
  const waitsFor = kernels.map(
    (kernel, number) => new Set(makersOf(index, kernel, kernelOf).filter((maker) => maker !== number)),
  );
  const waiting = waitsFor.map((makers) => makers.size);
  const followers = kernels.map((): number[] => []);
  waitsFor.forEach((makers, number) => {
    for (const maker of makers) followers[maker]?.push(number);
  });
  const ready = waiting.flatMap((count, number) => (count === 0 ? [number] : []));
  const order: number[] = [];
  for (let next = ready.shift(); next !== undefined; next = ready.shift()) {
    order.push(next);
    for (const follower of followers[next] ?? []) {
      waiting[follower] = (waiting[follower] ?? 0) - 1;
      if (waiting[follower] === 0) ready.splice(placeFor(ready, follower), 0, follower);
    }
  }
  return order;
}

/** Numbers of the kernels that make what a kernel reads. */
function makersOf<Number>(index: GraphIndex, kernel: Iterable<string>, kernelOf: ReadonlyMap<string, Number>): readonly Number[] {
  return operatorsNamed(index, kernel).flatMap(({ inputs }) =>
    inputs.flatMap((tensor) => kernelOf.get(index.producer.get(tensor)?.name ?? "") ?? []),
  );
}

/** Where a number belongs in a rising row. */
function placeFor(row: readonly number[], number: number): number {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((row[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Part {
  readonly operators: string[];
  readonly followers: Set<Part>;
}

/** The kernels, split where they wait for each other: each operator joins the last part of its kernel if it may. */
export function convexKernels(index: GraphIndex, kernels: Kernels): Kernels {
  if (launchOrder(index, kernels).length === kernels.length) return kernels;
  const kernelOf = new Map(kernels.flatMap((kernel) => kernel.map((name) => [name, kernel] as const)));
  const last = new Map<readonly string[] | undefined, Part>();
  const partOf = new Map<string, Part>();
  const parts: Part[] = [];
  for (const { name } of index.graph.operators) {
    const kernel = kernelOf.get(name);
    const makers = new Set(makersOf(index, [name], partOf));
    let part = last.get(kernel);
    if (part === undefined || reachesAny(part, makers)) {
      part = { operators: [], followers: new Set() };
      parts.push(part);
      last.set(kernel, part);
    }
    part.operators.push(name);
    partOf.set(name, part);
    for (const maker of makers) if (maker !== part) maker.followers.add(part);
  }
  return parts.map(({ operators }) => operators);
}

/** Does a part come before one of the others? */
function reachesAny(part: Part, others: ReadonlySet<Part>): boolean {
  const reached = new Set(part.followers);
  for (const one of reached) {
    if (others.has(one)) return true;
    for (const next of one.followers) reached.add(next);
  }
  return false;
}
