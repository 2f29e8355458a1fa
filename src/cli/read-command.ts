import type { Command } from "commander";
import type { Workload } from "../computation/workload.js";
import { InputError } from "../errors.js";
import type { GapFlags } from "./commands/gap-flags.js";
import { addGapFlags } from "./commands/gap-flags.js";
import type { LayerFlags } from "./commands/layer-flags.js";
import { addLayerFlags } from "./commands/layer-flags.js";
import { withScheduleFile } from "./input/schedule-file.js";
import { addLimitFlag, applyLimits } from "./limit-flag.js";
import { askedWorkload, quietProgram } from "./quiet-program.js";
import { plainWords, withCommand } from "./typed-words.js";

/** What the words of `redblue gap` ask for. */
export interface AskedGap {
  readonly workload: Workload;
  readonly flags: GapFlags;
}

/** Reads the words of `redblue gap`, with or without its name, as the command does, and runs nothing. @throws as the command does */
export async function readGapWords(words: readonly string[]): Promise<AskedGap> {
  const program = quietProgram();
  const read = askedWorkload<GapFlags>(program, "gap", addGapFlags);
  await readWith(program, "gap", words);
  const asked = read();
  if (asked === undefined) throw new InputError("workload", "a workload and its flags", "nothing");
  return { ...asked, flags: await withScheduleFile(asked.flags) };
}

/** What the words of `redblue layer` ask for. */
export interface AskedLayer {
  readonly model: string;
  readonly flags: LayerFlags;
}

/** Reads the words of `redblue layer`, as `readGapWords` those of `gap`. */
export async function readLayerWords(words: readonly string[]): Promise<AskedLayer> {
  const program = quietProgram();
  let asked: AskedLayer | undefined;
  addLayerFlags(program.command("layer")).action((model: string | undefined, flags: LayerFlags) => {
    if (model !== undefined) asked = { model, flags };
  });
  await readWith(program, "layer", words);
  if (asked === undefined) throw new InputError("model", "a model by name or an .onnx file", "nothing");
  return asked;
}

export async function readWith(program: Command, name: string, words: readonly string[]): Promise<void> {
  const [command = "", ...rest] = withCommand(words[0] === "redblue" ? words.slice(1) : words);
  if (program.commands[0] !== undefined) addLimitFlag(program.commands[0]);
  applyLimits(program);
  const typed = command === name ? rest : [command, ...rest];
  await program.parseAsync(plainWords([name, ...typed], program), { from: "user" });
}
