import { count, type Fields, Refused } from "./fields.js";
import { floorOfRoot } from "./integers.js";

/** 2²⁰: prices are in these parts of a byte, or word. */
const PART = 1048576n;

/** How many lines of a matrix there are, and what each weighs. */
type Side = readonly [count: bigint, weight: bigint];

/** Slices with one matrix of the words that stay: its lines are words of the two other arrays, `free` of their weight for nothing. */
export interface CheckedSlices {
  readonly slices: bigint;
  readonly rows: Side;
  readonly columns: Side;
  readonly free: bigint;
}

/** Memories of `used` bytes, or words, and the array of `word` that fills them; weights counted `times` over, stores beside. */
export interface Passes {
  readonly used: bigint;
  readonly word: bigint;
  readonly kinds: readonly CheckedSlices[];
  readonly times: bigint;
  readonly stores: bigint;
}

/** The words of a memory, and what all slices pay and the stores, as proofs/gemm-whole-passes.md, section 4, rounds it: the value. */
export function checkWholePasses(fields: Fields, { used, word, kinds, times, stores }: Passes, path: string): bigint {
  const fits = count(fields, "fits", path, 1n);
  if (fits * word < used || (fits - 1n) * word >= used) throw new Refused(`${path}.fits`, "not the words of a memory");
  if (kinds.every(({ rows, columns }) => rows[0] * columns[0] < fits)) {
    throw new Refused(`${path}.fits`, "less than one memory is filled");
  }
  let paid = 0n;
  for (const { slices, rows, columns, free } of kinds) paid += slices * (leastOfParts(rows, columns, fits) - free * PART);
  const proven = (paid + times * PART - 1n) / (times * PART) + stores;
  const value = count(fields, "value", path);
  if (paid <= 0n || value !== proven) throw new Refused(`${path}.value`, `the theorem proves ${proven}`);
  return value;
}

/** What the lines of whole parts of `fits` cells, and of the cells left over, weigh at least. */
function leastOfParts(rows: Side, columns: Side, fits: bigint): bigint {
  const cells = rows[0] * columns[0];
  return ((cells - (cells % fits)) / fits) * covering(rows, columns, fits) + covering(rows, columns, cells % fits);
}

/** `wide` a row and `deep` a column, at most `across` and `along` of them, that have so many cells. */
function covering([across, wide]: Side, [along, deep]: Side, cells: bigint): bigint {
  // Equal weights of rows and columns, c²·deep = cells·wide, unless that is more of a kind than there is.
  if (cells * wide > deep * along * along) return (PART * (deep * along * along + wide * cells)) / along;
  if (cells * deep > wide * across * across) return (PART * (wide * across * across + deep * cells)) / across;
  return floorOfRoot(4n * wide * deep * cells * PART * PART);
}
