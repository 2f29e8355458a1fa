import { InputError, shown } from "../../errors.js";
import { didYouMean } from "../../text/nearest-name.js";

/** What the search over plans makes least: bytes into the SMs, bytes of DRAM, or the kernels' least times added up. */
export type Objective = "l2-sm" | "dram-l2" | "time";

/** Every objective, the default of GPUs first. */
export const OBJECTIVES: readonly Objective[] = ["l2-sm", "dram-l2", "time"];

/** Reads an objective by name. @throws InputError naming `objective`. */
export function parseObjective(text: string): Objective {
  const found = OBJECTIVES.find((objective) => objective === text);
  if (found === undefined)
    throw new InputError("objective", `one of ${OBJECTIVES.join(", ")}${didYouMean(text, OBJECTIVES)}`, shown(text));
  return found;
}
