import { FUSION_PLAN } from "../../bounds/plan-theorem.js";
import type { Requirement } from "../../bounds/requirements.js";
import { settingsOf } from "../../bounds/shared/setting.js";
import type { Machine } from "../../machines/machine.js";
import type { PlanBound } from "./plan-bound.js";

/** What the bound requires: its own theorem's terms and those of the cores it sums. */
export function requirementsOfPlan(bound: PlanBound): readonly Requirement[] {
  const kernels = bound.interface === "l2-sm" ? bound.kernels : [bound.layer];
  const cores = kernels.flatMap(({ cores }) =>
    cores.flatMap(({ bound, readsBound }) => [...bound.requires, ...(readsBound?.requires ?? [])]),
  );
  return [...new Set([...FUSION_PLAN.requires, ...cores])];
}

/** The memory that the bound counts as fast, in words. */
export function fastMemoryOfPlan(bound: PlanBound, machine: Machine): string {
  return settingsOf(machine).find((one) => one.interface === bound.interface)?.fastMemory ?? "";
}
