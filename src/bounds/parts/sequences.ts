import type { AttentionWorkload } from "../../computation/attention.js";
import { sequenceKinds } from "../../computation/attention-mask.js";
import type { Certificate, PlainCertificate, Setting } from "../bound.js";
import type { ChainInstance } from "../certificates/chain.js";
import type { CompulsoryCertificate } from "../certificates/others.js";
import { type ChainShape, chainShape } from "../chain/shape.js";
import { CHAIN_THEOREMS } from "../chain/theorems.js";
import { compulsoryCertificate } from "../rows/compulsory.js";
import { ROWS_THEOREMS } from "../rows/theorems.js";
import { certificatesOf, theoremAmong } from "../theorem.js";
import { bestPartSums, type PartCandidates } from "./best-parts.js";

const theoremOf = theoremAmong([...ROWS_THEOREMS, ...CHAIN_THEOREMS]);

/** Sequences of so many shapes are proven apart; the others, those of the fewest pairs, are left to their compulsory traffic. */
const MOST_SHAPES = 24;

/**
 * Sums of bounds on sequences of unequal lengths, which share no word (proofs/independent-parts.md): those of one shape are chains side by
 * side. None where all are alike, have keys in common, have values in their keys or columns of keys shared by heads, or
 * have keys of another type than the queries'.
 */
export function sequenceSums(w: AttentionWorkload, setting: Setting): readonly Certificate[] {
  const sharesWords = w.sharedPrefix !== undefined || w.valuesInKeys === true || w.sharedKeyColumns !== undefined;
  if (w.lengths === undefined || sharesWords || w.rightType !== undefined) return [];
  const shapes = shapesOf(w, setting.unit);
  const parts = shapes.map(({ inputs, outputs, extents, weights }, at): PartCandidates => {
    const least = compulsoryCertificate(inputs, outputs);
    const instance = { extents, weights, capacity: setting.capacity, memories: setting.memories };
    return at >= MOST_SHAPES || holdsKeys(instance) ? [least] : [least, ...certificatesOf(CHAIN_THEOREMS, instance)];
  });
  const restOf = (isLeft: (part: number) => boolean): PlainCertificate | undefined => {
    const left = shapes.filter((_, part) => isLeft(part));
    const sum = (of: (shape: ChainShape) => CompulsoryCertificate["inputs"]): CompulsoryCertificate["inputs"] =>
      left.map(of).reduce((all, own) => all.map((array, i) => ({ ...array, words: array.words + (own[i]?.words ?? 0n) })));
    return left.length === 0
      ? undefined
      : compulsoryCertificate(
          sum(({ inputs }) => inputs),
          sum(({ outputs }) => outputs),
        );
  };
  return bestPartSums(parts, restOf, setting, theoremOf);
}

/** Sequences with as many rows, keys and pairs are one shape; those with the most pairs first. */
function shapesOf(w: AttentionWorkload, unit: Setting["unit"]): readonly ChainShape[] {
  const { lengths: _, queryLengths: __, ...alike } = w;
  const shapes = new Map<string, { readonly queries: number; readonly keys: number; batch: number }>();
  for (const { queries, keys, count } of sequenceKinds(w)) {
    const { extents } = chainShape({ ...alike, batch: 1, queries, keys }, "words");
    const key = [extents.m, extents.l, extents.pairs].join();
    const known = shapes.get(key);
    if (known === undefined) shapes.set(key, { queries, keys, batch: count });
    else known.batch += count;
  }
  return [...shapes.values()]
    .map((sequences) => chainShape({ ...alike, ...sequences }, unit))
    .sort(({ extents: x }, { extents: y }) => (x.pairs < y.pairs ? 1 : x.pairs > y.pairs ? -1 : 0));
}

/** One memory holds the keys and values of a head, a row of Q and its sums, so that nothing moves twice. */
function holdsKeys({ extents: { k, l, n }, weights, capacity }: ChainInstance): boolean {
  const { a, b, d, h, partial, output } = weights;
  return l * (k * b + n * d + h + partial) + k * a + n * (partial > output ? partial : output) <= capacity;
}
