import type { Workload } from "../../computation/workload.js";
import { formNamed, workloadHint } from "../../computation/workload.js";
import type { WorkloadFields, WorkloadForm } from "../../computation/workload-kind.js";
import { camelCase } from "../../computation/workload-kind.js";
import { InputError, shown, shownField } from "../../errors.js";
import { didYouMean } from "../../text/nearest-name.js";
import { workloadFlags } from "../workload-flags.js";

/** Fields every workload file may have, by the flag each stands for; the names inside our own documents are accepted too. */
const COMMON: readonly (readonly [field: string, flag: string])[] = [
  ["dtype", "dtype"],
  ["dataType", "dtype"],
  ["output-dtype", "outputDtype"],
  ["outputType", "outputDtype"],
  ["accumulator", "accumulator"],
  ["gpu", "gpu"],
  ["fast-words", "fastWords"],
];

/**
 * What `{ workload: gemm, m: 8192, … }` says; flags given on the command line win.
 *
 * @throws InputError naming the file and field.
 */
export function readWorkloadFlags(
  path: string,
  content: unknown,
  kinds: readonly WorkloadForm<Workload>[],
  given: WorkloadFields,
  more: readonly string[] = [],
): { readonly kind: WorkloadForm<Workload>; readonly flags: WorkloadFields } {
  const { kind, flags: fromFile } = workloadOf(path, content, kinds, more);
  checkFlagsOf(kind, kinds, given, path);
  // A machine on the command line replaces the file's, of either kind.
  if (given["gpu"] !== undefined || given["fastWords"] !== undefined) {
    delete fromFile["gpu"];
    delete fromFile["fastWords"];
  }
  return { kind, flags: { ...fromFile, ...given } };
}

/** A file names its workload; flags of other workloads would be passed over in silence. @throws InputError naming the flag. */
function checkFlagsOf(
  kind: WorkloadForm<Workload>,
  kinds: readonly WorkloadForm<Workload>[],
  given: WorkloadFields,
  path: string,
): void {
  const own = new Set(workloadFlags(kind));
  const stray = kinds.flatMap(workloadFlags).find((flag) => !own.has(flag) && given[camelCase(flag)] !== undefined);
  if (stray !== undefined)
    throw new InputError(`--${stray}`, `a flag of ${kind.name}, the workload of ${path}`, "one of another");
}

/** The workload that `{ workload: gemm, m: 8192, … }` names, with its fields and `more` texts as flags. @throws InputError naming `subject` and the field. */
export function workloadOf(
  subject: string,
  content: unknown,
  kinds: readonly WorkloadForm<Workload>[],
  more: readonly string[] = [],
): { readonly kind: WorkloadForm<Workload>; readonly flags: Record<string, unknown> } {
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    throw new InputError(subject, "an object such as { workload: gemm, m: 8192, n: 8192, k: 4096 }", shown(content));
  }
  const fields = content as Readonly<Record<string, unknown>>;
  const [given, again] = ["workload", "kind"].filter((field) => Object.hasOwn(fields, field)).map((field) => fields[field]);
  if (again !== undefined) throw new InputError(subject, "workload: or kind:", "both");
  const found = typeof given === "string" ? formNamed(given, kinds) : undefined;
  if (found === undefined) {
    const names = kinds.map((candidate) => candidate.name);
    const hint = typeof given === "string" ? workloadHint(given, kinds) : "";
    throw new InputError(`${subject}: workload`, `one of ${names.join(", ")}${hint}`, shown(given));
  }
  return { kind: found.form, flags: { ...found.fields, ...fieldsAsFlags(subject, found.form, fields, more) } };
}

function fieldsAsFlags(
  path: string,
  kind: WorkloadForm<Workload>,
  fields: Readonly<Record<string, unknown>>,
  more: readonly string[],
): Record<string, unknown> {
  const extents = new Set([...kind.extents.map(({ flag }) => camelCase(flag)), "fastWords"]);
  const switches = new Set(kind.switches.map(({ flag }) => flag));
  const sides = new Set((kind.sides ?? []).map(({ flag }) => flag));
  const texts = new Set((kind.texts ?? []).map(({ flag }) => camelCase(flag)));
  const numbers = new Map((kind.numbers ?? []).map(({ flag, least = 1 }) => [camelCase(flag), least] as const));
  const fielded = [...kind.extents, ...kind.switches, ...(kind.sides ?? []), ...(kind.texts ?? []), ...(kind.numbers ?? [])];
  const own = fielded.flatMap(({ flag }) => [flag, camelCase(flag)]);
  if (kind.argument !== undefined) own.push(kind.argument.name);
  const right = kind.rightType === undefined ? [] : [kind.rightType.flag, camelCase(kind.rightType.flag), "rightType"];
  const flagOf: ReadonlyMap<string, string> = new Map([
    ...COMMON,
    ...more.map((name) => [name, name] as const),
    ...own.map((name) => [name, camelCase(name)] as const),
    ...right.map((name) => [name, camelCase(right[0] as string)] as const),
    ...(kind.record === undefined ? [] : [[`${kind.record.flag}s`, kind.record.flag] as const]),
  ]);
  const flags: Record<string, unknown> = {};
  /** The field that gave each flag: some have two names. */
  const givenBy = new Map<string, string>();
  for (const [name, value] of Object.entries(fields)) {
    if (name === "workload" || name === "kind") continue;
    const flag = flagOf.get(name);
    const known = [...flagOf.keys()];
    if (flag === undefined)
      throw new InputError(
        `${path}: ${shownField(name)}`,
        `one of ${known.join(", ")}${didYouMean(name, known)}`,
        "another field",
      );
    const before = givenBy.get(flag);
    if (before !== undefined) throw new InputError(`${path}: ${name}`, `${before}: or ${name}:`, "both");
    givenBy.set(flag, name);
    const least = numbers.get(flag);
    const [right, expected] = extents.has(flag)
      ? [Number.isSafeInteger(value) && (value as number) >= 1, `a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`]
      : least !== undefined
        ? [
            Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && one >= least),
            `a list of whole numbers of at least ${least}`,
          ]
        : sides.has(flag)
          ? [["string", "number"].includes(typeof value) || Array.isArray(value), "one number or two, such as 3x3"]
          : switches.has(flag)
            ? [typeof value === "boolean", "true or false"]
            : texts.has(flag)
              ? [typeof value === "string" || flag === "scales", "a text"]
              : flag === kind.record?.flag
                ? [typeof value === "object" && value !== null && !Array.isArray(value), "an object such as { i: 64, j: 64 }"]
                : [typeof value === "string", "a name"];
    if (!right) throw new InputError(`${path}: ${name}`, expected as string, shown(value));
    flags[flag] = value;
  }
  return flags;
}
