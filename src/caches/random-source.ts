/** A source of whole numbers below a bound; the same seed gives the same numbers everywhere. */
export type RandomSource = (bound: number) => number;

/**
 * Marsaglia's xorshift32 (13, 17, 5), its state scaled to the bound; a bound far below 2^32 makes every value equally likely to
 * within `bound / 2^32`.
 *
 * @param seed any whole number of 32 bits; mixed first, so that neighbouring seeds differ at once
 */
export function randomSource(seed: number): RandomSource {
  let state = mixBits(seed ^ 0x9e3779b9) || 1;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * bound);
  };
}

/** The 32-bit finaliser of MurmurHash3 (A. Appleby, public domain): a bijection in which every input bit reaches every output bit. */
export function mixBits(bits: number): number {
  let mixed = bits ^ (bits >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
