import { InputError } from "../../errors.js";
import { CoefficientReader, type GridKnots, shapeOf } from "./coefficients.js";

/**
 * Tables of potentials: data files beside this module, written by `npm run potentials` and tested by the checker inequality by
 * inequality. A file is the length of its header (four bytes, the lowest first), the header, a list in JSON, and the coefficients of
 * every entry one after the other (coefficients.ts).
 *
 * Node reads a file when a theorem first asks for it. Elsewhere, and where a bundle leaves the files behind, `loadPotentials` gets them;
 * until then the theorems that need them are not offered, and the checker refuses their certificates.
 */
export type TableName = "accumulators" | "intermediates";

const NAMES: readonly TableName[] = ["accumulators", "intermediates"];

type Header = GridKnots & { readonly id: string };

/** One entry of a table: what its header says, and its coefficients. */
export interface TableEntry {
  readonly id: string;
  /** Bernstein coefficients in 2⁻²⁰. */
  readonly values: Int32Array;
}

const loaded = new Map<TableName, readonly TableEntry[]>();
const missed = new Set<TableName>();

/** The entries of a table; undefined where it can only be fetched and has not been. */
export function table(name: TableName): readonly TableEntry[] | undefined {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const raw = readAtOnce(name);
  if (raw !== undefined) return keep(name, raw);
  missed.add(name);
  return undefined;
}

/** The tables that a theorem asked for and that have to be fetched first: with them it may prove more. */
export function missedPotentials(): readonly TableName[] {
  return [...missed];
}

/**
 * Fetches the tables of potentials where there is no file system. `read` gives the bytes of a file by its name, `accumulators.bin` for
 * instance; without it the files are fetched from beside this module. `names` are the tables wanted, all by default.
 *
 * @throws InputError where a file is not a table
 */
export async function loadPotentials(
  read: (file: string) => Promise<Uint8Array> = fetched,
  names: readonly TableName[] = NAMES,
): Promise<void> {
  for (const name of names) if (!loaded.has(name)) keep(name, await read(`${name}.bin`));
}

async function fetched(file: string): Promise<Uint8Array> {
  const answer = await fetch(placeOf(file));
  if (!answer.ok) throw new InputError(answer.url, "a table of potentials", `status ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

const placeOf = (file: string): URL => new URL(`./${file}`, import.meta.url);

function readAtOnce(name: TableName): Uint8Array | undefined {
  // Asked for at run time, so that a bundle for browsers needs no `node:fs`.
  const node = (globalThis as { readonly process?: Partial<Pick<NodeJS.Process, "getBuiltinModule">> }).process;
  const files = node?.getBuiltinModule?.("node:fs");
  if (files === undefined || import.meta.url === undefined) return undefined;
  const place = placeOf(`${name}.bin`);
  // A bundle may have left the file behind: then it has to be given, as in a browser.
  return files.existsSync(place) ? files.readFileSync(place) : undefined;
}

function keep(name: TableName, raw: Uint8Array): readonly TableEntry[] {
  const entries = parseTable(name, raw);
  loaded.set(name, entries);
  missed.delete(name);
  return entries;
}

/** The entries of a file of bytes, which is not kept. @throws InputError where it is not a table */
export function parseTable(name: TableName, raw: Uint8Array): readonly TableEntry[] {
  const wrong = (): never => {
    throw new InputError(`${name}.bin`, "not a table of potentials");
  };
  if (raw.length < 4) return wrong();
  const start = 4 + new DataView(raw.buffer, raw.byteOffset).getUint32(0, true);
  if (start > raw.length) return wrong();
  const header = JSON.parse(String.fromCharCode(...raw.subarray(4, start))) as readonly Header[];
  const reader = new CoefficientReader(raw.subarray(start));
  const entries = header.map((entry) => ({ ...entry, values: reader.grid(shapeOf(entry)) }));
  return reader.isAtEnd() ? entries : wrong();
}
