import type { Command } from "commander";

/** The flag of commands that show every kernel of a workload that a user would consider. */
export function addAllFlag(command: Command): Command {
  return command.option(
    "--all",
    "also kernels that are slower by far for this workload, such as flash-attention-1 on long sequences",
  );
}

/** For commands that replay: the counts that the hardware may give, beside the one of the model. */
export function addRangeFlag(command: Command): Command {
  return command.option(
    "--range",
    "also the range of DRAM reads over variants of timing, drift and L2 (eight replays more; --cache partitioned if none is given)",
  );
}
