import type { Command } from "commander";
import type { Workload } from "../../computation/workload.js";
import { WORKLOAD_FORMS, workloadHint } from "../../computation/workload.js";
import type { WorkloadFields } from "../../computation/workload-kind.js";
import { InputError, shown } from "../../errors.js";
import type { Cdag } from "../../pebble/cdag.js";
import type { AttentionExpansion } from "../../pebble/expand-attention.js";
import { parseHyperDag } from "../../pebble/formats/hyperdag.js";
import { parseCdagJson } from "../../pebble/formats/json.js";
import { didYouMean } from "../../text/nearest-name.js";
import { examples } from "../examples.js";
import { wholeNumber } from "../options.js";
import { onWorkload } from "../workload-command.js";
import { addWorkloadFlags, workloadFromFlags } from "../workload-flags.js";
import { isThere, readTextFile } from "./files.js";

const EXPANDABLE: readonly string[] = WORKLOAD_FORMS.map(({ name }) => name);

/** Adds `COMMAND WORKLOAD …` for each of them; `flags` adds the command's own. */
export function addGraphWorkloads<Flags extends { readonly reduction?: string }>(
  parent: Command,
  lines: readonly string[],
  addFlags: (command: Command) => Command,
  run: (workload: Workload, expansion: AttentionExpansion, flags: Flags) => void,
): void {
  for (const kind of WORKLOAD_FORMS) {
    const command = parent
      .command(kind.name)
      .summary(`the word-level CDAG of: ${kind.summary}`)
      .description(`${kind.summary}, as a CDAG whose vertices are words of weight 1`)
      .addHelpText("after", examples(lines.filter((line) => line.includes(` ${kind.name} `))));
    addReductionFlag(addFlags(addWorkloadFlags(command, kind)));
    if (kind.name === "attention" || kind.name === "softmax") addSoftmaxFlag(command);
    onWorkload(command, kind, (flags) =>
      run(
        workloadFromFlags(kind, flags),
        { ...expansionFrom(flags["reduction"] as string | undefined), ...softmaxFrom(flags) },
        flags as unknown as Flags,
      ),
    );
  }
}

/** The path of a graph file. @throws InputError when there is none and the word looks like a slip for a workload. */
export function graphFile(name: string | undefined): string {
  if (name === undefined || (!/\.(json|hdag)$/i.test(name) && !isThere(name))) {
    const expected = `${EXPANDABLE.join(", ")}, or a .json or .hdag file${name === undefined ? "" : workloadHint(name, WORKLOAD_FORMS)}`;
    throw new InputError("graph", expected, shown(name));
  }
  return name;
}

export function readGraph(file: string): Cdag {
  const text = readTextFile(file);
  return /\.hdag$/i.test(file) ? parseHyperDag(text, file) : parseCdagJson(text, file);
}

function addReductionFlag(command: Command): Command {
  return command.option("--reduction <how>", "chain (default: multiply-adds), separate, or tree[:ARITY]");
}

function addSoftmaxFlag(command: Command): Command {
  const what = "keys that enter a row's maximum and sum together (default 1: online softmax; all keys: two passes)";
  return command.option("--softmax-block <keys>", what, wholeNumber("--softmax-block"));
}

function softmaxFrom(flags: WorkloadFields): AttentionExpansion {
  const keyBlock = flags["softmaxBlock"] as number | undefined;
  return keyBlock === undefined ? {} : { keyBlock };
}

/** How `--reduction` expands a product. */
function expansionFrom(reduction: string | undefined): AttentionExpansion {
  const text = reduction ?? "chain";
  if (text === "chain") return {};
  if (text === "separate") return { products: "separate" };
  const match = /^tree(?::([2-9]|[1-9]\d{1,3}))?$/.exec(text);
  if (match === null) {
    const slip = didYouMean(text.replace(/:.*$/, ""), ["chain", "separate", "tree"]);
    throw new InputError("--reduction", `chain, separate, or tree:ARITY with an arity of at least 2${slip}`, shown(text));
  }
  return { products: "separate", reduction: { tree: Number(match[1] ?? 2) } };
}
