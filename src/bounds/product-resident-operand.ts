import { ceilDivide, floorSquareRoot, minimum } from "../exact/integer.js";
import type { ProductInstance, ResidentOperandCertificate } from "./certificates/products.js";
import { type ResidentOperand, residentOperand } from "./resident-operand.js";

/**
 * A product whose operand A takes about all of one fast memory (proofs/product-resident-operand.md): while a slice (column of C) is worked
 * on, min(m, k) of its words and sums are there, so `missing` = mk − S + min(m, k) words of A are not. They meet the slice at another
 * time, for which about √missing of its words are loaded once more, kept until then, or paid for by words of A that come back:
 *
 *     Q ≥ mk + kn + mn + (about) n·√missing.
 *
 * The same with B held. One memory, one batch element, every word counted as the narrowest. `rent` is Λ in 1/1024. Survives
 * recomputation, any reduction order, sums that leave and come back, sliding. Returns undefined where it says no more than compulsory
 * traffic.
 */
export function proveResidentOperand(instance: ProductInstance): ResidentOperandCertificate | undefined {
  if (instance.extents.batch > 1n || instance.memories > 1n) return undefined;
  let best: ResidentOperandCertificate | undefined;
  for (const resident of ["a", "b"] as const) {
    const shape = residentOperand(instance, resident);
    for (const missing of candidates(shape)) {
      const rent = leastRent(missing);
      if (rent === undefined) continue;
      const extra = extraTraffic(shape, missing, rent);
      const value = shape.compulsory + extra;
      if (extra > 0n && value > (best?.value ?? 0n)) {
        best = { theorem: "product-resident-operand", instance, resident, missing, rent, value };
      }
    }
  }
  return best;
}

const UNITS = 1024n;
const HALF = UNITS / 2n;

/** Rows or columns of a slice, the fewer. */
function sideOf({ rows, columns }: ResidentOperand): bigint {
  return minimum(rows.count, columns.count);
}

/**
 * Counts of missing words that may prove most: all, or as many as in a larger memory, where a slice pays least for them, and squares
 * next below. Empty where a slice has room beside the operand.
 */
function candidates(shape: ResidentOperand): ReadonlySet<bigint> {
  const { rows, columns, slices, fits } = shape;
  const words = rows.count * columns.count;
  const most = minimum(words - fits + sideOf(shape), words - 1n);
  if (most < 1n) return new Set();
  const [side, all] = [Number(sideOf(shape)), Number(words)];
  // Where n√d − 2d has no slope, and where √d is side·(1/4 + d/4mk).
  const flat = (Number(slices) / 4) ** 2;
  const rest = all * all - (all * side * side) / 4;
  const meet = rest > 0 ? ((2 * all - 2 * Math.sqrt(rest)) / side) ** 2 : all;
  const counts = [flat, meet].filter((count) => count < Number(most)).map((count) => BigInt(Math.floor(count)));
  return new Set([most, ...counts].flatMap((count) => [count, floorSquareRoot(count) ** 2n]).filter((count) => count > 0n));
}

/** The least Λ ≥ 1/4 + λ/2 + λ², λ = 2Λ/⌊√missing⌋, in 1/1024 and below 1/2. */
function leastRent(missing: bigint): bigint | undefined {
  const root = floorSquareRoot(missing);
  const square = root * root;
  for (let rent = UNITS / 4n; rent < HALF; rent += 1n) {
    if (4n * UNITS * rent * square >= UNITS * UNITS * square + 4n * UNITS * rent * root + 16n * rent * rent) return rent;
  }
  return undefined;
}

/** Bytes beyond compulsory traffic, rounded up. */
function extraTraffic(shape: ResidentOperand, missing: bigint, rent: bigint): bigint {
  const { rows, columns, slices, fits, word } = shape;
  const words = rows.count * columns.count;
  const root = floorSquareRoot(missing);
  // What slices pay, all of them together, in words over 1024·mk: the lesser of two forms.
  const small = words * floorSquareRoot(16n * slices * slices * (HALF - rent) * rent * missing);
  const large = slices * sideOf(shape) * ((HALF - rent) * words + rent * missing);
  const below = UNITS * words;
  const paid = minimum(small, large) - below * (sideOf(shape) + 1n + 2n * missing);
  const spread = ceilDivide(word * paid * root, below * (root + 1n));
  return minimum(spread, word * (slices * sideOf(shape) - fits - 2n));
}
