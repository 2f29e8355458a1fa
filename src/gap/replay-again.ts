import { boundWorkload } from "../bounds/bounds-document.js";
import { toJson } from "../bounds/certificates/json.js";
import type { CachePolicy } from "../caches/index.js";
import { formatCachePolicy } from "../caches/index.js";
import { productTypeOf } from "../computation/operand-types.js";
import type { Resident } from "../computation/resident.js";
import type { Workload } from "../computation/workload.js";
import { InputError, refuseOlder } from "../errors.js";
import type { Gpu, Interface, Machine } from "../machines/machine.js";
import { withClusters } from "../machines/machine.js";
import { machineFromJson } from "../machines/machine-file.js";
import { ACCELERATORS, abstractMachine } from "../machines/registry.js";
import { planAccelerator } from "../plan/accelerator.js";
import { plannedAs } from "../plan/named-again.js";
import { rangeOfPlanned, replayPlanned } from "../plan/planned.js";
import type { ScheduleFields } from "../plan/planned-replay.js";
import { planThroughCaches, planTree } from "../plan/tree.js";
import { planWords } from "../plan/two-level.js";
import { readRangeFields } from "../replay/event-driven/read-range.js";
import type { Execution } from "../replay/execution.js";
import type { L2Model } from "../replay/l2/l2-model.js";
import { chooseL2 } from "../replay/l2/l2-model.js";
import type { Traffic } from "../replay/traffic.js";
import { trafficFields } from "../replay/traffic-document.js";

/** Whether the schedules of a gap document move what it says: all rows do, or the first that does not and why. */
export type ReplayVerdict =
  | { readonly valid: true; readonly rows: number }
  | { readonly valid: false; readonly path: string; readonly reason: string };

type Fields = Readonly<Record<string, unknown>>;

/** What one schedule moves, and the range of its DRAM reads where asked. */
interface Again {
  readonly traffic: ReadonlyMap<Interface, Traffic>;
  readonly seconds?: number | undefined;
  readonly range?: () => unknown;
}

/**
 * Replays every schedule of a `redblue.gap/2` document, as its fields name it, on the document's machine and through its cache, and compares
 * each number: reads, writes, what is dirty at the end, estimated seconds, ranges. The replay is the one that made them: what it leaves out it leaves out
 * again. Nothing else of the document is looked at; `verifyDocument` does that.
 *
 * @throws InputError naming `origin` and the field where the value is no gap document, or its workload, machine or cache cannot be used.
 */
export function replayAgain(json: unknown, origin = "document", onReplay?: (label: string) => void): ReplayVerdict {
  const document = objectOr(json);
  const rows = document["rows"];
  refuseOlder(origin, document["schema"]);
  if (document["schema"] !== "redblue.gap/2" || !Array.isArray(rows))
    throw new InputError(origin, "a redblue.gap/2 document to replay", "another");
  const workload = document["workload"] as Workload;
  const machine = machineOf(document["machine"], origin);
  const l2 = machine.kind === "gpu" ? cacheOf(document["cache"], machine, workload, origin) : undefined;
  const unit = machine.kind === "abstract" ? "Words" : "Bytes";
  const resident = machine.kind === "gpu" ? residentIn(document["resident"], origin) : undefined;
  const known = new Map<string, Again | undefined>();
  for (const [i, entry] of (rows as readonly unknown[]).entries()) {
    const row = objectOr(entry);
    const schedule = objectOr(row["schedule"]) as ScheduleFields;
    const key = JSON.stringify(schedule);
    if (!known.has(key)) {
      onReplay?.(String(schedule["id"]));
      known.set(key, replayOf(schedule, workload, machine, l2, resident));
    }
    const again = known.get(key);
    const refused = (path: string, reason: string): ReplayVerdict => ({ valid: false, path: `rows[${i}].${path}`, reason });
    if (again === undefined) return refused("schedule", "no schedule known here has these parameters");
    const traffic = again.traffic.get(row["interface"] as Interface);
    if (traffic === undefined) return refused("interface", "not one that the schedule's traffic is counted on");
    const right = trafficFields(traffic, unit) as Fields;
    const fields = [...new Set([...Object.keys(right), `dirtyAtEnd${unit}`])];
    const other = fields.find((field) => row[field] !== right[field]);
    if (other !== undefined) return refused(other, `replayed again it is ${right[other] ?? "absent"}`);
    if (row["estimatedSeconds"] !== again.seconds)
      return refused("estimatedSeconds", `replayed again it is ${again.seconds ?? "absent"}`);
    if (row["range"] !== undefined && !isSame(row["range"], again.range?.()))
      return refused("range", "replayed again it is another");
  }
  return { valid: true, rows: rows.length };
}

/** Undefined where no schedule known here has these fields. */
function replayOf(
  schedule: ScheduleFields,
  workload: Workload,
  machine: Machine,
  l2: L2Model | undefined,
  resident: readonly Resident[] | undefined,
): Again | undefined {
  const isIt = ({ fields }: { readonly fields: ScheduleFields }): boolean => isSame(fields, schedule);
  if (machine.kind === "abstract") {
    const found = planWords(workload, machine.fastWords).find(isIt);
    return found === undefined ? undefined : { traffic: found.traffic.total };
  }
  if (machine.kind === "tree") {
    const isCached = schedule["id"] === "tiled-gemm";
    const { plans } = isCached
      ? planThroughCaches(workload, machine)
      : planTree(workload, machine, boundWorkload(workload, machine).bounds);
    const found = plans.find(isIt);
    return found === undefined ? undefined : { traffic: new Map([[found.interface, found.traffic]]) };
  }
  if (machine.kind === "accelerator") {
    const band = schedule["band"];
    const bands = typeof band === "number" ? { bands: [band] } : {};
    const found = planAccelerator(workload, machine, bands).find(isIt);
    return found === undefined ? undefined : { traffic: found.traffic.total };
  }
  const planned = plannedAs(schedule, workload, machine, resident);
  if (planned === undefined || l2 === undefined) return undefined;
  const { total, seconds } = replayPlanned(planned, l2);
  return { traffic: total, seconds, range: () => readRangeFields(rangeOfPlanned(planned, l2)) };
}

function machineOf(value: unknown, origin: string): Machine {
  const { clusterSize, ...machine } = objectOr(value);
  if (machine["kind"] === "abstract") return abstractMachine(machine["fastWords"] as number, `${origin}: machine.fastWords`);
  if (machine["kind"] === "accelerator") {
    const known = ACCELERATORS.find((one) => isSame(one, machine));
    if (known === undefined) throw new InputError(`${origin}: machine`, "an accelerator known here", String(machine["id"]));
    return known;
  }
  const read = machineFromJson(JSON.stringify(machine), `${origin}: machine`);
  return read.kind === "tree" || clusterSize === undefined ? read : withClusters(read, clusterSize as number);
}

/** What the kernel before left in the L2; `verifyDocument` says whether it may. */
function residentIn(value: unknown, origin: string): readonly Resident[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw new InputError(`${origin}: resident`, "a list", typeof value);
  return value.map((entry) => {
    const { array, size } = objectOr(entry);
    if (typeof array === "string" && typeof size === "number" && Number.isSafeInteger(size) && size > 0)
      return { array, size: BigInt(size) };
    throw new InputError(`${origin}: resident`, "arrays, each with its bytes in the L2", "another");
  });
}

/** The model of that policy, size and execution; its parameters are then those that are written. */
function cacheOf(value: unknown, gpu: Gpu, workload: Workload, origin: string): L2Model {
  const cache = objectOr(value);
  const policy = cache["policy"] === "partitioned" ? "partitioned" : formatCachePolicy(cache as unknown as CachePolicy);
  const made = chooseL2(
    gpu,
    productTypeOf(workload),
    policy,
    cache["bytes"] as number | undefined,
    cache["execution"] as Execution | undefined,
  );
  if (!isSame(toJson(made), cache))
    throw new InputError(`${origin}: cache`, `the model '${policy}' as it is for this machine`, "other parameters");
  return made;
}

/** Without fields where it is no object. */
function objectOr(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** Equal as documents, whatever the order of fields. */
function isSame(one: unknown, other: unknown): boolean {
  const sorted = (_: string, value: unknown): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)))
      : value;
  return JSON.stringify(one, sorted) === JSON.stringify(other, sorted);
}
