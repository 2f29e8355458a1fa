import type { Command } from "commander";
import { Option } from "commander";
import { parseLoads } from "../schedules/gpu/gemm/box-padding.js";
import { renamed } from "./options.js";

/** Flags of what passes the SMs' ports beside words, for commands that take one kernel. */
export function addPortFlags(command: Command): Command {
  return command
    .option(
      "--spill-bytes <stores,loads>",
      "bytes that a thread spills, as ptxas -v prints them; every step is taken to run them, through the port of its SM",
    )
    .addOption(
      new Option(
        "--loads <how>",
        "how kernels of a product load operand tiles: masked (default), or bulk, by whole boxes (TMA), whose zeros beyond the edges arrive too",
      ).argParser((text) => renamed(() => parseLoads(text))),
    );
}
