import type { SymmetryGroup } from "./automorphisms.js";
import { at } from "./bits.js";
import type { Instance } from "./instance.js";

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
  private readonly sets: readonly number[];
  private readonly arrange: (state: Int32Array) => void;
  private readonly image: Int32Array;
  private readonly least: Int32Array;

  /**
   * `sets` gives the words of each set of vertices that a state begins with; words behind them are left alone. `arrange` puts
   * a state in order within what the graph does not see, such as the names of equal processors.
   */
  constructor(
    instance: Instance,
    group: SymmetryGroup,
    sets: readonly number[],
    stateWords: number,
    arrange: (state: Int32Array) => void = inOrder,
  ) {
    const { words, vertexCount } = instance;
    this.words = words;
    this.sets = sets;
    this.arrange = arrange;
    this.isListed = group.order <= LISTED_ORDER;
    this.elements = this.isListed ? allElements(group, vertexCount) : group.transversals.toReversed().flat();
    this.tables = this.elements.map((element) => byteTable(element, words));
    this.supports = this.elements.map((element) => support(element, words));
    this.image = new Int32Array(stateWords);
    this.least = new Int32Array(stateWords);
  }

  /** Replaces the state by its representative; `applied` is told the elements, in order, that led there. */
  apply(state: Int32Array, applied?: (element: Int32Array) => void): void {
    this.arrange(state);
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
    const moved = this.supports[e] as Int32Array;
    let offset = 0;
    for (const size of this.sets) {
      for (let w = 0; w < size; w++) if ((at(state, offset + w) & at(moved, w)) !== 0) return true;
      offset += size;
    }
    return false;
  }

  /** Writes the image of `state` and says whether it is smaller than `bound`; stops early where it is larger. */
  private isSmaller(e: number, state: Int32Array, bound: Int32Array): boolean {
    const { image } = this;
    const isArranged = this.arrange !== inOrder;
    let isLess = false;
    let offset = 0;
    for (const size of this.sets) {
      this.writeImage(this.tables[e] as Int32Array, state, offset, size);
      if (!isArranged && !isLess) {
        const order = compare(image, bound, offset, offset + size);
        if (order > 0) return false;
        isLess = order < 0;
      }
      offset += size;
    }
    for (let w = offset; w < image.length; w++) image[w] = at(state, w);
    if (!isArranged) return isLess;
    this.arrange(image);
    return compare(image, bound, 0, image.length) < 0;
  }

  private writeImage(table: Int32Array, state: Int32Array, offset: number, size: number): void {
    const { words, image } = this;
    for (let w = 0; w < size; w++) image[offset + w] = 0;
    for (let w = 0; w < size; w++) {
      let row = w * 1024 * words;
      for (let rest = at(state, offset + w); rest !== 0; rest >>>= 8) {
        const entry = row + (rest & 255) * words;
        for (let x = 0; x < size; x++) image[offset + x] = at(image, offset + x) | at(table, entry + x);
        row += 256 * words;
      }
    }
  }
}

function inOrder(): void {}

/** The sign of the first difference, words taken as unsigned. */
function compare(x: Int32Array, y: Int32Array, from: number, to: number): number {
  for (let w = from; w < to; w++) {
    const difference = (at(x, w) >>> 0) - (at(y, w) >>> 0);
    if (difference !== 0) return difference;
  }
  return 0;
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
