import type { Command } from "commander";

/** The flag of commands that take one kernel as a compiler reported it. */
export function addSpillFlag(command: Command): Command {
  return command.option(
    "--spill-bytes <stores,loads>",
    "bytes that a thread spills, as ptxas -v prints them; every step is taken to run them, through the port of its SM",
  );
}
