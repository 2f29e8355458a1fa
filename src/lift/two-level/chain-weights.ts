import type { Move } from "../../pebble/rules.js";
import { rowsWithSums } from "../../schedules/two-level/chain/fused.js";
import type { WeightsChain } from "../../schedules/two-level/chain/weights.js";
import type { ChainVertices } from "../lifted.js";
import { range, runs } from "../lifted.js";

/** Columns of B stay while blocks of D's columns, one after the other, meet all rows of A. */
export function listWeights(schedule: WeightsChain, chain: ChainVertices, fastWords: number, moves: Move[]): void {
  const { m, k, l, n } = schedule.workload;
  const { first, second } = chain;
  const wordsPass = schedule.columns <= rowsWithSums(fastWords, k, schedule.width);
  for (const [p0, p1] of runs(l, schedule.columns)) {
    const block = range(p0, p1);
    const ofB = block.flatMap((p) => range(0, k).map((q) => first.b(0, q, p)));
    for (const word of ofB) moves.push(["load", word]);
    for (const [j0, j1] of runs(n, schedule.width)) {
      const columns = range(j0, j1);
      const ofD = block.flatMap((p) => columns.map((j) => second.b(0, p, j)));
      for (const word of ofD) moves.push(["load", word]);
      for (const i of range(0, m)) {
        if (wordsPass) passWords(chain, i, block, columns, k, moves);
        else passRow(chain, i, block, columns, k, moves);
      }
      for (const word of ofD) moves.push(["delete", word]);
    }
    for (const word of ofB) moves.push(["delete", word]);
  }
}

/** The row's entries of H stay while words of A and sums of E pass one by one. */
function passWords(
  { first, second }: ChainVertices,
  i: number,
  block: readonly number[],
  columns: readonly number[],
  k: number,
  moves: Move[],
): void {
  const [p0, last] = endsOf(block);
  for (const q of range(0, k)) {
    moves.push(["load", first.a(0, i, q)]);
    for (const p of block) moves.push(first.multiplyAdd(0, i, p, q));
    moves.push(["delete", first.a(0, i, q)]);
  }
  for (const j of columns) {
    if (p0 > 0) moves.push(["load", second.sum(0, i, j, p0 - 1)]);
    for (const p of block) moves.push(second.multiplyAdd(0, i, j, p));
    moves.push(["store", second.sum(0, i, j, last)], ["delete", second.sum(0, i, j, last)]);
  }
  for (const p of block) moves.push(["delete", first.sum(0, i, p, k - 1)]);
}

/** The row of A stays while its sums of E pass; an entry of H is made again for each of them. */
function passRow(
  { first, second }: ChainVertices,
  i: number,
  block: readonly number[],
  columns: readonly number[],
  k: number,
  moves: Move[],
): void {
  const [p0, last] = endsOf(block);
  const row = range(0, k).map((q) => first.a(0, i, q));
  for (const word of row) moves.push(["load", word]);
  for (const j of columns) {
    if (p0 > 0) moves.push(["load", second.sum(0, i, j, p0 - 1)]);
    for (const p of block) {
      for (const q of range(0, k)) moves.push(first.multiplyAdd(0, i, p, q));
      moves.push(second.multiplyAdd(0, i, j, p), ["delete", first.sum(0, i, p, k - 1)]);
    }
    moves.push(["store", second.sum(0, i, j, last)], ["delete", second.sum(0, i, j, last)]);
  }
  for (const word of row) moves.push(["delete", word]);
}

function endsOf(block: readonly number[]): readonly [number, number] {
  return [block[0] as number, block.at(-1) as number];
}
