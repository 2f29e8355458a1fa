import { ceilDivide, floorSquareRoot, maximum, minimum } from "../exact/integer.js";
import type { ChainInstance, ChainSlicesCertificate, SliceShare } from "./certificates/chains.js";
import { SLICE_POTENTIALS, type SlicePotential } from "./slice-potentials.js";

/** A convex mixture of potentials: shares in `SHARES`ths, of at most two. */
interface Mixture {
  readonly parts: readonly (readonly [SlicePotential, number])[];
  readonly rent: number;
  readonly waiting: number;
  readonly reloadWaiting: number;
  readonly price: number;
  readonly reloadPrice: number;
}

const SHARES = 16;
const UNIT = 2 ** 20;

/**
 * The fused chain, slice by slice (proofs/chain-slices.md): every inner index of either product is a slice that has to meet every
 * element of H while it lives. With prices Λ of potentials at rent θ, X = S + 1 words,
 *
 *     Q ≥ pairs·( (k·Λ1 + n·Λ2)/√X − θ ) − mn,
 *
 * less where it is better to store H. Says most between k + n = √S and 8√S. Every word counts as the narrowest, a relaxation.
 *
 * Survives recomputation, any reduction order, sliding. Returns undefined for a gated front, or when nothing is proven.
 */
export function proveChainSlices(instance: ChainInstance): ChainSlicesCertificate | undefined {
  const { extents, weights } = instance;
  if (extents.factors !== 1n) return undefined;
  const wordSize = [weights.b, weights.h, weights.d, weights.partial, weights.output].reduce(minimum, weights.a);
  const capacityWords = instance.capacity / wordSize;
  let best: { readonly value: number; readonly first: Mixture; readonly second: Mixture } | undefined;
  for (const second of SECOND) {
    for (const first of FIRST) {
      const value = perElement(Number(extents.k), Number(extents.n), Number(capacityWords) + 1, first, second);
      if (value > (best?.value ?? 0)) best = { value, first, second };
    }
  }
  if (best === undefined) return undefined;
  const proven = provenWords(instance, capacityWords + 1n, best.first, best.second);
  if (proven === undefined || proven.words <= 0n) return undefined;
  const shares = ({ parts }: Mixture): readonly SliceShare[] =>
    parts.map(([{ id }, share]) => ({ potential: id, share: `${share}/${SHARES}` }));
  return {
    theorem: "chain-slices",
    instance,
    wordSize,
    capacityWords: proven.room - 1n,
    first: shares(best.first),
    second: shares(best.second),
    words: proven.words,
    value: wordSize * proven.words,
  };
}

/**
 * What an element of H pays at least, in doubles: the least of the three cases of the proof, in the least memory of `room` words or
 * more where the waiting is not too much. 0 where k is too short.
 */
function perElement(k: number, n: number, room: number, first: Mixture, second: Mixture): number {
  const rent = Math.max(first.rent, second.rent);
  const root = Math.max(Math.sqrt(room), (k * first.waiting) / rent, k * first.reloadWaiting);
  const [rows, columns] = [k / root, n / root];
  if ((rows - 0.5) * first.price < rent) return 0;
  const reload = Math.min(second.price, second.reloadPrice);
  return Math.min(
    rows * first.price + columns * second.price - rent,
    rows * first.price + columns * reload - rent + 1,
    rows * Math.min(first.price, first.reloadPrice) + columns * reload,
  );
}

/**
 * ⌈pairs·(the least case)⌉ − batch·mn in X = `room` words, or the least larger memory where the waiting is not too much: what holds
 * there holds in less. Undefined where k is too short.
 */
function provenWords(
  instance: ChainInstance,
  least: bigint,
  one: Mixture,
  two: Mixture,
): { readonly room: bigint; readonly words: bigint } | undefined {
  const { pairs, k, n, batch, m } = instance.extents;
  const first = exactly(one);
  const second = exactly(two);
  const rent = first.rent.top * second.rent.below > second.rent.top * first.rent.below ? first.rent : second.rent;
  const { waiting, reloadWaiting } = first;
  const room = [
    ceilDivide((k * waiting.top * rent.below) ** 2n, (waiting.below * rent.top) ** 2n),
    ceilDivide((k * reloadWaiting.top) ** 2n, reloadWaiting.below ** 2n),
  ].reduce(maximum, least);
  const longEnough = (2n * k * first.price * rent.below) ** 2n >= (2n * rent.top * BOTH + first.price * rent.below) ** 2n * room;
  if (!longEnough) return undefined;
  const reload = minimum(second.price, second.reloadPrice);
  const cases: readonly (readonly [prices: bigint, top: bigint])[] = [
    [k * first.price + n * second.price, rent.top],
    [k * first.price + n * reload, rent.top - rent.below],
    [k * minimum(first.price, first.reloadPrice) + n * reload, 0n],
  ];
  const fewest = cases.map(([prices, top]) => ceilOfCase(pairs, prices, top, rent.below, room)).reduce(minimum);
  return { room, words: maximum(0n, fewest - batch * m * n) };
}

const BOTH = BigInt(UNIT) * BigInt(SHARES);

/** ⌈pairs·(prices/(BOTH·√x) − top/below)⌉ = ⌈(√(x·a²) − b)/c⌉, a = pairs·prices·below, b = pairs·top·BOTH·x, c = BOTH·below·x. */
function ceilOfCase(pairs: bigint, prices: bigint, top: bigint, below: bigint, x: bigint): bigint {
  const radicand = x * (pairs * prices * below) ** 2n;
  const charged = pairs * top * BOTH * x;
  const root = floorSquareRoot(radicand);
  const up = root * root === radicand ? root : root + 1n;
  // A whole number is at or above (√r − b)/c where it is at or above (⌈√r⌉ − b)/c.
  return ceilDivide(up - charged, BOTH * below * x);
}

interface Quotient {
  readonly top: bigint;
  readonly below: bigint;
}

function exactly({ parts }: Mixture) {
  const mean = (of: (potential: SlicePotential) => readonly [number, number]): Quotient =>
    parts
      .map(([potential, share]): Quotient => {
        const [top, below] = of(potential);
        return { top: BigInt(top * share), below: BigInt(below * SHARES) };
      })
      .reduce((p, q) => ({ top: p.top * q.below + q.top * p.below, below: p.below * q.below }));
  const price = (of: (potential: SlicePotential) => number) =>
    parts.reduce((sum, [potential, share]) => sum + BigInt(of(potential) * share), 0n);
  return {
    rent: mean(({ rent }) => rent),
    waiting: mean(({ waiting }) => waiting),
    reloadWaiting: mean(({ rent, waiting }) => [waiting[0] * rent[1], waiting[1] * rent[0]]),
    price: price((potential) => potential.price),
    reloadPrice: price((potential) => potential.reloadPrice),
  };
}

function mixturesOf(rowCost: 1 | 2): readonly Mixture[] {
  const own = SLICE_POTENTIALS.filter(
    (potential) => potential.rowCost === rowCost && (rowCost === 1 || potential.waiting[0] === 0),
  );
  const pairs = own.flatMap((a, i) => own.slice(i + 1).map((b) => [a, b] as const));
  const mixed = pairs.flatMap(([a, b]) =>
    Array.from({ length: SHARES - 1 }, (_, i) =>
      mixture([
        [a, i + 1],
        [b, SHARES - 1 - i],
      ]),
    ),
  );
  return [...own.map((one) => mixture([[one, SHARES]])), ...mixed];
}

function mixture(parts: Mixture["parts"]): Mixture {
  const mean = (of: (potential: SlicePotential) => number) =>
    parts.reduce((sum, [potential, share]) => sum + (of(potential) * share) / SHARES, 0);
  return {
    parts,
    rent: mean(({ rent }) => rent[0] / rent[1]),
    waiting: mean(({ waiting }) => waiting[0] / waiting[1]),
    reloadWaiting: mean(({ rent, waiting }) => (waiting[0] * rent[1]) / (waiting[1] * rent[0])),
    price: mean(({ price }) => price) / UNIT,
    reloadPrice: mean(({ reloadPrice }) => reloadPrice) / UNIT,
  };
}

const FIRST = mixturesOf(1);
const SECOND = mixturesOf(2);
