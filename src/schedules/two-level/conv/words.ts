/** Words moved by a schedule of a convolution in the two-level memory model, array by array. */
export type ConvWords = {
  readonly inputs: bigint;
  readonly weights: bigint;
  /** Stores of sums, unfinished ones too. */
  readonly outputs: bigint;
  /** Loads of partial sums. */
  readonly sums: bigint;
};

/** All words that cross, of every array. */
export function wordConvTotal({ words }: { readonly words: ConvWords }): bigint {
  return words.inputs + words.weights + words.outputs + words.sums;
}
