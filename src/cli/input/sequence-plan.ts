import { productTypeOf } from "../../computation/operand-types.js";
import { WORKLOAD_FORMS } from "../../computation/workload.js";
import { InputError, shown, shownField } from "../../errors.js";
import type { KernelOfPlan } from "../../gap/sequence/kernel-of-plan.js";
import { sequenceReport } from "../../gap/sequence/sequence.js";
import { sequenceDocument } from "../../gap/sequence/sequence-document.js";
import type { Gpu } from "../../machines/machine.js";
import type { Execution } from "../../replay/execution.js";
import { checkOneL2, chooseL2 } from "../../replay/l2/l2-model.js";
import type { ArrayPlace } from "../../replay/sequence/array-place.js";
import { sequenceText } from "../../report/sequence/sequence-text.js";
import { renamed } from "../options.js";
import { endProgress, heading, printJson, printText, progress } from "../output.js";
import { residentsFrom } from "../resident-flag.js";
import { gpuFromNameOrFile } from "./files.js";
import { meaningOf } from "./kernel-map.js";
import { plannedKernel } from "./named-kernel.js";

type Fields = Readonly<Record<string, unknown>>;

const PLACE_FIELDS = ["array", "offset", "pitch", "interleaved"];

/** Whether a file is a plan of kernels, `{ kernels: [{ workload: gemm, …, arrays: { C: h } }, …] }`, and no workload. */
function isSequencePlan(content: unknown): content is Fields {
  return isRecord(content) && Object.hasOwn(content, "kernels") && !Object.hasOwn(content, "workload");
}

/** Flags that a plan of kernels takes. */
interface SequenceFlags {
  readonly gpu?: string;
  readonly cache?: string;
  readonly l2Bytes?: number;
  readonly execution?: Execution;
  readonly json?: true;
}

const TAKEN: ReadonlySet<string> = new Set(["gpu", "cache", "l2Bytes", "execution", "json"]);

/** `redblue replay PLAN`: kernels one after the other through one L2. Undefined where the file is a workload. */
export function printSequence(path: string, content: unknown, flags: SequenceFlags): number | undefined {
  if (!isSequencePlan(content)) return undefined;
  const stray = Object.entries(flags).find(
    ([flag, given]) => given !== undefined && !TAKEN.has(flag) && !(flag === "lse" && given),
  );
  if (stray !== undefined)
    throw new InputError(
      path,
      "--gpu, --cache, --l2-bytes, --execution and --json alone beside a plan of kernels",
      flagOf(stray[0]),
    );
  const named = gpuOfPlan(path, content);
  const name = flags.gpu ?? named;
  if (name === undefined) throw new InputError("--gpu", "a GPU (such as --gpu h200), here or in the plan", "nothing");
  const gpu = gpuFromNameOrFile(name);
  if (gpu.kind !== "gpu") throw new InputError(path, "a GPU, whose L2 the kernels share", gpu.id);
  const kernels = kernelsOfPlan(path, content, gpu);
  const [first] = kernels as readonly [KernelOfPlan];
  const cache = renamed(() => chooseL2(gpu, productTypeOf(first.workload), flags.cache, flags.l2Bytes, flags.execution));
  renamed(() => checkOneL2(cache, "kernels in sequence"));
  progress(`replaying ${kernels.length} kernels`);
  try {
    const report = sequenceReport(kernels, gpu, cache);
    if (flags.json === true) printJson(sequenceDocument(report));
    else printText(sequenceText(report, heading));
    return 0;
  } finally {
    endProgress();
  }
}

function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The GPU that a plan names, where it does. @throws InputError naming the file and field. */
function gpuOfPlan(path: string, { gpu, kernels: _, ...others }: Fields): string | undefined {
  const [stray] = Object.keys(others);
  if (stray !== undefined) throw new InputError(`${path}: ${shownField(stray)}`, "gpu: and kernels: alone", "another field");
  if (gpu !== undefined && typeof gpu !== "string") throw new InputError(`${path}: gpu`, "a name", shown(gpu));
  return gpu;
}

/**
 * The kernels of a plan, each a workload with a schedule's fields, and under `arrays` the names of those that it shares with others.
 *
 * @throws InputError naming the file and the kernel
 */
function kernelsOfPlan(path: string, { kernels }: Fields, gpu: Gpu): readonly KernelOfPlan[] {
  if (!Array.isArray(kernels) || kernels.length === 0)
    throw new InputError(`${path}: kernels`, "a list of workloads with schedules", shown(kernels));
  return kernels.map((entry: unknown, at): KernelOfPlan => {
    const subject = `${path}: kernels[${at}]`;
    if (!isRecord(entry)) throw new InputError(subject, "an object with workload: and arrays:", shown(entry));
    const { arrays = {}, prefetch, "prefetch-after": after, ...fields } = entry;
    for (const machine of ["gpu", "fast-words"])
      if (Object.hasOwn(fields, machine))
        throw new InputError(`${subject}: ${machine}`, "gpu: beside kernels:", "one of a kernel");
    if (!isRecord(arrays)) throw new InputError(`${subject}: arrays`, "an object such as { A: x, C: h }", shown(arrays));
    const { workload, schedule } = meaningOf(subject, fields, WORKLOAD_FORMS, gpu);
    const places = Object.entries(arrays).map(
      ([name, place]) => [name, placeFrom(`${subject}: arrays: ${name}`, place)] as const,
    );
    return {
      workload,
      planned: schedule ?? plannedKernel(workload, gpu, {}),
      ...(places.length === 0 ? {} : { places: Object.fromEntries(places) }),
      ...prefetchFrom(subject, prefetch, after),
    };
  });
}

function prefetchFrom(subject: string, arrays: unknown, after: unknown): Pick<KernelOfPlan, "prefetch"> {
  if (after !== undefined && (typeof after !== "number" || arrays === undefined))
    throw new InputError(`${subject}: prefetch-after`, "a share of the steps, from 0 to 1, beside prefetch:", shown(after));
  if (arrays === undefined) return {};
  if (typeof arrays !== "string") throw new InputError(`${subject}: prefetch`, "inputs such as B or B:16M", shown(arrays));
  return { prefetch: { arrays: residentsFrom(arrays, `${subject}: prefetch`), after } };
}

function placeFrom(subject: string, place: unknown): ArrayPlace {
  if (typeof place === "string" && place !== "") return { name: place };
  if (!isRecord(place)) throw new InputError(subject, "a name, or { array: NAME, offset, pitch, interleaved }", shown(place));
  const stray = Object.keys(place).find((field) => !PLACE_FIELDS.includes(field));
  if (stray !== undefined)
    throw new InputError(`${subject}: ${shownField(stray)}`, `one of ${PLACE_FIELDS.join(", ")}`, "another field");
  const { array, offset, pitch, interleaved } = place;
  if (typeof array !== "string" || array === "") throw new InputError(`${subject}: array`, "a name", shown(array));
  const count = (field: string, value: unknown, least: number): number | undefined => {
    if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= least)) return value as number | undefined;
    throw new InputError(`${subject}: ${field}`, `a whole number of at least ${least}`, shown(value));
  };
  return {
    name: array,
    offset: count("offset", offset, 0),
    pitch: count("pitch", pitch, 1),
    interleaved: count("interleaved", interleaved, 1),
  };
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
