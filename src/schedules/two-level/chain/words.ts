/** Words moved by a schedule of a fused chain in the two-level memory model, array by array. */
export interface ChainWords {
  readonly a: bigint;
  readonly b: bigint;
  readonly hLoads: bigint;
  readonly hStores: bigint;
  readonly d: bigint;
  /** Partial sums of E that come back. */
  readonly eLoads: bigint;
  /** Finished or not. */
  readonly eStores: bigint;
}

/** All words that cross, of every array. */
export function chainTotal(words: ChainWords): bigint {
  return words.a + words.b + words.hLoads + words.hStores + words.d + words.eLoads + words.eStores;
}
