import { maximum, minimum } from "../../exact/integer.js";

/** An instance of a theorem that counts partial sums at a size of their own. */
interface SizedSums {
  readonly weights: { readonly partial: bigint; readonly output: bigint };
}

/** The same with sums counted no wider than stored outputs, which only relaxes the game and needs no assumption of its own. */
export function withNarrowSums<Instance extends SizedSums>(instance: Instance): Instance {
  return withSums(instance, minimum(instance.weights.partial, instance.weights.output));
}

/**
 * The best certificate with sums counted no wider than stored outputs, and the best with wider ones, where there are any. Sums may be
 * counted at any size up to their own (proofs/gemm-segments.md, section 4): more makes a segment hold less, and more is lost
 * where the last store of an output is narrower, or where a sum stays that the theorem takes off once for each output. `prove` may
 * give up where it does not come near the value to beat. `narrow`: the widest that counts as no wider than stored results.
 */
export function overSumSizes<Instance extends SizedSums, Certificate extends { readonly value: bigint }>(
  instance: Instance,
  prove: (instance: Instance, beat: bigint) => Certificate | undefined,
  narrow: bigint = instance.weights.output,
): readonly Certificate[] {
  const { partial, output } = instance.weights;
  const sizes = candidateSizes(partial, output);
  let beat = 0n;
  const best = (some: readonly bigint[]): readonly Certificate[] => {
    let found: Certificate | undefined;
    for (const size of some) {
      const next = prove(withSums(instance, size), found === undefined ? 0n : beat);
      if (next === undefined) continue;
      if (found === undefined || next.value > found.value) found = next;
      beat = maximum(beat, next.value);
    }
    return found === undefined ? [] : [found];
  };
  const wide = best(sizes.filter((size) => size > narrow));
  return [...best(sizes.filter((size) => size <= narrow)), ...wide];
}

/** The accumulator's size, the output's where it is narrower, and the powers of two below; widest first. */
function candidateSizes(partial: bigint, output: bigint): readonly bigint[] {
  const sizes = new Set([partial, minimum(partial, output)]);
  for (let size = 1n; size < partial; size *= 2n) sizes.add(size);
  return [...sizes].sort((x, y) => (x < y ? 1 : -1));
}

/** The same with sums counted at another size. */
export function withSums<Instance extends SizedSums>(instance: Instance, partial: bigint): Instance {
  return { ...instance, weights: { ...instance.weights, partial } };
}

/** Sizes of words that a theorem counts. */
interface CountedSizes {
  readonly output: bigint;
  readonly h?: bigint;
  readonly between?: bigint;
}

/**
 * The widest that a theorem may count partial sums and still hold where they are stored, or sent to be added, as narrow as results.
 * `widensIntermediates`: it counts those of an intermediate at the size of the output's.
 */
export function widthOfResults(weights: CountedSizes, widensIntermediates = false): bigint {
  const { output } = weights;
  const intermediate = weights.h ?? weights.between ?? output;
  return widensIntermediates && intermediate < output ? intermediate : output;
}
