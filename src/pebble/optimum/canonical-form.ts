import type { SymmetryGroup } from "./automorphisms.js";
import { at } from "./bits.js";
import type { Instance } from "./instance.js";
import { stateLayout } from "./state-layout.js";

/** Groups up to this order are applied element by element. */
const LISTED_ORDER = 256;

/**
 * Maps symmetric states to one representative, the least in word order. Groups too large to list are applied by descent:
 * coset representatives are tried, deepest level of the stabiliser chain first, while one of them gives a smaller state.
 * The descent may end in different states for symmetric ones, which costs merging but no correctness: every state it
 * returns is an image of the one it was given.
 */
export class CanonicalForm {
  private readonly elements: readonly Int32Array[];
  private readonly isListed: boolean;
  /** For every element: the image masks of every value of every byte of a set. */
  private readonly tables: readonly Int32Array[];
  /** For every element: the vertices it moves. */
  private readonly supports: readonly Int32Array[];
  private readonly words: number;
  private readonly computedWords: number;
  private readonly image: Int32Array;
  private readonly least: Int32Array;

  constructor(instance: Instance, group: SymmetryGroup) {
    const { words, computedWords, vertexCount } = instance;
    this.words = words;
    this.computedWords = computedWords;
    this.isListed = group.order <= LISTED_ORDER;
    this.elements = this.isListed ? allElements(group, vertexCount) : group.transversals.toReversed().flat();
    this.tables = this.elements.map((element) => byteTable(element, words));
    this.supports = this.elements.map((element) => support(element, words));
    this.image = new Int32Array(stateLayout(instance).words);
    this.least = new Int32Array(this.image.length);
  }

  /** Replaces the state by its representative; `applied` is told the elements, in order, that led there. */
  apply(state: Int32Array, applied?: (element: Int32Array) => void): void {
    if (!this.isListed) {
      this.descend(state, applied);
      return;
    }
    let best = -1;
    this.least.set(state);
    for (let e = 0; e < this.tables.length; e++) {
      if (!this.isSmaller(e, state, this.least)) continue;
      this.least.set(this.image);
      best = e;
    }
    if (best < 0) return;
    state.set(this.least);
    applied?.(this.elements[best] as Int32Array);
  }

  private descend(state: Int32Array, applied?: (element: Int32Array) => void): void {
    for (let improved = true; improved; ) {
      improved = false;
      for (let e = 0; e < this.tables.length; e++) {
        if (!this.isMoved(e, state) || !this.isSmaller(e, state, state)) continue;
        state.set(this.image);
        applied?.(this.elements[e] as Int32Array);
        improved = true;
      }
    }
  }

  private isMoved(e: number, state: Int32Array): boolean {
    const { words, computedWords } = this;
    const moved = this.supports[e] as Int32Array;
    for (let w = 0; w < words; w++) {
      let held = at(state, w);
      if (w < computedWords) held |= at(state, words + w) | at(state, words + computedWords + w);
      if ((held & at(moved, w)) !== 0) return true;
    }
    return false;
  }

  /** Writes the image of `state` and says whether it is smaller than `bound`; stops early where it is larger. */
  private isSmaller(e: number, state: Int32Array, bound: Int32Array): boolean {
    const { words, computedWords, image } = this;
    const table = this.tables[e] as Int32Array;
    let isLess = false;
    let offset = 0;
    for (let set = 0; set < 3; set++) {
      const size = set === 0 ? words : computedWords;
      for (let w = 0; w < size; w++) image[offset + w] = 0;
      for (let w = 0; w < size; w++) {
        let row = w * 1024 * words;
        for (let rest = at(state, offset + w); rest !== 0; rest >>>= 8) {
          const entry = row + (rest & 255) * words;
          for (let x = 0; x < size; x++) image[offset + x] = at(image, offset + x) | at(table, entry + x);
          row += 256 * words;
        }
      }
      for (let w = 0; w < size && !isLess; w++) {
        const difference = (at(image, offset + w) >>> 0) - (at(bound, offset + w) >>> 0);
        if (difference > 0) return false;
        isLess = difference < 0;
      }
      offset += size;
    }
    return isLess;
  }
}

/** Every element but the identity: products of one coset representative a level, the deepest applied first. */
function allElements(group: SymmetryGroup, vertexCount: number): readonly Int32Array[] {
  let elements: Int32Array[] = [Int32Array.from({ length: vertexCount }, (_, v) => v)];
  for (const row of group.transversals.toReversed()) {
    elements = elements.flatMap((element) => [element, ...row.map((step) => element.map((_, v) => at(step, at(element, v))))]);
  }
  return elements.slice(1);
}

function byteTable(element: Int32Array, words: number): Int32Array {
  const table = new Int32Array(words * 4 * 256 * words);
  for (let row = 0; row < words * 4 * 256; row++) {
    for (let bit = 0; bit < 8; bit++) {
      const v = (row >> 8) * 8 + bit;
      if (((row >> bit) & 1) === 0 || v >= element.length) continue;
      const image = at(element, v);
      const entry = row * words + (image >> 5);
      table[entry] = at(table, entry) | (1 << (image & 31));
    }
  }
  return table;
}

function support(element: Int32Array, words: number): Int32Array {
  const moved = new Int32Array(words);
  element.forEach((image, v) => {
    if (image !== v) moved[v >> 5] = at(moved, v >> 5) | (1 << (v & 31));
  });
  return moved;
}
