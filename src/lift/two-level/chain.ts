import { chainComputation } from "../../computation/chain.js";
import { expand } from "../../pebble/expand.js";
import type { Move } from "../../pebble/rules.js";
import type { WordChain } from "../../schedules/two-level/chain/schedules.js";
import { chainStrips } from "../../schedules/two-level/chain/slice-stays.js";
import type { TileFusedChain } from "../../schedules/two-level/chain/tile-fused.js";
import { chainTotal } from "../../schedules/two-level/chain/words.js";
import type { ChainVertices, LiftedReplay, Orders } from "../lifted.js";
import {
  backwards,
  checkListed,
  MAXIMUM_LIFTED_VERTICES,
  ordersOf,
  range,
  renumbered,
  runs,
  stageVertices,
  storeAndDrop,
  transposed,
  vertexNamed,
} from "../lifted.js";
import { listCornerChain } from "./chain-corner.js";
import { listPanelHandover, listPartlyFused, sumsOfOtherPanels } from "./chain-handover.js";
import { listUneven } from "./chain-uneven.js";
import { listWordGemm, orderedSums } from "./gemm.js";
import { during, passWord, twoLevelReplay } from "./listing.js";
import { listSlice, listStoredCorners, stripsOfChain } from "./strips.js";

/**
 * The moves of a word-level schedule of a chain in the two-level memory model.
 *
 * @throws InputError when the chain has too many scalar products to list.
 */
export function liftWordChain(schedule: WordChain, fastWords: number): LiftedReplay {
  const { workload } = schedule;
  const { m, k, l, n } = workload;
  checkListed(m * l * (k + n));
  const options = { maximumVertices: MAXIMUM_LIFTED_VERTICES, orders: ordersIn(schedule) };
  const graph = expand(chainComputation(workload), options);
  const named = vertexNamed(graph);
  const chain: ChainVertices = {
    first: stageVertices(named, { a: "A", b: "B", sum: "H" }, k),
    second: stageVertices(named, { a: "H", b: "D", sum: "E" }, l),
  };
  const moves: Move[] = [];
  listWordChain(schedule, chain, fastWords, moves);
  return twoLevelReplay(graph, fastWords, moves, chainTotal(schedule.words));
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
      const below = { row: (i: number): number => first.workload.m + i };
      listWordChain(first, chain, fastWords, moves);
      listWordChain(last, { first: renumbered(chain.first, below), second: renumbered(chain.second, below) }, fastWords, moves);
      break;
    }
    case "chain-all-but-corner":
      listCornerChain(schedule, chain, moves);
      break;
    case "chain-slice-stays":
      listSlice(schedule.slice, chainStrips(schedule.workload), stripsOfChain(chain), fastWords, moves);
      break;
    case "chain-panel-handover":
      listPanelHandover(schedule, chain, fastWords, moves);
      break;
    case "chain-uneven-blocks":
      listUneven(schedule, chain, moves);
      break;
    case "chain-tile-fused":
      listTileFused(schedule, chain, fastWords, moves);
      break;
    default:
      listSlice({ ...schedule, front: 0, back: 0 }, chainStrips(schedule.workload), stripsOfChain(chain), fastWords, moves);
  }
}

/** A tile of H is finished over k, then meets its rows of D while sums of E pass; the shorter side of the tile is held. */
function listTileFused(
  { workload, rows, columns }: TileFusedChain,
  { first, second }: ChainVertices,
  fastWords: number,
  moves: Move[],
): void {
  const { m, k, l, n } = workload;
  const holdsColumns = rows * columns + rows + 1 <= fastWords;
  const oriented = holdsColumns ? first : transposed(first);
  for (const tall of runs(m, rows).map((run) => range(...run))) {
    for (const wide of runs(l, columns).map((run) => range(...run))) {
      const [held, others] = holdsColumns ? [tall, wide] : [wide, tall];
      for (const q of range(0, k)) {
        const words = held.map((line) => oriented.a(0, line, q));
        during(words, moves, () => {
          for (const other of others) passWord(oriented, held, [q, other], moves);
        });
      }
      const [p0, last] = [wide[0] as number, wide.at(-1) as number];
      const unfinished = (i: number, j: number): Move[] => (p0 > 0 ? [["load", second.sum(0, i, j, p0 - 1)]] : []);
      for (const j of range(0, n)) {
        if (holdsColumns) {
          // The tile's rows of column j of E stay while D's column passes.
          for (const i of tall) moves.push(...unfinished(i, j));
          for (const p of wide) passWord(second, tall, [p, j], moves);
          for (const i of tall) storeAndDrop(second.sum(0, i, j, last), moves);
          continue;
        }
        // The tile's part of D's column stays while E's sums pass.
        const words = wide.map((p) => second.b(0, p, j));
        during(words, moves, () => {
          for (const i of tall) {
            moves.push(...unfinished(i, j), ...wide.map((p) => second.multiplyAdd(0, i, j, p)));
            storeAndDrop(second.sum(0, i, j, last), moves);
          }
        });
      }
      for (const i of tall) for (const p of wide) moves.push(["delete", first.sum(0, i, p, k - 1)]);
    }
  }
}
