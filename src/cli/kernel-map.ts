import type { Workload } from "../computation/workload.js";
import { InputError, shown } from "../errors.js";
import type { PlannedReplay, PlanOptions } from "../gap/planned.js";
import { planReplays } from "../gap/planned.js";
import type { KernelMeaning } from "../gap/profiled.js";
import type { Gpu } from "../machines/machine.js";
import type { ProfiledKernel } from "../measured/index.js";
import { parseLaunchOrder } from "../schedules/launch-order.js";
import { didYouMean } from "../text/nearest-name.js";
import { renamed } from "./options.js";
import { workloadOf } from "./workload-file.js";
import type { WorkloadKind } from "./workloads.js";
import { workloadFromFlags } from "./workloads.js";

/** One entry of a mapping file: which kernels it speaks of, and what they compute. */
export interface KernelEntry {
  /** Where it stands, for errors: `map.yaml: kernels[2]`. */
  readonly subject: string;
  readonly kernel?: Pattern;
  readonly range?: Pattern;
  /** Fields of a workload file, and `schedule`, `tile`, `order`, `band`, `stages`, `threads`, `ctas-per-sm`. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A part of a name, or `/a regular expression/` whose named groups become fields. */
export type Pattern = (text: string) => Readonly<Record<string, string>> | undefined;

const SCHEDULE_COUNTS = ["stages", "threads", "ctas-per-sm"] as const;
const SCHEDULE_FIELDS: readonly string[] = ["schedule", "tile", "order", "band", ...SCHEDULE_COUNTS];

/**
 * Entries of a mapping file's content: `kernels: [{ kernel: mm_kernel, range: /M=(?<m>\d+)/, workload: gemm, … }]`. A workload
 * file alone is one entry for every kernel.
 *
 * @throws InputError naming the file and entry.
 */
export function readKernelMap(path: string, content: unknown): readonly KernelEntry[] {
  const list = isRecord(content) ? (content["kernels"] ?? [content]) : undefined;
  if (!Array.isArray(list) || list.length === 0) {
    throw new InputError(path, "a workload, or kernels: a list of workloads with kernel: or range:", shown(content));
  }
  return list.map((entry: unknown, index) => {
    const subject = list.length === 1 ? path : `${path}: kernels[${index}]`;
    if (!isRecord(entry)) throw new InputError(subject, "an object with workload: and kernel: or range:", shown(entry));
    const { kernel, range, ...fields } = entry;
    return {
      subject,
      ...(kernel === undefined ? {} : { kernel: patternFrom(`${subject}: kernel`, kernel) }),
      ...(range === undefined ? {} : { range: patternFrom(`${subject}: range`, range) }),
      fields,
    };
  });
}

/** @throws InputError naming `subject` where the text is no regular expression. */
export function patternFrom(subject: string, value: unknown): Pattern {
  if (typeof value !== "string" || value === "")
    throw new InputError(subject, "part of a name or a /regular expression/", shown(value));
  const [, source] = /^\/(.+)\/$/.exec(value) ?? [];
  if (source === undefined) return (text) => (text.includes(value) ? {} : undefined);
  let expression: RegExp;
  try {
    expression = new RegExp(source, "u");
  } catch {
    throw new InputError(subject, "a regular expression", shown(value));
  }
  return (text) => {
    const match = expression.exec(text);
    return match === null ? undefined : (match.groups ?? {});
  };
}

/** What the first entry that fits says of the kernel; undefined when none does. */
export function meaningFrom(
  entries: readonly KernelEntry[],
  kernel: ProfiledKernel,
  kinds: readonly WorkloadKind[],
  gpu: Gpu,
): KernelMeaning | undefined {
  for (const entry of entries) {
    const groups = matched(entry, kernel);
    if (groups === undefined) continue;
    const named = Object.fromEntries(
      Object.entries(groups).map(([name, text]) => [name, /^\d+$/.test(text) ? Number(text) : text]),
    );
    return meaningOf(entry.subject, { ...named, ...entry.fields }, kinds, gpu);
  }
  return undefined;
}

function matched(entry: KernelEntry, kernel: ProfiledKernel): Readonly<Record<string, string>> | undefined {
  const byName = entry.kernel === undefined ? {} : entry.kernel(kernel.name);
  const byRange = entry.range === undefined ? {} : kernel.ranges.map(entry.range).find((groups) => groups !== undefined);
  return byName === undefined || byRange === undefined ? undefined : { ...byName, ...byRange };
}

/** A workload and, where `schedule` is named, the one replay it means. */
export function meaningOf(
  subject: string,
  fields: Readonly<Record<string, unknown>>,
  kinds: readonly WorkloadKind[],
  gpu: Gpu,
): KernelMeaning {
  const own = Object.entries(fields).filter(([name]) => !SCHEDULE_FIELDS.includes(name));
  const { kind, flags } = workloadOf(subject, Object.fromEntries(own), kinds);
  const workload = workloadFromFlags(kind, flags);
  const id = fields["schedule"];
  if (id === undefined) {
    const stray = SCHEDULE_FIELDS.find((name) => fields[name] !== undefined);
    if (stray !== undefined) throw new InputError(subject, `schedule: beside ${stray}:`, "none");
    return { workload };
  }
  return { workload, schedule: plannedAs(subject, id, workload, gpu, fields) };
}

function plannedAs(
  subject: string,
  id: unknown,
  workload: Workload,
  gpu: Gpu,
  fields: Readonly<Record<string, unknown>>,
): PlannedReplay {
  const planned = renamed(() => planReplays(workload, gpu, planOptions(subject, fields)));
  const ids = [...new Set(planned.map((one) => String(one.fields["id"])))];
  const found = planned.filter((one) => one.fields["id"] === id);
  const [first] = found;
  if (first === undefined) {
    const hint = typeof id === "string" ? didYouMean(id, ids) : "";
    throw new InputError(`${subject}: schedule`, `one of ${ids.join(", ")} for this workload${hint}`, shown(id));
  }
  if (found.length > 1) {
    throw new InputError(subject, "the launch order or band of the schedule (order: group:8, band: 4)", "none");
  }
  return first;
}

function planOptions(subject: string, fields: Readonly<Record<string, unknown>>): PlanOptions {
  const text = (name: string): string | undefined => {
    const value = fields[name];
    if (value !== undefined && typeof value !== "string") throw new InputError(`${subject}: ${name}`, "a text", shown(value));
    return value;
  };
  const count = (name: string): number | undefined => {
    const value = fields[name];
    if (value === undefined || (typeof value === "number" && Number.isSafeInteger(value) && value >= 1)) return value;
    throw new InputError(`${subject}: ${name}`, "a whole number of at least 1", shown(value));
  };
  const [order, band] = [text("order"), count("band")];
  return {
    tile: text("tile"),
    orders: order === undefined ? undefined : [parseLaunchOrder(order)],
    bands: band === undefined ? undefined : [band],
    stages: count("stages"),
    threads: count("threads"),
    ctasPerSm: count("ctas-per-sm"),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
