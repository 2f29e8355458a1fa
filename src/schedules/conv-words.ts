/** Words moved by a schedule of a convolution on the textbook machine, array by array. */
export interface ConvWords {
  readonly inputs: bigint;
  readonly weights: bigint;
  readonly outputs: bigint;
}

export function wordConvTotal({ words }: { readonly words: ConvWords }): bigint {
  return words.inputs + words.weights + words.outputs;
}
