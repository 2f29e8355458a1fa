import type { Fields } from "./fields.js";
import { count, exactly, Refused, requireOnly, text } from "./fields.js";
import type { Fraction } from "./fraction.js";
import { by, isLess, plus, times, whole } from "./fraction.js";
import { floorOfRoot } from "./integers.js";
import { covering, PART } from "./passes.js";
import type { CheckedTraffic } from "./product-instance.js";
import { readInstance } from "./product-instance.js";

/** The hypotheses on o, x and τ, one by one, and what a slice pays then (proofs/product-random-cuts.md, section 7). */
export function checkProductRandomCuts(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "instance", "resident", "room", "less", "price", "slice", "value"], path);
  const instance = readInstance(fields, path);
  const { batch, m, n, k, a, b, partial: sum, output } = instance;
  const resident = text(fields, "resident", path);
  if (resident !== "a" && resident !== "b") throw new Refused(`${path}.resident`, `neither a nor b: '${resident}'`);
  const [across, slices] = resident === "a" ? [m, batch * n] : [n, batch * m];
  const narrowest = a < b ? (a < sum ? a : sum) : b < sum ? b : sum;
  const places = (instance.capacity - (instance.capacity % narrowest)) / narrowest;
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

function slicePays({ across, k, places }: Slice, { room, less, price }: Chosen, path: string): bigint {
  const require = (holds: boolean, field: string, why: string): void => {
    if (!holds) throw new Refused(`${path}.${field}`, why);
  };
  const all = across * k;
  const side = across < k ? across : k;
  require(2n * less <= room, "less", "more than half of the room");
  require(room - 1n <= k && room <= side * side, "room", "more than a slice may hold");
  require(places > less && 4n * room <= places - less, "room", "more than a quarter of what a segment sees");
  require(all >= places, "resident", "less than one memory");
  const seen = places - less;
  const half = (seen - (seen % 2n)) / 2n;
  const parts = (all - (all % places)) / places;
  const left = all - parts * seen;
  require(left < half, "less", "more is left over than half of a part");

  const [o, x, whole1, whole2, d, tau] = [room, less, seen, half, left].map(whole).concat({ over: price, under: PART }) as Six;
  const ratio = (v: Fraction, w: Fraction): Fraction => by(v, w);
  const minus = (v: Fraction, w: Fraction): Fraction => plus(v, { over: -w.over, under: w.under });
  const noLess = (v: Fraction, w: Fraction): boolean => !isLess(v, w);

  // The rows and columns that pairs need, less the rows that are free: from below, and from above.
  const lines = (pairs: bigint): Fraction => ({ over: covering([across, 1n], [k, 1n], pairs), under: PART });
  const low = (pairs: bigint): Fraction => minus(lines(pairs), { over: pairs, under: k });
  const high = (pairs: bigint): Fraction => plus(low(pairs), { over: 1n, under: PART });

  const joined = low(2n * seen < all ? 2n * seen : all);
  const star = plus(minus(times(whole(2n), high(seen)), joined), times(ratio(x, whole2), high(seen)));
  const perPart = times(ratio(x, whole1), star);
  const full = minus(low(seen), perPart);
  const excess = times(times(whole(2n), x), times(minus(ratio(whole(1n), whole2), ratio(whole(1n), whole1)), star));
  const sigma = ratio(minus(full, minus(minus(low(half), perPart), excess)), minus(whole1, whole2));

  const kept = minus(whole(1n), ratio(times(whole(2n), x), minus(whole1, o)));
  const alone = (pairs: bigint): Fraction => {
    const far = pairs < room ? o : whole(pairs);
    return times(times(kept, ratio(minus(far, x), far)), low(pairs));
  };
  const atRoom = times(kept, low(room));
  require(atRoom.over > 0n, "room", "no words for so many pairs");
  const cubed = (v: Fraction): Fraction => times(v, times(v, v));
  const eta = ratio(times({ over: 4n, under: 27n }, cubed(times(tau, o))), times(atRoom, atRoom));
  const line = (slope: Fraction, pairs: bigint): Fraction => plus(times(slope, whole(pairs)), eta);

  // The least Y with kept·ψ(Y) ≥ τo and τY ≥ η, by halves: both sides grow with Y.
  let [below, few] = [0n, room];
  while (few - below > 1n) {
    const middle = (below + few) >> 1n;
    if (noLess(times(kept, low(middle)), times(tau, o)) && noLess(times(tau, whole(middle)), eta)) few = middle;
    else below = middle;
  }
  const dear = "small parts may cost less";
  require(noLess(times(kept, low(few)), times(tau, o)) && noLess(times(tau, whole(few)), eta), "price", dear);
  require(noLess(alone(few), times(whole(2n), times(tau, whole(few)))), "price", dear);
  require(noLess(tau, sigma), "price", "less than the slope of large parts");
  const jump = times(minus(tau, sigma), d);
  if (left > few) require(noLess(alone(left < room ? left : room), line(tau, left < room ? left : room)), "price", dear);
  if (left > room) require(noLess(alone(left), line(tau, left)), "price", dear);
  if (left < room) require(noLess(alone(room), plus(line(sigma, room), jump)), "price", dear);
  require(noLess(alone(half), plus(line(sigma, half), jump)), "price", dear);
  const rate = ratio(plus(full, times(tau, d)), plus(whole1, d));
  require(noLess(rate, sigma) && noLess(tau, rate), "price", "small parts might do the work of large ones");
  require(noLess(alone(room), line(rate, room)) && noLess(alone(half), line(rate, half)), "price", dear);
  require(noLess(minus(full, times(sigma, whole1)), plus(jump, eta)), "price", "more large parts might cost less");

  // Closed segments: o − 1 words at a time.
  const others = room - 1n;
  const narrow =
    seen <= others * others ? floorOfRoot(4n * seen * PART * PART) : (PART * (others * others + seen)) / others;
  const dearer = { over: narrow - covering([across, 1n], [k, 1n], seen) - 1n, under: PART };
  const reach = ratio(plus(times(whole(2n), x), ratio(o, whole(2n))), ratio(minus(o, x), o));
  const root = floorOfRoot(seen);
  const most = plus(ratio(reach, whole(side < root ? side : root)), times(tau, plus(x, o)));
  require(noLess(times(dearer, ratio(minus(whole1, x), whole1)), most), "room", "closed segments might do the work of open ones");

  const pays = minus(plus(plus(times(whole(parts), full), perPart), times(tau, d)), times(whole(parts), eta));
  require(pays.over > 0n, "slice", "nothing proven");
  return (pays.over * PART - ((pays.over * PART) % pays.under)) / pays.under;
}

type Six = [Fraction, Fraction, Fraction, Fraction, Fraction, Fraction];
