import { InputError, shown } from "../../errors.js";
import type { PlanOptions } from "../../plan/planned.js";
import { parseKeyOrder, parseQueryOrder } from "../../schedules/gpu/attention/flash-forward.js";
import { parseLoads } from "../../schedules/gpu/gemm/box-padding.js";
import { parseKOrder, parseTileScheduler } from "../../schedules/gpu/gemm/persistent-gemm.js";
import { parseSplitReduction } from "../../schedules/gpu/gemm/split-k.js";
import { parseClusterShape } from "../../schedules/tiles/cluster-shape.js";
import { parseLaunchOrder } from "../../schedules/tiles/launch-order.js";

const COUNTS = ["band", "splits", "stages", "threads", "ctas-per-sm"] as const;
const TEXTS = [
  ...(["schedule", "tile", "order", "reduction", "scheduler", "k-order", "cluster", "loads"] as const),
  ...(["query-order", "key-order", "kernel-rate", "spill-bytes", "hint", "deal"] as const),
] as const;
const SWITCHES = ["serpentine", "lse"] as const;

/** Fields of a schedule in mapping and plan files, named as the flags are. */
export const SCHEDULE_FIELDS: readonly string[] = [...TEXTS, ...COUNTS, ...SWITCHES];

export interface NamedSchedule {
  readonly id: string;
  readonly options: PlanOptions;
}

/**
 * The schedule that `{ schedule: tiled-gemm, tile: 128x128x64, order: group:8 }` names; undefined without any of the fields.
 *
 * @throws InputError naming `subject` and the field.
 */
export function readScheduleFields(subject: string, fields: Readonly<Record<string, unknown>>): NamedSchedule | undefined {
  const text = (name: (typeof TEXTS)[number]): string | undefined => {
    const value = fields[name];
    if (value !== undefined && typeof value !== "string") throw new InputError(`${subject}: ${name}`, "a text", shown(value));
    return value;
  };
  const count = (name: (typeof COUNTS)[number]): number | undefined => {
    const value = fields[name];
    if (value === undefined || (typeof value === "number" && Number.isSafeInteger(value) && value >= 1)) return value;
    throw new InputError(`${subject}: ${name}`, "a whole number of at least 1", shown(value));
  };
  const truth = (name: (typeof SWITCHES)[number]): boolean | undefined => {
    const value = fields[name];
    if (value === undefined || typeof value === "boolean") return value;
    throw new InputError(`${subject}: ${name}`, "true or false", shown(value));
  };
  const id = text("schedule");
  if (id === undefined) {
    const stray = SCHEDULE_FIELDS.find((name) => fields[name] !== undefined);
    if (stray !== undefined) throw new InputError(subject, `schedule: beside ${stray}:`, "none");
    return undefined;
  }
  const [order, band] = [text("order"), count("band")];
  const [reduction, scheduler, kOrder, cluster, loads, queryOrder, keyOrder] = [
    text("reduction"),
    text("scheduler"),
    text("k-order"),
    text("cluster"),
    text("loads"),
    text("query-order"),
    text("key-order"),
  ];
  const [serpentine, lse] = [truth("serpentine"), truth("lse")];
  const options: PlanOptions = {
    tile: text("tile"),
    orders: order === undefined ? undefined : [parseLaunchOrder(order)],
    bands: band === undefined ? undefined : [band],
    splits: count("splits"),
    reduction: reduction === undefined ? undefined : parseSplitReduction(reduction),
    scheduler: scheduler === undefined ? undefined : parseTileScheduler(scheduler),
    kOrder: kOrder === undefined ? undefined : parseKOrder(kOrder),
    cluster: cluster === undefined ? undefined : parseClusterShape(cluster),
    loads: loads === undefined ? undefined : parseLoads(loads),
    queryOrder: queryOrder === undefined ? undefined : parseQueryOrder(queryOrder),
    keyOrder: keyOrder === undefined ? undefined : parseKeyOrder(keyOrder),
    serpentine: serpentine === true ? true : undefined,
    lse: lse === false ? false : undefined,
    stages: count("stages"),
    threads: count("threads"),
    ctasPerSm: count("ctas-per-sm"),
    kernelRate: text("kernel-rate"),
    spillBytes: text("spill-bytes"),
    hint: text("hint"),
    deal: text("deal"),
  };
  return { id, options };
}
