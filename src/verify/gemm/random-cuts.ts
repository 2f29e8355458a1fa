import type { Fields } from "../shared/fields.js";
import { count, exactly, Refused, requireOnly } from "../shared/fields.js";
import type { Fraction } from "../shared/fraction.js";
import { by, isLess, plus, times, whole } from "../shared/fraction.js";
import { floorOfRoot } from "../shared/integers.js";
import { covering, PART } from "../shared/whole-passes.js";
import type { CheckedTraffic } from "./instance.js";
import { readInstance } from "./instance.js";
import { readResident } from "./operand-shape.js";

/** The hypotheses on o, x and τ, one by one, and what a slice pays then (proofs/product-random-cuts.md, section 7). */
export function checkProductRandomCuts(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "instance", "resident", "room", "less", "price", "slice", "value"], path);
  const instance = readInstance(fields, path);
  const { batch, m, n, k, output } = instance;
  const { across, slices, narrowest, places } = readResident(fields, path, instance);
  const room = count(fields, "room", path, 2n);
  const less = count(fields, "less", path, 1n);
  const price = count(fields, "price", path, 1n);

  const paid = slicePays({ across, k, places }, { room, less, price }, path);
  exactly(fields, "slice", paid, path);
  const traffic = narrowest * slices * paid + output * batch * m * n * PART;
  const proven = (traffic + PART - 1n) / PART;
  const value = count(fields, "value", path);
  if (traffic <= 0n || value !== proven) throw new Refused(`${path}.value`, `the theorem proves ${proven}`);
  return { instance, value };
}

interface Slice {
  readonly across: bigint;
  readonly k: bigint;
  readonly places: bigint;
}

interface Chosen {
  readonly room: bigint;
  readonly less: bigint;
  readonly price: bigint;
}

function slicePays(slice: Slice, { room, less, price }: Chosen, path: string): bigint {
  const { across, k, places } = slice;
  const require = (holds: boolean, field: string, why: string): void => {
    if (!holds) throw new Refused(`${path}.${field}`, why);
  };
  const all = across * k;
  const side = across < k ? across : k;
  require(less < room, "less", "not below the room");
  require(room <= side * side, "room", "more than a slice may hold");
  require(places > less && 4n * room <= places - less, "room", "more than a quarter of what a segment sees");
  require(all >= places, "resident", "less than one memory");
  const seen = places - less;
  const half = (seen - (seen % 2n)) / 2n;
  const parts = (all - (all % places)) / places;
  const left = all - parts * seen;
  require(left < half, "less", "more is left over than half of a part");
  // From so many rooms on, one open cut is the likeliest to go (section 3).
  const more = 3n * less - room;
  const root = more <= room - less ? 1n : (more + room - less - 1n) / (room - less);
  const rooms = root * root;
  require(rooms <= 64n && rooms * room <= half, "less", "too near the room");

  const gamma = given(slice, seen);
  const rowsHeld = by(whole(k), gamma);
  require(noLess(rowsHeld, whole(room - 1n)), "room", "more than a slice may hold");
  if (gamma.over > gamma.under)
    require(noLess(times(rowsHeld, rowsHeld), whole(4n * room)), "room", "more than a slice may hold");

  const [o, x, a, h, d] = [room, less, seen, half, left].map(whole) as Five;
  const tau: Fraction = { over: price, under: PART };
  const low = (pairs: bigint): Fraction => pairsPay(slice, gamma, pairs);
  const high = (pairs: bigint): Fraction => plus(low(pairs), { over: 2n, under: PART });

  const joined = low(2n * seen < all ? 2n * seen : all);
  const star = plus(minus(times(TWO, high(seen)), joined), times(by(x, h), high(seen)));
  const perPart = times(by(x, a), star);
  const full = minus(low(seen), perPart);
  const excess = times(times(TWO, x), times(minus(by(ONE, h), by(ONE, a)), star));
  const sigma = by(minus(full, minus(minus(low(half), perPart), excess)), minus(a, h));

  const kept = minus(ONE, by(times(TWO, x), minus(a, o)));
  const alone = (pairs: bigint): Fraction => times(times(kept, minus(ONE, together({ room, less, rooms }, pairs))), low(pairs));
  const atRoom = times(kept, low(room));
  require(atRoom.over > 0n, "room", "no words for so many pairs");
  const cubed = (v: Fraction): Fraction => times(v, times(v, v));
  const eta = by(times({ over: 4n, under: 27n }, cubed(times(tau, o))), times(atRoom, atRoom));
  const line = (slope: Fraction, pairs: bigint): Fraction => plus(times(slope, whole(pairs)), eta);

  // The least Y with kept·ψ(Y) ≥ τo and τY ≥ η, by halves: both sides grow with Y.
  const serves = (pairs: bigint): boolean =>
    noLess(times(kept, low(pairs)), times(tau, o)) && noLess(times(tau, whole(pairs)), eta);
  let [below, few] = [0n, room];
  while (few - below > 1n) {
    const middle = (below + few) >> 1n;
    if (serves(middle)) few = middle;
    else below = middle;
  }
  const dear = "small parts may cost less";
  require(serves(few) && noLess(alone(few), times(TWO, times(tau, whole(few)))), "price", dear);

  const jump = times(minus(tau, sigma), d);
  const rate = by(plus(full, times(tau, d)), plus(a, d));
  require(noLess(rate, sigma) && noLess(tau, rate), "price", "small parts might do the work of large ones");
  require(noLess(minus(full, times(sigma, a)), plus(jump, eta)), "price", "more large parts might cost less");
  const ends = [left, half];
  for (let turn = 1n; turn <= rooms; turn++) ends.push(turn * room);
  for (const pairs of ends) {
    // Up to `few` twice the price has been shown.
    if (pairs === left && left <= few) continue;
    const pays = alone(pairs);
    require(noLess(pays, pairs <= left ? line(tau, pairs) : plus(line(sigma, pairs), jump)), "price", dear);
    require(noLess(pays, line(rate, pairs)), "price", dear);
  }

  // Closed segments: o − 1 words at a time.
  const others = room - 1n;
  const narrow = seen <= others * others ? floorOfRoot(4n * seen * PART * PART) : (PART * (others * others + seen)) / others;
  const dearer = minus({ over: narrow, under: PART }, plus(times(gamma, { over: seen, under: k }), high(seen)));
  const reach = times(by(plus(times(TWO, x), by(o, TWO)), by(minus(o, x), o)), mostForAWord(slice, gamma, seen));
  const due = plus(reach, times(tau, plus(x, o)));
  require(noLess(times(dearer, by(minus(a, x), a)), due), "room", "closed segments might do the work of open ones");

  const pays = minus(plus(plus(times(whole(parts), full), perPart), times(tau, d)), times(whole(parts), eta));
  require(pays.over > 0n, "slice", "nothing proven");
  return floorOf(times(pays, whole(PART)));
}

type Five = [Fraction, Fraction, Fraction, Fraction, Fraction];

const [ONE, TWO] = [whole(1n), whole(2n)];
const minus = (v: Fraction, w: Fraction): Fraction => plus(v, { over: -w.over, under: w.under });
const noLess = (v: Fraction, w: Fraction): boolean => !isLess(v, w);
const lesser = (v: Fraction, w: Fraction): Fraction => (isLess(w, v) ? w : v);
/** Of a positive fraction. */
const floorOf = ({ over, under }: Fraction): bigint => (over - (over % under)) / under;

/** γ: k²/a where that is between 1 and 2, if a square part has no more rows than there are. */
function given({ across, k }: Slice, seen: bigint): Fraction {
  return k * k > seen && across * across >= seen ? lesser({ over: k * k, under: seen }, TWO) : ONE;
}

/** ψ from below: the rows and columns that pairs need, less what of a row is given; with γ > 1 the least of three ways to be in c columns. */
function pairsPay({ across, k }: Slice, gamma: Fraction, pairs: bigint): Fraction {
  const v = whole(pairs);
  const share = by(v, whole(k));
  if (gamma.over === gamma.under) return minus({ over: covering([across, 1n], [k, 1n], pairs), under: PART }, share);
  const high = by(whole(k), gamma);
  const low = minus(whole(k), high);
  // Between low and high a row gives back what it has; at all k columns everything.
  const c = isLess(v, times(low, low)) ? low : isLess(times(high, high), v) ? high : undefined;
  const even = minus(c === undefined ? twiceRoot(v) : plus(c, by(v, c)), share);
  const paid = lesser(even, whole(k));
  // Below low γ(1 − c/k) times that.
  const stretched = times(v, plus(ONE, by(share, high)));
  return isLess(times(low, low), by(times(v, v), stretched)) ? paid : lesser(paid, minus(twiceRoot(stretched), by(v, high)));
}

/** 2√v, rounded down. */
function twiceRoot(v: Fraction): Fraction {
  return { over: floorOfRoot(floorOf(times(v, whole(4n * PART * PART)))), under: PART };
}

interface OpenCuts {
  readonly room: bigint;
  readonly less: bigint;
  readonly rooms: bigint;
}

/** ω: the greatest probability with which open cuts over so many words, of a room or more each, all go. */
function together({ room, less, rooms }: OpenCuts, pairs: bigint): Fraction {
  if (pairs >= rooms * room) return { over: less, under: pairs };
  let [most, before] = [whole(0n), ONE];
  for (let left = pairs; left > 0n; left -= room) {
    const all = times(before, { over: less, under: left > room ? left : room });
    if (isLess(most, all)) most = all;
    before = times(before, { over: less, under: room });
  }
  return most;
}

/** By how much γ·v/k + ψ(v) grows with a pair beyond those of a whole part. */
function mostForAWord({ across, k }: Slice, gamma: Fraction, seen: bigint): Fraction {
  const root = floorOfRoot(seen);
  const side = across < k ? across : k;
  if (gamma.over === gamma.under) return { over: 1n, under: side < root ? side : root };
  const back = times(gamma, { over: 1n, under: k });
  if (gamma.over < 2n * gamma.under) return back;
  // c = √(a/A) columns, A = 1 + 2a/k², or half of them.
  const wide = plus(ONE, { over: 2n * seen, under: k * k });
  const few = by(minus(times(TWO, wide), ONE), whole(floorOfRoot(floorOf(times(whole(seen), wide)))));
  const even: Fraction = { over: 3n, under: k };
  return isLess(few, even) ? even : few;
}
