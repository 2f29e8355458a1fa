import { type CheckedChain, transientWeighsAtMost } from "../chain/chain.js";
import { count, exactly, type Fields, list, Refused, record, requireEqual, requireOnly } from "../shared/fields.js";
import { divisor } from "../shared/integers.js";
import { weighsAtMost } from "../shared/segment-check.js";

/** A chain of three products or more as the checker reads it. */
export interface CheckedMultilayer {
  readonly m: bigint;
  readonly widths: readonly bigint[];
  readonly operand: bigint;
  readonly between: bigint;
  readonly partial: bigint;
  readonly output: bigint;
  readonly capacity: bigint;
  readonly memories: bigint;
}

/** What a certificate of a multi-layer chain says, once it holds. */
export interface Checked {
  readonly multilayer: CheckedMultilayer;
  readonly value: bigint;
  readonly reads?: bigint;
  readonly writes?: bigint;
}

/** Longer chains are refused: every stage is held against all before it. */
export const MOST_WIDTHS = 1000;

export function readMultilayer(fields: Fields, path: string): CheckedMultilayer {
  const at = `${path}.instance`;
  const instance = record(fields["instance"], at);
  requireOnly(instance, ["extents", "weights", "capacity", "memories"], at);
  const extents = record(instance["extents"], `${at}.extents`);
  requireOnly(extents, ["m", "widths"], `${at}.extents`);
  const weights = record(instance["weights"], `${at}.weights`);
  requireOnly(weights, ["operand", "between", "partial", "output"], `${at}.weights`);
  const size = (name: string): bigint => count(weights, name, `${at}.weights`, 1n);
  const widths = list(extents["widths"], `${at}.extents.widths`).map((_, q, all) =>
    count({ [q]: all[q] }, `${q}`, `${at}.extents.widths`, 1n),
  );
  if (widths.length > MOST_WIDTHS) throw new Refused(`${at}.extents.widths`, `more than ${MOST_WIDTHS}`);
  if (widths.length < 4) throw new Refused(`${at}.extents.widths`, "fewer than three products");
  return {
    m: count(extents, "m", `${at}.extents`, 1n),
    widths,
    operand: size("operand"),
    between: size("between"),
    partial: size("partial"),
    output: size("output"),
    capacity: count(instance, "capacity", at),
    memories: count(instance, "memories", at, 1n),
  };
}

/** w(q−1)·wq, q = first, …, last. */
export function products({ widths }: CheckedMultilayer, first: number, last: number): bigint {
  let sum = 0n;
  for (let q = first; q <= last; q++) sum += width(widths, q - 1) * width(widths, q);
  return sum;
}

export function width(widths: readonly bigint[], q: number): bigint {
  return widths[q] as bigint;
}

/** Segments of T: V with X(r−1) stored and with rows of each earlier X whole, the least number of segments, clock, reads, writes, value. */
export function checkMultilayerLastPair(fields: Fields, path: string): Checked {
  const known = ["cut", "first", "later", "laterSegments", "clock", "reads", "writes", "value"];
  requireOnly(fields, ["schema", "theorem", "instance", ...known], path);
  const chain = readMultilayer(fields, path);
  // A row of X0 that enters whole is counted as narrow as an intermediate's.
  if (chain.between > chain.operand) throw new Refused(`${path}.instance.weights.between`, "wider than an operand");
  const unit = divisor(divisor(chain.operand, chain.between), chain.partial);
  const cut = count(fields, "cut", path, 1n);
  if (cut % unit !== 0n) throw new Refused(`${path}.cut`, `not a multiple of ${unit}, the unit of all sizes`);
  const overshoot = chain.partial - unit;
  const capacity = chain.capacity - (chain.capacity % unit);
  const first = checkPairSegment(chain, fields, "first", cut + overshoot, path);
  const later = checkPairSegment(chain, fields, "later", capacity + cut + overshoot, path);
  const r = chain.widths.length - 1;
  const left = chain.m * products(chain, r, r) - chain.memories * first;
  const segments = count(fields, "laterSegments", path);
  if (left <= 0n || later === 0n) requireEqual(segments, 0n, `${path}.laterSegments`, "the number of later segments");
  else if (segments * later < left || (segments - 1n) * later >= left) {
    throw new Refused(`${path}.laterSegments`, `not the least number of segments of ${later} that hold ${left} products`);
  }
  const clock = exactly(fields, "clock", cut * segments, path);
  const outputs = chain.m * width(chain.widths, r);
  const fewest = clock - chain.partial * outputs;
  const reads = exactly(fields, "reads", fewest > 0n ? fewest : 0n, path);
  const writes = exactly(fields, "writes", chain.output * outputs, path);
  return { multilayer: chain, reads, writes, value: exactly(fields, "value", reads + writes, path) };
}

function checkPairSegment(chain: CheckedMultilayer, fields: Fields, name: string, budget: bigint, path: string): bigint {
  const at = `${path}.${name}`;
  const segment = record(fields[name], at);
  requireOnly(segment, ["stored", "transient"], at);
  const { m, widths, operand, between, partial } = chain;
  const r = widths.length - 1;
  const [l, n] = [width(widths, r - 1), width(widths, r)];
  const all = m * l * n;
  const second = { batch: 1n, m, n, k: l, a: between, b: operand, c: partial };
  const claimed = count(segment, "stored", at);
  requireMaximum(claimed, all, budget, (v) => weighsAtMost(second, v, budget), `${at}.stored`);
  const transient = list(segment["transient"], `${at}.transient`);
  requireEqual(BigInt(transient.length), BigInt(r - 1), `${at}.transient`, "the number of stages whose rows may enter");
  let most = claimed;
  transient.forEach((_, index) => {
    const q = r - 2 - index;
    const left = budget - operand * products(chain, q + 1, r - 2);
    // A row of Xq for a row of A: k² becomes wq·w(r−2).
    const factors = width(widths, q) * width(widths, r - 2);
    const shape = { m, n, l, k: 1n, factors, a: between, b: operand, d: operand, partial } as CheckedChain;
    const own = count({ [index]: transient[index] }, `${index}`, `${at}.transient`);
    requireMaximum(own, all, left, (v) => transientWeighsAtMost(shape, v, left), `${at}.transient[${index}]`);
    if (own > most) most = own;
  });
  return most;
}

function requireMaximum(claimed: bigint, all: bigint, budget: bigint, fits: (v: bigint) => boolean, path: string): void {
  if (claimed > all) throw new Refused(path, `more than all ${all} products`);
  if (claimed > 0n && (budget <= 0n || !fits(claimed))) throw new Refused(path, `${claimed} products do not fit`);
  if (claimed < all && budget > 0n && fits(claimed + 1n)) throw new Refused(path, `${claimed + 1n} products fit`);
}

/**
 * A row no wider than the narrowest form it may enter in, the condition of the closed form, the number of segments, the rest. Stored
 * results may be narrower than a word: each is stored once at its own size.
 */
export function checkMultilayerWholeRows(fields: Fields, path: string): Checked {
  const known = ["wordSize", "capacityWords", "products", "cut", "rowWords", "laterSegments", "clockWords", "restWords", "value"];
  requireOnly(fields, ["schema", "theorem", "instance", ...known], path);
  const chain = readMultilayer(fields, path);
  const word = exactly(fields, "wordSize", narrowest([chain.operand, chain.between, chain.partial]), path);
  const capacity = exactly(fields, "capacityWords", chain.capacity / word, path);
  const r = chain.widths.length - 1;
  const p = Number(count(fields, "products", path, 1n));
  if (p > r) throw new Refused(`${path}.products`, `more than the chain's ${r}`);
  const cut = count(fields, "cut", path, 1n);
  const row = count(fields, "rowWords", path, 1n);
  // The first level that is whole is below every new element: those of X(p) count unless they are outputs whose last stores are events.
  const beside = p < r || row <= width(chain.widths, r - 1);
  for (let q = 0; q < (beside ? p : r - 1); q++) {
    if (row > width(chain.widths, q)) throw new Refused(`${path}.rowWords`, `a row of X${q} has only ${width(chain.widths, q)}`);
  }
  if (7n * row * row > 8n * (2n * capacity + cut)) throw new Refused(`${path}.rowWords`, "too wide for this capacity and cut");
  const x = capacity + cut;
  const most = 256n * x * x + 32n * row * row * (x + 8n * capacity) + row ** 4n;
  const all = 1024n * row * chain.m * products(chain, 1, p);
  const later = count(fields, "laterSegments", path);
  const needed = later + chain.memories;
  if (needed * most < all) throw new Refused(`${path}.laterSegments`, "fewer than the theorem proves");
  if (later > 0n && (needed - 1n) * most >= all) throw new Refused(`${path}.laterSegments`, "more than the theorem proves");
  const clock = exactly(fields, "clockWords", cut * later, path);
  const rest = exactly(fields, "restWords", beside ? products(chain, p + 1, r) + chain.m * width(chain.widths, r) : 0n, path);
  const lost = word > chain.output ? (word - chain.output) * chain.m * width(chain.widths, r) : 0n;
  const moved = word * (clock + rest);
  return { multilayer: chain, value: exactly(fields, "value", moved > lost ? moved - lost : 0n, path) };
}

function narrowest(sizes: readonly bigint[]): bigint {
  return sizes.reduce((x, y) => (x < y ? x : y));
}

export function readInWords(fields: Fields, path: string): { chain: CheckedMultilayer; word: bigint; capacity: bigint } {
  const chain = readMultilayer(fields, path);
  const word = exactly(fields, "wordSize", narrowest([chain.operand, chain.between, chain.partial, chain.output]), path);
  return { chain, word, capacity: exactly(fields, "capacityWords", chain.capacity / word, path) };
}
