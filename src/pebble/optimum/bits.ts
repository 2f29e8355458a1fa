/** Sets of vertices as rows of 32-bit words inside one typed array. The hot loops of the search are written with these. */

/** Reads a word that is known to exist. */
export function at(words: Int32Array | Float64Array, index: number): number {
  return words[index] as number;
}

/** The word that holds a bit. */
export function wordOf(bit: number): number {
  return bit >> 5;
}

/** The bit within its word. */
export function maskOf(bit: number): number {
  return 1 << (bit & 31);
}

/** Position of the lowest set bit of a non-zero word. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

export function hasBit(words: Int32Array, row: number, bit: number): boolean {
  return ((at(words, row + (bit >> 5)) >>> (bit & 31)) & 1) === 1;
}

export function setBit(words: Int32Array, row: number, bit: number): void {
  words[row + (bit >> 5)] = at(words, row + (bit >> 5)) | (1 << (bit & 31));
}

export function clearBit(words: Int32Array, row: number, bit: number): void {
  words[row + (bit >> 5)] = at(words, row + (bit >> 5)) & ~(1 << (bit & 31));
}

/** Whether the first `count` words at `row` of one set all lie in the first `count` words of another. */
export function isSubset(part: Int32Array, row: number, whole: Int32Array, count: number): boolean {
  for (let w = 0; w < count; w++) if ((at(part, row + w) & ~at(whole, w)) !== 0) return false;
  return true;
}

/** The members of the first `count` words, ascending. */
export function members(words: Int32Array, count: number, row: number = 0): number[] {
  const list: number[] = [];
  for (let w = 0; w < count; w++) for (let m = at(words, row + w); m !== 0; m &= m - 1) list.push(w * 32 + lowestBit(m));
  return list;
}
