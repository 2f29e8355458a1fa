import type { Command } from "commander";
import type { WorkloadFields } from "../../computation/workload-kind.js";
import { InputError, shown } from "../../errors.js";
import type { ScopPart } from "../../scop/parts.js";
import type { ScopFile } from "../../scop/scop.js";
import { addedEntries } from "../list-flags.js";
import { wholeNumber } from "../options.js";
import { heading, printText, titleNext } from "../output.js";
import { isThere, readTextFile } from "./files.js";

const LARGEST = 2 ** 20;

export function isFileInC(path: string): boolean {
  return /\.c$/i.test(path);
}

/** Flags of a file in C. */
export interface SourceFlags {
  readonly define?: Readonly<Record<string, string>>;
  readonly part?: number;
}

export function addSourceFlags(command: Command): void {
  command
    .option("-D, --define <list>", "sizes and macros of a .c file: N=2000,LARGE_DATASET (repeatable)", readDefines)
    .option("--part <number>", "the part of a .c file that is meant, where it has several", wholeNumber("--part"));
}

function readDefines(text: string, before?: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = text.split(",").map((entry) => {
    const [, name, value] = /^([A-Za-z_]\w*)(?:=([\w.+-]+))?$/.exec(entry) ?? [];
    if (name === undefined) throw new InputError("--define", "a name or name=value, such as N=2000", shown(entry));
    return [name, value ?? "1"] as const;
  });
  return addedEntries("--define", before, entries);
}

/** The flags without those of a file in C. @throws InputError where these stand beside something else */
export function withoutSourceFlags({ define, part, ...flags }: WorkloadFields & SourceFlags, path: string): WorkloadFields {
  const stray = define !== undefined ? "--define" : part !== undefined ? "--part" : undefined;
  if (stray !== undefined && !isFileInC(path)) throw new InputError(stray, "a .c file for it", shown(path));
  return flags;
}

/** Flags whose answer is one document or one file. */
const OF_ONE_ANSWER = ["json", "csv", "svg", "out"] as const;

/**
 * Answers for each part of a file in C that is a workload here, or for the one that `--part` names. A part that the command has no answer
 * for is told as a remark where another has one.
 *
 * @throws InputError where no part is a workload, and for several where the answer is one document
 */
export async function eachPart(
  path: string,
  { define, part: asked, ...flags }: WorkloadFields & SourceFlags,
  command: string,
  answer: (subject: string, fields: Readonly<Record<string, unknown>>, flags: WorkloadFields) => Promise<void>,
): Promise<void> {
  const { parts, uncovered } = await readFileInC(path, define);
  if (parts.length === 0) {
    const [first] = uncovered;
    throw new InputError(`${path}, line ${first?.line}`, "loops that are a workload here (docs/guide/c.md)", first?.reason);
  }
  if (asked !== undefined && asked > parts.length)
    throw new InputError("--part", `a number from 1 to ${parts.length}`, String(asked));
  const chosen = asked === undefined ? parts : [parts[asked - 1] as ScopPart];
  const isOne = command === "report" || OF_ONE_ANSWER.some((flag) => flags[flag] !== undefined);
  if (isOne && chosen.length > 1)
    throw new InputError("--part", `one of the ${parts.length} parts of ${path} (${listed(parts)})`, "none");
  const failed: InputError[] = [];
  const remarks: string[] = [];
  for (const part of chosen) {
    const subject = `${path}, ${linesOf(part)}`;
    const number = parts.length > 1 ? `, part ${parts.indexOf(part) + 1} of ${parts.length}` : "";
    titleNext(isOne ? "" : heading(`${subject}${number}`));
    try {
      if (part.fields["dtype"] === undefined && flags["dtype"] === undefined)
        throw new InputError(subject, "declarations of its arrays, all double or all float, or --dtype fp64", "none");
      await answer(subject, part.fields, flags);
    } catch (error) {
      titleNext("");
      if (!(error instanceof InputError)) throw error;
      failed.push(error);
      remarks.push(`No answer: ${error.message}.`);
      continue;
    }
    if (isOne) continue;
    if (part.isInside === true) printText("Bounds are those of a box of iterations inside the loops.");
    if (part.skipped.length > 0) printText(`Skipped, for it can only add traffic: ${numbered(part.skipped)}.`);
    if (chosen.length > 1) printText("");
  }
  if (failed.length === chosen.length) throw failed[0];
  if (isOne) return;
  if (chosen.length > 1)
    remarks.push("Each part is a kernel of its own here: one that computes several may keep words between them.");
  for (const { line, reason } of asked === undefined ? uncovered : []) remarks.push(`Not covered: line ${line}, ${reason}.`);
  if (remarks.length > 0) printText(remarks.join("\n"));
}

async function readFileInC(path: string, defines: SourceFlags["define"]): Promise<ScopFile> {
  const text = readTextFile(path, LARGEST);
  const folder = path.replace(/[^/\\]*$/, "");
  // Loaded for these files alone.
  const { loadParserOfC, readScops } = await import("./c-reader.js");
  const parse = await loadParserOfC(path);
  const include = (name: string): string | undefined => {
    const beside = /^\w[\w./-]*$/.test(name) && !name.includes("..") ? `${folder}${name}` : undefined;
    return beside !== undefined && isThere(beside) ? readTextFile(beside, LARGEST) : undefined;
  };
  return readScops(text, { path, parse, defines, include });
}

function listed(parts: readonly ScopPart[]): string {
  return parts.map((part, at) => `${at + 1}: ${linesOf(part)}`).join("; ");
}

function linesOf({ lines: [first, last] }: ScopPart): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}

function numbered(lines: readonly number[]): string {
  return `${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`;
}
