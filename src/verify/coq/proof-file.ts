import { InputError, refuseOlder } from "../../errors.js";
import { type Fields, list, Refused, record, text } from "../shared/fields.js";
import { coqCertificate } from "./certificates.js";
import type { CoqCertificate } from "./terms.js";
import { coqTheorem, tableTheorem } from "./theorems.js";

/** A Coq file that states and proves bounds, the names of its theorems, and the bounds that are not in it. */
export interface CoqFile {
  readonly text: string;
  readonly theorems: readonly string[];
  readonly leftOut: readonly string[];
}

/** A bound as a document prints it; of a lone certificate only the certificate. */
interface Printed {
  readonly id: string;
  readonly interfaceId: string | undefined;
  readonly coq: CoqCertificate | undefined;
}

/**
 * The bounds of a document whose theorems have a checked checker, each as a theorem about every execution with the extents, word
 * sizes, capacity and memories of its certificate, proven by the checker's soundness and computation. Coq decides: whether the
 * document was verified plays no part.
 *
 * @throws InputError when the document is no certificate, bounds or gap document, or a certificate in it cannot be read.
 */
export function coqFile(json: unknown, origin = "document"): CoqFile {
  try {
    return fileOf(printedBounds(json, origin));
  } catch (error) {
    throw error instanceof Refused ? new InputError(`${origin}: ${error.path}`, error.reason) : error;
  }
}

function fileOf(bounds: readonly Printed[]): CoqFile {
  const shown = ({ id, interfaceId }: Printed): string => (interfaceId === undefined ? id : `${id} on ${interfaceId}`);
  const taken = new Set<string>();
  const theorems = bounds.flatMap((bound) => {
    if (bound.coq === undefined) return [];
    const others = bounds.flatMap(({ interfaceId, coq }) =>
      interfaceId === bound.interfaceId && coq !== undefined ? [coq] : [],
    );
    const name = unused(
      taken,
      `${bound.id}_${bound.interfaceId === undefined ? "bound" : `on_${bound.interfaceId}`}`.replaceAll("-", "_"),
    );
    return [{ name, title: shown(bound), ...coqTheorem(name, bound.coq, others) }];
  });
  const tables = new Map(bounds.flatMap(({ coq }) => (coq?.tables ?? []).map((table) => [table.name, table] as const)));
  const leftOut = bounds.filter(({ coq }) => coq === undefined).map(shown);
  const files = [...new Set(["Model", ...theorems.flatMap((theorem) => theorem.files)])];
  const text = [
    header(leftOut),
    "From Coq Require Import ZArith.",
    "From mathcomp Require Import all_ssreflect.",
    `From Redblue Require Import ${files.join(" ")}.`,
    "Local Open Scope Z_scope.",
    ...[...tables.values()].map((table) => `\n${tableTheorem(table)}`),
    ...theorems.map((theorem) => `\n(** ** ${theorem.title} *)\n\n${theorem.text}`),
    ...(theorems.length === 0
      ? []
      : [`\nDefinition bounds := (${theorems.map(({ name }) => `@${name}`).join(", ")}).`, "Print Assumptions bounds."]),
  ];
  return { text: `${text.join("\n")}\n`, theorems: theorems.map(({ name }) => name), leftOut };
}

/** What the file is, how a sceptic checks it, and what is not in it. */
function header(leftOut: readonly string[]): string {
  const missing =
    leftOut.length === 0 ? "" : `\n\n    Skipped, for their theorems have a paper proof only: ${leftOut.join(", ")}.`;
  return `(** * Lower bounds on traffic, by checked checkers and computation

    Written by \`redblue verify FILE --coq\`. With Coq 8.16 and mathcomp (apt-get install coq libcoq-mathcomp), this file saved as
    Bound.v and PROOFS the folder proofs/coq of redblue:

      sh PROOFS/build.sh
      coqc -Q PROOFS Redblue Bound.v

    The first compiles the proofs and has coqchk check them again, the second this file; it must say "Closed under the global
    context": none of the theorems rests on an axiom. What the theorems are about is defined in PROOFS/Model.v: an [execution] of a
    [computation] that is [legal] for word [sizes] and a capacity, what it loads, stores and moves. Slow memory may add what it
    is sent, as the L2 of a GPU does, except where a claim says [no_slow_adds]. By PROOFS/Relax.v a bound also holds where words
    are wider or memories smaller than it says.${missing} *)
Set Warnings "-notation-overridden,-ambiguous-paths".`;
}

function printedBounds(json: unknown, origin: string): readonly Printed[] {
  const schema = typeof json === "object" && json !== null ? (json as Fields)["schema"] : undefined;
  refuseOlder(origin, schema);
  if (schema === "redblue.certificate/2") {
    const coq = coqCertificate(json);
    return [{ id: text(record(json, "certificate"), "theorem", "certificate"), interfaceId: undefined, coq }];
  }
  if (schema !== "redblue.bounds/2" && schema !== "redblue.gap/2") {
    const found = typeof schema === "string" ? `'${schema}'` : "no schema";
    throw new InputError(origin, "schema redblue.certificate/2, redblue.bounds/2 or redblue.gap/2", found);
  }
  return list((json as Fields)["bounds"], "bounds").map((entry, i) => {
    const path = `bounds[${i}]`;
    const bound = record(entry, path);
    const coq = coqCertificate(bound["certificate"], `${path}.certificate`);
    return { id: label(bound, "id", path), interfaceId: label(bound, "interface", path), coq };
  });
}

/** A text that goes into names and comments. */
function label(fields: Fields, name: string, path: string): string {
  const found = text(fields, name, path);
  if (!/^[a-z][a-z0-9-]*$/.test(found)) throw new Refused(`${path}.${name}`, "not a name");
  return found;
}

function unused(taken: Set<string>, name: string): string {
  let free = name;
  for (let i = 2; taken.has(free); i++) free = `${name}_${i}`;
  taken.add(free);
  return free;
}
