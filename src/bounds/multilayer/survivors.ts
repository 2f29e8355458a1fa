import { floorSquareRoot } from "../../exact/integer.js";

/**
 * The program of proofs/multilayer.md, Theorem 2: may one price be charged for every accumulator start? With y = D/X, s = S/X, τ = X/w², c = a√3,
 *
 *     (1 − y + s)·(√y·√(β(1−β)) − c) / (1 − yτβ) + c(1 − y)  ≤  3^(−3/2)      wherever the bracket is positive,
 *
 * 0 ≤ y ≤ 1, 1/2 ≤ β ≤ 1. Decided by halving boxes, every number rounded against the claim; doubles only suggest prices.
 */
export interface SurvivorsProgram {
  readonly capacity: bigint;
  readonly cut: bigint;
  /** w: the least number of products of an accumulator start. */
  readonly products: bigint;
}

const ONE = 1n << 30n;
const MOST_BOXES = 60_000;

interface Box {
  readonly y0: bigint;
  readonly y1: bigint;
  readonly b0: bigint;
  readonly b1: bigint;
}

/** Exactly: true is a proof, false may only mean that the boxes ran out. */
export function priceHolds(
  program: SurvivorsProgram,
  price: { readonly numerator: bigint; readonly denominator: bigint },
): boolean {
  const { capacity, cut, products } = program;
  const x = capacity + cut;
  const resident = (capacity * ONE) / x + 1n;
  const steep = (x * ONE) / (products * products) + 1n;
  const least = (price.numerator * floorSquareRoot(3n * ONE * ONE)) / price.denominator;
  const limit = floorSquareRoot((ONE * ONE) / 27n);
  const boxes: Box[] = [{ y0: 0n, y1: ONE, b0: ONE / 2n, b1: ONE }];
  for (let done = 0; boxes.length > 0; done++) {
    if (done > MOST_BOXES) return false;
    const box = boxes.pop() as Box;
    const { y0, y1, b0, b1 } = box;
    const root = floorSquareRoot(y1 * b0 * (ONE - b0)) / floorSquareRoot(ONE) + 2n;
    const gain = root - least;
    if (gain <= 0n) continue;
    const left = ONE - (((y1 * steep) / ONE + 1n) * b1) / ONE - 1n;
    if (left > 0n) {
      const worth = ((ONE - y0 + resident) * gain) / left + ((least + 1n) * (ONE - y0)) / ONE + 2n;
      if (worth <= limit) continue;
    }
    if (y1 - y0 < 8n && b1 - b0 < 8n) return false;
    boxes.push(...(y1 - y0 >= 2n * (b1 - b0) ? halvesOfY(box) : halvesOfB(box)));
  }
  return true;
}

function halvesOfY({ y0, y1, b0, b1 }: Box): readonly Box[] {
  const middle = (y0 + y1) / 2n;
  return [
    { y0, y1: middle, b0, b1 },
    { y0: middle, y1, b0, b1 },
  ];
}

function halvesOfB({ y0, y1, b0, b1 }: Box): readonly Box[] {
  const middle = (b0 + b1) / 2n;
  return [
    { y0, y1, b0, b1: middle },
    { y0, y1, b0: middle, b1 },
  ];
}

/** A price that should do, in floating point; none above 0.2887 = 1/√12, which starts of both parities pay without this. */
export function suggestPrice({ capacity, cut, products }: SurvivorsProgram): number | undefined {
  const x = Number(capacity + cut);
  const worth = worthOf(Number(capacity) / x, x / Number(products) ** 2);
  const holds = (c: number): boolean => {
    const worst = worstOnGrid(worth, c);
    // The worst point lies between those of the grid.
    return worst.worth <= LIMIT && climb(worth, c, worst).worth <= LIMIT;
  };
  let [low, high] = [0.28, 0.5];
  if (!holds(high)) return undefined;
  for (let i = 0; i < 14; i++) {
    const c = (low + high) / 2;
    if (holds(c)) high = c;
    else low = c;
  }
  return high / Math.sqrt(3);
}

const LIMIT = 3 ** -1.5;

interface Point {
  readonly y: number;
  readonly b: number;
  readonly worth: number;
}

type Worth = (y: number, b: number, c: number) => number;

function worthOf(s: number, tau: number): Worth {
  return (y, b, c) => {
    const gain = Math.sqrt(y * b * (1 - b)) - c;
    if (gain <= 0) return 0;
    const left = 1 - y * tau * b;
    return left <= 0 ? Number.POSITIVE_INFINITY : ((1 - y + s) * gain) / left + c * (1 - y);
  };
}

/** The worst point of a grid, or the first above the limit. */
function worstOnGrid(worth: Worth, c: number): Point {
  let most: Point = { y: 1, b: 0.5, worth: 0 };
  for (let i = 1; i <= 40 && most.worth <= LIMIT; i++) {
    const y = 4 * c * c + (1 - 4 * c * c) * (i / 40);
    for (let b = 0.5; b < 1 && y * b * (1 - b) > c * c; b += 0.04) {
      const here = worth(y, b, c);
      if (here > most.worth) most = { y, b, worth: here };
    }
  }
  return most;
}

/** The worst point near one, by halving steps. */
function climb(worth: Worth, c: number, from: Point): Point {
  let at = from;
  for (let step = 0.02; step > 1e-5; step /= 2) {
    for (const [dy, db] of [
      [step, 0],
      [-step, 0],
      [0, 2 * step],
      [0, -2 * step],
    ] as const) {
      const [y, b] = [Math.min(1, at.y + dy), Math.min(1, Math.max(0.5, at.b + db))];
      const here = worth(y, b, c);
      if (here > at.worth) at = { y, b, worth: here };
    }
  }
  return at;
}
