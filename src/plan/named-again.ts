import type { Resident } from "../computation/resident.js";
import type { Workload } from "../computation/workload.js";
import { InputError } from "../errors.js";
import type { Gpu } from "../machines/machine.js";
import { parseKeyOrder, parseQueryOrder } from "../schedules/gpu/attention/flash-forward.js";
import { parseLoads } from "../schedules/gpu/gemm/box-padding.js";
import { parseKOrder, parseTileScheduler } from "../schedules/gpu/gemm/persistent-gemm.js";
import { parseSplitReduction } from "../schedules/gpu/gemm/split-k.js";
import { parseClusterShape } from "../schedules/tiles/cluster-shape.js";
import { parseLaunchOrder } from "../schedules/tiles/launch-order.js";
import type { PlanOptions } from "./planned.js";
import { planReplays } from "./planned.js";
import type { PlannedReplay, ScheduleFields } from "./planned-replay.js";

type Option = readonly [field: string, name: string, option: (value: never) => PlanOptions];

/** Fields of a printed schedule that are options too, and the names by which errors call these; by their type. */
const OPTIONS: Readonly<Record<"string" | "number" | "boolean", readonly Option[]>> = {
  string: [
    ["tile", "tile", (tile: string) => ({ tile })],
    ["order", "order", (order: string) => ({ orders: [parseLaunchOrder(order)] })],
    ["reduction", "reduction", (text: string) => ({ reduction: parseSplitReduction(text) })],
    ["scheduler", "scheduler", (text: string) => ({ scheduler: parseTileScheduler(text) })],
    ["kOrder", "k-order", (text: string) => ({ kOrder: parseKOrder(text) })],
    ["cluster", "cluster", (text: string) => ({ cluster: parseClusterShape(text) })],
    ["queryOrder", "query-order", (text: string) => ({ queryOrder: parseQueryOrder(text) })],
    ["keyOrder", "key-order", (text: string) => ({ keyOrder: parseKeyOrder(text) })],
    ["loads", "loads", (text: string) => ({ loads: parseLoads(text) })],
    ["kernelRate", "kernel-rate", (kernelRate: string) => ({ kernelRate })],
    ["spillBytes", "spill-bytes", (spillBytes: string) => ({ spillBytes })],
    ["hint", "hint", (hint: string) => ({ hint })],
    ["deal", "deal", (deal: string) => ({ deal })],
  ],
  number: [
    ["band", "band", (band: number) => ({ bands: [band] })],
    ["splits", "splits", (splits: number) => ({ splits })],
    ["stages", "stages", (stages: number) => ({ stages })],
    ["threads", "threads", (threads: number) => ({ threads })],
    ["ctasPerSm", "ctas-per-sm", (ctasPerSm: number) => ({ ctasPerSm })],
  ],
  boolean: [
    ["serpentine", "serpentine", (serpentine: boolean) => ({ serpentine })],
    ["lse", "lse", (lse: boolean) => ({ lse })],
  ],
};

/** Options that the fields give; a field of another type is none, and then no kernel has it. */
function optionsIn(fields: ScheduleFields): readonly Option[] {
  return Object.entries(OPTIONS).flatMap(([type, options]) => options.filter(([field]) => typeof fields[field] === type));
}

/**
 * The kernel whose every printed parameter is one of these fields; undefined where none known here has them.
 *
 * @param resident what the kernel before left in the L2
 */
export function plannedAs(
  fields: ScheduleFields,
  workload: Workload,
  gpu: Gpu,
  resident?: readonly Resident[],
): PlannedReplay | undefined {
  const names = optionsIn(fields).map(([, name]) => name);
  const plan = (options: PlanOptions): readonly PlannedReplay[] => planReplays(workload, gpu, { ...options, resident });
  // What limits a kernel's CTAs is printed: whether they were asked for, or follow.
  return (
    plannedWith(
      names.filter((name) => name !== "ctas-per-sm"),
      fields,
      plan,
    ) ?? plannedWith(names, fields, plan)
  );
}

function plannedWith(
  all: readonly string[],
  fields: ScheduleFields,
  plan: (options: PlanOptions) => readonly PlannedReplay[],
): PlannedReplay | undefined {
  const names = new Set(all);
  for (;;) {
    try {
      const given = optionsIn(fields).filter(([, name]) => names.has(name));
      const options: PlanOptions = Object.assign(
        { schedule: String(fields["id"]) },
        ...given.map(([field, , option]) => option(fields[field] as never)),
      );
      return plan(options).find((planned) => isSame(planned.fields, fields));
    } catch (error) {
      // A kernel prints more of its parameters than it lets one choose: those that it refuses follow from the others.
      if (!(error instanceof InputError) || !names.delete(error.subject)) return undefined;
    }
  }
}

function isSame(one: ScheduleFields, other: ScheduleFields): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}
