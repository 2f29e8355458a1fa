import type { Command } from "commander";
import type { Workload } from "../computation/workload.js";
import { WORKLOAD_FORMS, workloadHint } from "../computation/workload.js";
import type { WorkloadFields, WorkloadForm } from "../computation/workload-kind.js";
import { InputError, shown } from "../errors.js";
import { INTERFACE_DEFINITIONS } from "../machines/interfaces.js";
import { examples } from "./examples.js";
import { addSourceFlags, eachPart, isFileInC, withoutSourceFlags } from "./input/c-file.js";
import { checkIsWorkloadFile, readWorkloadFile } from "./input/files.js";
import { readWorkloadFlags } from "./input/workload-file.js";
import { wholeNumber } from "./options.js";
import { addWorkloadFlags, numberList, workloadFromFlags } from "./workload-flags.js";

/** A command that takes a workload: by name with flags, or a file. */
export interface WorkloadCommand<Flags> {
  readonly name: string;
  readonly summary: string;
  readonly examples: readonly string[];
  readonly workloads: readonly WorkloadForm<Workload>[];
  /** Adds the command's own flags. */
  readonly flags: (command: Command) => void;
  /** Answers what needs no extents and returns the exit status; undefined where that is not asked. */
  readonly withoutExtents?: (kind: WorkloadForm<Workload>, flags: Flags & WorkloadFields) => number | undefined;
  /** Does the work and returns the exit status. */
  readonly run: (workload: Workload, flags: Flags) => number | Promise<number>;
  /** Does the work where a file holds no workload but a plan of several, and returns the exit status; undefined where it is none. */
  readonly plan?: (path: string, content: unknown, flags: Flags) => number | undefined;
}

const FILE =
  "a workload as JSON or YAML, e.g. { workload: gemm, m: 8192, n: 8192, k: 4096 }, whose fields flags replace, or a .c file with scops";

/** Adds `redblue NAME WORKLOAD …` for each kind of workload, and `redblue NAME FILE …`. */
export function workloadCommand<Flags>(program: Command, definition: WorkloadCommand<Flags>): void {
  const names = definition.workloads.map((kind) => kind.name);
  const finish = async (kind: WorkloadForm<Workload>, flags: WorkloadFields): Promise<void> => {
    const all = flags as Flags & WorkloadFields;
    process.exitCode = definition.withoutExtents?.(kind, all) ?? (await definition.run(workloadFromFlags(kind, flags), all));
  };
  const parent = program
    .command(definition.name)
    .enablePositionalOptions()
    .summary(definition.summary)
    .description(`${definition.summary[0]?.toUpperCase()}${definition.summary.slice(1)}.`)
    .argument("[file]", FILE)
    .addHelpText("after", `${examples(definition.examples)}\nInterfaces:\n${interfaceLines().join("\n")}\n`);
  addOverrides(parent, definition.workloads);
  definition.flags(parent);
  addSourceFlags(parent);
  const resident = parent.options.find(({ long }) => long === "--resident");
  const answer = async (path: string, content: unknown, given: WorkloadFields): Promise<void> => {
    const { kind, flags } = readWorkloadFlags(path, content, definition.workloads, given, resident ? ["resident"] : []);
    const asked = flags["resident"];
    // Of a file it is a text still.
    await finish(kind, typeof asked === "string" ? { ...flags, resident: resident?.parseArg?.(asked, undefined) } : flags);
  };
  // A slip in the name of a workload is told before the words that follow it are counted.
  parent.allowExcessArguments().action(async (file: string | undefined, given: WorkloadFields) => {
    const path = checkIsWorkloadFile(file, names, (name) => workloadHint(name, definition.workloads));
    const [, second] = parent.args;
    if (second !== undefined) throw new InputError(definition.name, "one file", `${shown(second)} too`);
    if (isFileInC(path)) {
      let worst = 0;
      await eachPart(path, given, definition.name, async (...part) => {
        await answer(...part);
        worst = Math.max(worst, Number(process.exitCode));
      });
      process.exitCode = worst;
      return;
    }
    const flags = withoutSourceFlags(given, path);
    const content = await readWorkloadFile(path);
    const status = definition.plan?.(path, content, flags as Flags);
    if (status !== undefined) process.exitCode = status;
    else await answer(path, content, flags);
  });
  for (const kind of definition.workloads) {
    const command = parent
      .command(kind.name)
      .allowExcessArguments(false)
      .summary(kind.summary)
      .description(`${definition.summary}: ${kind.summary}`)
      .addHelpText("after", examples(definition.examples.filter((line) => line.includes(` ${kind.name} `))));
    addWorkloadFlags(command, kind);
    definition.flags(command);
    onWorkload(command, kind, async (flags) => finish(kind, flags));
  }
  refuseOthers(parent, names);
}

/** What each interface counts: one definition for bounds, replays and documents. */
function interfaceLines(): readonly string[] {
  const entries = Object.entries(INTERFACE_DEFINITIONS).filter(([interfaceId]) => interfaceId !== "smem-tensor");
  return entries.map(([interfaceId, counts]) => `  ${interfaceId.padEnd(10)}  ${counts}`);
}

/** Workloads that other commands take, and this one does not, are refused by name rather than by their flags. */
function refuseOthers(parent: Command, names: readonly string[]): void {
  for (const { name } of WORKLOAD_FORMS.filter((kind) => !names.includes(kind.name))) {
    const refuse = (): never => {
      throw new InputError(parent.name(), `${names.join(", ")}, or a file`, name);
    };
    parent.command(name, { hidden: true }).allowUnknownOption().allowExcessArguments().action(refuse);
  }
}

/** The action of a workload's command; the workload's argument, if it has one, comes among the flags. */
export function onWorkload(
  command: Command,
  kind: WorkloadForm<Workload>,
  run: (flags: WorkloadFields) => void | Promise<void>,
): void {
  const { argument } = kind;
  if (argument === undefined) command.action(async (flags: WorkloadFields) => run(flags));
  else {
    command.argument(`<${argument.name}>`, argument.what);
    command.action(async (text: string, flags: WorkloadFields) => run({ ...flags, [argument.name]: text }));
  }
}

/** A flag that is a count of some workloads and a list of others: a list where there is a comma. */
function acceptLists(parent: Command, flag: string): void {
  const count = wholeNumber(flag, 0);
  const list = numberList(flag, 0);
  parent.options.find(({ long }) => long === flag)?.argParser((text) => (text.includes(",") ? list(text) : count(text)));
}

/** The flags of every workload, each once: on the command line they override a file's fields. */
export function addOverrides(parent: Command, kinds: readonly WorkloadForm<Workload>[]): void {
  for (const kind of kinds) {
    const known = new Set(parent.options.map((option) => option.name()));
    const own = addWorkloadFlags(parent.createCommand(kind.name), kind).options;
    for (const option of own) if (!known.has(option.name())) parent.addOption(option);
  }
  const counts = new Set(kinds.flatMap(({ extents }) => extents.map(({ flag }) => flag)));
  for (const { flag } of kinds.flatMap(({ numbers = [] }) => numbers)) if (counts.has(flag)) acceptLists(parent, `--${flag}`);
}
