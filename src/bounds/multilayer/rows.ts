import { ceilDivide, floorSquareRoot, maximum, minimum } from "../../exact/integer.js";
import type { MultilayerInstance, MultilayerWholeRowsCertificate } from "../certificates/multilayer.js";
import { searchCut } from "../shared/cut-search.js";
import { withNarrowSums, withSums } from "../shared/partial-sum-sizes.js";
import { productWords } from "./shape.js";

/**
 * The first p products of a chain by rows (proofs/multilayer.md, Theorem 3): for every T and every κ up to the least of w0, …, w(p−1)
 * with 7κ² ≤ 8(2S + T), X = S + T,
 *
 *     Q ≥ T · ( ceil( 1024κ·m·Σ w(q−1)wq / (256X² + 32κ²(X + 8S) + κ⁴) ) − P )  +  m·wr  +  words of the other weights, q ≤ p.
 *
 * For p = r without m·wr w(r−1) may be less than κ.
 *
 * A row with anything new and whole in a segment brings κ words into it, and each word of the weights there serves it once. For
 * narrow chains m·κ·Σ w(q−1)wq / S at leading order: the cost of rows that stay while one layer's weights after another come.
 *
 * Words count as the narrowest of all but stored results: where these are narrower, what their stores cost less is taken off.
 *
 * Survives recomputation of every intermediate, any reduction order, sliding.
 */
export function proveWholeRows(instance: MultilayerInstance): MultilayerWholeRowsCertificate {
  const { operand, between, partial, output } = instance.weights;
  const wordSize = [between, partial].reduce(minimum, operand);
  const capacityWords = instance.capacity / wordSize;
  const { products, restWords, cut } = prefixes(instance)
    .map((prefix) => ({ ...prefix, cut: bestCut(prefix, capacityWords, instance.memories) }))
    .filter(({ restWords, cut }) => restWords > 0n || cut.rowWords > (instance.extents.widths.at(-2) as bigint))
    .reduce((best, next) => (next.cut.clockWords + next.restWords > best.cut.clockWords + best.restWords ? next : best));
  const { m, widths } = instance.extents;
  const lost = maximum(0n, wordSize - output) * m * (widths.at(-1) as bigint);
  const value = maximum(0n, wordSize * (cut.clockWords + restWords) - lost);
  return { theorem: "multilayer-whole-rows", instance, wordSize, capacityWords, products, ...cut, restWords, value };
}

/** With accumulators as narrow as outputs, and as wide as intermediates where outputs are narrower still; none where no segment is charged. */
export function bestWholeRows(instance: MultilayerInstance): readonly MultilayerWholeRowsCertificate[] {
  const narrow = withNarrowSums(instance);
  const wide = withSums(instance, instance.weights.between);
  const found = [narrow, ...(wide.weights.partial > narrow.weights.partial ? [wide] : [])].map(proveWholeRows);
  const best = found.reduce((x, y) => (y.value > x.value ? y : x));
  return best.clockWords > 0n ? [best] : [];
}

/** The first p products. */
interface Prefix {
  readonly products: bigint;
  /** The most words that every row is known to bring. */
  readonly narrowest: bigint;
  /** m·Σ w(q−1)wq over q ≤ p. */
  readonly scalarProducts: bigint;
  /** Later weights and the last stores of Xr. */
  readonly restWords: bigint;
}

function prefixes({ extents: { m, widths } }: MultilayerInstance): readonly Prefix[] {
  const words = productWords(widths);
  const sum = (some: readonly bigint[]): bigint => some.reduce((x, y) => x + y, 0n);
  const stores = m * (widths.at(-1) as bigint);
  const first = words.map((_, index) => ({
    products: BigInt(index + 1),
    narrowest: widths.slice(0, index + 1).reduce(minimum),
    scalarProducts: m * sum(words.slice(0, index + 1)),
    restWords: sum(words.slice(index + 1)) + stores,
  }));
  // All products, with the last stores among the events: for rows wider than X(r−1).
  const all = { products: BigInt(words.length), scalarProducts: m * sum(words), restWords: 0n };
  return [...first, { ...all, narrowest: widths.slice(0, -2).reduce(minimum) }];
}

function bestCut({ narrowest, scalarProducts }: Prefix, capacityWords: bigint, memories: bigint): Cut {
  const evaluate = (cut: bigint): Cut => {
    const rowWords = bestRow(narrowest, capacityWords, cut);
    const segments = ceilDivide(1024n * rowWords * scalarProducts, segmentWorth(rowWords, capacityWords, capacityWords + cut));
    const laterSegments = maximum(0n, segments - memories);
    return { cut, rowWords, laterSegments, clockWords: cut * laterSegments };
  };
  const [all, p, s, most] = [Number(scalarProducts), Number(memories), Number(capacityWords), Number(narrowest)];
  const roughly = (cut: number): number => {
    const x = s + cut;
    const row = Math.min(most, floatRow(s, x));
    return (1024 * row * all) / (256 * x * x + 32 * row * row * (x + 8 * s) + row ** 4);
  };
  return searchCut({
    evaluate,
    clockOf: (cut) => cut.clockWords,
    countOf: (cut) => cut.laterSegments,
    grain: 1n,
    capacity: capacityWords,
    leftRoughly: (cut, count) => roughly(cut) - p - (count - 1),
  });
}

type Cut = Pick<MultilayerWholeRowsCertificate, "cut" | "rowWords" | "laterSegments" | "clockWords">;

/** 1024κ times the most products of a segment. */
function segmentWorth(row: bigint, s: bigint, x: bigint): bigint {
  return 256n * x * x + 32n * row * row * (x + 8n * s) + row ** 4n;
}

/** κ that makes κ / worth largest: where 3κ⁴ + 32κ²(X + 8S) = 256X². */
function floatRow(s: number, x: number): number {
  const b = 32 * (x + 8 * s);
  return Math.sqrt((Math.sqrt(b * b + 12 * 256 * x * x) - b) / 6);
}

function bestRow(narrowest: bigint, s: bigint, cut: bigint): bigint {
  const x = s + cut;
  const condition = floorSquareRoot((8n * (x + s)) / 7n);
  const suited = BigInt(Math.max(1, Math.round(floatRow(Number(s), Number(x)))));
  return maximum(1n, minimum(minimum(narrowest, condition), suited));
}
