import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CoqCertificate, coqText, type Term } from "../../src/verify/coq/terms.js";

export const PROOFS: string = fileURLToPath(new URL("../../proofs/coq", import.meta.url));

/** The files of the development, in the order in which they are compiled. */
export function coqFiles(): readonly string[] {
  return readFileSync(join(PROOFS, "_CoqProject"), "utf8").match(/^\w+\.v$/gm) ?? [];
}

/** Bounds for concrete numbers, which nothing else needs and `build.sh quick` leaves out. */
const EXAMPLES = "Examples.v";

/** Why nothing can be checked by Coq here; undefined where it can. */
export function coqMissing(): string | undefined {
  if (spawnSync("coqc", ["--version"]).status !== 0) return "coqc is not installed (apt-get install coq libcoq-mathcomp)";
  const stale = coqFiles().filter((name) => name !== EXAMPLES && !existsSync(join(PROOFS, `${name}o`)));
  return stale.length === 0 ? undefined : `${stale[0]} is not compiled (sh proofs/coq/build.sh quick)`;
}

/** Compiles the text of a file over the compiled development. */
export function coqc(text: string): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), "redblue-coq-"));
  try {
    writeFileSync(join(folder, "Bound.v"), text);
    const words = ["-q", "-Q", PROOFS, "Redblue", "Bound.v"];
    const { status, stdout, stderr } = spawnSync("coqc", words, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
    return { status, stdout, stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Checkers of certificates read a table's numbers alone, and its coefficients take Coq seconds to read. */
function withoutCoefficients(table: Term): Term {
  return typeof table === "object" && "args" in table ? { ...table, args: [...table.args.slice(0, -1), []] } : table;
}

/** What the checked checkers say of certificates, each the term of a boolean. @throws Error with Coq's message. */
export function coqVerdicts(checks: readonly CoqCertificate[]): readonly boolean[] {
  const files = coqFiles().map((name) => name.replace(/\.v$/, ""));
  const tables = new Map(checks.flatMap((one) => (one.tables ?? []).map((table) => [table.name, table] as const)));
  const text = [
    'Set Warnings "-all".',
    "From Coq Require Import ZArith.",
    "From mathcomp Require Import all_ssreflect.",
    `From Redblue Require Import ${files.filter((name) => name.startsWith("Check")).join(" ")}.`,
    "Local Open Scope Z_scope.",
    ...[...tables.values()].map(({ name, term }) => `Definition ${name} := ${coqText(withoutCoefficients(term))}.`),
    ...checks.map(({ check, term }) => `Eval vm_compute in ${check} ${coqText(term)}.`),
  ];
  const { status, stdout, stderr } = coqc(text.join("\n"));
  if (status !== 0) throw new Error(stderr);
  return [...stdout.matchAll(/= (true|false)$/gm)].map(([, verdict]) => verdict === "true");
}
