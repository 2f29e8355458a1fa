import { accessSync, constants, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { InputError, shown } from "../errors.js";
import { gpuFromJson } from "../machines/gpu-file.js";
import type { Accelerator, Gpu } from "../machines/machine.js";
import { machineNamed } from "../machines/registry.js";
import { parseJson } from "../text/json-text.js";

/** Text of a file the user named, without a byte order mark. @throws InputError when it cannot be read or is not UTF-8. */
export function readTextFile(path: string): string {
  const bytes = readBinaryFile(path);
  // PowerShell's `>` writes it.
  const mark = bytes.subarray(0, 2).toString("hex");
  if (mark === "fffe" || mark === "feff") throw new InputError(path, "a text in UTF-8", "one in UTF-16");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(path, "a text in UTF-8", "bytes that are none");
  }
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

/** Refuses, before the work, a path that the result could not be written to. @throws InputError naming the path. */
export function checkWritable(path: string): void {
  try {
    if (existsSync(path)) {
      if (statSync(path).isDirectory()) throw unwritable(path, { code: "EISDIR" });
      accessSync(path, constants.W_OK);
      return;
    }
    const folder = dirname(path);
    if (!statSync(folder).isDirectory()) throw unwritable(path, { code: "ENOTDIR" });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw error instanceof InputError ? error : unwritable(path, error);
  }
}

/** Writes the whole file or nothing. @throws InputError when it cannot be written. */
export function writeTextFile(path: string, text: string): void {
  // A pipe or a device has no other name to come under.
  const isOrdinary = !existsSync(path) || statSync(path).isFile();
  const draft = isOrdinary ? `${path}.${process.pid}.draft` : path;
  try {
    writeFileSync(draft, text);
    if (isOrdinary) renameSync(draft, path);
  } catch (error) {
    if (isOrdinary) rmSync(draft, { force: true });
    throw unwritable(path, error);
  }
}

function unwritable(path: string, error: unknown): InputError {
  const { code } = error as NodeJS.ErrnoException;
  return new InputError(path, "a file that can be written", UNWRITABLE[code ?? ""] ?? code ?? "an error");
}

const UNWRITABLE: Readonly<Record<string, string>> = {
  ENOENT: "no folder to put it in",
  ENOTDIR: "a file where its folder should be",
  EISDIR: "a folder",
  EACCES: "no permission to write",
  EROFS: "a read-only file system",
  ENOSPC: "no space left",
};

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
