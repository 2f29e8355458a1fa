import type { Command } from "commander";
import { Option } from "commander";
import type { AskedResident } from "../computation/resident.js";
import { InputError, shown } from "../errors.js";
import { added } from "./list-flags.js";
import { wholeNumber } from "./options.js";

/** What lies in the fast memory at the start, where given. */
export interface ResidentFlag {
  readonly resident?: readonly AskedResident[];
}

/** For commands that bound or replay a kernel after another one. */
export function addResidentFlag(command: Command): Command {
  return command.addOption(
    new Option(
      "--resident <list>",
      "inputs that the kernel before left in the L2, comma-separated: A or A:16M, whose last 16 MiB are there (words with --fast-words)",
    ).argParser((text, previous: readonly AskedResident[] | undefined) =>
      added("--resident", previous, residentsFrom(text), ({ array }) => array),
    ),
  );
}

/** Reads `A:16M,B`. @throws InputError naming the flag or field */
export function residentsFrom(text: string, subject: string = "--resident"): readonly AskedResident[] {
  return text.split(",").map((part) => residentFrom(part, subject));
}

function residentFrom(text: string, subject: string): AskedResident {
  const [array = "", size, ...more] = text.split(":");
  if (array.trim() === "" || more.length > 0) throw new InputError(subject, "ARRAY or ARRAY:BYTES, such as A:16M", shown(text));
  return size === undefined ? { array } : { array, size: BigInt(wholeNumber(subject)(size.trim())) };
}
