import type { Command } from "commander";
import { addLimitFlag } from "./limit-flag.js";
import type { CommandName } from "./summaries.js";
import { SUMMARIES } from "./summaries.js";

type AddCommand = (program: Command) => void;

/** Each command's own file, read only when the command is used. */
const LOADERS: Readonly<Record<CommandName, () => Promise<AddCommand>>> = {
  gap: async () => (await import("./commands/gap.js")).addGapCommand,
  bound: async () => (await import("./commands/bound.js")).addBoundCommand,
  time: async () => (await import("./commands/time.js")).addTimeCommand,
  replay: async () => (await import("./commands/replay.js")).addReplayCommand,
  curve: async () => (await import("./commands/curve.js")).addCurveCommand,
  optimize: async () => (await import("./commands/optimize.js")).addOptimizeCommand,
  report: async () => (await import("./commands/report.js")).addReportCommand,
  pebble: async () => (await import("./commands/pebble.js")).addPebbleCommand,
  graph: async () => (await import("./commands/graph.js")).addGraphCommand,
  layer: async () => (await import("./commands/layer.js")).addLayerCommand,
  ncu: async () => (await import("./commands/ncu.js")).addNcuCommand,
  sweep: async () => (await import("./commands/sweep.js")).addSweepCommand,
  explore: async () => (await import("./commands/explore.js")).addExploreCommand,
  verify: async () => (await import("./commands/verify.js")).addVerifyCommand,
  gpus: async () => (await import("./commands/lists.js")).addGpusCommand,
  schedules: async () => (await import("./commands/lists.js")).addListCommand("schedules"),
  bounds: async () => (await import("./commands/lists.js")).addListCommand("bounds"),
  caches: async () => (await import("./commands/lists.js")).addListCommand("caches"),
  completion: async () => {
    const { addCompletionCommand } = await import("./commands/completion.js");
    return (program) => addCompletionCommand(program, addAllCommands);
  },
};

/** Adds every command, whole the one that `used` names, by name and summary the others. */
export async function addCommands(program: Command, used: string | undefined): Promise<void> {
  for (const name of Object.keys(SUMMARIES) as CommandName[]) {
    if (name === used) await addWhole(program, name);
    else program.command(name).summary(SUMMARIES[name]);
  }
}

/** Adds every command whole but `completion`, which asks for this. */
async function addAllCommands(program: Command): Promise<void> {
  for (const name of Object.keys(LOADERS) as CommandName[]) if (name !== "completion") await addWhole(program, name);
}

async function addWhole(program: Command, name: CommandName): Promise<void> {
  (await LOADERS[name]())(program);
  const added = program.commands.at(-1);
  if (added !== undefined) addLimitFlag(added);
}
