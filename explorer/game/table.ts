import type { Cdag } from "../../src/pebble/cdag.js";
import { play } from "../../src/pebble/play.js";
import { RULE_TEXTS } from "../../src/pebble/referee.js";
import { initialPosition, isInput, type Move, type Position, predecessorsOf, type TwoLevelGame } from "../../src/pebble/rules.js";

/** A game under way: the graph, its rules, and where the pebbles lie. */
export interface Table {
  readonly graph: Cdag;
  readonly game: TwoLevelGame;
  readonly moves: readonly Move[];
  readonly position: Position;
  readonly words: number;
  /** Words of fast memory in use. */
  readonly used: number;
  readonly isWon: boolean;
}

/** Plays moves from the start, up to the first that is illegal. */
export function tableAfter(graph: Cdag, game: TwoLevelGame, moves: readonly Move[]): Table {
  const position = initialPosition(graph, game);
  let words = 0;
  let count = 0;
  for (const move of moves) {
    const effect = play(graph, game, position, move);
    if (typeof effect === "string") break;
    words += effect.loadedWords + effect.storedWords;
    count++;
  }
  const isWon = graph.isOutput.every((isOutput, v) => isOutput !== 1 || position.slow[v] === 1);
  return { graph, game, moves: moves.slice(0, count), position, words, used: position.occupancy[0] ?? 0, isWon };
}

/** A move that a vertex offers, and why it cannot be made now. */
export interface Action {
  readonly move: Move;
  readonly key: string;
  readonly label: string;
  readonly refusal?: string;
}

/** The moves of a vertex, legal or not, by their keys. */
export function actionsAt(table: Table, vertex: number): readonly Action[] {
  const { graph, game } = table;
  const slides = game.sliding && !isInput(graph, vertex) ? [...predecessorsOf(graph, vertex)] : [];
  const action = (key: string, label: string, move: Move): Action => {
    const refusal = refusalOf(table, move);
    return { key, label, move, ...(refusal === undefined ? {} : { refusal }) };
  };
  return [
    action("l", "Load", ["load", vertex]),
    action("c", "Compute", ["compute", vertex]),
    action("s", "Store", ["store", vertex]),
    action("d", "Delete", ["delete", vertex]),
    ...slides.map((from, i) => action(String(i + 1), `In place of ${nameOf(graph, from)}`, ["slide", vertex, from])),
  ];
}

/** What a second press on a vertex does: the move that leads on, if one is legal. */
export function usualAction({ graph, position }: Table, vertex: number, actions: readonly Action[]): Action | undefined {
  const isRed = position.fast[0]?.[vertex] === 1;
  const isOpen = graph.isOutput[vertex] === 1 && position.slow[vertex] !== 1;
  const wanted = isRed ? (isOpen ? ["s"] : ["d"]) : ["c", "1", "2", "3", "l"];
  return wanted.flatMap((key) => actions.filter((one) => one.key === key && one.refusal === undefined))[0];
}

/** Legal moves that change nothing but the cost are refused too. */
function refusalOf({ graph, game, position }: Table, move: Move): string | undefined {
  const [kind, vertex] = move;
  const isRed = position.fast[0]?.[vertex] === 1;
  if (kind !== "store" && kind !== "delete" && isRed) return "the value is in fast memory already";
  if (kind === "store" && isRed && position.slow[vertex] === 1) return "the value is in slow memory already";
  const trial = {
    fast: position.fast.map((pebbles) => pebbles.slice()),
    slow: position.slow.slice(),
    occupancy: [...position.occupancy],
    computed: position.computed.slice(),
  };
  const effect = play(graph, game, trial, move);
  return typeof effect === "string" ? RULE_TEXTS[effect] : undefined;
}

export function nameOf(graph: Cdag, vertex: number): string {
  return graph.names?.[vertex] ?? String(vertex);
}

/** A move in words. */
export function wordsOfMove(graph: Cdag, move: Move): string {
  const name = nameOf(graph, move[1]);
  switch (move[0]) {
    case "load":
      return `Load ${name}`;
    case "store":
      return `Store ${name}`;
    case "compute":
      return `Compute ${name}`;
    case "delete":
      return `Delete ${name} from fast memory`;
    case "slide":
      return `Compute ${name} in the place of ${nameOf(graph, move[2])}`;
  }
}
