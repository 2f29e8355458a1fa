import { ceilDivide, floorSquareRoot, maximum } from "../../exact/integer.js";
import type { MultilayerInstance, MultilayerStagesCertificate } from "../certificates/multilayer.js";
import { narrowestWord, productWords } from "./shape.js";

/**
 * The first p products of a chain, the beginning of every accumulator an event (proofs/multilayer-stages.md): for every T, X = S + T,
 *
 *     Q ≥ T·( m·Σ w(q−1)wq / (X/3)^{3/2} − P ) − m·Σ ws + U,
 *
 * q ≤ p, s ≤ p and s < r, U the words of later weights and, for p < r, of the last stores of Xr. At T = 2S what bounds of the single
 * products come to, less one word for each element between them: for wide layers.
 *
 * Survives recomputation while T·w(s−1) ≥ (X/3)^{3/2} for s < p, any reduction order, sliding. Undefined when nothing is proven.
 */
export function proveStages(instance: MultilayerInstance): MultilayerStagesCertificate | undefined {
  const wordSize = narrowestWord(instance.weights);
  const capacityWords = instance.capacity / wordSize;
  let best: Found | undefined;
  for (const cut of cutsFor(capacityWords)) {
    const most = maximum(1n, floorSquareRoot((capacityWords + cut) ** 3n / 27n));
    for (const prefix of prefixesOf(instance)) {
      const found = foundAt(prefix, cut, most, instance.memories);
      if (found !== undefined && (best === undefined || found.words > best.words)) best = found;
    }
  }
  if (best === undefined) return undefined;
  const { prefix, cut, most, clockWords, words } = best;
  return {
    theorem: "multilayer-stages",
    instance,
    wordSize,
    capacityWords,
    products: prefix.products,
    cut,
    most,
    clockWords,
    bornWords: prefix.bornWords,
    restWords: prefix.restWords,
    value: wordSize * words,
  };
}

/** The first p products. */
interface Prefix {
  readonly products: bigint;
  readonly scalarProducts: bigint;
  /** The fewest products of an element that a later one of them reads. */
  readonly least: bigint | undefined;
  readonly bornWords: bigint;
  readonly restWords: bigint;
}

interface Found {
  readonly prefix: Prefix;
  readonly cut: bigint;
  readonly most: bigint;
  readonly clockWords: bigint;
  readonly words: bigint;
}

function prefixesOf({ extents: { m, widths } }: MultilayerInstance): readonly Prefix[] {
  const r = widths.length - 1;
  const weights = productWords(widths);
  const later = weights.reduce((x, y) => x + y, 0n) + m * (widths[r] as bigint);
  const found: Prefix[] = [];
  let [counted, born] = [0n, 0n];
  let least: bigint | undefined;
  weights.forEach((words, index) => {
    const p = index + 1;
    // An element of X(p−1) has w(p−2) products.
    const own = widths[p - 2];
    if (own !== undefined && (least === undefined || own < least)) least = own;
    counted += words;
    if (p < r) born += m * (widths[p] as bigint);
    const restWords = p < r ? later - counted : 0n;
    found.push({ products: BigInt(p), scalarProducts: m * counted, least, bornWords: born, restWords });
  });
  return found;
}

/** Parts of S that are tried for T: near 2S, less where many memories each lose one or layers are narrow. */
const PARTS = 64n;
const MOST_PARTS = 160n;

function cutsFor(capacity: bigint): readonly bigint[] {
  return Array.from({ length: Number(MOST_PARTS) }, (_, i) => (capacity * BigInt(i + 1)) / PARTS).filter((cut) => cut > 0n);
}

function foundAt(prefix: Prefix, cut: bigint, most: bigint, memories: bigint): Found | undefined {
  if (prefix.least !== undefined && cut * prefix.least < most) return undefined;
  const clockWords = ceilDivide(cut * prefix.scalarProducts, most) - cut * memories;
  const net = clockWords - prefix.bornWords;
  return net > 0n ? { prefix, cut, most, clockWords, words: net + prefix.restWords } : undefined;
}
