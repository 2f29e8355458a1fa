import { count, type Fields, record } from "../shared/fields.js";

/** A value of the development: a count, a constructor before its arguments in order, or a list. */
export type Term = bigint | Applied | readonly Term[];

interface Applied {
  readonly name: string;
  readonly args: readonly Term[];
}

/** Fields of a certificate: counts, records, and the lists of arrays of a compulsory one. */
export type Figures = Readonly<Record<string, Term>>;

/** A long term that certificates name, the program that tests it, and its type. */
export interface CoqTable {
  readonly name: string;
  readonly type: string;
  readonly check: string;
  readonly term: Term;
}

/** A certificate as a term of the checked checkers (proofs/coq): its record, the checker, and the figures that a statement needs. */
export interface CoqCertificate {
  readonly theorem: string;
  /** Files of the development that define the computation, the record and the checker. */
  readonly files: readonly string[];
  readonly type: string;
  readonly term: Term;
  readonly check: string;
  readonly figures: Figures;
  /** Tables of the parts of a mixture, defined beside the certificate, which holds only once each passes. */
  readonly tables?: readonly CoqTable[];
}

export const PARTS: readonly string[] = ["reads", "writes", "value"];

/** The constructor of a record before its arguments in order. */
export function applied(name: string, ...parts: readonly Figures[]): Term {
  return { name, args: parts.flatMap((part) => Object.values(part)) };
}

/** The term as Coq reads it. */
export function coqText(term: Term): string {
  if (typeof term === "bigint") return term < 0n ? `(${term})` : String(term);
  if ("name" in term) return term.args.length === 0 ? term.name : `(${[term.name, ...term.args.map(coqText)].join(" ")})`;
  return `[:: ${term.map(coqText).join("; ")}]`;
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
  return Object.fromEntries(names.map((name) => [name, count(fields, name, path)]));
}
