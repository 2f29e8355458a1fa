/** Numbers of the program of proofs/chain-mixed.md: whole multiples of 2^-24, every product rounded the way its name says. */
export const UNIT: bigint = 2n ** 24n;

export function whole24(x: number): bigint {
  return BigInt(Math.round(x * 2 ** 24));
}

export function clamp(x: bigint, low: bigint, high: bigint): bigint {
  return x < low ? low : x > high ? high : x;
}

/** ⌈x·y⌉ and ⌊x·y⌋ in units of 2^-24. */
export function up(x: bigint, y: bigint): bigint {
  return -((-x * y) >> 24n);
}

export function down(x: bigint, y: bigint): bigint {
  return (x * y) >> 24n;
}

/** A whole number whose square is at least x, and not far above. */
export function rootAbove(x: bigint): bigint {
  let root = BigInt(Math.ceil(Math.sqrt(Number(x))));
  while (root * root < x) root += 1n + root / 2n ** 50n;
  return root;
}
