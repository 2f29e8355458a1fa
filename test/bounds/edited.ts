import { expect } from "vitest";
import type { Json } from "../../src/bounds/certificates/json.js";
import { InputError } from "../../src/errors.js";
import { verifyCertificate } from "../../src/verify/certificate.js";
import { verifyDocument } from "../../src/verify/document.js";

/** Names of two potentials: one of them is not the one that stands there. */
const POTENTIALS = ["row cost 2, holding cost 2", "row cost 1, holding cost 7/5"] as const;

/** One edit of a leaf. */
export type Change = (leaf: Json) => Json;

export type Path = readonly (string | number)[];

/** Paths of every leaf of a document. */
export function leaves(value: Json, path: Path = []): Path[] {
  if (typeof value !== "object") return [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner as Json, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** A copy of the document with one leaf changed. */
export function edited(document: Json, path: Path, change: Change): Json {
  const copy = structuredClone(document);
  let at = copy as unknown as Record<string | number, Record<string | number, unknown>>;
  for (const key of path.slice(0, -1)) at = at[key] as typeof at;
  const last = path.at(-1) as string;
  (at as Record<string | number, unknown>)[last] = change((at as Record<string | number, unknown>)[last] as Json);
  return copy;
}

/**
 * Of the changes of the `index`th leaf all in `npm run verify`; in the default suite one, another than its neighbours', and
 * with another REDBLUE_SEED another.
 */
function shareOf<T>(changes: readonly T[], index: number): readonly T[] {
  if (process.env["REDBLUE_SLOW"] !== undefined) return changes;
  const first = (index + Number(process.env["REDBLUE_SEED"] ?? 0)) % changes.length;
  return changes.slice(first, first + 1);
}

/**
 * Paths of what a document claims to have proven: certificates, values and which bound is best; names of arrays are labels. A bound on
 * the busiest memory counts partial sums at the narrower size, so any wider one proves as much.
 */
export function boundClaims(document: Json): Path[] {
  const { bounds } = document as { readonly bounds: readonly { readonly scope?: string }[] };
  const isFree = ([top, index, ...rest]: Path): boolean =>
    top === "bounds" && rest.at(-1) === "partial" && bounds[Number(index)]?.scope === "busiest";
  return leaves(document).filter(
    (path) =>
      ((path[0] === "bounds" && (path[2] === "certificate" || path[2] === "value")) || path[0] === "best") &&
      !(path[1] === 0 && path.at(-1) === "array") &&
      !isFree(path),
  );
}

/** Expects the checker to accept the document as it is, and none of these edits of these leaves that changes anything. */
export function expectEveryEditRefused(document: Json, paths: readonly Path[], changes: (path: Path) => readonly Change[]): void {
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  for (const [index, path] of paths.entries()) {
    for (const change of shareOf(changes(path), index)) {
      const mutated = edited(document, path, change);
      if (JSON.stringify(mutated) === JSON.stringify(document)) continue;
      let valid: boolean;
      try {
        valid = verifyDocument(mutated).valid;
      } catch (error) {
        // A broken schema name is input that cannot be used.
        expect(error).toBeInstanceOf(InputError);
        valid = false;
      }
      expect(valid, `${path.join(".")} changed`).toBe(false);
    }
  }
}

/** Expects the checker to accept a lone certificate by slices, and no edit of what it claims: counts, names of potentials, shares. */
export function expectEveryForgeryRefused(certificate: Json): void {
  expect(() => verifyCertificate(certificate as Record<string, Json>)).not.toThrow();
  const changes: readonly Change[] = [
    (leaf) => (typeof leaf === "number" ? leaf + 1 : `${leaf}0`),
    (leaf) => (typeof leaf === "number" ? leaf - 1 : ""),
    (leaf) => (typeof leaf === "number" ? 2 * leaf : leaf === POTENTIALS[0] ? POTENTIALS[1] : POTENTIALS[0]),
  ];
  const claims = leaves(certificate).filter(([top]) => top !== "instance" && top !== "schema");
  for (const [index, path] of claims.entries()) {
    for (const change of shareOf(changes, index)) {
      const forged = edited(certificate, path, change);
      expect(() => verifyCertificate(forged as Record<string, Json>), path.join(".")).toThrow();
    }
  }
}
