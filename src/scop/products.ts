import { commonLoops, extentOf, isAligned, plainSubscripts, shapeOf } from "./place.js";
import { addedProducts, isRescaling, isSameWord, type Loop, type Placed, type Reference, wordsOf } from "./statement.js";
import { Uncovered } from "./syntax.js";

/** A word in an einsum: the loop of each dimension. */
export interface Access {
  readonly array: string;
  readonly loops: readonly Loop[];
}

export interface EinsumStatement {
  readonly output: Access;
  readonly operands: readonly Access[];
}

/** A result of the part. */
interface Produced {
  readonly by: Placed;
  readonly name: string;
  /** Loops around the first value of a sum that the array has no dimension for: it holds another sum in each of their iterations. */
  readonly expanded: readonly Loop[];
  isRead: boolean;
}

const MOST_STATEMENTS = 16;

/**
 * Statements of one part of a scop as an einsum, nest after nest. What it skips can only add traffic: first values, scales,
 * values of words that are computed in the place of the words alone, and copies of results to words of their own.
 */
export class Products {
  readonly statements: EinsumStatement[] = [];
  /** Lines that say more than a first value or a scale. */
  readonly skipped: number[] = [];
  private readonly produced = new Map<string, Produced>();
  /** Arrays that a statement wrote which is skipped: their words are others' copies. */
  private readonly copied = new Set<string>();
  /** Arrays among these that a result went to. */
  private readonly homes = new Set<string>();
  /** Arrays that constants or other arrays' values go to: what is read of them need never be loaded. */
  private readonly filled = new Map<string, Placed>();
  private readonly reads: { readonly by: Placed; readonly word: Reference; readonly isInput: boolean }[] = [];
  private readonly shapes = new Map<string, string>();

  /** Adds a nest. @throws Uncovered where einsums cannot say it, and then nothing may be used */
  add(nest: readonly Placed[]): void {
    const first = new Map<string, Placed>();
    for (const one of nest) this.statement(one, first);
    for (const { word, isInput } of this.reads) {
      const by = isInput ? this.filled.get(word.array) : undefined;
      if (by !== undefined) throw new Uncovered(by.line, `${word.array}, which the loops set and read`);
    }
    for (const { by, expanded, isRead } of this.produced.values())
      if (expanded.length > 0 && !isRead) throw new Uncovered(by.line, `${by.target.array}, whose values nothing reads`);
    if (this.statements.length > MOST_STATEMENTS)
      throw new Uncovered(nest[0]?.line ?? 0, `more than ${MOST_STATEMENTS} statements`);
  }

  private statement(one: Placed, first: Map<string, Placed>): void {
    const { target, value, line } = one;
    // Another value there would leave the result without a word of its own.
    if (this.homes.has(target.array)) throw new Uncovered(line, `${target.array}, which has other values before`);
    if (value.op === "scalar") {
      // A first value behind others would make them useless.
      if (this.produced.has(target.array)) throw new Uncovered(line, `${target.array}, which has other values before`);
      first.set(target.array, one);
      this.filled.set(target.array, one);
      return;
    }
    if (isRescaling(one)) return;
    const products = addedProducts(one);
    const inTarget = new Set(target.subscripts.flatMap((sum) => [...sum.terms.keys()]));
    const isSum = one.loops.some(({ index }) => !inTarget.has(index));
    if (products !== undefined && isSum) this.sum(one, products, first.get(target.array));
    else this.value(one, first);
  }

  private sum(one: Placed, products: readonly (readonly Reference[])[], start: Placed | undefined): void {
    const { target, line } = one;
    if (this.produced.has(target.array)) throw new Uncovered(line, `${target.array}, which is a result before`);
    const [factors = [], ...others] = products;
    if (others.flat().some(({ array }) => this.produced.has(array))) throw new Uncovered(line, "several products of results");
    if (others.length > 0) this.skipped.push(line);
    const expanded = start === undefined ? [] : this.expandedBy(start, one);
    this.emit(
      one,
      different(factors).map((word) => this.operand(one, word)),
      expanded,
    );
  }

  /** Loops around a first value and its sum that are no dimension of the array. */
  private expandedBy(start: Placed, one: Placed): readonly Loop[] {
    const common = commonLoops(start, one);
    const ours = plainSubscripts(one.target, one.loops);
    const theirs = plainSubscripts(start.target, start.loops);
    const isWhole =
      ours?.length === theirs?.length &&
      ours?.every(({ loop, shift }, dimension) => {
        const other = theirs?.[dimension];
        const isSame =
          other?.loop === loop || (other?.loop.low.constant === loop.low.constant && extentOf(other.loop) === extentOf(loop));
        return isSame && other?.shift === shift;
      }) === true;
    const expanded = common.filter(({ index }) => !one.target.subscripts.some(({ terms }) => terms.has(index)));
    if (!isWhole && common.length > 0)
      throw new Uncovered(one.line, `${one.target.array}, whose first values are of other words`);
    const aligned = common.filter((loop) => !expanded.includes(loop));
    if (!isAligned(start, start.target, one, one.target, aligned))
      throw new Uncovered(one.line, `${one.target.array}, whose first values are of other words`);
    return expanded;
  }

  /** What is no sum of products over a loop. */
  private value(one: Placed, first: Map<string, Placed>): void {
    const { target, value, line } = one;
    const words = different(wordsOf(value));
    const results = words.filter(({ array }) => this.produced.has(array));
    const isInPlace = words.some((word) => isSameWord(word, target));
    for (const word of words) this.check(one, word);
    this.checkWrite(one);
    const [result] = results;
    const others = results.filter((word) => !isSameWord(word, target));
    if (isInPlace && others.length === 0) {
      this.skipped.push(line);
      return;
    }
    if (!isInPlace && results.length <= 1) {
      if (this.produced.has(target.array)) throw new Uncovered(line, `${target.array}, which is a result before`);
      if (result !== undefined) this.move(one, result);
      else {
        this.skipped.push(line);
        this.filled.set(target.array, one);
      }
      this.copied.add(target.array);
      first.set(target.array, one);
      return;
    }
    const indices = new Set(target.subscripts.flatMap(({ terms }) => [...terms.keys()]));
    const isElementwise = one.loops.every(({ index }) => indices.has(index));
    if (words.length !== 2 || results.length !== 2 || !isElementwise) throw new Uncovered(line, "a function of several results");
    const operands = words.map((word) => this.operand(one, word));
    this.emit(one, operands, []);
  }

  /** A result goes to words of another array, a word to each. */
  private move(one: Placed, word: Reference): void {
    const from = this.produced.get(word.array) as Produced;
    const indices = new Set(one.target.subscripts.flatMap(({ terms }) => [...terms.keys()]));
    const own = plainSubscripts(word, one.loops);
    const isOwn =
      plainSubscripts(one.target, one.loops) !== undefined &&
      own?.every(({ loop }) => indices.has(loop.index)) === true &&
      from.expanded.every(({ index }) => indices.has(index));
    if (!isOwn) throw new Uncovered(one.line, `${word.array}, which is a result before`);
    from.isRead = true;
    this.homes.add(one.target.array);
  }

  private emit(one: Placed, operands: readonly Access[], expanded: readonly Loop[]): void {
    this.checkWrite(one);
    const isRead = this.reads.some(({ word }) => word.array === one.target.array);
    const name = isRead ? this.freshName(one.target.array) : one.target.array;
    const output = this.access(one, one.target, name, expanded);
    const read = new Set(operands.flatMap(({ loops }) => loops));
    const missing = output.loops.find((loop) => !read.has(loop));
    if (missing !== undefined)
      throw new Uncovered(one.line, `${one.target.array}, whose index ${missing.index} is in no operand`);
    const idle = one.loops.find((loop) => !read.has(loop));
    if (idle !== undefined) throw new Uncovered(one.line, `the loop over ${idle.index}, of which no operand depends`);
    this.statements.push({ output, operands });
    this.copied.delete(one.target.array);
    this.produced.set(one.target.array, { by: one, name, expanded, isRead: false });
  }

  /** A word that a statement of the part reads. */
  private operand(one: Placed, word: Reference): Access {
    const from = this.check(one, word);
    this.reads.push({ by: one, word, isInput: from === undefined });
    if (from !== undefined) from.isRead = true;
    return this.access(one, word, from?.name ?? word.array, from?.expanded ?? []);
  }

  /** Whether what is read is an input or a complete result of the part. */
  private check(one: Placed, word: Reference): Produced | undefined {
    if (this.copied.has(word.array)) throw new Uncovered(one.line, `${word.array}, whose values are no sums of products`);
    const from = this.produced.get(word.array);
    if (from === undefined) return undefined;
    const common = commonLoops(from.by, one);
    const isInside = from.expanded.every((loop) => common.includes(loop));
    const aligned = common.filter((loop) => !from.expanded.includes(loop));
    if (!isInside || !isAligned(from.by, from.by.target, one, word, aligned))
      throw new Uncovered(one.line, `${word.array}, which is read before it is complete`);
    return from;
  }

  /** Whether what was read of the target before was read of other words, or earlier. */
  private checkWrite(one: Placed): void {
    for (const { by, word } of this.reads)
      if (word.array === one.target.array && !isAligned(by, word, one, one.target))
        throw new Uncovered(one.line, `${word.array}, which other iterations read`);
  }

  private access(one: Placed, word: Reference, name: string, expanded: readonly Loop[]): Access {
    const plain = plainSubscripts(word, one.loops);
    if (plain === undefined) throw new Uncovered(one.line, `${word.array}, whose subscripts are not one loop index each`);
    const box = one.loops.find((loop) => extentOf(loop) === undefined);
    if (box !== undefined) throw new Uncovered(one.line, `the loop over ${box.index}, whose bounds are not constant`);
    const shape = shapeOf(word, one.loops) ?? "";
    const before = this.shapes.get(word.array);
    if (before !== undefined && before !== shape) throw new Uncovered(one.line, `${word.array}, of which other words are read`);
    this.shapes.set(word.array, shape);
    return { array: name, loops: [...expanded, ...plain.map(({ loop }) => loop)] };
  }

  private freshName(array: string): string {
    const names = new Set(this.statements.flatMap(({ output, operands }) => [output, ...operands].map((one) => one.array)));
    let name = `${array}2`;
    while (names.has(name)) name += "2";
    return name;
  }
}

function different(words: readonly Reference[]): readonly Reference[] {
  return words.filter((word, at) => words.findIndex((other) => isSameWord(word, other)) === at);
}
