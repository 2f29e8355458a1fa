import { ceilDivide, floorSquareRoot, maximum } from "../../exact/integer.js";
import type { LongChainInstance, LongChainPairsCertificate } from "../certificates/multilayer.js";
import { narrowestWord, productWords } from "./shape.js";

/**
 * The first c pairs of products of a chain, the array inside a pair stored or transient (proofs/retired.md): for every T,
 * X = S + T, k the largest of w0, w2, …, w(2c−2),
 *
 *     Q ≥ T·( m·Σ w(q−2)w(q−1)wq / M − P ) − m·Σ w(q) + U,      M = max( k·(X/3)^{3/2}, X²/16 ),
 *
 * q = 2, 4, …, 2c, the second sum over q < r, U the words of later weights and, for 2c < r, of the last stores of Xr. For narrow arrays
 * between wide ones the cost of strips that stay, less one word for each element between pairs.
 *
 * Survives recomputation while T·w(q−2)w(q−1) ≥ M for q < 2c, any reduction order, sliding. Undefined when nothing is proven.
 */
export function proveLongChainPairs(instance: LongChainInstance): LongChainPairsCertificate | undefined {
  const wordSize = narrowestWord(instance.weights);
  const capacityWords = instance.capacity / wordSize;
  let best: Found | undefined;
  for (const counted of pairsOf(instance)) {
    for (const cut of cutsFor(counted, capacityWords)) {
      const found = foundAt(counted, capacityWords, cut, instance.memories);
      if (found !== undefined && (best === undefined || found.words > best.words)) best = found;
    }
  }
  if (best === undefined) return undefined;
  const { counted, cut, most, clockWords, words } = best;
  return {
    theorem: "long-chain-pairs",
    instance,
    wordSize,
    capacityWords,
    pairs: counted.pairs,
    cut,
    most,
    clockWords,
    bornWords: counted.bornWords,
    restWords: counted.restWords,
    value: wordSize * words,
  };
}

/** The first c pairs. */
interface Pairs {
  readonly pairs: bigint;
  /** Their second products, each as many times as the rows of its pair have words. */
  readonly worth: bigint;
  /** The widest row of a pair. */
  readonly row: bigint;
  /** The least that the products of an element between two of them are worth. */
  readonly least: bigint | undefined;
  readonly bornWords: bigint;
  readonly restWords: bigint;
}

interface Found {
  readonly counted: Pairs;
  readonly cut: bigint;
  readonly most: bigint;
  readonly clockWords: bigint;
  readonly words: bigint;
}

function pairsOf({ extents: { m, widths } }: LongChainInstance): readonly Pairs[] {
  const r = widths.length - 1;
  const weights = productWords(widths);
  const found: Pairs[] = [];
  let [worth, row, born] = [0n, 0n, 0n];
  let least: bigint | undefined;
  for (let q = 2; q <= r; q += 2) {
    const [first, inner, last] = widths.slice(q - 2, q + 1) as [bigint, bigint, bigint];
    worth += m * first * inner * last;
    row = maximum(row, first);
    if (q < r) born += m * last;
    const rest = q < r ? weights.slice(q).reduce((x, y) => x + y, 0n) + m * (widths[r] as bigint) : 0n;
    found.push({ pairs: BigInt(q / 2), worth, row, least, bornWords: born, restWords: rest });
    // Read by the next pair, if that is counted.
    least = least === undefined || first * inner < least ? first * inner : least;
  }
  return found;
}

/** Parts of S that are tried for T: the best is S, 2S, or where both segments bring as much; with many memories less. */
const PARTS = 128n;
const MOST_PARTS = 256n;

function cutsFor({ row }: Pairs, capacity: bigint): readonly bigint[] {
  const cuts = Array.from({ length: Number(MOST_PARTS) }, (_, i) => (capacity * BigInt(i + 1)) / PARTS);
  // X²/16 = k·(X/3)^{3/2}
  const meet = (256n * row * row) / 27n - capacity;
  return [...cuts, meet, meet + 1n].filter((cut) => cut > 0n && cut <= 2n * capacity);
}

/** The most that a segment is worth, a whole number. */
function mostOf(row: bigint, x: bigint): bigint {
  return maximum(1n, maximum(floorSquareRoot((row * row * x ** 3n) / 27n), (x * x) / 16n));
}

function foundAt(counted: Pairs, capacity: bigint, cut: bigint, memories: bigint): Found | undefined {
  const most = mostOf(counted.row, capacity + cut);
  if (counted.least !== undefined && cut * counted.least < most) return undefined;
  const clockWords = ceilDivide(cut * counted.worth, most) - cut * memories;
  const net = clockWords - counted.bornWords;
  return net > 0n ? { counted, cut, most, clockWords, words: net + counted.restWords } : undefined;
}
