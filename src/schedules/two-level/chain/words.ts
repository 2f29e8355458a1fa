/** Words moved by a schedule of a fused chain in the two-level memory model, array by array. */
export type ChainWords = {
  readonly a: bigint;
  readonly b: bigint;
  readonly hLoads: bigint;
  readonly hStores: bigint;
  readonly d: bigint;
  /** Partial sums of E that come back. */
  readonly eLoads: bigint;
  /** Finished or not. */
  readonly eStores: bigint;
};

/** Of a schedule whose H never leaves and whose sums of E stay. */
export const NEVER_STORED: Pick<ChainWords, "hLoads" | "hStores" | "eLoads"> = { hLoads: 0n, hStores: 0n, eLoads: 0n };

/** All words that cross, of every array. */
export function chainTotal(words: ChainWords): bigint {
  return Object.values(words).reduce((sum, one) => sum + one, 0n);
}
