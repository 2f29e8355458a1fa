import { InputError, shown } from "../errors.js";
import { didYouMean } from "../text/nearest-name.js";
import { readWorkloadFile } from "./files.js";
import type { GemmFlags } from "./options.js";

/** Fields of a workload file, by the flag each stands for. The names inside our own documents are accepted too. */
const FIELDS: Readonly<Record<string, keyof GemmFlags>> = {
  m: "m",
  n: "n",
  k: "k",
  batch: "batch",
  dtype: "dtype",
  dataType: "dtype",
  "output-dtype": "outputDtype",
  outputType: "outputDtype",
  accumulator: "accumulator",
  gpu: "gpu",
  "fast-words": "fastWords",
};
const NUMBERS: ReadonlySet<keyof GemmFlags> = new Set(["m", "n", "k", "batch", "fastWords"]);

/**
 * Reads `{ workload: gemm, m: 8192, … }` from JSON or YAML; flags given on the command line win.
 *
 * @throws InputError naming the file and field.
 */
export async function flagsWithFile<Flags extends GemmFlags>(path: string, flags: Flags): Promise<Flags> {
  const content = await readWorkloadFile(path);
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    throw new InputError(path, "an object such as { workload: gemm, m: 8192, n: 8192, k: 4096 }", shown(content));
  }
  const fields = content as Readonly<Record<string, unknown>>;
  const kind = fields["workload"] ?? fields["kind"];
  if (kind !== "gemm") throw new InputError(`${path}: workload`, "gemm", shown(kind));
  const fromFile: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (name === "workload" || name === "kind") continue;
    const flag = FIELDS[name];
    const known = Object.keys(FIELDS);
    if (flag === undefined) throw new InputError(`${path}: ${name}`, `one of ${known.join(", ")}${didYouMean(name, known)}`);
    const right = NUMBERS.has(flag) ? Number.isSafeInteger(value) && (value as number) >= 1 : typeof value === "string";
    if (!right) {
      const expected = NUMBERS.has(flag) ? `a whole number from 1 to ${Number.MAX_SAFE_INTEGER}` : "a name";
      throw new InputError(`${path}: ${name}`, expected, shown(value));
    }
    fromFile[flag] = value;
  }
  // A machine on the command line replaces the file's, of either kind.
  if (flags.gpu !== undefined || flags.fastWords !== undefined) {
    delete fromFile["gpu"];
    delete fromFile["fastWords"];
  }
  return { ...fromFile, ...flags };
}
