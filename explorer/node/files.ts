import { InputError } from "../../src/errors.js";

/** The files that were dropped into the page, by name: all that the command line can read here. */
const files = new Map<string, Uint8Array>();

export function keepFiles(given: ReadonlyMap<string, Uint8Array>): void {
  files.clear();
  for (const [name, bytes] of given) files.set(name, bytes);
}

/** As src/node/input-file.ts has it. */
export function readInputFile(path: string, limit: number): Uint8Array {
  const bytes = files.get(path);
  if (bytes === undefined) throw new InputError(path, "a file dropped into this page", "no such file");
  if (bytes.length > limit) throw new InputError(path, `a file of at most ${limit} bytes`, String(bytes.length));
  return bytes;
}

/** As src/node/input-file.ts has it. */
export function* readPieces(path: string): Generator<Uint8Array, void> {
  yield readInputFile(path, Number.POSITIVE_INFINITY);
}

/** As `node:fs` has it. */
export function statSync(path: string): { readonly isDirectory: () => false } | undefined {
  return files.has(path) ? { isDirectory: () => false } : undefined;
}
