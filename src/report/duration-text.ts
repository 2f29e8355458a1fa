import type { DataType } from "../computation/data-types.js";
import { productTypeOf } from "../computation/operand-types.js";
import type { Workload } from "../computation/workload.js";
import { toApproximateNumber } from "../exact/rational.js";
import type { Binding, ScheduleTime } from "../gap/schedule-time.js";
import type { TimeBound } from "../time/time-bound.js";
import { bindingName } from "./schedule-table.js";
import { formatOperationRate, formatRatio, formatSeconds } from "./units.js";

/** The estimated duration of a schedule, what holds it up, and the least time of any kernel. */
export function durationLines(time: ScheduleTime, workload: Workload, least?: TimeBound): readonly string[] {
  const { seconds, operationsPerSecond } = time;
  const rate = operationsPerSecond === undefined ? "" : ` (${formatOperationRate(operationsPerSecond)})`;
  return [
    `Estimated time ${formatSeconds(seconds)}${rate}. ${heldUp(time, workload)}`,
    ...(least === undefined
      ? []
      : [
          `Least time of any kernel ${leastTime(least, productTypeOf(workload))}: the estimate is ${overLeast(time, least)} that.`,
        ]),
  ];
}

/** `513.5 µs (tensor cores bind)` */
function leastTime({ binding }: TimeBound, type: DataType): string {
  return `${formatSeconds(binding.seconds)} (${whatBinds(binding.id, type)})`;
}

function overLeast({ seconds }: ScheduleTime, { binding }: TimeBound): string {
  return formatRatio(seconds / toApproximateNumber(binding.seconds));
}

/** `tensor cores bind`, `DRAM binds`. */
export function whatBinds(binding: Binding, type: DataType): string {
  return `${nameOf(binding, type)} ${isPlural(binding, type) ? "bind" : "binds"}`;
}

/** What holds a schedule up, as a sentence with the share of the peak of its busiest resource. */
export function heldUp({ binds, busiest, percentOfPeak }: ScheduleTime, workload: Workload): string {
  const type = productTypeOf(workload);
  const name = nameOf(busiest, type);
  const [is, its] = isPlural(busiest, type) ? ["are", "their"] : ["is", "its"];
  const at = `at ${percentOfPeak.toFixed(0)} % of ${its} peak`;
  switch (binds) {
    case "launch":
      return `Launch and first loads take most of it; ${name} ${is} ${at}.`;
    case "waves":
      return `Its last wave has few blocks, so ${name} ${is} only ${at}: another tile may fill it.`;
    case "latency":
      return `Latency holds it up: ${name} ${is} the busiest resource, ${at}.`;
    default: {
      const said = whatBinds(busiest, type);
      return `${said.charAt(0).toUpperCase()}${said.slice(1)} it, ${at}.`;
    }
  }
}

const WAYS: Readonly<Partial<Record<Binding, string>>> = { "l2-sm": "the way into the SMs", "l3-l2": "the way into the dies" };

/** Within a sentence; a table has less room. */
function nameOf(binding: Binding, type: DataType): string {
  return WAYS[binding] ?? bindingName(binding, type);
}

function isPlural(binding: Binding, type: DataType): boolean {
  return WAYS[binding] === undefined && bindingName(binding, type).endsWith("s");
}
