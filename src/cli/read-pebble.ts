import { InputError } from "../errors.js";
import { type AskedGame, addPebbleCommand } from "./commands/pebble.js";
import { quietProgram } from "./quiet-program.js";
import { readWith } from "./read-command.js";

/** Reads the words of `redblue pebble`, as `readGapWords` those of `gap`. */
export async function readPebbleWords(words: readonly string[]): Promise<AskedGame> {
  const program = quietProgram();
  let asked: AskedGame | undefined;
  addPebbleCommand(program, (found) => {
    asked = found;
  });
  await readWith(program, "pebble", words[0] === "redblue" ? words : ["pebble", ...words.slice(words[0] === "pebble" ? 1 : 0)]);
  if (asked === undefined) throw new InputError("graph", "a workload with its flags, or a .json or .hdag file", "nothing");
  return asked;
}
