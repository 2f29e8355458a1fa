import type { CoqCertificate, Term } from "../coq/terms.js";
import { checkers } from "./checkers.js";

type Provided = (...args: readonly unknown[]) => unknown;

let program: Readonly<Record<string, unknown>> | undefined;

/**
 * What the extracted checker of a certificate says of it.
 *
 * @throws Error where the extracted file has no such checker or record, or one of other arguments: it is older than the proofs.
 */
export function extractedAccepts({ check, term }: CoqCertificate): boolean {
  const verdict = call(check, [valueFor(term)]);
  if (verdict !== 0 && verdict !== 1) throw new Error(`${check}: not a boolean`);
  return verdict === 1;
}

function valueFor(term: Term): unknown {
  if (typeof term === "bigint") return term;
  if ("name" in term) return term.args.length === 0 ? provided(term.name) : call(term.name, term.args.map(valueFor));
  return term.reduceRight<unknown>((rest, first) => call("cons", [valueFor(first), rest]), provided("nil"));
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
