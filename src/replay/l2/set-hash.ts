/** The set of a piece in each partition, of `sets`: addresses are hashed, so that no stride of tiles falls into few sets. */
export function setOfPiece(piece: number, sets: number): number {
  // Unsigned on both sides: a remainder of doubles takes ten times as long.
  return (scramble(Math.imul(piece, 2654435) + 12345) >>> 0) % (sets >>> 0);
}

/** A 32-bit hash: the finalizer of MurmurHash3. */
export function scramble(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
