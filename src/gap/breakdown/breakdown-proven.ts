import type { Bound } from "../../bounds/bound.js";
import { bestBounds, bestReads } from "../../bounds/prove.js";
import type { Interface } from "../../machines/machine.js";
import type { PlannedReplay } from "../../plan/planned.js";
import { conditionsMet, kernelsBound } from "../conditions.js";
import type { GapReport } from "../gap.js";
import type { GapBreakdown, Level, LevelId } from "./breakdown.js";

/** The level of what is proven of every kernel: its total, or its reads where these are counted. */
export function provenLevel(bounds: readonly Bound[], best: Bound, counts: GapBreakdown["counts"]): Level {
  const change = "No kernel of any kind moves less: this is proven.";
  if (counts === "total") return { id: "bound", label: best.id, basis: "proven", amount: best.value, change };
  const most = bestReads(bounds).get(best.interface);
  return { id: "bound", label: most?.id ?? best.id, basis: "proven", amount: most?.reads ?? 0n, change };
}

/** Bounds of some kernels that say more than the bound of all: of a class, or of those that meet the conditions of the chosen one. */
export function someKernels(
  { workload, bounds }: Pick<GapReport, "workload" | "bounds">,
  interfaceId: Interface,
  counts: GapBreakdown["counts"],
  { floor, known, chosen }: { readonly floor: bigint; readonly known: bigint; readonly chosen: PlannedReplay },
): readonly Level[] {
  const met = conditionsMet(workload, chosen.fields);
  const sharper = (counts === "reads" ? bestReads : bestBounds)(bounds, met).get(interfaceId);
  const ofClass = (theorem: string): readonly Bound[] =>
    bounds.filter((bound) => bound.id === theorem && bound.interface === interfaceId);
  const level = (id: LevelId, some: readonly Bound[], kernels: string): readonly Level[] => {
    const values = some.map((bound) => (counts === "reads" ? (bound.reads ?? 0n) : bound.value));
    const amount = values.reduce((least, value) => (value < least ? value : least), values[0] ?? 0n);
    if (amount <= floor) return [];
    const change =
      amount > known
        ? `The best schedule known is not one of these: ${kernels} cannot do so well.`
        : `What is left down to here another schedule may win among ${kernels}; below only a kernel that is none of them.`;
    return [{ id, label: some[0]?.id ?? "", basis: "proven for some", amount, change }];
  };
  const levels = [
    ...level("class-bound", ofClass("gemm-one-cta-per-tile"), "kernels of one block a tile of C, whatever their launch order"),
    ...level("sums-in-place", ofClass("gemm-output-stationary"), "kernels whose sums stay where the instruction has them"),
    ...(sharper === undefined ? [] : level("condition-bound", [sharper], `kernels with ${kernelsBound(sharper)}`)),
  ];
  return levels.sort((one, other) => (one.amount < other.amount ? 1 : one.amount > other.amount ? -1 : 0));
}
