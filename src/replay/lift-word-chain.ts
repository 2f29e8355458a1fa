import type { ChainWorkload } from "../computation/chain.js";
import { chainComputation } from "../computation/chain.js";
import { InputError } from "../errors.js";
import type { Cdag } from "../pebble/cdag.js";
import { expand } from "../pebble/expand.js";
import type { Move } from "../pebble/rules.js";
import { twoLevelGame } from "../pebble/rules.js";
import { chainTotal } from "../schedules/chain-words.js";
import type { WordChain } from "../schedules/word-chain.js";
import type { FusedChain } from "../schedules/word-chain-fused.js";
import { rowsWithSums } from "../schedules/word-chain-fused.js";
import type { PartlyFusedChain } from "../schedules/word-chain-partly-fused.js";
import type { TileFusedChain } from "../schedules/word-chain-tile-fused.js";
import type { WeightsChain } from "../schedules/word-chain-weights.js";
import { listWordGemm } from "./lift-word-gemm.js";
import type { LiftedReplay, ProductVertices } from "./lifted.js";
import { MAXIMUM_LIFTED_PRODUCTS, MAXIMUM_LIFTED_VERTICES, range, runs, stageVertices, vertexNamed } from "./lifted.js";

/**
 * The moves of a word-level schedule of a chain on the textbook machine.
 *
 * @throws InputError when the chain has too many scalar products to list.
 */
export function liftWordChain(schedule: WordChain, fastWords: number): LiftedReplay {
  const chain = new ChainGraph(schedule.workload);
  const moves: Move[] = [];
  listWordChain(schedule, chain, fastWords, moves);
  return {
    interface: "slow-fast",
    graph: chain.graph,
    game: twoLevelGame(fastWords),
    moves,
    unit: "words",
    replayed: chainTotal(schedule.words),
  };
}

/** Both products of a chain in some graph. */
export interface ChainVertices {
  readonly first: ProductVertices;
  readonly second: ProductVertices;
}

/** The same moves on the vertices of any graph that contains the chain. */
export function listWordChain(schedule: WordChain, chain: ChainVertices, fastWords: number, moves: Move[]): void {
  switch (schedule.id) {
    case "chain-separate":
      listWordGemm(schedule.first, chain.first, fastWords, moves);
      listWordGemm(schedule.second, chain.second, fastWords, moves);
      break;
    case "chain-partly-fused":
      listPartlyFused(schedule, chain, fastWords, moves);
      break;
    case "chain-weights":
      listWeights(schedule, chain, fastWords, moves);
      break;
    case "chain-tile-fused":
      listTileFused(schedule, chain, fastWords, moves);
      break;
    default:
      listStrips(schedule, runs(schedule.workload.n, schedule.width), chain, fastWords, false, moves);
  }
}

/** A strip stores its columns of H; the other columns of E are a product of their own. */
function listPartlyFused(schedule: PartlyFusedChain, chain: ChainVertices, fastWords: number, moves: Move[]): void {
  const { width, rest } = schedule;
  listStrips(schedule, [[0, width]], chain, fastWords, true, moves);
  const { a, b, sum, multiplyAdd } = chain.second;
  const others: ProductVertices = {
    a,
    b: (batch, p, j) => b(batch, p, width + j),
    sum: (batch, i, j, p) => sum(batch, i, width + j, p),
    multiplyAdd: (batch, i, j, p) => multiplyAdd(batch, i, width + j, p),
  };
  listWordGemm(rest, others, fastWords, moves);
}

/** A panel of rows of A and of a block of E stays; column p of B makes column p of H, which meets row p of D. */
function listStrips(
  schedule: FusedChain | PartlyFusedChain,
  blocks: readonly (readonly [number, number])[],
  chain: ChainVertices,
  fastWords: number,
  storesH: boolean,
  moves: Move[],
): void {
  const { m, k, l } = schedule.workload;
  const sumsStay = schedule.rows <= rowsWithSums(fastWords, k, schedule.width);
  for (const [i0, i1] of runs(m, schedule.rows)) {
    const rows = range(i0, i1);
    const panel = rows.flatMap((i) => range(0, k).map((q) => chain.first.a(0, i, q)));
    for (const a of panel) moves.push(["load", a]);
    for (const [j0, j1] of blocks) {
      const columns = range(j0, j1);
      for (const p of range(0, l)) {
        if (sumsStay) streamWords(chain, rows, columns, p, k, storesH, moves);
        else streamColumns(chain, rows, columns, p, k, storesH, moves);
      }
      for (const i of rows) {
        for (const j of columns) {
          const output = chain.second.sum(0, i, j, l - 1);
          moves.push(["store", output], ["delete", output]);
        }
      }
    }
    for (const a of panel) moves.push(["delete", a]);
  }
}

/** A tile of H is finished over k, then meets its rows of D while sums of E pass; the shorter side of the tile is held. */
function listTileFused(
  { workload, rows, columns }: TileFusedChain,
  chain: ChainVertices,
  fastWords: number,
  moves: Move[],
): void {
  const { m, k, l, n } = workload;
  const { first } = chain;
  const holdsColumns = rows * columns + rows + 1 <= fastWords;
  for (const [i0, i1] of runs(m, rows)) {
    for (const [p0, p1] of runs(l, columns)) {
      const [height, breadth] = [range(i0, i1), range(p0, p1)];
      for (const q of range(0, k)) {
        const [ofA, ofB] = [height.map((i) => first.a(0, i, q)), breadth.map((p) => first.b(0, q, p))];
        for (const word of holdsColumns ? ofA : ofB) moves.push(["load", word]);
        for (const outer of holdsColumns ? breadth : height) {
          const passing = holdsColumns ? first.b(0, q, outer) : first.a(0, outer, q);
          moves.push(["load", passing]);
          for (const inner of holdsColumns ? height : breadth) {
            moves.push(holdsColumns ? first.multiplyAdd(0, inner, outer, q) : first.multiplyAdd(0, outer, inner, q));
          }
          moves.push(["delete", passing]);
        }
        for (const word of holdsColumns ? ofA : ofB) moves.push(["delete", word]);
      }
      for (const j of range(0, n)) {
        if (holdsColumns) passWords(chain, height, [p0, p1], j, moves);
        else passSums(chain, height, [p0, p1], j, moves);
      }
      for (const i of height) for (const p of breadth) moves.push(["delete", first.sum(0, i, p, k - 1)]);
    }
  }
}

/** Columns of B and rows of D stay; a row of A makes their entries of a row of H, which meet the rows of D. */
function listWeights({ workload, columns }: WeightsChain, chain: ChainVertices, fastWords: number, moves: Move[]): void {
  const { m, k, l, n } = workload;
  const { first, second } = chain;
  const wordsPass = columns <= rowsWithSums(fastWords, k, n);
  for (const [p0, p1] of runs(l, columns)) {
    const block = range(p0, p1);
    const weights = block.flatMap((p) => [
      ...range(0, k).map((q) => first.b(0, q, p)),
      ...range(0, n).map((j) => second.b(0, p, j)),
    ]);
    for (const word of weights) moves.push(["load", word]);
    for (const i of range(0, m)) {
      const row = range(0, k).map((q) => first.a(0, i, q));
      const sums = p0 > 0 ? range(0, n).map((j) => second.sum(0, i, j, p0 - 1)) : [];
      const finish = (j: number): void => {
        const sum = second.sum(0, i, j, p1 - 1);
        moves.push(["store", sum], ["delete", sum]);
      };
      const drop = (p: number): void => {
        moves.push(["delete", first.sum(0, i, p, k - 1)]);
      };
      if (wordsPass) {
        for (const q of range(0, k)) {
          moves.push(["load", first.a(0, i, q)]);
          for (const p of block) moves.push(first.multiplyAdd(0, i, p, q));
          moves.push(["delete", first.a(0, i, q)]);
        }
        for (const j of range(0, n)) {
          if (p0 > 0) moves.push(["load", second.sum(0, i, j, p0 - 1)]);
          for (const p of block) moves.push(second.multiplyAdd(0, i, j, p));
          finish(j);
        }
        for (const p of block) drop(p);
      } else {
        for (const word of [...row, ...sums]) moves.push(["load", word]);
        for (const p of block) {
          for (const q of range(0, k)) moves.push(first.multiplyAdd(0, i, p, q));
          for (const j of range(0, n)) moves.push(second.multiplyAdd(0, i, j, p));
          drop(p);
        }
        for (const a of row) moves.push(["delete", a]);
        for (const j of range(0, n)) finish(j);
      }
    }
    for (const word of weights) moves.push(["delete", word]);
  }
}

/** The tile's rows of column j of E stay while D's column passes. */
function passWords(
  chain: ChainVertices,
  rows: readonly number[],
  [p0, p1]: readonly [number, number],
  j: number,
  moves: Move[],
): void {
  const { second } = chain;
  if (p0 > 0) for (const i of rows) moves.push(["load", second.sum(0, i, j, p0 - 1)]);
  for (const p of range(p0, p1)) {
    moves.push(["load", second.b(0, p, j)]);
    for (const i of rows) moves.push(second.multiplyAdd(0, i, j, p));
    moves.push(["delete", second.b(0, p, j)]);
  }
  for (const i of rows) moves.push(["store", second.sum(0, i, j, p1 - 1)], ["delete", second.sum(0, i, j, p1 - 1)]);
}

/** The tile's part of D's column stays while E's sums pass. */
function passSums(
  chain: ChainVertices,
  rows: readonly number[],
  [p0, p1]: readonly [number, number],
  j: number,
  moves: Move[],
): void {
  const { second } = chain;
  const column = range(p0, p1).map((p) => second.b(0, p, j));
  for (const d of column) moves.push(["load", d]);
  for (const i of rows) {
    if (p0 > 0) moves.push(["load", second.sum(0, i, j, p0 - 1)]);
    for (const p of range(p0, p1)) moves.push(second.multiplyAdd(0, i, j, p));
    moves.push(["store", second.sum(0, i, j, p1 - 1)], ["delete", second.sum(0, i, j, p1 - 1)]);
  }
  for (const d of column) moves.push(["delete", d]);
}

/** The panel's entries of column p of H stay while B's column and D's row pass word by word. */
function streamWords(
  chain: ChainVertices,
  rows: readonly number[],
  columns: readonly number[],
  p: number,
  k: number,
  storesH: boolean,
  moves: Move[],
): void {
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
  for (const i of rows) dropH(chain, i, p, k, storesH, moves);
}

/** B's column and D's row stay while one entry of H after another is made and used. */
function streamColumns(
  chain: ChainVertices,
  rows: readonly number[],
  columns: readonly number[],
  p: number,
  k: number,
  storesH: boolean,
  moves: Move[],
): void {
  const held = [...range(0, k).map((q) => chain.first.b(0, q, p)), ...columns.map((j) => chain.second.b(0, p, j))];
  for (const word of held) moves.push(["load", word]);
  for (const i of rows) {
    for (const q of range(0, k)) moves.push(chain.first.multiplyAdd(0, i, p, q));
    for (const j of columns) moves.push(chain.second.multiplyAdd(0, i, j, p));
    dropH(chain, i, p, k, storesH, moves);
  }
  for (const word of held) moves.push(["delete", word]);
}

function dropH(chain: ChainVertices, i: number, p: number, k: number, stores: boolean, moves: Move[]): void {
  const h = chain.first.sum(0, i, p, k - 1);
  if (stores) moves.push(["store", h]);
  moves.push(["delete", h]);
}

/** The CDAG of a chain with both of its products by their own indices. */
class ChainGraph implements ChainVertices {
  readonly graph: Cdag;
  readonly first: ProductVertices;
  readonly second: ProductVertices;

  constructor(workload: ChainWorkload) {
    const { m, k, l, n } = workload;
    const products = m * l * (k + n);
    if (products > MAXIMUM_LIFTED_PRODUCTS) {
      throw new InputError("workload", `at most ${MAXIMUM_LIFTED_PRODUCTS} scalar products to lift`, String(products));
    }
    this.graph = expand(chainComputation(workload), { maximumVertices: MAXIMUM_LIFTED_VERTICES });
    const named = vertexNamed(this.graph);
    this.first = stageVertices(named, { a: "A", b: "B", sum: "H" }, k);
    this.second = stageVertices(named, { a: "H", b: "D", sum: "E" }, l);
  }
}
