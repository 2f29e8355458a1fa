import { count, type Fields, record } from "../shared/fields.js";

/** Fields of a certificate as Coq text: numerals, and the lists of arrays of a compulsory one. */
export type Figures = Readonly<Record<string, string>>;

/** A certificate as a term of the checked checkers (proofs/coq): its record, the checker, and the figures that a statement needs. */
export interface CoqCertificate {
  readonly theorem: string;
  /** Files of the development that define the computation, the record and the checker. */
  readonly files: readonly string[];
  readonly type: string;
  readonly term: string;
  readonly check: string;
  readonly figures: Figures;
}

export const PARTS: readonly string[] = ["reads", "writes", "value"];

/** The constructor of a record before its arguments in order. */
export function applied(name: string, ...parts: readonly Figures[]): string {
  return [name, ...parts.flatMap((part) => Object.values(part))].join(" ");
}

export function instanceFigures(fields: Fields, extents: readonly string[], weights: readonly string[], path: string): Figures {
  const at = `${path}.instance`;
  const instance = record(fields["instance"], at);
  return {
    ...counts(record(instance["extents"], `${at}.extents`), extents, `${at}.extents`),
    ...counts(record(instance["weights"], `${at}.weights`), weights, `${at}.weights`),
    ...counts(instance, ["capacity", "memories"], at),
  };
}

export function counts(fields: Fields, names: readonly string[], path: string): Figures {
  return Object.fromEntries(names.map((name) => [name, String(count(fields, name, path))]));
}
