import type { Command } from "commander";
import { SCHEDULES } from "../schedules/catalogue.js";
import type { ScheduleEntry } from "../schedules/schedule-entry.js";

/** Flags that other schedules refer to by one's name: `those of tiled-gemm`. */
const REFERENCE = /those of ([a-z][a-z\d-]*)/g;

/** Flags that stand for more than what a schedule lists: bounds and every kernel read them. */
const GENERAL = new Set(["--fast-words", "--tile", "--cluster", "--loads", "--stages", "--threads", "--ctas-per-sm"]);

/** In the help of `COMMAND WORKLOAD`, leaves out flags that only schedules of other workloads read. They are still understood, and refused by name. */
export function leaveOutFlagsOfOthers(program: Command): void {
  const flags = new Map(SCHEDULES.map((entry) => [entry, flagsOf(entry)]));
  const all = new Set([...flags.values()].flat());
  for (const command of program.commands) {
    for (const workload of command.commands) {
      const own = new Set([...flags].flatMap(([entry, names]) => (workloadsOf(entry).has(workload.name()) ? names : [])));
      // `pebble` and `graph` have flags of such names too, which say how sums are made.
      if (!workload.options.some(({ long }) => long === "--query-order")) continue;
      const others = workload.options.filter(({ long }) => long && all.has(long) && !own.has(long));
      for (const option of others) option.hideHelp();
      if (others.length > 0) workload.addHelpText("after", `\nredblue ${command.name()} --help lists all flags.\n`);
    }
  }
}

function flagsOf({ parameters }: ScheduleEntry): readonly string[] {
  const own = (parameters.match(/--[a-z][a-z-]*/g) ?? []).filter((flag) => !GENERAL.has(flag));
  const others = [...parameters.matchAll(REFERENCE)].flatMap(([, id]) => SCHEDULES.filter((entry) => entry.id === id));
  return [...own, ...others.flatMap(flagsOf)];
}

/** The names of workloads before the colon: `gemm --epilogue: …`, `syrk, einsum …: …`. */
function workloadsOf({ workload }: ScheduleEntry): ReadonlySet<string> {
  const [head = ""] = workload.split(": ", 1);
  return new Set(head.split(/[,\s]+/));
}
