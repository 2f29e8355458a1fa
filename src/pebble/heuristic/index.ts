import type { Cdag } from "../cdag.js";
import { type LegalPebbling, referee } from "../referee.js";
import { checkGame, type Move, type TwoLevelGame } from "../rules.js";
import { BeladyPlayer } from "./belady.js";
import { improveOrder } from "./improve.js";
import { MoveLog } from "./move-log.js";
import {
  breadthFirstOrder,
  type ComputationOrder,
  cuthillMcKeeOrder,
  depthFirstOrder,
  freeingOrder,
  lastReadyFirstOrder,
} from "./orders.js";
import { residentFirstOrder } from "./resident-order.js";
import { checkCapacity } from "./trivial.js";

export { trivialPebbling } from "./trivial.js";

/** Ways to order the computations, in the order they are tried. */
export type OrderName = "depth-first" | "last-ready-first" | "freeing" | "resident-first" | "cuthill-mckee" | "breadth-first";

const ORDERS: readonly (readonly [OrderName, (graph: Cdag, capacity: number) => ComputationOrder])[] = [
  ["depth-first", depthFirstOrder],
  ["last-ready-first", lastReadyFirstOrder],
  ["freeing", freeingOrder],
  ["resident-first", residentFirstOrder],
  ["cuthill-mckee", cuthillMcKeeOrder],
  ["breadth-first", breadthFirstOrder],
];

/** How long to improve a pebbling, and from which seed. */
export interface HeuristicOptions {
  /** Steps of local improvement; by default as many as about a second takes, fewer on larger graphs, none on huge ones. */
  readonly trials?: number;
  /** Stops trying after this long. With a limit that bites, the result depends on the machine's speed. */
  readonly timeLimitMilliseconds?: number;
  /** The clock of the limit. */
  readonly now?: () => number;
  /** Told now and then how many pebblings have been tried and the least cost in words so far. */
  readonly onProgress?: (done: number, best: number) => void;
  readonly seed?: number;
}

/** A legal pebbling and what it costs; not claimed to be the best. */
export interface HeuristicPebbling {
  readonly moves: readonly Move[];
  readonly order: OrderName;
  /** What the referee counted. */
  readonly verdict: LegalPebbling;
  readonly tried: number;
}

/**
 * A good complete pebbling of a graph of any size, without recomputation, on the first processor: several topological
 * orders with farthest-next-use replacement, the best one improved locally, then replayed by the referee.
 *
 * @throws InputError when the capacity is below the minimum for the graph.
 */
export function heuristicPebbling(graph: Cdag, game: TwoLevelGame, options: HeuristicOptions = {}): HeuristicPebbling {
  checkCapacity(graph, checkGame(game));
  const size = graph.vertexCount + graph.edgeCount;
  const secondsWorth = Math.min(20_000, Math.floor(2e7 / size));
  const { trials = secondsWorth, timeLimitMilliseconds = Number.POSITIVE_INFINITY, seed = 1 } = options;
  const now = options.now ?? (() => performance.now());
  const deadline = timeLimitMilliseconds === Number.POSITIVE_INFINITY ? timeLimitMilliseconds : now() + timeLimitMilliseconds;
  const isOver = (): boolean => deadline !== Number.POSITIVE_INFINITY && now() >= deadline;
  const player = new BeladyPlayer(graph, game);
  let tried = 0;
  let best: { cost: number; name: OrderName; order: ComputationOrder; cleanBonus: number } | undefined;
  for (const [name, orderOf] of ORDERS) {
    if (best !== undefined && isOver()) break;
    const order = orderOf(graph, game.fastCapacity);
    for (const cleanBonus of [0, game.fastCapacity]) {
      if (best !== undefined && isOver()) break;
      const cost = player.run(order, cleanBonus);
      if (best === undefined || cost < best.cost) best = { cost, name, order, cleanBonus };
      options.onProgress?.(++tried, best.cost);
    }
  }
  if (best === undefined) throw new Error("no order was tried");
  const { name, order, cleanBonus } = best;
  const interval = Math.max(1, Math.floor(trials / 100));
  improveOrder(graph, order, () => player.run(order, cleanBonus), {
    trials,
    round: Math.max(1, Math.min(trials, secondsWorth)),
    isOver,
    seed,
    onTrial: (cost) => {
      tried++;
      if (tried % interval === 0) options.onProgress?.(tried, cost);
    },
  });
  const log = new MoveLog();
  player.run(order, cleanBonus, log);
  const moves = log.moves(game.processors);
  const verdict = referee(graph, game, moves);
  if (!verdict.legal) throw new Error(`the heuristic made an illegal move: ${verdict.message}`);
  return { moves, order: name, verdict, tried };
}
