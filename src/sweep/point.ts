import type { Bound } from "../bounds/bound.js";
import { boundWorkload } from "../bounds/bounds-document.js";
import type { Json } from "../bounds/certificates/json.js";
import { certificateToJson } from "../bounds/certificates/json.js";
import { bestBounds } from "../bounds/prove.js";
import { EVERY_KERNEL } from "../bounds/requirements.js";
import { budgeted } from "../budget.js";
import { productTypeOf } from "../computation/operand-types.js";
import type { Workload } from "../computation/workload.js";
import { InputError } from "../errors.js";
import { quotientAsNumber } from "../exact/rational.js";
import { conditionsMet } from "../gap/conditions.js";
import { gapReport } from "../gap/gap.js";
import type { ScheduleTime } from "../gap/schedule-time.js";
import { leastTimeFields, scheduleTime, scheduleTimeFields } from "../gap/schedule-time.js";
import type { Gpu, Interface, Machine } from "../machines/machine.js";
import { withClusters } from "../machines/machine.js";
import { planOne } from "../plan/plan-one.js";
import type { PlanOptions, ScheduleFields } from "../plan/planned.js";
import { rangeOfPlanned, replayPlanned } from "../plan/planned.js";
import type { Execution } from "../replay/execution.js";
import { formatExecution } from "../replay/execution.js";
import { chooseL2 } from "../replay/l2/l2-model.js";
import type { Traffic } from "../replay/traffic.js";
import { totalTraffic } from "../replay/traffic.js";
import { clusterSize } from "../schedules/tiles/cluster-shape.js";
import { timeBound } from "../time/time-bound.js";

/** One question of a sweep; plain data, so that it can be posted to another thread. */
export interface SweepPoint {
  /** Its number in the plan, from 0. */
  readonly point: number;
  readonly workload: Workload;
  readonly machine: Machine;
  /** Absent: bounds alone. */
  readonly schedule?: { readonly id: string; readonly options: PlanOptions };
  /** Model of the L2, its capacity and how blocks share time; absent: the GPU's default. */
  readonly cache?: {
    readonly policy?: string | undefined;
    readonly bytes?: number | undefined;
    readonly execution?: Execution | undefined;
  };
  /** Also the range of DRAM reads, through the partitioned L2. */
  readonly range?: true;
}

export type Cell = string | number | bigint | boolean;

/** One interface of one point, flat: a line of the result. Counts are bytes, or words on the two-level memory model. */
export type SweepRow = Readonly<Record<string, Cell>>;

/** A certificate by its id, the digest of its JSON text. */
export interface NamedCertificate {
  readonly id: string;
  readonly certificate: Json;
}

export interface PointResult {
  readonly rows: readonly SweepRow[];
  readonly certificates: readonly NamedCertificate[];
}

/**
 * The rows of a point: an interface each, with the best bound and, where a schedule is named, its traffic and gap. A point
 * that cannot be (a tile that does not fit, a schedule of another workload) is one row with a `note` that says why.
 */
export function evaluatePoint(point: SweepPoint, digest: (text: string) => string): PointResult {
  const given = describePoint(point);
  try {
    return budgeted(() => evaluate(point, given, digest));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { rows: [{ ...given, note: error.message }], certificates: [] };
  }
}

function evaluate(point: SweepPoint, given: SweepRow, digest: (text: string) => string): PointResult {
  const { workload } = point;
  const machine = inClustersOf(point);
  const { bounds } = boundWorkload(workload, machine);
  const played = point.schedule === undefined ? undefined : playPoint(point, point.schedule);
  const least = machine.kind === "gpu" ? timeBound(workload, machine, bounds) : undefined;
  const times = { ...scheduleTimeFields(played?.time), ...leastTimeFields(least) } as SweepRow;
  const rows: SweepRow[] = [];
  const certificates: NamedCertificate[] = [];
  const met = played === undefined ? EVERY_KERNEL : conditionsMet(workload, played.schedule);
  for (const [interfaceId, bound] of bestBounds(bounds, met)) {
    const traffic = played?.traffic.get(interfaceId);
    if (played !== undefined && traffic === undefined) continue;
    const certificate = certificateToJson(bound.certificate);
    const id = digest(JSON.stringify(certificate));
    certificates.push({ id, certificate });
    rows.push({
      ...given,
      ...played?.fields,
      ...boundCells(interfaceId, bound),
      ...trafficCells(traffic, bound),
      ...times,
      ...(interfaceId === "dram-l2" ? played?.range : {}),
      certificate: id,
    });
  }
  return { rows, certificates };
}

interface PlayedSchedule {
  readonly schedule: ScheduleFields;
  readonly fields: SweepRow;
  readonly traffic: ReadonlyMap<Interface, Traffic>;
  readonly time?: ScheduleTime | undefined;
  readonly range?: SweepRow;
}

/** The machine of a point, whose clusters are those of its schedule: what enters them has a bound of its own. */
function inClustersOf({ machine, schedule }: SweepPoint): Machine {
  const cluster = schedule?.options.cluster;
  return cluster === undefined || machine.kind !== "gpu" ? machine : withClusters(machine, clusterSize(cluster));
}

function playPoint(point: SweepPoint, { id, options }: NonNullable<SweepPoint["schedule"]>): PlayedSchedule {
  const { workload, machine } = point;
  if (machine.kind === "gpu") return playKernel(id, options, machine, point);
  if (point.cache?.execution !== undefined) throw new InputError("executions", "a GPU for it", machine.id);
  if (point.range === true) throw new InputError("range", "a GPU for it", machine.id);
  const rows = gapReport(workload, machine).rows.filter(({ schedule }) => schedule["id"] === id);
  const [first] = rows;
  if (first === undefined) throw new InputError("schedule", `a schedule of ${workload.kind} on this machine`, id);
  const traffic = new Map(rows.map((row) => [row.interface, row.traffic] as const));
  return { schedule: first.schedule, fields: prefixed(first.schedule), traffic };
}

function playKernel(id: string, options: PlanOptions, gpu: Gpu, { workload, cache, range }: SweepPoint): PlayedSchedule {
  const planned = planOne(id, workload, gpu, options);
  const policy = cache?.policy ?? (range === true ? "partitioned" : undefined);
  const l2 = chooseL2(gpu, productTypeOf(workload), policy, cache?.bytes, cache?.execution);
  const fields = { ...prefixed(planned.fields), cache: l2.policy };
  const traffic = replayPlanned(planned, l2);
  const time = scheduleTime(workload, gpu, planned, traffic);
  const played = { schedule: planned.fields, fields, traffic: traffic.total, time };
  if (range !== true) return played;
  const { leastBytes, mostBytes } = rangeOfPlanned(planned, l2);
  return { ...played, range: { leastReads: leastBytes, mostReads: mostBytes } };
}

/** What the plan gave: the workload's fields, machine, schedule and cache as asked for. */
function describePoint({ point, workload, machine, schedule, cache }: SweepPoint): SweepRow {
  const { kind, ...fields } = workload;
  const flat = Object.entries(fields).flatMap(([name, value]): readonly (readonly [string, Cell])[] => {
    if (value === undefined) return [];
    return [[name, typeof value === "object" ? JSON.stringify(value) : value]];
  });
  return {
    point,
    workload: kind,
    ...Object.fromEntries(flat),
    machine: machine.kind === "abstract" ? `fast-words:${machine.fastWords}` : machine.id,
    ...(schedule === undefined ? {} : { "schedule.id": schedule.id }),
    ...(cache?.policy === undefined ? {} : { cache: cache.policy }),
    ...(cache?.bytes === undefined ? {} : { l2Bytes: cache.bytes }),
    ...(cache?.execution === undefined ? {} : { execution: formatExecution(cache.execution) }),
  };
}

function prefixed(fields: ScheduleFields): SweepRow {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`schedule.${name}`, value]));
}

function boundCells(interfaceId: Interface, bound: Bound): SweepRow {
  return { interface: interfaceId, unit: bound.unit, bound: bound.value, theorem: bound.id };
}

function trafficCells(traffic: Traffic | undefined, bound: Bound): SweepRow {
  if (traffic === undefined) return {};
  const total = totalTraffic(traffic);
  return {
    reads: traffic.reads,
    writes: traffic.writes,
    ...(traffic.dirtyAtEnd === undefined ? {} : { dirtyAtEnd: traffic.dirtyAtEnd }),
    traffic: total,
    gap: quotientAsNumber(total, bound.value),
  };
}
