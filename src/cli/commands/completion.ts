import type { Command, Option } from "commander";
import { THEOREMS } from "../../bounds/catalogue.js";
import { OPERAND_TYPES } from "../../computation/data-types.js";
import { InputError, shown } from "../../errors.js";
import { MACHINES } from "../../machines/registry.js";
import { CACHE_MODELS } from "../../replay/l2/l2-model.js";
import { SCHEDULES } from "../../schedules/catalogue.js";
import { LAUNCH_ORDER_NAMES } from "../../schedules/tiles/launch-order.js";
import { didYouMean, plainName } from "../../text/nearest-name.js";
import type { CompletedCommand } from "../completion-scripts.js";
import { bashScript, fishScript, zshScript } from "../completion-scripts.js";
import { examples } from "../examples.js";
import { printText } from "../output.js";
import { SUMMARIES } from "../summaries.js";

const SCRIPTS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Names that a flag takes, or the argument of a list. Other values are files or numbers. */
const GPU_NAMES = MACHINES.map(({ id }) => id);
const SCHEDULE_NAMES = SCHEDULES.map(({ id }) => id);
const CACHE_NAMES = CACHE_MODELS.map(({ id }) => plainName(id));
const VALUES: Readonly<Record<string, readonly string[]>> = {
  "--gpu": GPU_NAMES,
  "--schedule": SCHEDULE_NAMES,
  "--order": LAUNCH_ORDER_NAMES,
  "--cache": CACHE_NAMES,
  "--assume": ["mma", "wgmma", "tcgen05"],
  "--dtype": OPERAND_TYPES,
  "--output-dtype": OPERAND_TYPES,
  "--accumulator": ["fp32", "fp16", "int32", "fp64"],
  "--interface": ["dram-l2", "l3-l2", "l2-cluster", "l2-sm", "slow-fast"],
  "--format": ["json", "hdag", "dot"],
  "--engine": ["threads", "slurm"],
  "--scheduler": ["static", "dynamic"],
  "--k-order": ["forward", "sawtooth"],
  "--key-order": ["forward", "backward", "sawtooth"],
  "--query-order": ["ascending", "longest-first", "head-sections"],
};
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  gpus: GPU_NAMES,
  schedules: SCHEDULE_NAMES,
  bounds: THEOREMS.map(({ id }) => id),
  caches: CACHE_NAMES,
};

/** `redblue completion SHELL`; `addAll` adds the commands that the script is about. */
export function addCompletionCommand(program: Command, addAll: (program: Command) => Promise<void>): void {
  const shells = Object.keys(SCRIPTS);
  program
    .command("completion")
    .summary(SUMMARIES.completion)
    .description(
      `Print a script that completes commands, workloads, flags and their names in a shell.

  bash: add to ~/.bashrc                       eval "$(redblue completion bash)"
  zsh:  add to ~/.zshrc, after compinit        eval "$(redblue completion zsh)"
  fish: once                                   redblue completion fish > ~/.config/fish/completions/redblue.fish`,
    )
    .argument("<shell>", shells.join(", "))
    .addHelpText("after", examples(shells.map((shell) => `redblue completion ${shell}`)))
    .action(async (shell: string) => {
      const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
      if (script === undefined)
        throw new InputError("shell", `one of ${shells.join(", ")}${didYouMean(shell, shells)}`, shown(shell));
      const whole = program.createCommand("redblue");
      await addAll(whole);
      printText(script([...completed(whole, [])]));
    });
}

/** A command and all below it, without those that the help hides. */
function* completed(command: Command, path: readonly string[]): Generator<CompletedCommand> {
  const help = command.createHelp();
  const below = help.visibleCommands(command).filter((child) => child.name() !== "help");
  const names = below.map((child) => ({ name: child.name(), summary: child.summary() }));
  yield {
    path,
    commands: path.length === 0 ? [...names, { name: "completion", summary: SUMMARIES.completion }] : names,
    values: ARGUMENTS[path.join(" ")] ?? [],
    flags: help.visibleOptions(command).flatMap((option) => (option.long === undefined ? [] : [flag(option.long, option)])),
  };
  for (const child of below) yield* completed(child, [...path, child.name()]);
  if (path.length === 0) yield { path: ["completion"], commands: [], values: Object.keys(SCRIPTS), flags: [] };
}

function flag(name: string, option: Option): CompletedCommand["flags"][number] {
  const takesValue = option.required || option.optional;
  return { name, summary: option.description, takesValue, values: (takesValue ? VALUES[name] : undefined) ?? [] };
}
