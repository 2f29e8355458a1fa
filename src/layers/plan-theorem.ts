import type { Theorem } from "../bounds/catalogue.js";
import { theoremNamed } from "../bounds/catalogue.js";
import { settingsOf } from "../bounds/setting.js";
import type { Machine } from "../machines/machine.js";
import type { PlanBound } from "./plan-bound.js";

export function theoremOfPlan(bound: PlanBound): Theorem {
  return theoremNamed(bound.interface === "l2-sm" ? "fusion-plan" : "fusion-plan-dram");
}

/** What the bound presumes: its own theorem's terms, those of the cores it sums, and the fast memory. */
export function assumptionsOfPlan(bound: PlanBound, machine: Machine): readonly string[] {
  const kernels = bound.interface === "l2-sm" ? bound.kernels : [bound.layer];
  const cores = kernels.flatMap(({ cores }) =>
    cores.flatMap(({ bound, readsBound }) => [...bound.assumptions, ...(readsBound?.assumptions ?? [])]),
  );
  const setting = settingsOf(machine).find((one) => one.interface === bound.interface);
  const memory = setting === undefined ? [] : [`fast memory: ${setting.fastMemory}`];
  return [...new Set([...theoremOfPlan(bound).assumptions, ...cores, ...memory])];
}
