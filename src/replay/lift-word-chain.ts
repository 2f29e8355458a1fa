import type { ChainWorkload } from "../computation/chain.js";
import { chainComputation } from "../computation/chain.js";
import { InputError } from "../errors.js";
import type { Cdag } from "../pebble/cdag.js";
import { expand } from "../pebble/expand.js";
import type { Move } from "../pebble/rules.js";
import { slideMove, twoLevelGame } from "../pebble/rules.js";
import type { FusedChain, WordChain } from "../schedules/word-chain.js";
import { chainTotal, rowsWithSums } from "../schedules/word-chain.js";
import { listWordGemm } from "./lift-word-gemm.js";
import type { LiftedReplay, ProductVertices } from "./lifted.js";
import { MAXIMUM_LIFTED_PRODUCTS, MAXIMUM_LIFTED_VERTICES, range, runs } from "./lifted.js";

/**
 * The moves of a word-level schedule of a chain on the textbook machine.
 *
 * @throws InputError when the chain has too many scalar products to list.
 */
export function liftWordChain(schedule: WordChain, fastWords: number): LiftedReplay {
  const chain = new ChainGraph(schedule.workload);
  const moves: Move[] = [];
  if (schedule.id === "chain-separate") {
    listWordGemm(schedule.first, chain.first, fastWords, moves);
    listWordGemm(schedule.second, chain.second, fastWords, moves);
  } else listFused(schedule, chain, fastWords, moves);
  return {
    interface: "slow-fast",
    graph: chain.graph,
    game: twoLevelGame(fastWords),
    moves,
    unit: "words",
    replayed: chainTotal(schedule.words),
  };
}

/** A panel of rows of A and of a block of E stays; column p of B makes column p of H, which meets row p of D. */
function listFused(schedule: FusedChain, chain: ChainGraph, fastWords: number, moves: Move[]): void {
  const { m, k, l, n } = schedule.workload;
  const sumsStay = schedule.rows <= rowsWithSums(fastWords, k, schedule.width);
  for (const [i0, i1] of runs(m, schedule.rows)) {
    const rows = range(i0, i1);
    const panel = rows.flatMap((i) => range(0, k).map((q) => chain.first.a(0, i, q)));
    for (const a of panel) moves.push(["load", a]);
    for (const [j0, j1] of runs(n, schedule.width)) {
      const columns = range(j0, j1);
      for (const p of range(0, l)) {
        if (sumsStay) streamWords(chain, rows, columns, p, k, moves);
        else streamColumns(chain, rows, columns, p, k, moves);
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

/** The panel's entries of column p of H stay while B's column and D's row pass word by word. */
function streamWords(
  chain: ChainGraph,
  rows: readonly number[],
  columns: readonly number[],
  p: number,
  k: number,
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
  for (const i of rows) moves.push(["delete", chain.first.sum(0, i, p, k - 1)]);
}

/** B's column and D's row stay while one entry of H after another is made and used. */
function streamColumns(
  chain: ChainGraph,
  rows: readonly number[],
  columns: readonly number[],
  p: number,
  k: number,
  moves: Move[],
): void {
  const held = [...range(0, k).map((q) => chain.first.b(0, q, p)), ...columns.map((j) => chain.second.b(0, p, j))];
  for (const word of held) moves.push(["load", word]);
  for (const i of rows) {
    for (const q of range(0, k)) moves.push(chain.first.multiplyAdd(0, i, p, q));
    for (const j of columns) moves.push(chain.second.multiplyAdd(0, i, j, p));
    moves.push(["delete", chain.first.sum(0, i, p, k - 1)]);
  }
  for (const word of held) moves.push(["delete", word]);
}

/** The CDAG of a chain with both of its products by their own indices. */
class ChainGraph {
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
    const vertexOf = new Map((this.graph.names ?? []).map((name, vertex) => [name, vertex] as const));
    const named = (name: string): number => {
      const vertex = vertexOf.get(name);
      if (vertex === undefined) throw new RangeError(`no vertex ${name}`);
      return vertex;
    };
    const stage = (a: string, b: string, c: string, inner: number): ProductVertices => {
      const sum = (_: number, i: number, j: number, q: number): number =>
        named(q === inner - 1 ? `${c}[${i},${j}]` : `${c}[${i},${j}]#${q}`);
      return {
        a: (_, i, q) => named(`${a}[${i},${q}]`),
        b: (_, q, j) => named(`${b}[${q},${j}]`),
        sum,
        multiplyAdd: (batch, i, j, q) =>
          q > 0 ? slideMove(sum(batch, i, j, q), sum(batch, i, j, q - 1), undefined) : ["compute", sum(batch, i, j, q)],
      };
    };
    this.first = stage("A", "B", "H", k);
    this.second = stage("H", "D", "E", l);
  }
}
