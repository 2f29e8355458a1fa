import type { Cdag } from "../../pebble/cdag.js";
import type { Move } from "../../pebble/rules.js";
import { twoLevelGame } from "../../pebble/rules.js";
import type { Cell, LiftedReplay, ProductVertices } from "../lifted.js";
import { range, storeAndDrop } from "../lifted.js";

/** Moves between slow memory and one fast memory of so many words. */
export function twoLevelReplay(graph: Cdag, fastWords: number, moves: readonly Move[], replayed: bigint): LiftedReplay {
  return { interface: "slow-fast", graph, game: twoLevelGame(fastWords), moves, unit: "words", replayed };
}

/** Words come, stay for the moves of `use`, and go. */
export function during(words: readonly number[], moves: Move[], use: () => void): void {
  for (const word of words) moves.push(["load", word]);
  use();
  for (const word of words) moves.push(["delete", word]);
}

/** Words that pass one after another. */
export function passing(words: readonly number[], moves: Move[], use: (at: number) => void): void {
  for (const [at, word] of words.entries()) during([word], moves, () => use(at));
}

/** A sum from its first product to its last. */
export function wholeSum(product: ProductVertices, [i, j]: Cell, inner: number, moves: Move[]): void {
  for (const q of range(0, inner)) moves.push(product.multiplyAdd(0, i, j, q));
  product.finish(0, i, j, moves);
}

/** Word (q, j) of the second operand meets rows of the first; it passes unless it is held. */
export function passWord(
  product: ProductVertices,
  rows: readonly number[],
  [q, j]: readonly [number, number],
  moves: Move[],
  { batch = 0, held = false }: { readonly batch?: number; readonly held?: boolean } = {},
): void {
  during(held ? [] : [product.b(batch, q, j)], moves, () => {
    for (const i of rows) moves.push(product.multiplyAdd(batch, i, j, q));
  });
}

/** Finished sums of these rows in these columns leave. */
export function storeSums(
  product: ProductVertices,
  columns: readonly number[],
  rowsOf: (j: number) => readonly number[],
  inner: number,
  moves: Move[],
): void {
  for (const j of columns) for (const i of rowsOf(j)) storeAndDrop(product.sum(0, i, j, inner - 1), moves);
}

/** The words of rows of the first operand, all `inner` of each. */
export function wordsOfRows(product: ProductVertices, rows: readonly number[], inner: number, batch = 0): readonly number[] {
  return rows.flatMap((i) => range(0, inner).map((q) => product.a(batch, i, q)));
}

/** The words of columns of the second operand, all `inner` of each. */
export function wordsOfColumns(
  product: ProductVertices,
  columns: readonly number[],
  inner: number,
  batch = 0,
): readonly number[] {
  return columns.flatMap((j) => range(0, inner).map((q) => product.b(batch, q, j)));
}
