import { ceilDivide, floorSquareRoot, minimum } from "../exact/integer.js";
import type { ProductInstance, ProductRoomCertificate } from "./certificates/products.js";
import { cover, type Lines, leastOfParts, PARTS_BITS } from "./passes.js";

/**
 * A matrix product whose operand stays in memory and leaves no room for the slice (column of C) that is worked on
 * (proofs/product-room.md): a slice that meets a memory of A with each of its words brought once has `room` words there at some moment, so
 * that as many of A are not. Two courses of cuts, one of segments that see `less` words fewer than a memory of A, one of segments that see
 * `more`, of which the first has at most ρ segments for each of the second:
 *
 *     Q ≥ (more·B1 + τ·(B2 − w·more·P))/(more + τ),   τ = ρ(less + room − 1),   ρ = 2 + ⌊(less + more)/(room − less)⌋,
 *
 * B1 and B2 what slices and stores cost in either course. Every word counts as the narrowest, w. Any number of memories P. Survives
 * recomputation, any reduction order, sliding. Returns undefined where it says no more than compulsory traffic.
 */
export function proveProductRoom(instance: ProductInstance): ProductRoomCertificate | undefined {
  let best: ProductRoomCertificate | undefined;
  for (const resident of ["a", "b"] as const) {
    const shape = shapeOf(instance, resident);
    if (shape.rows.count * shape.columns.count < shape.fits || shape.fits < 4n) continue;
    const choice = likelyChoice(shape);
    const value = provenTraffic(shape, choice);
    const [room, less, more] = choice;
    if (value > (best?.value ?? shape.compulsory))
      best = { theorem: "product-room", instance, resident, room, less, more, value };
  }
  return best;
}

interface Shape {
  readonly slices: bigint;
  readonly rows: Lines;
  readonly columns: Lines;
  /** Words of the narrowest size that a memory has. */
  readonly fits: bigint;
  readonly word: bigint;
  readonly memories: bigint;
  readonly stores: bigint;
  readonly compulsory: bigint;
}

/** o, x and y of the proof. */
type Choice = readonly [room: bigint, less: bigint, more: bigint];

function shapeOf({ extents, weights, capacity, memories }: ProductInstance, resident: "a" | "b"): Shape {
  const { batch, m, n, k } = extents;
  const word = [weights.a, weights.b].reduce(minimum, weights.partial);
  const stores = weights.output * batch * m * n;
  const [tall, slices] = resident === "a" ? [m, n] : [n, m];
  return {
    slices: batch * slices,
    rows: { count: tall, weight: 1n },
    columns: { count: k, weight: 1n },
    fits: capacity / word,
    word,
    memories,
    stores,
    compulsory: batch * (weights.a * m * k + weights.b * k * n) + stores,
  };
}

function provenTraffic(shape: Shape, [room, less, more]: Choice): bigint {
  const { slices, rows, columns, fits, word, memories, stores } = shape;
  const cells = rows.count * columns.count;
  const free = rows.count << PARTS_BITS;
  const watched = fits - less;
  const whole = cells / watched;
  const quiet = (some: bigint): bigint => coverOfFew(some, room);
  const slice = [
    leastOfParts(rows, columns, watched),
    whole * cover(rows, columns, watched) + quiet(cells - whole * watched),
    quiet(cells),
  ].reduce(minimum);
  const first = slices * word * (slice - free) + (stores << PARTS_BITS);
  const other = leastOfParts(rows, columns, fits + more);
  const second = slices * word * (other - free) + ((stores - word * more * memories) << PARTS_BITS);
  const lost = (2n + (less + more) / (room - less)) * (less + room - 1n);
  return ceilDivide(more * first + lost * second, (more + lost) << PARTS_BITS);
}

/** Lines of at most `room` at a time that meet in so many cells: 2√cells, from (room − 1)² on room − 1 + cells/(room − 1). */
function coverOfFew(cells: bigint, room: bigint): bigint {
  const others = room - 1n;
  if (cells <= others * others) return floorSquareRoot((4n * cells) << (2n * PARTS_BITS));
  return ((others * others + cells) << PARTS_BITS) / others;
}

const ROOMS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const LESS = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5];
const MORE = [1, 2, 4, 8, 12, 20, 40, 80, 160];

/** Any choice proves something; this one is best of a few, and of their neighbours, in doubles. */
function likelyChoice(shape: Shape): Choice {
  const proven = inDoubles(shape);
  const most = Math.min(Number(shape.rows.count), Number(shape.columns.count), Math.floor(Math.sqrt(Number(shape.fits)))) + 1;
  const cells = Number(shape.rows.count) * Number(shape.columns.count);
  let best = { value: Number.NEGATIVE_INFINITY, room: 2, less: 1, more: 1 };
  const consider = (room: number, less: number, more: number): boolean => {
    const [o, x] = [Math.max(2, Math.min(Math.round(room), most)), Math.max(1, Math.round(less))];
    const y = Math.max(1, Math.min(Math.round(more), cells));
    if (x >= o) return false;
    const value = proven(o, x, y);
    if (value <= best.value) return false;
    best = { value, room: o, less: x, more: y };
    return true;
  };
  for (const part of ROOMS) for (const x of LESS) for (const y of MORE) consider(part * most, x * part * most, y * part * most);
  for (let step = 0.2, turns = 0; step > 0.005 && turns < 200; turns++) {
    const { room, less, more } = best;
    const moved = [1 + step, 1 - step].some(
      (by) => consider(room * by, less, more) || consider(room, less * by, more) || consider(room, less, more * by),
    );
    if (!moved) step /= 2;
  }
  return [BigInt(best.room), BigInt(best.less), BigInt(best.more)];
}

function inDoubles({ slices, rows, columns, fits, word, memories, stores }: Shape) {
  const [tall, long, size] = [Number(rows.count), Number(columns.count), Number(fits)];
  const cells = tall * long;
  const lines = (some: number): number => {
    if (some <= 0) return 0;
    const across = Math.min(long, Math.max(Math.sqrt(some), some / tall));
    return across + some / across;
  };
  const parts = (of: number): number => Math.floor(cells / of) * lines(of) + lines(cells % of);
  const few = (some: number, others: number): number => (some <= others ** 2 ? 2 * Math.sqrt(some) : others + some / others);
  const [each, kept] = [Number(slices) * Number(word), Number(stores)];
  return (o: number, x: number, y: number): number => {
    const watched = size - x;
    const left = Math.floor(cells / watched) * lines(watched) + few(cells % watched, o - 1);
    const first = each * (Math.min(parts(watched), left, few(cells, o - 1)) - tall) + kept;
    const second = each * (parts(size + y) - tall) + kept - Number(word) * y * Number(memories);
    const lost = (2 + Math.floor((x + y) / (o - x))) * (x + o - 1);
    return (y * first + lost * second) / (y + lost);
  };
}
