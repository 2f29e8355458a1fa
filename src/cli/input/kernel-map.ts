import { createContext, Script } from "node:vm";
import { boundWorkload } from "../../bounds/bounds-document.js";
import type { Workload } from "../../computation/workload.js";
import type { WorkloadForm } from "../../computation/workload-kind.js";
import { InputError, shown, shownField } from "../../errors.js";
import type { KernelMeaning } from "../../gap/profiled.js";
import type { Gpu } from "../../machines/machine.js";
import type { ProfiledKernel } from "../../measured/index.js";
import { planOne } from "../../plan/plan-one.js";
import { residentsFrom } from "../resident-flag.js";
import { readScheduleFields, SCHEDULE_FIELDS } from "./schedule-fields.js";
import { workloadOf } from "./workload-file.js";

const EXECUTE = new Script("expression.exec(text)");
const LONGEST_MATCH_MS = 1000;

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

/**
 * Entries of a mapping file's content: `kernels: [{ kernel: mm_kernel, range: /M=(?<m>\d+)/, workload: gemm, … }]`. A workload
 * file alone is one entry for every kernel.
 *
 * @throws InputError naming the file and entry.
 */
export function readKernelMap(path: string, content: unknown): readonly KernelEntry[] {
  const list = isRecord(content) ? (content["kernels"] ?? [content]) : undefined;
  const beside =
    isRecord(content) && content["kernels"] !== undefined ? Object.keys(content).filter((name) => name !== "kernels") : [];
  if (beside[0] !== undefined)
    throw new InputError(`${path}: ${shownField(beside[0])}`, "kernels: alone", "another field beside it");
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
  // An expression such as (a+)+$ can take for ever; nothing but another context ends it.
  const asked = createContext({ expression, text: "" });
  return (text) => {
    asked["text"] = text;
    try {
      const match: RegExpExecArray | null = EXECUTE.runInContext(asked, { timeout: LONGEST_MATCH_MS });
      return match === null ? undefined : (match.groups ?? {});
    } catch {
      throw new InputError(subject, "a regular expression that soon ends", shown(value));
    }
  };
}

/** What the first entry that fits says of the kernel; undefined when none does. */
export function meaningFrom(
  entries: readonly KernelEntry[],
  kernel: ProfiledKernel,
  kinds: readonly WorkloadForm<Workload>[],
  gpu: Gpu,
): KernelMeaning | undefined {
  for (const entry of entries) {
    const groups = matched(entry, kernel);
    if (groups === undefined) continue;
    const named = Object.fromEntries(
      Object.entries(groups).map(([name, text]) => [name, /^\d+$/.test(text) ? Number(text) : text]),
    );
    return warmMeaningOf(entry.subject, { ...named, ...entry.fields }, kinds, gpu);
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
  kinds: readonly WorkloadForm<Workload>[],
  gpu: Gpu,
): KernelMeaning {
  const own = Object.entries(fields).filter(([name]) => !SCHEDULE_FIELDS.includes(name));
  const { kind, flags } = workloadOf(subject, Object.fromEntries(own), kinds);
  const workload = within(subject, () => kind.make(flags));
  const named = readScheduleFields(subject, fields);
  if (named === undefined) return { workload };
  return { workload, schedule: within(subject, () => planOne(named.id, workload, gpu, named.options)) };
}

/** The same after a kernel that left what the field `resident` says in the L2: `A:16M`, as `--resident` has it. */
export function warmMeaningOf(
  subject: string,
  { resident, ...fields }: Readonly<Record<string, unknown>>,
  kinds: readonly WorkloadForm<Workload>[],
  gpu: Gpu,
): KernelMeaning {
  const cold = meaningOf(subject, fields, kinds, gpu);
  if (resident === undefined) return cold;
  if (typeof resident !== "string") throw new InputError(`${subject}: resident`, "ARRAY:BYTES, such as A:16M", shown(resident));
  const left = within(subject, () => boundWorkload(cold.workload, gpu, undefined, residentsFrom(resident)).resident);
  const named = readScheduleFields(subject, fields);
  if (named === undefined || left === undefined) return { ...cold, resident: left };
  const options = { ...named.options, resident: left };
  return { ...cold, resident: left, schedule: within(subject, () => planOne(named.id, cold.workload, gpu, options)) };
}

/** Errors of library code, told of the entry they came from. */
function within<T>(subject: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${subject}: ${error.subject}`, error.expected, error.found);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
