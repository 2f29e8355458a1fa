import type { ProductRandomCutsCertificate } from "../certificates/gemm.js";
import { PARTS_BITS } from "../shared/whole-passes.js";
import type { ResidentOperand } from "./operand-shape.js";

/** The cuts of proofs/product-random-cuts.md that look best, in doubles: product-random-cuts.ts decides what they prove. */

/** o, x and τ of the proof. */
export type RandomCuts = Pick<ProductRandomCutsCertificate, "room" | "less" | "price">;

/** N of the proof at most: the nearer x is to o, the more rows of cuts have to be looked at. */
export const MOST_TURNS = 64n;

const ROOMS = [0.1, 0.55, 0.7, 0.85, 1];
const LESS = [0.35, 0.55, 0.7];
/** Nearer to the room little is gained; N is 36 there. */
const MOST_LESS = 0.76;

/** Best of a few choices, and of their neighbours, in doubles. */
export function likelyCuts(shape: ResidentOperand): RandomCuts | undefined {
  const priced = inDoubles(shape);
  const [tall, long, fits] = [Number(shape.rows.count), Number(shape.columns.count), Number(shape.fits)];
  // Words that a slice holds while it meets a memory of A.
  const most = Math.floor(tall ** 2 < fits ? Math.min(tall, long) : Math.min(long, fits / long)) + 1;
  let best: Likely & { room: number; less: number } = { value: Number.NEGATIVE_INFINITY, price: 0, room: 2, less: 1 };
  const consider = (o: number, x: number): boolean => {
    const room = Math.max(2, Math.min(Math.round(o), most));
    const less = Math.max(1, Math.min(Math.round(x), Math.floor(MOST_LESS * room)));
    const likely = priced(room, less);
    if (likely === undefined || likely.value <= best.value) return false;
    best = { ...likely, room, less };
    return true;
  };
  for (const part of ROOMS) for (const x of LESS) consider(part * most, x * part * most);
  for (let step = 0.1, turns = 0; step > 0.005 && turns < 100; turns++) {
    const { room, less } = best;
    const moved = [1 + step, 1 - step].some(
      (by) => consider(room * by, less) || consider(room, less * by) || consider(room * by, less * by),
    );
    if (!moved) step /= 2;
  }
  const price = BigInt(Math.floor(best.price * 2 ** Number(PARTS_BITS)));
  return price < 1n ? undefined : { room: BigInt(best.room), less: BigInt(best.less), price };
}

interface Likely {
  readonly value: number;
  readonly price: number;
}

function inDoubles({ rows, columns, fits }: ResidentOperand): (room: number, less: number) => Likely | undefined {
  const [tall, long, size] = [Number(rows.count), Number(columns.count), Number(fits)];
  const cells = tall * long;
  const narrow = Math.min(tall, long);
  const p = Math.floor(cells / size);
  return (o, x) => {
    const a = size - x;
    const h = Math.floor(a / 2);
    const d = cells - p * a;
    const γ = long ** 2 <= a || tall ** 2 < a ? 1 : Math.min(2, long ** 2 / a);
    const turns = Math.max(1, Math.ceil((3 * x - o) / (o - x)) ** 2);
    if (x >= o || o - 1 > long / γ || o > narrow ** 2 || 4 * o > a || p < 1 || d >= h || turns * o > h) return undefined;
    const ψ = paidInDoubles(tall, long, γ);
    const merged = 2 * ψ(a) - ψ(Math.min(2 * a, cells)) + (x / h) * ψ(a);
    const lost = (x / a) * merged;
    const large = ψ(a) - lost;
    const ς = (large - (ψ(h) - lost - 2 * x * (1 / h - 1 / a) * merged)) / (a - h);
    const aside = 1 - (2 * x) / (a - o);
    const apart = (some: number): number => {
      let together = 0;
      for (let [before, left] = [1, some]; left > 0 && before > together; [before, left] = [(before * x) / o, left - o])
        together = Math.max(together, (before * x) / Math.max(o, left));
      return 1 - together;
    };
    const small = (some: number): number => aside * apart(some) * ψ(some);
    const pays = [...Array.from({ length: turns }, (_, turn) => o * (turn + 1)), d, h].map(
      (some) => [some, small(some)] as const,
    );
    const ηOf = (τ: number): number => ((4 / 27) * (τ * o) ** 3) / (aside * ψ(o)) ** 2;
    const others = o - 1;
    const dearer = (a <= others ** 2 ? 2 * Math.sqrt(a) : others + a / others) - (γ * a) / long - ψ(a);
    const wider = 1 + (2 * a) / long ** 2;
    const steep = γ < 2 ? γ / long : Math.max(3 / long, (2 * wider - 1) / Math.sqrt(a * wider));
    const reach = ((2 * x + o / 2) / (1 - x / o)) * (γ === 1 ? 1 / Math.min(narrow, Math.sqrt(a)) : steep);
    const share = aside * (1 - x / o);
    const holds = (τ: number): boolean => {
      // √few at which small(few) = 2τ·few.
      const few = Math.floor(Math.min(o, ((2 * share) / (2 * τ + (share * γ) / long)) ** 2));
      const [η, step] = [ηOf(τ), (τ - ς) * d];
      const ϑ = (large + τ * d) / (a + d);
      const dear = ([some, paid]: readonly [number, number]): boolean =>
        (some === d && d <= few) || (paid >= (some <= d ? τ * some : ς * some + step) + η && paid >= ϑ * some + η);
      return (
        few >= 1 &&
        aside * ψ(few) >= τ * o &&
        τ * few >= η &&
        pays.every(dear) &&
        large - ς * a >= step + η &&
        dearer * (1 - x / a) >= reach + τ * (x + o)
      );
    };
    // The largest price, unless a smaller one leaves more: τd − pη.
    let [low, high] = [0, (1.4 * (aside * ψ(o)) * Math.sqrt(d / p)) / o ** 1.5];
    for (let i = 0; i < 20; i++) {
      const τ = (low + high) / 2;
      if (holds(τ)) low = τ;
      else high = τ;
    }
    const price = low * (1 - 1e-5);
    const ϑ = (large + price * d) / (a + d);
    if (!(ϑ >= ς && price >= ϑ && holds(price))) return undefined;
    return { value: p * large + lost + price * d - p * ηOf(price), price };
  };
}

/** ψ, in doubles. */
function paidInDoubles(tall: number, long: number, γ: number): (some: number) => number {
  if (γ === 1) {
    return (some) => {
      const across = Math.min(long, Math.max(Math.sqrt(some), some / tall));
      return across + some / across - some / long;
    };
  }
  return (some) => {
    const [from, to] = [long - long / γ, long / γ];
    const across = Math.min(to, Math.max(from, Math.sqrt(some)));
    const least = Math.min(long, across + some / across - some / long);
    const wider = 1 + (γ * some) / long ** 2;
    return some > wider * from ** 2 ? least : Math.min(least, 2 * Math.sqrt(some * wider) - (γ * some) / long);
  };
}
