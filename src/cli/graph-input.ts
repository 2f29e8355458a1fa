import { existsSync } from "node:fs";
import type { Command } from "commander";
import { InputError, shown } from "../errors.js";
import type { Cdag } from "../pebble/cdag.js";
import type { ExpansionOptions } from "../pebble/expand.js";
import { parseHyperDag } from "../pebble/formats/hyperdag.js";
import { parseCdagJson } from "../pebble/formats/json.js";
import { didYouMean } from "../text/nearest-name.js";
import { readTextFile } from "./files.js";
import type { WorkloadKind } from "./workloads.js";
import { WORKLOADS } from "./workloads.js";

/** The one workload that is expanded into a graph on the command line. */
export const GEMM: WorkloadKind = WORKLOADS.find(({ name }) => name === "gemm") as WorkloadKind;

/** The path of a graph file. @throws InputError when there is none and the word looks like a slip for a workload. */
export function graphFile(name: string | undefined): string {
  if (name === undefined || (!/\.(json|hdag)$/i.test(name) && !existsSync(name))) {
    const expected = `gemm, or a .json or .hdag file${name === undefined ? "" : didYouMean(name, ["gemm"])}`;
    throw new InputError("graph", expected, shown(name));
  }
  return name;
}

export function readGraph(file: string): Cdag {
  const text = readTextFile(file);
  return /\.hdag$/i.test(file) ? parseHyperDag(text, file) : parseCdagJson(text, file);
}

export function addReductionFlag(command: Command): Command {
  return command.option("--reduction <how>", "chain (default: multiply-adds), separate, or tree[:ARITY]");
}

/** How `--reduction` expands a product. */
export function expansionFrom(reduction: string | undefined): ExpansionOptions {
  const text = reduction ?? "chain";
  if (text === "chain") return {};
  if (text === "separate") return { products: "separate" };
  const match = /^tree(?::([2-9]|[1-9]\d{1,3}))?$/.exec(text);
  if (match === null)
    throw new InputError("--reduction", "chain, separate, or tree:ARITY with an arity of at least 2", shown(text));
  return { products: "separate", reduction: { tree: Number(match[1] ?? 2) } };
}
