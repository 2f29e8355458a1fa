import { chainComputation } from "../../computation/chain.js";
import { InputError } from "../../errors.js";
import type { Cdag } from "../../pebble/cdag.js";
import { expand } from "../../pebble/expand.js";
import type { Move } from "../../pebble/rules.js";
import { twoLevelGame } from "../../pebble/rules.js";
import type { WordChain } from "../../schedules/two-level/chain/schedules.js";
import { chainStrips } from "../../schedules/two-level/chain/slice-stays.js";
import type { TileFusedChain } from "../../schedules/two-level/chain/tile-fused.js";
import { chainTotal } from "../../schedules/two-level/chain/words.js";
import { listSlice, listSliceParts, listStoredCorners, listStraddling } from "../gpu/strips.js";
import type { ChainVertices, LiftedReplay, Orders, ProductVertices } from "../lifted.js";
import {
  backwards,
  MAXIMUM_LIFTED_PRODUCTS,
  MAXIMUM_LIFTED_VERTICES,
  onRows,
  ordersOf,
  range,
  runs,
  stageVertices,
  vertexNamed,
} from "../lifted.js";
import { listPanelHandover, listPartlyFused, listRowPieces, sumsOfOtherPanels } from "./chain-handover.js";
import { listStrips, stripsOfChain } from "./chain-strips.js";
import { listUneven } from "./chain-uneven.js";
import { listWeights } from "./chain-weights.js";
import { listCornerChain } from "./corner.js";
import { listWordGemm, orderedSums } from "./gemm.js";

/**
 * The moves of a word-level schedule of a chain on the textbook machine.
 *
 * @throws InputError when the chain has too many scalar products to list.
 */
export function liftWordChain(schedule: WordChain, fastWords: number): LiftedReplay {
  const chain = new ChainGraph(schedule);
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

function ordersIn(schedule: WordChain): Orders {
  if (schedule.id !== "chain-separate") {
    return new Map(ordersOf("E", backwards(sumsOfOtherPanels(schedule), schedule.workload.l)));
  }
  return new Map([...ordersOf("H", orderedSums(schedule.first)), ...ordersOf("E", orderedSums(schedule.second))]);
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
    case "chain-partly-stored":
      listStoredCorners(schedule, chainStrips(schedule.workload), stripsOfChain(chain), fastWords, moves);
      break;
    case "chain-row-parts": {
      const [first, last] = schedule.parts;
      const below = (i: number): number => first.workload.m + i;
      listWordChain(first, chain, fastWords, moves);
      listWordChain(last, { first: onRows(chain.first, below), second: onRows(chain.second, below) }, fastWords, moves);
      break;
    }
    case "chain-all-but-corner":
      listCornerChain(schedule, chain, moves);
      break;
    case "chain-slice-stays":
      listSlice(schedule.slice, chainStrips(schedule.workload), stripsOfChain(chain), fastWords, moves);
      break;
    case "chain-slice-parts":
      listSliceParts(schedule, chainStrips(schedule.workload), stripsOfChain(chain), fastWords, moves);
      break;
    case "chain-panel-handover":
      listPanelHandover(schedule, chain, fastWords, moves);
      break;
    case "chain-row-pieces":
      listRowPieces(schedule, chain, moves);
      break;
    case "chain-straddling-rows":
      listStraddling(schedule, stripsOfChain(chain), moves);
      break;
    case "chain-uneven-blocks":
      listUneven(schedule, chain, moves);
      break;
    case "chain-weights":
    case "chain-weights-recompute":
      listWeights(schedule, chain, fastWords, moves);
      break;
    case "chain-tile-fused":
      listTileFused(schedule, chain, fastWords, moves);
      break;
    default:
      listStrips(schedule, runs(schedule.workload.n, schedule.width), chain, fastWords, moves);
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

/** The CDAG of a chain with both of its products by their own indices. */
class ChainGraph implements ChainVertices {
  readonly graph: Cdag;
  readonly first: ProductVertices;
  readonly second: ProductVertices;

  constructor(schedule: WordChain) {
    const { workload } = schedule;
    const { m, k, l, n } = workload;
    const products = m * l * (k + n);
    if (products > MAXIMUM_LIFTED_PRODUCTS) {
      throw new InputError("workload", `at most ${MAXIMUM_LIFTED_PRODUCTS} scalar products to lift`, String(products));
    }
    this.graph = expand(chainComputation(workload), {
      maximumVertices: MAXIMUM_LIFTED_VERTICES,
      orders: ordersIn(schedule),
    });
    const named = vertexNamed(this.graph);
    this.first = stageVertices(named, { a: "A", b: "B", sum: "H" }, k);
    this.second = stageVertices(named, { a: "H", b: "D", sum: "E" }, l);
  }
}
