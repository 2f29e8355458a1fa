import type { Command } from "commander";
import { TRIANGULAR_KINDS } from "../computation/linear-algebra/triangular.js";
import { WORKLOAD_FORMS, type Workload } from "../computation/workload.js";
import type { WorkloadFields, WorkloadForm } from "../computation/workload-kind.js";
import { InputError, shown } from "../errors.js";
import { addedEntries, once } from "./list-flags.js";
import { renamed, wholeNumber } from "./options.js";

const NOT_REPLAYED: readonly string[] = ["einsum", "stencil", "fft", ...TRIANGULAR_KINDS.map(({ kind }) => kind)];

/** Those with schedules to replay. */
export const REPLAYED: readonly WorkloadForm<Workload>[] = WORKLOAD_FORMS.filter(({ name }) => !NOT_REPLAYED.includes(name));

/** Adds a workload's own flags and the word types to a command. */
export function addWorkloadFlags(command: Command, kind: WorkloadForm<Workload>): Command {
  for (const { flag, what, least } of kind.extents) command.option(`--${flag} <count>`, what, wholeNumber(`--${flag}`, least));
  for (const { flag, what } of kind.sides ?? []) command.option(`--${flag} <RxS>`, what);
  for (const { flag, value, what } of kind.texts ?? []) command.option(`--${flag} <${value}>`, what);
  for (const { flag, what } of kind.switches) command.option(`--${flag}`, what);
  for (const { flag, what, least } of kind.numbers ?? []) {
    command.option(`--${flag} <list>`, what, once(`--${flag}`, numberList(`--${flag}`, least)));
  }
  if (kind.record !== undefined) {
    const { flag, what } = kind.record;
    command.option(`--${flag} <list>`, what, extentList(`--${flag}`));
  }
  const { rightType } = kind;
  const types = "bf16, fp16, fp8, int8, tf32, fp32, fp64";
  const packed = rightType === undefined ? "" : ", fp6, fp4, int4; or of both, such as w4a16";
  command.option("--dtype <type>", `type of the operands: ${types}${packed} (default bf16)`);
  if (rightType !== undefined) command.option(`--${rightType.flag} <type>`, rightType.what);
  return command
    .option("--output-dtype <type>", "type in which outputs are stored (default: --dtype)")
    .option(
      "--accumulator <type>",
      "type of partial sums: fp32, fp16, int32, fp64 (default fp32; int32 for int8, fp64 for fp64)",
    );
}

/** Reads `64,256,64` or `64x256x64`. */
export function numberList(flag: string, least?: number): (text: string) => readonly number[] {
  return (text) => text.split(/[,x×]/).map((part) => wholeNumber(flag, least)(part.trim()));
}

/** Reads `i=64,j=64`, repeatable. @throws InputError naming the flag, and the index where its extent is wrong. */
export function extentList(
  flag: string,
): (text: string, before?: Readonly<Record<string, number>>) => Readonly<Record<string, number>> {
  return (text, before) => {
    const entries = text.split(",").map((entry) => {
      const [, index, digits] = /^\s*([A-Za-z][A-Za-z0-9_]*)\s*=(.*)$/.exec(entry) ?? [];
      if (index === undefined || digits === undefined) throw new InputError(flag, "a list such as i=64,j=64", shown(text));
      return [index, wholeNumber(`${flag} ${index}`)(digits.trim())] as const;
    });
    return addedEntries(flag, before, entries);
  };
}

/** The workload the flags describe. @throws InputError naming the flag that is missing or wrong. */
export function workloadFromFlags(kind: WorkloadForm<Workload>, flags: WorkloadFields): Workload {
  return renamed(() => kind.make(flags));
}

/** The flags that a workload has of its own, beside the word types. */
export function workloadFlags(form: WorkloadForm<Workload>): readonly string[] {
  const { extents, switches, sides, texts, numbers, record, rightType } = form;
  const lists = [...extents, ...switches, ...(sides ?? []), ...(texts ?? []), ...(numbers ?? [])].map(({ flag }) => flag);
  return [...lists, ...[record, rightType].flatMap((one) => (one === undefined ? [] : [one.flag]))];
}
