import { InputError, shown } from "../../errors.js";
import { digest } from "./digest.js";

/** A row as stored: counts above 2^53 − 1 are decimal strings. */
export type StoredRow = Readonly<Record<string, string | number | boolean>>;

export interface StoredResult {
  readonly point: number;
  readonly rows: readonly StoredRow[];
  readonly certificates: readonly { readonly id: string; readonly certificate: unknown }[];
}

type Fields = Readonly<Record<string, unknown>>;

/** One line of a state, which a slip of an editor or of another program may have changed. @throws InputError whose subject is `at`. */
export function readResult(text: string, at: string): StoredResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused(at, shown(text));
  }
  const { point, rows, certificates, ...others } = isRecord(value) ? value : {};
  if (!Number.isSafeInteger(point) || !Array.isArray(rows) || !Array.isArray(certificates) || Object.keys(others).length > 0)
    throw refused(at, shown(text));
  const stray = rows.find((row) => !isRecord(row) || !Object.values(row).every(isCell));
  if (stray !== undefined) throw refused(at, shown(stray));
  const forged = certificates.find((one) => !isRecord(one) || one["id"] !== digest(JSON.stringify(one["certificate"] ?? null)));
  if (forged !== undefined) throw refused(at, "a certificate under another id");
  return { point, rows, certificates } as StoredResult;
}

/** Checks the rows of a point: each says which point it is of, an interface once, and its certificate is there. @throws InputError. */
export function checkRows({ point, rows, certificates }: StoredResult, at: string): void {
  const ids = new Set<unknown>(certificates.map(({ id }) => id));
  const interfaces = new Set<unknown>();
  for (const row of rows) {
    if (row["point"] !== point) throw refused(at, `a row of point ${shown(row["point"])} under point ${point}`);
    if (interfaces.has(row["interface"])) throw refused(at, `two rows of ${shown(row["interface"])}`);
    interfaces.add(row["interface"]);
    if (row["certificate"] !== undefined && !ids.has(row["certificate"])) throw refused(at, "a row without its certificate");
  }
}

function refused(at: string, found: string): InputError {
  return new InputError(at, "what a run of this plan stores (remove the file to start again)", found);
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCell(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
