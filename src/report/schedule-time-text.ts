import { rational } from "../exact/rational.js";
import type { Load, ScheduleTime } from "../gap/schedule-time.js";
import type { ScheduleFields } from "../plan/planned-replay.js";
import type { L2Model } from "../replay/l2/l2-model.js";
import type { TimeBound } from "../time/time-bound.js";
import { durationLines } from "./duration-text.js";
import { textTable } from "./table.js";
import { termName } from "./time-text.js";
import { formatBytes, formatOperations, formatSeconds } from "./units.js";

/** A schedule and its estimated time. */
export interface EstimatedSchedule {
  readonly label: string;
  readonly fields: ScheduleFields;
  readonly cache: L2Model;
  readonly time: ScheduleTime;
}

/** The estimate of a schedule beside the least time, resource by resource. */
export function scheduleTimeText(
  { label, fields, time }: EstimatedSchedule,
  least: TimeBound,
  heading: (text: string) => string,
): string {
  const tile = fields["tile"] === undefined ? "" : `, tile ${fields["tile"]}`;
  return [
    heading(`Estimated time of ${label}${tile}`),
    textTable(
      [
        { title: "resource", align: "left" },
        { title: "amount", align: "right" },
        { title: "sustained", align: "right" },
        { title: "takes", align: "right" },
        { title: "of peak", align: "right" },
        { title: "least time", align: "right" },
      ],
      time.loads.map((load) => {
        const term = least.terms.find(({ id }) => id === load.id);
        return [
          termName(load.id),
          amount(load, load.amount),
          `${amount(load, load.amount / load.seconds)}/s`,
          formatSeconds(load.seconds),
          `${((100 * load.amount) / (load.peak * time.seconds)).toFixed(0)} %`,
          term === undefined ? "" : formatSeconds(term.seconds),
        ];
      }),
    ),
    "sustained: what running kernels reach; takes: the amount at that rate; of peak: over the whole estimated time.",
    ...durationLines(time, least.workload, least),
  ].join("\n");
}

/** Bytes over an interface, or operations. */
function amount({ id }: Load, value: number): string {
  const whole = BigInt(Math.round(value));
  return id === "dram-l2" || id === "l3-l2" || id === "l2-sm" ? formatBytes(whole) : formatOperations(rational(whole));
}
