import { statSync } from "node:fs";
import { InputError, shown } from "../../errors.js";
import type { Accelerator, Gpu, TreeMachine } from "../../machines/machine.js";
import { machineFromJson } from "../../machines/machine-file.js";
import { machineNamed } from "../../machines/registry.js";
import { readInputFile } from "../../node/input-file.js";
import { parseJson } from "../../text/json-text.js";
import { parseYaml } from "./yaml.js";

/** Most bytes that a file may have: what is read within ten seconds and a gigabyte of memory. */
const LARGEST = { yaml: 2 ** 20, text: 2 ** 25, model: 2 ** 29 } as const;

/** Text of a file the user named, without a byte order mark. @throws InputError when it cannot be read or is not UTF-8. */
export function readTextFile(path: string, limit: number = LARGEST.text): string {
  const bytes = readInputFile(path, limit);
  // PowerShell's `>` writes it.
  const mark = bytes.subarray(0, 2).toString("hex");
  if (mark === "fffe" || mark === "feff") throw new InputError(path, "a text in UTF-8", "one in UTF-16");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(path, "a text in UTF-8", "bytes that are none");
  }
}

/** Bytes of a file of weights and operators. @throws InputError when it cannot be read. */
export function readModelFile(path: string): Buffer {
  return readInputFile(path, LARGEST.model);
}

export function readJsonFile(path: string): unknown {
  return parseJson(readTextFile(path), path);
}

/** A workload file: JSON or YAML by its ending. */
export async function readWorkloadFile(path: string): Promise<unknown> {
  if (!/\.ya?ml$/i.test(path)) return readJsonFile(path);
  return parseYaml(readTextFile(path, LARGEST.yaml), path);
}

/** Whether something other than a folder stands at the path, such as a file without one of the usual endings, or a pipe. */
export function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
  } catch {
    return false;
  }
}

const OWN_GPU = ", or --gpu FILE.json with figures of your own, in the form of redblue gpus NAME --json (docs/guide/files.md)";

/** `--gpu h200`, or `--gpu my-machine.json`. */
export function machineFromNameOrFile(nameOrFile: string): Gpu | Accelerator | TreeMachine {
  const isFile = /\.json$/i.test(nameOrFile) || isThere(nameOrFile);
  return isFile ? machineFromJson(readTextFile(nameOrFile), nameOrFile) : machineNamed(nameOrFile, "--gpu", OWN_GPU);
}

/** The same where a tree is refused. @throws InputError naming `--gpu` */
export function gpuFromNameOrFile(nameOrFile: string): Gpu | Accelerator {
  const machine = machineFromNameOrFile(nameOrFile);
  if (machine.kind !== "tree") return machine;
  throw new InputError("--gpu", "a GPU or an accelerator (bound, gap, curve, time and report take trees)", machine.id);
}

/** A `.json`, `.yaml`, `.yml` or `.c` path or an existing file is a workload file; anything else is a slip in a workload's name. */
export function checkIsWorkloadFile(
  name: string | undefined,
  workloads: readonly string[],
  hint: (name: string) => string,
): string {
  const accepted = `${workloads.join(", ")}, or a .json, .yaml or .c file`;
  if (name === undefined) throw new InputError("workload", accepted, "nothing");
  if (!/\.(json|ya?ml|c)$/i.test(name) && !isThere(name))
    throw new InputError("workload", `${accepted}${hint(name)}`, shown(name));
  return name;
}
