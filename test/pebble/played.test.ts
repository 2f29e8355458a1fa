import { describe, expect, it } from "vitest";
import type { buildCdag } from "../../src/pebble/cdag.js";
import { fft, matrixProduct } from "../../src/pebble/families.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { play } from "../../src/pebble/play.js";
import { referee } from "../../src/pebble/referee.js";
import { type Game, hierarchyGame, initialPosition, type Move, minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { effort } from "./support/effort.js";
import { plainOptimum } from "./support/plain-solver.js";
import { randomCdag, randomStream } from "./support/random-graphs.js";

type Graph = ReturnType<typeof buildCdag>;

/** So many random legal moves, where there are any, and what they cost. */
function wander(graph: Graph, game: Game, count: number, random: () => number) {
  const position = initialPosition(graph, game);
  const moves: Move[] = [];
  let words = 0;
  for (let tries = 0; tries < 200 && moves.length < count; tries++) {
    const kind = (["load", "store", "compute", "compute", "delete", "slide"] as const)[Math.floor(random() * 6)] ?? "load";
    const v = Math.floor(random() * graph.vertexCount);
    const move: Move = kind === "slide" ? [kind, v, Math.floor(random() * graph.vertexCount)] : [kind, v];
    const effect = play(graph, game, position, move);
    if (typeof effect === "string") continue;
    words += effect.loadedWords + effect.storedWords;
    moves.push(move);
  }
  return { position, moves, words };
}

describe("the optimum of a game that has begun", () => {
  for (const recomputation of [true, false]) {
    it(`equals the plain twin's after random moves, ${recomputation ? "" : "no "}recomputation`, () => {
      let lost = 0;
      for (let seed = 0; seed < 160 * effort; seed++) {
        const random = randomStream(seed * 8 + Number(recomputation));
        const graph = randomCdag(random, 4 + Math.floor(random() * 4), random() < 0.3);
        const sliding = random() < 0.5;
        const capacity = Math.max(1, minimumCapacity(graph, { sliding })) + Math.floor(random() * 2);
        const game = twoLevelGame(capacity, { sliding, recomputation });
        const { position, moves, words } = wander(graph, game, 1 + Math.floor(random() * 12), random);
        const rest = plainOptimum(graph, game, [], position);
        if (rest === undefined) {
          lost++;
          expect(() => findOptimum(graph, game, { after: moves }), `seed ${seed}`).toThrow(/is lost/);
          continue;
        }
        const found = findOptimum(graph, game, { after: moves });
        expect(found, `seed ${seed}`).toMatchObject({ exact: true, optimum: words + rest });
        expect(found.moves.slice(0, moves.length)).toEqual(moves);
      }
      if (recomputation) expect(lost).toBe(0);
    });
  }

  it("is never below that of the whole game, and equals it after each of an optimum's own moves", () => {
    const graph = matrixProduct(2, 2, 2);
    const game = twoLevelGame(5, { sliding: false });
    const whole = findOptimum(graph, game);
    expect(whole).toMatchObject({ exact: true, optimum: 14 });
    for (let i = 0; i <= whole.moves.length; i += 3)
      expect(findOptimum(graph, game, { after: whole.moves.slice(0, i) })).toMatchObject({ exact: true, optimum: 14 });
  });

  it("is an interval with a legal pebbling that begins with the moves where the search stops", () => {
    for (const recomputation of [true, false]) {
      const graph = fft(3);
      const game = twoLevelGame(4, { recomputation });
      const after = findOptimum(fft(3), game, { maxStates: 10 }).moves.slice(0, 9);
      const stopped = findOptimum(graph, game, { after, maxStates: 50 });
      if (stopped.exact) throw new Error("not stopped");
      expect(stopped.moves.slice(0, 9)).toEqual(after);
      expect(referee(graph, game, stopped.moves)).toMatchObject({ legal: true, ioWords: stopped.upper });
      expect(stopped.lower).toBeLessThanOrEqual(stopped.upper);
    }
  });

  it("is refused after an illegal move, and in games of several fast memories", () => {
    const graph = matrixProduct(1, 1, 1);
    expect(() => findOptimum(graph, twoLevelGame(3), { after: [["compute", 2]] })).toThrow(/move 0 .*operand/);
    expect(() => findOptimum(graph, hierarchyGame([3, 4]), { after: [["load", 0, 1]] })).toThrow(
      /one fast memory, found 2 levels/,
    );
    expect(() => findOptimum(graph, twoLevelGame(3, { processors: 2 }), { after: [["load", 0, 1]] })).toThrow(/2 processors/);
  });
});
