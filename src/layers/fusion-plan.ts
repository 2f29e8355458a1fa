import { InputError, shown } from "../errors.js";
import { didYouMean } from "../text/nearest-name.js";
import type { GraphIndex } from "./operator-graph.js";

/** A partition of a graph's operators into kernels, in launch order; each kernel's operators in the graph's order. */
export interface FusionPlan {
  readonly id: string;
  readonly title: string;
  readonly kernels: readonly (readonly string[])[];
}

/**
 * The plan with its kernels in a launch order (kernels that may run in either order stay as given).
 *
 * @throws InputError when an operator is unknown, missing or in two kernels, or when kernels wait for each other in a circle (a
 * kernel that is not convex).
 */
export function fusionPlan(index: GraphIndex, plan: FusionPlan): FusionPlan {
  const kernelOf = new Map<string, number>();
  const names = [...index.operator.keys()];
  plan.kernels.forEach((kernel, number) => {
    if (kernel.length === 0) throw new InputError(`plan ${plan.id}`, "at least one operator in each kernel", "none");
    for (const name of kernel) {
      if (!index.operator.has(name)) {
        throw new InputError(`plan ${plan.id}`, `operators of ${index.graph.name}${didYouMean(name, names)}`, shown(name));
      }
      if (kernelOf.has(name))
        throw new InputError(`plan ${plan.id}`, "a partition: each operator in one kernel", `${name} twice`);
      kernelOf.set(name, number);
    }
  });
  const missing = names.find((name) => !kernelOf.has(name));
  if (missing !== undefined)
    throw new InputError(`plan ${plan.id}`, "a partition: each operator in one kernel", `${missing} in none`);

  const waitsFor = plan.kernels.map((kernel, number) => {
    const inputs = kernel.flatMap((name) => index.operator.get(name)?.inputs ?? []);
    const makers = inputs.map((tensor) => kernelOf.get(index.producer.get(tensor)?.name ?? ""));
    return new Set(makers.filter((maker) => maker !== undefined && maker !== number));
  });
  const order: number[] = [];
  while (order.length < plan.kernels.length) {
    const next = waitsFor.findIndex(
      (makers, number) => !order.includes(number) && [...makers].every((m) => order.includes(m ?? -1)),
    );
    if (next < 0) {
      const stuck = plan.kernels.findIndex((_, number) => !order.includes(number));
      const found = `the kernel of ${plan.kernels[stuck]?.join(", ")} waits for one that waits for it`;
      throw new InputError(`plan ${plan.id}`, "convex kernels", found);
    }
    order.push(next);
  }
  const rank = new Map(names.map((name, position) => [name, position]));
  const sorted = (kernel: readonly string[]): readonly string[] =>
    [...kernel].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  return { ...plan, kernels: order.map((number) => sorted(plan.kernels[number] ?? [])) };
}
