import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { InputError, shown } from "../errors.js";
import { gpuFromJson } from "../machines/gpu-file.js";
import type { Accelerator, Gpu } from "../machines/machine.js";
import { machineNamed } from "../machines/registry.js";
import { parseJson } from "../text/json-text.js";

/** Text of a file the user named. @throws InputError when it cannot be read. */
export function readTextFile(path: string): string {
  return readBinaryFile(path).toString("utf8");
}

/** Bytes of a file the user named. @throws InputError when it cannot be read. */
export function readBinaryFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const found = code === "ENOENT" ? "no such file" : code === "EISDIR" ? "a folder" : `an unreadable file (${code})`;
    throw new InputError(path, "a readable file", found);
  }
}

/** @throws InputError when the file cannot be written. */
export function writeTextFile(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new InputError(path, "a file that can be written", (error as NodeJS.ErrnoException).code);
  }
}

export function readJsonFile(path: string): unknown {
  return parseJson(readTextFile(path), path);
}

/** A workload file: JSON or YAML by its ending. The YAML reader is loaded only when a YAML file is read. */
export async function readWorkloadFile(path: string): Promise<unknown> {
  const text = readTextFile(path);
  if (!/\.ya?ml$/i.test(path)) return parseJson(text, path);
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text, { prettyErrors: true, uniqueKeys: true });
  const problem = document.errors[0];
  if (problem !== undefined) {
    const line = problem.linePos?.[0];
    const at = line === undefined ? path : `${path}: line ${line.line}, column ${line.col}`;
    throw new InputError(at, "YAML", problem.message.split("\n")[0]?.replace(/ at line.*$/, "") ?? "an error");
  }
  return document.toJS();
}

/** `--gpu h200`, or `--gpu my-gpu.json`. */
export function gpuFromNameOrFile(nameOrFile: string): Gpu | Accelerator {
  const isFile = /\.json$/i.test(nameOrFile) || (existsSync(nameOrFile) && statSync(nameOrFile).isFile());
  return isFile ? gpuFromJson(readTextFile(nameOrFile), nameOrFile) : machineNamed(nameOrFile, "--gpu");
}

/** A `.json`, `.yaml` or `.yml` path or an existing file is a workload file; anything else is a slip in a workload's name. */
export function checkIsWorkloadFile(
  name: string | undefined,
  workloads: readonly string[],
  hint: (name: string) => string,
): string {
  const accepted = `${workloads.join(", ")}, or a .json or .yaml file`;
  if (name === undefined) throw new InputError("workload", accepted, "nothing");
  if (!/\.(json|ya?ml)$/i.test(name) && !existsSync(name))
    throw new InputError("workload", `${accepted}${hint(name)}`, shown(name));
  return name;
}
