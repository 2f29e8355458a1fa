import { ceilDivide, minimum } from "../../exact/integer.js";
import type { ProductInstance, ProductRoomCertificate } from "../certificates/gemm.js";
import { cover, coverOfFew, leastOfParts, PARTS_BITS } from "../shared/whole-passes.js";
import { type ResidentOperand, residentOperand } from "./operand-shape.js";

/**
 * A matrix product whose operand stays in memory and leaves no room for the slice (column of C) that is worked on
 * (proofs/product-room.md): a slice that meets a memory of A with each of its words brought once has `room` words there at some moment, so
 * that as many of A are not. Two courses of cuts, one of segments that see `less` words fewer than a memory of A, one of segments that see
 * `more`, of which the first loses at most τ for each segment of the second:
 *
 *     Q ≥ (more·B1 + τ·(B2 − w·more·P))/(more + τ),   τ = 2(less + begin − 1) + F·(less + more),
 *
 * F the larger of less/(begin − less) and (less + begin − 1)/(room − less), B1 and B2 what slices and stores cost in either course. Every
 * word counts as the narrowest, w. Any number of memories P. Survives recomputation, any reduction order, sliding. Returns undefined where
 * it says no more than compulsory traffic.
 */
export function proveProductRoom(instance: ProductInstance): ProductRoomCertificate | undefined {
  let best: ProductRoomCertificate | undefined;
  for (const resident of ["a", "b"] as const) {
    const shape = residentOperand(instance, resident);
    if (shape.rows.count * shape.columns.count < shape.fits || shape.fits < 4n) continue;
    const choice = likelyChoice(shape);
    if (choice === undefined || !quietIsDear(shape, choice)) continue;
    const proven = provenTraffic(shape, choice);
    if (proven.second >= 0n && proven.value > (best?.value ?? shape.compulsory)) {
      best = { theorem: "product-room", instance, resident, ...choice, quiet: quietOf(shape, choice), ...proven };
    }
  }
  return best;
}

/** o, u, x and y of the proof. */
type Choice = Pick<ProductRoomCertificate, "room" | "begin" | "less" | "more">;

type Proven = Pick<ProductRoomCertificate, "first" | "second" | "lost" | "lostBelow" | "value">;

function provenTraffic(shape: ResidentOperand, { room, begin, less, more }: Choice): Proven {
  const { slices, rows, columns, fits, word, memories, stores } = shape;
  const cells = rows.count * columns.count;
  const free = rows.count << PARTS_BITS;
  const watched = fits - less;
  const whole = cells / watched;
  const partlyQuiet = whole * cover(rows, columns, watched) + coverOfFew(cells - whole * watched, room);
  const slice = minimum(leastOfParts(rows, columns, watched), partlyQuiet);
  const first = slices * word * (slice - free) + (stores << PARTS_BITS);
  const other = leastOfParts(rows, columns, fits + more);
  const second = slices * word * (other - free) + ((stores - word * more * memories) << PARTS_BITS);
  const once = less + begin - 1n;
  const [top, below] = less * (room - less) > once * (begin - less) ? [less, begin - less] : [once, room - less];
  const lost = 2n * once * below + top * (less + more);
  const value = ceilDivide(more * below * first + lost * second, (more * below + lost) << PARTS_BITS);
  return { first, second, lost, lostBelow: below, value };
}

/** Pairs of a slice in a quiet segment, at most. */
function mostInQuiet({ rows, columns, fits }: ResidentOperand, { room }: Choice): bigint {
  return minimum(fits + room, rows.count * columns.count);
}

function quietOf(shape: ResidentOperand, choice: Choice): bigint {
  return coverOfFew(mostInQuiet(shape, choice), choice.room);
}

/** The hypothesis on o and x: no slice saves by a quiet segment what a watched one would do. Rounded down and up. */
function quietIsDear(shape: ResidentOperand, choice: Choice): boolean {
  const { rows, columns, fits } = shape;
  const watched = fits - choice.less;
  const rest = coverOfFew(mostInQuiet(shape, choice) - watched, choice.room);
  return quietOf(shape, choice) >= cover(rows, columns, watched) + rest + 2n;
}

const ROOMS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const BEGIN = [0.35, 0.45, 0.55, 0.7, 1];
const LESS = [0.1, 0.15, 0.2, 0.25, 0.3, 0.4];
const MORE = [1, 2, 4, 8, 12, 20, 40, 80, 160];

/** Best of a few choices, and of their neighbours, in doubles. */
function likelyChoice(shape: ResidentOperand): Choice | undefined {
  const proven = inDoubles(shape);
  const most = Math.min(Number(shape.rows.count), Number(shape.columns.count), Math.floor(Math.sqrt(Number(shape.fits)))) + 1;
  const cells = Number(shape.rows.count) * Number(shape.columns.count);
  let best = { value: Number.NEGATIVE_INFINITY, room: 2, begin: 2, less: 1, more: 1 };
  const consider = (...parts: readonly [number, number, number, number]): boolean => {
    const [o, u, x, y] = parts.map(Math.round) as [number, number, number, number];
    const [room, less, more] = [Math.max(2, Math.min(o, most)), Math.max(1, x), Math.max(1, Math.min(y, cells))];
    const begin = Math.max(less + 1, Math.min(u, room));
    if (begin > room) return false;
    const value = proven(room, begin, less, more);
    if (value <= best.value) return false;
    best = { value, room, begin, less, more };
    return true;
  };
  for (const part of ROOMS) {
    const room = part * most;
    for (const u of BEGIN) for (const x of LESS) for (const y of MORE) consider(room, u * room, x * room, y * room);
  }
  for (let step = 0.2, turns = 0; step > 0.005 && turns < 200; turns++) {
    const { room, begin, less, more } = best;
    const moved = [1 + step, 1 - step].some(
      (by) =>
        consider(room * by, begin, less, more) ||
        consider(room, begin * by, less, more) ||
        consider(room, begin, less * by, more) ||
        consider(room, begin, less, more * by),
    );
    if (!moved) step /= 2;
  }
  if (best.value === Number.NEGATIVE_INFINITY) return undefined;
  const { room, begin, less, more } = best;
  return { room: BigInt(room), begin: BigInt(begin), less: BigInt(less), more: BigInt(more) };
}

function inDoubles({ slices, rows, columns, fits, word, memories, stores }: ResidentOperand) {
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
  return (o: number, u: number, x: number, y: number): number => {
    const watched = size - x;
    const quiet = Math.min(size + o, cells);
    if (few(quiet, o - 1) < lines(watched) + few(quiet - watched, o - 1) + 1e-4) return Number.NEGATIVE_INFINITY;
    const left = Math.floor(cells / watched) * lines(watched) + few(cells % watched, o - 1);
    const first = each * (Math.min(parts(watched), left) - tall) + kept;
    const second = each * (parts(size + y) - tall) + kept - Number(word) * y * Number(memories);
    const lost = 2 * (x + u - 1) + Math.max(x / (u - x), (x + u - 1) / (o - x)) * (x + y);
    return (y * first + lost * second) / (y + lost);
  };
}
