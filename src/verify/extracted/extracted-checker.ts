import type { CoqCertificate, CoqTable, Term } from "../coq/terms.js";
import { checkers } from "./checkers.js";

type Provided = (...args: readonly unknown[]) => unknown;

let program: Readonly<Record<string, unknown>> | undefined;
/** Values of tables, made once, and the tables that passed, which takes seconds. */
const tableValues = new Map<CoqTable, unknown>();
const passed = new Map<CoqTable, boolean>();

/**
 * What the extracted checker of a certificate says of it.
 *
 * @throws Error where the extracted file has no such checker or record, or one of other arguments: it is older than the proofs.
 */
export function extractedAccepts(certificate: CoqCertificate): boolean {
  return acceptsFigures(certificate) && (certificate.tables ?? []).every(passes);
}

/** What it says of all but the tables that the certificate names. */
export function acceptsFigures({ check, term, tables = [] }: CoqCertificate): boolean {
  return holds(check, valueFor(term, tables));
}

function passes(table: CoqTable): boolean {
  const verdict = passed.get(table) ?? holds(table.check, tableValue(table));
  passed.set(table, verdict);
  return verdict;
}

function holds(check: string, value: unknown): boolean {
  const verdict = call(check, [value]);
  if (verdict !== 0 && verdict !== 1) throw new Error(`${check}: not a boolean`);
  return verdict === 1;
}

function valueFor(term: Term, tables: readonly CoqTable[]): unknown {
  if (typeof term === "bigint") return term;
  if ("name" in term) {
    const table = tables.find(({ name }) => name === term.name);
    if (table !== undefined) return tableValue(table);
    const args = term.args.map((arg) => valueFor(arg, tables));
    return args.length === 0 ? provided(term.name) : call(term.name, args);
  }
  return term.reduceRight<unknown>((rest, first) => call("cons", [valueFor(first, tables), rest]), provided("nil"));
}

function tableValue(table: CoqTable): unknown {
  const value = tableValues.get(table) ?? valueFor(table.term, []);
  tableValues.set(table, value);
  return value;
}

function call(name: string, args: readonly unknown[]): unknown {
  const found = provided(name);
  if (typeof found !== "function" || found.length !== args.length) throw new Error(`${name}: not of ${args.length} arguments`);
  return (found as Provided)(...args);
}

function provided(name: string): unknown {
  if (program === undefined) {
    const scope = { provided: Object.create(null) as Record<string, unknown> };
    checkers(scope);
    program = scope.provided;
  }
  if (program[name] === undefined) throw new Error(`${name}: not extracted (npm run extract)`);
  return program[name];
}
