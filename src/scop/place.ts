import { isConstant, shiftedIndex } from "./affine.js";
import type { Loop, Placed, Reference } from "./statement.js";

/** A subscript that is the index of a loop and a constant. */
export interface PlainSubscript {
  readonly loop: Loop;
  readonly shift: number;
}

/** The loops of a word's subscripts; undefined where one is not the index of a loop of its own. */
export function plainSubscripts({ subscripts }: Reference, loops: readonly Loop[]): readonly PlainSubscript[] | undefined {
  const found = subscripts.map((one) => {
    const plain = shiftedIndex(one);
    const loop = loops.find(({ index }) => index === plain?.index);
    return plain === undefined || loop === undefined ? undefined : { loop, shift: plain.shift };
  });
  const isPlain = !found.includes(undefined) && new Set(found.map((one) => one?.loop)).size === found.length;
  return isPlain ? (found as readonly PlainSubscript[]) : undefined;
}

/** Iterations of a loop between constants; undefined for others. */
export function extentOf({ low, high }: Loop): number | undefined {
  const extent = high.constant - low.constant;
  return isConstant(low) && isConstant(high) && extent >= 1 ? extent : undefined;
}

/** The words of an array that loops reach, as a text; undefined where its subscripts are not the index of one loop each, of constant bounds. */
export function shapeOf(word: Reference, loops: readonly Loop[]): string | undefined {
  const plain = plainSubscripts(word, loops);
  const isBox = plain?.every(({ loop }) => extentOf(loop) !== undefined) === true;
  return isBox ? String(plain.map(({ loop, shift }) => [loop.low.constant + shift, extentOf(loop)])) : undefined;
}

export function commonLoops(a: Placed, b: Placed): readonly Loop[] {
  return a.loops.filter((loop, depth) => b.loops[depth] === loop);
}

/**
 * Whether two statements meet in words of an array only in one iteration of the loops around both: each of these loops is the index of
 * one dimension in both. Then the order of the text is that of what happens to a word.
 */
export function isAligned(
  a: Placed,
  ofA: Reference,
  b: Placed,
  ofB: Reference,
  among: readonly Loop[] = commonLoops(a, b),
): boolean {
  return among.every(({ index }) =>
    ofA.subscripts.some((one, dimension) => {
      const [x, other] = [shiftedIndex(one), ofB.subscripts[dimension]];
      const y = other === undefined ? undefined : shiftedIndex(other);
      return x?.index === index && y?.index === index && x.shift === y.shift;
    }),
  );
}
