/** Exact signs of quantities with square roots, by squaring; bigint in, sign out. */

export type Sign = -1 | 0 | 1;

function signOf(value: bigint): Sign {
  return value < 0n ? -1 : value > 0n ? 1 : 0;
}

/** Sign of `a + b·√q`, `q >= 0`. */
export function signOfSurd(a: bigint, b: bigint, q: bigint): Sign {
  if (q < 0n) throw new RangeError("signOfSurd: negative radicand");
  const [rationalSign, rootSign] = [signOf(a), q === 0n ? 0 : signOf(b)];
  if (rootSign === 0) return rationalSign;
  if (rationalSign === 0 || rationalSign === rootSign) return rootSign;
  const difference = signOf(a * a - b * b * q);
  return difference === 0 ? 0 : difference > 0 ? rationalSign : rootSign;
}

/** Sign of `a + b·√p + c·√q`, `p, q >= 0`. */
export function signOfSurdSum(a: bigint, b: bigint, p: bigint, c: bigint, q: bigint): Sign {
  const left = signOfSurd(a, b, p);
  if (q < 0n) throw new RangeError("signOfSurdSum: negative radicand");
  const right: Sign = q === 0n ? 0 : signOf(c);
  if (right === 0) return left;
  if (left === 0 || left === right) return right;
  // (a + b√p)² against c²q: whichever magnitude is larger gives its sign.
  const magnitude = signOfSurd(a * a + b * b * p - c * c * q, 2n * a * b, p);
  return magnitude === 0 ? 0 : magnitude > 0 ? left : right;
}
