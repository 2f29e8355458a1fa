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
  const root = Math.sqrt(Number(capacityWords) + 1);
  const [k, n] = [Number(extents.k) / root, Number(extents.n) / root];
  let best: { readonly value: number; readonly first: Mixture; readonly second: Mixture } | undefined;
  for (const second of SECOND) {
    for (const first of FIRST) {
      const rent = Math.max(first.rent, second.rent);
      if (k * first.waiting > rent || k * first.reloadWaiting > 1 || (k - 0.5) * first.price < rent) continue;
      const value = perElement(k, n, first, second, rent);
      if (best === undefined || value > best.value) best = { value, first, second };
    }
  }
  if (best === undefined) return undefined;
  const words = wordsOf(instance, capacityWords, best.first, best.second);
  if (words === undefined || words <= 0n) return undefined;
  const shares = ({ parts }: Mixture): readonly SliceShare[] =>
    parts.map(([{ id }, share]) => ({ potential: id, share: `${share}/${SHARES}` }));
  return {
    theorem: "chain-slices",
    instance,
    wordSize,
    capacityWords,
    first: shares(best.first),
    second: shares(best.second),
    words,
    value: wordSize * words,
  };
}

/** What an element of H pays at least, in doubles: the least of the three cases of the proof. */
function perElement(k: number, n: number, first: Mixture, second: Mixture, rent: number): number {
  const reload = Math.min(second.price, second.reloadPrice);
  return Math.min(
    k * first.price + n * second.price - rent,
    k * first.price + n * reload - rent + 1,
    k * Math.min(first.price, first.reloadPrice) + n * reload,
  );
}

/** ⌈pairs·(the least case)⌉ − batch·mn, exactly; undefined where a hypothesis fails. */
function wordsOf(instance: ChainInstance, capacity: bigint, one: Mixture, two: Mixture): bigint | undefined {
  const { pairs, k, n, batch, m } = instance.extents;
  const x = capacity + 1n;
  const first = exact(one);
  const second = exact(two);
  // Fractions over `below`: rents and waitings; prices over UNIT·SHARES.
  const rent = first.rent.top * second.rent.below > second.rent.top * first.rent.below ? first.rent : second.rent;
  const atMost = (q: bigint, top: bigint, below: bigint) => (q * below) ** 2n <= top * top * x;
  const { waiting, reloadWaiting } = first;
  const holds =
    atMost(k * waiting.top, rent.top * waiting.below, rent.below) &&
    atMost(k * reloadWaiting.top, reloadWaiting.below, 1n) &&
    (2n * k * first.price * rent.below) ** 2n >= (2n * rent.top * BOTH + first.price * rent.below) ** 2n * x;
  if (!holds) return undefined;
  const reload = minimum(second.price, second.reloadPrice);
  const cases: readonly (readonly [prices: bigint, top: bigint])[] = [
    [k * first.price + n * second.price, rent.top],
    [k * first.price + n * reload, rent.top - rent.below],
    [k * minimum(first.price, first.reloadPrice) + n * reload, 0n],
  ];
  const least = cases.map(([prices, top]) => ceilOfCase(pairs, prices, top, rent.below, x)).reduce(minimum);
  return maximum(0n, least - batch * m * n);
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

function exact({ parts }: Mixture) {
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
  const own = SLICE_POTENTIALS.filter((potential) => potential.rowCost === rowCost);
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
