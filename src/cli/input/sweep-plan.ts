import { checkLimit } from "../../budget.js";
import { WORKLOAD_FORMS } from "../../computation/workload.js";
import { InputError, shown, shownField } from "../../errors.js";
import type { Machine } from "../../machines/machine.js";
import { abstractMachine } from "../../machines/registry.js";
import type { Execution } from "../../replay/execution.js";
import { formatExecution, parseExecution } from "../../replay/execution.js";
import { plainPolicy } from "../../replay/l2/l2-model.js";
import type { SweepPoint } from "../../sweep/point.js";
import { didYouMean } from "../../text/nearest-name.js";
import { gpuFromNameOrFile } from "./files.js";
import type { NamedSchedule } from "./schedule-fields.js";
import { readScheduleFields, SCHEDULE_FIELDS } from "./schedule-fields.js";
import { isScheduleFile, readScheduleFile } from "./schedule-file.js";
import { workloadOf } from "./workload-file.js";

/** Points of a plan by number: the same plan gives the same points, on every machine. */
export interface SweepPlan {
  readonly points: number;
  /** Text that differs where the points do: of the file's content and the machines it names. */
  readonly identity: string;
  readonly pointAt: (point: number) => SweepPoint;
}

type Fields = Readonly<Record<string, unknown>>;

/** One list of a field's values, or a choice among alternatives. */
interface Axis {
  readonly name: string;
  readonly values: readonly unknown[];
}

const PLAN_FIELDS = ["gpus", "fast-words", "workloads", "schedules", "caches", "l2-bytes", "executions", "range"] as const;

/**
 * Reads a plan: `workloads` × (`gpus` or `fast-words`) × `schedules` × `caches` × `l2-bytes` × `executions`; with `range: true` also
 * the range of DRAM reads. Any number or name in a workload or
 * schedule may be a list, or a range `{ from, to, step }` or `{ from, to, times }`.
 *
 * @throws InputError naming the file and field.
 */
export function readSweepPlan(path: string, content: unknown): SweepPlan {
  const plan = record(path, content, "a plan: workloads:, and gpus: or fast-words:");
  const stray = Object.keys(plan).find((name) => !(PLAN_FIELDS as readonly string[]).includes(name));
  if (stray !== undefined) {
    throw new InputError(
      `${path}: ${shownField(stray)}`,
      `one of ${PLAN_FIELDS.join(", ")}${didYouMean(stray, PLAN_FIELDS)}`,
      "another field",
    );
  }
  const machines = readMachines(path, plan);
  const caches = listed(path, "caches", plan["caches"], (value, at) => {
    const policy = name(at, value);
    if (policy !== "partitioned") plainPolicy(policy);
    return policy;
  });
  const l2Bytes = listed(path, "l2-bytes", plan["l2-bytes"], count);
  const executions = listed(path, "executions", plan["executions"], (value, at) => executionNamed(at, name(at, value)));
  const { range } = plan;
  if (range !== undefined && typeof range !== "boolean") throw new InputError(`${path}: range`, "true or false", shown(range));
  if (range === true && executions[0] !== undefined)
    throw new InputError(`${path}: range`, "no executions: beside it: it runs several", formatExecution(executions[0]));
  const common = readSchedules(path, plan["schedules"]);
  const blocks = list(`${path}: workloads`, plan["workloads"]).map((entry, i) => {
    const subject = `${path}: workloads[${i}]`;
    const { schedules, ...fields } = record(
      subject,
      entry,
      "a workload such as { workload: gemm, m: [1024, 2048], n: 64, k: 64 }",
    );
    const axes = Object.entries(fields).map(([field, value]) => axis(`${subject}: ${shownField(field)}`, field, value));
    const own = schedules === undefined ? common : readSchedules(subject, schedules);
    const size = sizeOf(axes);
    const block = {
      subject,
      axes,
      schedules: own,
      size,
      points: size * machines.length * own.length * caches.length * l2Bytes.length * executions.length,
    };
    workloadAt(block, 0);
    return block;
  });
  const points = blocks.reduce((sum, block) => sum + block.points, 0);
  checkLimit("points", points, path);
  const pointAt = (point: number): SweepPoint => {
    let rest = point;
    const block = blocks.find((candidate) => {
      if (rest < candidate.points) return true;
      rest -= candidate.points;
      return false;
    });
    if (block === undefined || point < 0) throw new RangeError(`the plan has no point ${point}`);
    const digit = <T>(values: readonly T[]): T => {
      const value = values[rest % values.length] as T;
      rest = Math.floor(rest / values.length);
      return value;
    };
    // The last axis turns fastest: neighbours differ in their execution, then cache, then schedule, then machine.
    const [execution, bytes, policy] = [digit(executions), digit(l2Bytes), digit(caches)];
    const [schedule, machine] = [digit(block.schedules), digit(machines)];
    const plain = policy === undefined && bytes === undefined && execution === undefined;
    return {
      point,
      workload: workloadAt(block, rest),
      machine,
      ...(schedule === undefined ? {} : { schedule }),
      ...(plain ? {} : { cache: { policy, bytes, ...(execution === undefined ? {} : { execution }) } }),
      ...(range === true ? { range } : {}),
    };
  };
  return { points, identity: JSON.stringify([content, machines]), pointAt };
}

/** The plan with the fields of each schedule file in place of its name; paths are relative to the working folder. */
export async function withScheduleFiles(content: unknown): Promise<unknown> {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return content;
  const { schedules, workloads, ...rest } = content as Fields;
  const read = async (entry: unknown): Promise<unknown> => (isScheduleFile(entry) ? readScheduleFile(entry) : entry);
  return {
    ...rest,
    ...(schedules === undefined
      ? {}
      : { schedules: Array.isArray(schedules) ? await Promise.all(schedules.map(read)) : schedules }),
    ...(workloads === undefined
      ? {}
      : { workloads: Array.isArray(workloads) ? await Promise.all(workloads.map(withScheduleFiles)) : workloads }),
  };
}

function workloadAt(
  { subject, axes }: { readonly subject: string; readonly axes: readonly Axis[] },
  number: number,
): SweepPoint["workload"] {
  const { kind, flags } = workloadOf(subject, pick(axes, number), WORKLOAD_FORMS);
  return kind.make(flags);
}

function executionNamed(subject: string, text: string): Execution {
  try {
    return parseExecution(text);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(subject, error.expected, error.found);
  }
}

function readMachines(path: string, plan: Fields): readonly Machine[] {
  const gpus = plan["gpus"] === undefined ? [] : list(`${path}: gpus`, plan["gpus"]);
  const words = plan["fast-words"] === undefined ? [] : axis(`${path}: fast-words`, "fast-words", plan["fast-words"]).values;
  const machines = [
    ...gpus.map((value) => gpuFromNameOrFile(name(`${path}: gpus`, value))),
    ...words.map((value) => abstractMachine(count(value, `${path}: fast-words`), `${path}: fast-words`)),
  ];
  if (machines.length === 0) throw new InputError(path, "gpus: [h200, …] or fast-words: [1024, …]", "neither");
  return machines;
}

/** Every schedule of the list, its own lists multiplied out; one `undefined` (bounds alone) where none is named. */
function readSchedules(subject: string, value: unknown): readonly (NamedSchedule | undefined)[] {
  if (value === undefined) return [undefined];
  let all = 0;
  return list(`${subject}: schedules`, value).flatMap((entry, i) => {
    const at = `${subject}: schedules[${i}]`;
    const fields = record(at, entry, "a schedule such as { schedule: tiled-gemm, order: [row, group:8] }");
    const stray = Object.keys(fields).find((field) => !SCHEDULE_FIELDS.includes(field));
    if (stray !== undefined) {
      throw new InputError(
        `${at}: ${shownField(stray)}`,
        `one of ${SCHEDULE_FIELDS.join(", ")}${didYouMean(stray, SCHEDULE_FIELDS)}`,
        "another field",
      );
    }
    const axes = Object.entries(fields).map(([field, one]) => axis(`${at}: ${shownField(field)}`, field, one));
    const size = sizeOf(axes);
    all += size;
    checkLimit("points", all, at);
    return Array.from({ length: size }, (_, number) => readScheduleFields(at, pick(axes, number)));
  });
}

/** A single value, a list, or an arithmetic or geometric range, both ends included where they are met. */
function axis(subject: string, field: string, value: unknown): Axis {
  if (Array.isArray(value)) {
    if (value.length === 0) throw new InputError(subject, "at least one value", "an empty list");
    return { name: field, values: value };
  }
  const range = value as {
    readonly from?: unknown;
    readonly to?: unknown;
    readonly step?: unknown;
    readonly times?: unknown;
  } | null;
  if (typeof range !== "object" || range === null || range.from === undefined) return { name: field, values: [value] };
  const stray = Object.keys(range).find((one) => !["from", "to", "step", "times"].includes(one));
  if (stray !== undefined)
    throw new InputError(`${subject}: ${shownField(stray)}`, "from:, to: and step: or times:", "another field");
  const [from, to] = [count(range.from, `${subject}: from`), count(range.to, `${subject}: to`)];
  const step = range.step === undefined ? undefined : count(range.step, `${subject}: step`);
  const times = range.times === undefined ? undefined : count(range.times, `${subject}: times`);
  if ((step === undefined) === (times === undefined) || times === 1) {
    throw new InputError(subject, "a range { from, to, step } or { from, to, times: 2 or more }", shown(value));
  }
  checkLimit("points", step === undefined ? 0 : Math.floor((to - from) / step) + 1, subject);
  const values: number[] = [];
  for (let x = from; x <= to; x = times === undefined ? x + (step ?? 1) : x * times) values.push(x);
  if (values.length === 0) throw new InputError(subject, "a range that is not empty", shown(value));
  return { name: field, values };
}

function sizeOf(axes: readonly Axis[]): number {
  return axes.reduce((product, { values }) => product * values.length, 1);
}

/** The last axis turns fastest. */
function pick(axes: readonly Axis[], number: number): Fields {
  let rest = number;
  const picked = axes.toReversed().map(({ name: field, values }) => {
    const value = values[rest % values.length];
    rest = Math.floor(rest / values.length);
    return [field, value] as const;
  });
  return Object.fromEntries(picked.reverse());
}

/** Values read one by one; a single `undefined` where the field is skipped. */
function listed<T>(
  path: string,
  field: string,
  value: unknown,
  read: (value: unknown, at: string) => T,
): readonly (T | undefined)[] {
  if (value === undefined) return [undefined];
  return axis(`${path}: ${field}`, field, value).values.map((one) => read(one, `${path}: ${field}`));
}

function list(subject: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value) && value.length > 0) return value;
  throw new InputError(subject, "a list that is not empty", shown(value));
}

function record(subject: string, value: unknown, expected: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new InputError(subject, expected, shown(value));
}

function name(subject: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw new InputError(subject, "a name", shown(value));
}

function count(value: unknown, subject: string): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) return value;
  throw new InputError(subject, `a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`, shown(value));
}
