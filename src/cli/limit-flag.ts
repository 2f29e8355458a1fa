import type { Command } from "commander";
import { Option } from "commander";
import type { Limits } from "../budget.js";
import { DEFAULT_LIMITS, parseLimits, setLimits } from "../budget.js";
import type { CommandName } from "./summaries.js";

/** Commands that replay, search or expand; bounds take no longer for large workloads than for small ones. */
const LIMITED: readonly CommandName[] = [
  ...(["gap", "replay", "curve", "optimize", "report", "pebble", "graph", "layer", "ncu", "sweep", "verify"] as const),
];

/** Gives the command and those below it the one flag that raises what they may spend. */
export function addLimitFlag(command: Command): void {
  if (!LIMITED.some((name) => name === command.name())) return;
  const usual = Object.entries(DEFAULT_LIMITS).map(([kind, count]) => `${kind}=${count}`);
  for (const one of [command, ...command.commands]) {
    one.addOption(
      new Option("--limit <kind=count,…>", `what may be spent before it is refused (default ${usual.join(",")})`).argParser(
        (text: string, before?: Partial<Limits>) => ({ ...before, ...parseLimits(text, "--limit") }),
      ),
    );
  }
}

/** Sets the limits of every command before it runs: those of its flag, else the usual ones. */
export function applyLimits(program: Command): void {
  program.hook("preAction", (_, action) => {
    setLimits((action.optsWithGlobals() as { readonly limit?: Partial<Limits> }).limit ?? {});
  });
}
