/** A certificate of a theorem with forms. */
interface Sized {
  readonly value: bigint;
  readonly instance: { readonly weights: { readonly partial: bigint } };
}

/**
 * The certificates of machine-checked forms, and those of a form with a paper proof that prove more than these under the same conditions:
 * accumulators counted wider than `narrow`, or not.
 */
export function orBetter<Checked extends Sized, OnPaper extends Sized>(
  checked: readonly Checked[],
  onPaper: readonly OnPaper[],
  narrow: bigint,
): readonly (Checked | OnPaper)[] {
  const isWide = ({ instance }: Sized): boolean => instance.weights.partial > narrow;
  const better = onPaper.filter((one) => !checked.some((other) => isWide(other) === isWide(one) && other.value >= one.value));
  return [...checked, ...better];
}
