import { count, type Fields, Refused } from "./fields.js";
import { floorOfRoot } from "./integers.js";

/** Λ is given in so many parts of 1. */
const PARTS = 1024n;

/** Words that stay, slices that meet all of them, words a slice needs at some time but one, places of the narrowest size and that size. */
export interface Staying {
  readonly held: bigint;
  readonly slices: bigint;
  readonly side: bigint;
  readonly places: bigint;
  readonly narrowest: bigint;
}

/** Hypotheses and what lies beyond compulsory traffic at least, a whole number: proofs/gemm-input-near-capacity.md, sections 1 and 6. */
export function beyondCompulsory(fields: Fields, path: string, { held, slices, side, places, narrowest }: Staying): bigint {
  const d = count(fields, "missing", path, 1n);
  if (d >= held || d + places > held + side) throw new Refused(`${path}.missing`, "more words than are away");
  const share = count(fields, "holdingCost", path, 1n);
  if (2n * share >= PARTS) throw new Refused(`${path}.holdingCost`, "a half or more");
  // λ = 2Λ/r, r = ⌊√d⌋; Λ ≥ 1/4 + λ/2 + λ², times 4·(1024·r)².
  const r = floorOfRoot(d);
  const unit = PARTS * r;
  const pays = (parts: bigint): boolean => 4n * parts * r * unit >= unit * unit + 4n * parts * unit + (4n * parts) ** 2n;
  if (!pays(share)) throw new Refused(`${path}.holdingCost`, "gaps of words cost less than they are charged");
  if (share > PARTS / 4n && pays(share - 1n)) throw new Refused(`${path}.holdingCost`, "not the least");

  // (what slices pay) − (side + 1 + 2d), once from 4√((1/2 − Λ)Λd) and once from side·(1/2 − Λ + Λd/held), times r/(r + 1).
  const rest = PARTS / 2n - share;
  const byRoot = { top: floorOfRoot((4n * slices) ** 2n * rest * share * d), below: PARTS };
  const bySide = { top: slices * side * (rest * held + share * d), below: PARTS * held };
  const forms = [byRoot, bySide].map(({ top, below }) =>
    upwards(narrowest * (top - below * (side + 1n + 2n * d)) * r, below * (r + 1n)),
  );
  return [...forms, narrowest * (slices * side - places - 2n)].reduce((least, one) => (one < least ? one : least));
}

/** The value: compulsory traffic and what lies beyond, if anything does. */
export function requireBeyond(fields: Fields, path: string, compulsory: bigint, extra: bigint): bigint {
  const value = count(fields, "value", path);
  if (extra <= 0n || value !== compulsory + extra) throw new Refused(`${path}.value`, `the theorem proves ${compulsory + extra}`);
  return value;
}

function upwards(top: bigint, below: bigint): bigint {
  return top > 0n ? (top + below - 1n) / below : top / below;
}
