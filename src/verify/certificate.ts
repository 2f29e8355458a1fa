import { BACKWARD } from "./chain/backward.js";
import { CHAIN } from "./chain/theorems.js";
import { CONV } from "./conv/theorems.js";
import { EINSUM } from "./einsum/theorems.js";
import { checkFinerUnits, FINER_UNITS } from "./finer-units.js";
import { GEMM } from "./gemm/theorems.js";
import { LAYERED } from "./layered/theorems.js";
import { MULTILAYER } from "./multilayer/theorems.js";
import { partsTheorems } from "./parts/theorems.js";
import { recurrenceTheorems } from "./recurrence/theorems.js";
import { ROWS } from "./rows/theorems.js";
import { type Fields, Refused, record, requireEqual, text } from "./shared/fields.js";
import { checkSpreadArrays, SPREAD_ARRAYS } from "./spread-arrays.js";
import type { CheckedTheorem } from "./theorem.js";
import { TRIANGULAR } from "./triangular/theorems.js";
import type { Verified } from "./verified.js";
import { checkWarmStart, WARM_START } from "./warm-start.js";

/**
 * The independent checker. It reads a certificate as untrusted JSON, knows the statement of each theorem (not how its numbers were
 * found), computes with bigint, or with doubles where a limit on sizes keeps them exact, and refuses anything that is not exactly
 * what the theorem yields.
 */

const PARTS = partsTheorems({ ...ROWS, ...GEMM, ...CHAIN });
const RECURRENCE = recurrenceTheorems(GEMM);

const THEOREMS: ReadonlyMap<string, CheckedTheorem> = new Map(
  [ROWS, GEMM, CHAIN, BACKWARD, MULTILAYER, EINSUM, CONV, TRIANGULAR, LAYERED, RECURRENCE, PARTS].flatMap((family) =>
    Object.entries(family),
  ),
);

/** What the checker knows of a theorem. @throws Refused where it knows none of this name */
export function checkedTheorem(id: string, path = "certificate.theorem"): CheckedTheorem {
  const theorem = THEOREMS.get(id);
  if (theorem === undefined) throw new Refused(path, `no theorem '${id}'`);
  return theorem;
}

/** The theorem in the form that a certificate names. */
export function inForm(theorem: CheckedTheorem, certificate: Fields): CheckedTheorem {
  const form = certificate["form"];
  const { forms = {} } = theorem;
  const own = typeof form === "string" && Object.hasOwn(forms, form) ? { ...theorem, ...forms[form] } : theorem;
  return theorem.onPaper?.(certificate) ? { ...own, status: "paper proof" } : own;
}

/** Checks one `redblue.certificate/2` and returns what it establishes. @throws Refused with the path of the first field that is wrong. */
export function verifyCertificate(json: unknown, path = "certificate"): Verified {
  const fields = record(json, path);
  requireEqual(text(fields, "schema", path), "redblue.certificate/2", `${path}.schema`, "the schema");
  const theorem = text(fields, "theorem", path);
  if (theorem === SPREAD_ARRAYS) return checkSpreadArrays(fields, verifyCold, path);
  return theorem === WARM_START ? checkWarmStart(fields, verifyCold, path) : verifyCold(fields, path);
}

/** A bound on executions from empty fast memories. */
function verifyCold(fields: Fields, path: string): Verified {
  const isFiner = text(fields, "theorem", path) === FINER_UNITS;
  return isFiner ? checkFinerUnits(fields, verifyPlain, path) : verifyPlain(fields, path);
}

/** By the theorem that the certificate names itself. */
function verifyPlain(fields: Fields, path: string): Verified {
  const theorem = text(fields, "theorem", path);
  return { theorem, ...checkedTheorem(theorem, `${path}.theorem`).check(fields, path) };
}
