import { ceilDivide, floorSquareRoot, maximum, minimum } from "../exact/integer.js";
import type { LongChainInstance, LongChainRowsCertificate } from "./certificates/long-chains.js";
import { searchCut } from "./cut-search.js";
import { narrowestWord, productWords } from "./long-chain-shape.js";

/**
 * All products of a chain, by rows (proofs/long-chain.md, section 6): for every T and every κ up to the least of w0, …, w(r−2) with
 * 7κ² ≤ 8(2S + T), X = S + T,
 *
 *     Q ≥ T · ( ceil( 1024κ·m·Σ w(q−1)wq / (256X² + 32κ²(X + 8S) + κ⁴) ) − P ).
 *
 * A row with anything new and whole in a segment brings κ words into it, and each word of the weights there serves it once. For
 * narrow chains m·κ·Σ w(q−1)wq / S at leading order: the cost of rows that stay while one layer's weights after another come.
 *
 * Survives recomputation of every intermediate, any reduction order, sliding.
 */
export function proveLongChainRows(instance: LongChainInstance): LongChainRowsCertificate {
  const { extents, memories } = instance;
  const wordSize = narrowestWord(instance.weights);
  const capacityWords = instance.capacity / wordSize;
  const narrowest = extents.widths.slice(0, -2).reduce(minimum);
  const products = extents.m * productWords(extents.widths).reduce((x, y) => x + y, 0n);
  const evaluate = (cut: bigint): Cut => {
    const rowWords = bestRow(narrowest, capacityWords, cut);
    const segments = ceilDivide(1024n * rowWords * products, segmentWorth(rowWords, capacityWords, capacityWords + cut));
    const laterSegments = maximum(0n, segments - memories);
    return { cut, rowWords, laterSegments, clockWords: cut * laterSegments };
  };
  const [all, p, s, most] = [Number(products), Number(memories), Number(capacityWords), Number(narrowest)];
  const roughly = (cut: number): number => {
    const x = s + cut;
    const row = Math.min(most, floatRow(s, x));
    return (1024 * row * all) / (256 * x * x + 32 * row * row * (x + 8 * s) + row ** 4);
  };
  const found = searchCut({
    evaluate,
    clockOf: (cut) => cut.clockWords,
    countOf: (cut) => cut.laterSegments,
    grain: 1n,
    capacity: capacityWords,
    needsRoughly: (cut, count) => roughly(cut) - p > count - 1,
  });
  return { theorem: "long-chain-rows", instance, wordSize, capacityWords, ...found, value: wordSize * found.clockWords };
}

type Cut = Pick<LongChainRowsCertificate, "cut" | "rowWords" | "laterSegments" | "clockWords">;

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
