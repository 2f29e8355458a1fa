import { InputError } from "../../errors.js";
import type { LegalPebbling, Transfers } from "../../pebble/referee.js";
import { type HierarchyGame, hierarchyGame, type TwoLevelGame, twoLevelGame } from "../../pebble/rules.js";
import { count, type Fields, list, Refused, record, requireEqual, requireOnly } from "../shared/fields.js";

type Freedoms = Pick<HierarchyGame, "sliding" | "recomputation">;

const MOST_LEVELS = 1000;

/** The game of a document with levels. @throws Refused */
export function readHierarchy(game: Fields, freedoms: Freedoms): HierarchyGame {
  const isTree = game["memories"] !== undefined;
  requireOnly(game, ["capacities", "costs", "sliding", "recomputation", ...(isTree ? ["memories"] : [])], "game");
  if (list(game["capacities"], "game.capacities").length > MOST_LEVELS)
    throw new Refused("game.capacities", `more than ${MOST_LEVELS} levels`);
  const numbers = (name: "capacities" | "costs" | "memories"): number[] =>
    list(game[name], `game.${name}`).map((value, i) => Number(count({ [i]: value }, String(i), `game.${name}`)));
  try {
    const memories = isTree ? { memories: numbers("memories") } : {};
    return hierarchyGame(numbers("capacities"), { ...freedoms, costs: numbers("costs"), ...memories });
  } catch (error) {
    if (error instanceof InputError) throw new Refused(`game.${error.subject}`, error.message);
    throw error;
  }
}

/**
 * The two-level game that a bound is about, and what a word costs there. In a hierarchy a bound names the level in front of its
 * boundary; the levels up to it are one fast memory (`proofs/graph-hierarchy.md`).
 */
export function boundaryOf(
  game: TwoLevelGame | HierarchyGame,
  bound: Fields,
  path: string,
): { readonly seen: TwoLevelGame; readonly level: number; readonly cost: bigint } {
  if (game.kind === "two-level") return { seen: game, level: 1, cost: 1n };
  const level = Number(count(bound, "level", path, 1n));
  const cost = game.costs?.[level - 1];
  if (cost === undefined) throw new Refused(`${path}.level`, `beyond the ${game.capacities.length} levels`);
  // Each memory of the level, with all inside it, is one processor's.
  const { sliding, recomputation, memories } = game;
  const processors = memories?.[level - 1] ?? 1;
  let words = 0;
  for (let l = 0; l < level; l++) words += ((memories?.[l] ?? 1) / processors) * (game.capacities[l] ?? 0);
  return { seen: twoLevelGame(words, { sliding, recomputation, processors }), level, cost: BigInt(cost) };
}

/** Words that crossed the boundary behind each level, over all its memories. */
export function crossedAt(
  game: HierarchyGame,
  { boundaries }: LegalPebbling,
): readonly Pick<Transfers, "loadedWords" | "storedWords">[] {
  let first = 0;
  return game.capacities.map((_, level) => {
    const own = boundaries.slice(first, first + (game.memories?.[level] ?? 1));
    first += own.length;
    const sum = (name: "loadedWords" | "storedWords"): number => own.reduce((all, one) => all + one[name], 0);
    return { loadedWords: sum("loadedWords"), storedWords: sum("storedWords") };
  });
}

/** The traffic printed for each level is what the referee counted. */
export function checkLevels(document: Fields, game: HierarchyGame, verdict: LegalPebbling): void {
  const levels = list(document["levels"], "levels");
  const crossed = crossedAt(game, verdict);
  requireEqual(BigInt(levels.length), BigInt(crossed.length), "levels", "the number of levels");
  crossed.forEach((boundary, i) => {
    const path = `levels[${i}]`;
    const printed = record(levels[i], path);
    requireOnly(printed, ["level", "loadedWords", "storedWords"], path);
    requireEqual(count(printed, "level", path), BigInt(i + 1), `${path}.level`, "the level");
    for (const name of ["loadedWords", "storedWords"] as const) {
      requireEqual(count(printed, name, path), BigInt(boundary[name]), `${path}.${name}`, "what the moves transfer");
    }
  });
}
