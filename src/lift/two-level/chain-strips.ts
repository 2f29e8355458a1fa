import type { Move } from "../../pebble/rules.js";
import type { FusedChain } from "../../schedules/two-level/chain/fused.js";
import { rowsWithSums } from "../../schedules/two-level/chain/fused.js";
import type { StripVertices } from "../gpu/strips.js";
import type { ChainVertices } from "../lifted.js";
import { range, runs } from "../lifted.js";

/** The sum of a row of A and a column of B is the entry of H. */
export function stripsOfChain({ first, second }: ChainVertices): StripVertices {
  return { factors: [first], meet: () => undefined, back: second };
}

/** A panel of rows of A and of a block of E stays; column p of B makes column p of H, which meets row p of D. */
export function listStrips(
  schedule: FusedChain,
  blocks: readonly (readonly [number, number])[],
  chain: ChainVertices,
  fastWords: number,
  moves: Move[],
): void {
  const { m, k, l } = schedule.workload;
  const sumsStay = schedule.rows <= rowsWithSums(fastWords, k, schedule.width);
  for (const [i0, i1] of runs(m, schedule.rows)) {
    const rows = range(i0, i1);
    const panel = rows.flatMap((i) => range(0, k).map((q) => chain.first.a(0, i, q)));
    for (const a of panel) moves.push(["load", a]);
    for (const [j0, j1] of blocks) {
      const strip: Strip = { rows, columns: range(j0, j1), k };
      for (const p of range(0, l)) {
        if (sumsStay) streamWords(chain, strip, p, moves);
        else repeatEntries(chain, strip, p, moves);
      }
      storeSums(chain, rows, strip.columns, l, moves);
    }
    for (const a of panel) moves.push(["delete", a]);
  }
}

/** Rows of A that stay with sums in `columns` of E. */
interface Strip {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly k: number;
}

/** The panel's entries of column p of H stay while B's column and D's row pass word by word. */
function streamWords(chain: ChainVertices, { rows, columns, k }: Strip, p: number, moves: Move[]): void {
  for (const q of range(0, k)) {
    const b = chain.first.b(0, q, p);
    moves.push(["load", b]);
    for (const i of rows) moves.push(chain.first.multiplyAdd(0, i, p, q));
    moves.push(["delete", b]);
  }
  for (const j of columns) {
    const d = chain.second.b(0, p, j);
    moves.push(["load", d]);
    for (const i of rows) moves.push(chain.second.multiplyAdd(0, i, j, p));
    moves.push(["delete", d]);
  }
  const h = (i: number): number => chain.first.sum(0, i, p, k - 1);
  for (const i of rows) moves.push(["delete", h(i)]);
}

/** B's column stays while words of D pass; an entry of H is made again for each of them. */
function repeatEntries(chain: ChainVertices, { rows, columns, k }: Strip, p: number, moves: Move[]): void {
  const column = range(0, k).map((q) => chain.first.b(0, q, p));
  const h = (i: number): number => chain.first.sum(0, i, p, k - 1);
  for (const word of column) moves.push(["load", word]);
  for (const j of columns) {
    const d = chain.second.b(0, p, j);
    moves.push(["load", d]);
    for (const i of rows) {
      makeEntry(chain, i, p, k, moves);
      moves.push(chain.second.multiplyAdd(0, i, j, p), ["delete", h(i)]);
    }
    moves.push(["delete", d]);
  }
  for (const word of column) moves.push(["delete", word]);
}

function makeEntry(chain: ChainVertices, i: number, p: number, k: number, moves: Move[]): void {
  for (const q of range(0, k)) moves.push(chain.first.multiplyAdd(0, i, p, q));
}

function storeSums(chain: ChainVertices, rows: readonly number[], columns: readonly number[], l: number, moves: Move[]): void {
  for (const i of rows) {
    for (const j of columns) {
      const output = chain.second.sum(0, i, j, l - 1);
      moves.push(["store", output], ["delete", output]);
    }
  }
}
