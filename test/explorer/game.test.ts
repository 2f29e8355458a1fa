import { describe, expect, it, test } from "vitest";
import { layoutOf, neighbour } from "../../explorer/game/layout.js";
import { FILES, GRAPHS, LEVELS } from "../../explorer/game/levels.js";
import { actionsAt, tableAfter, usualAction } from "../../explorer/game/table.js";
import { readPebbleWords } from "../../src/cli/read-pebble.js";
import { workloadGraph } from "../../src/gap/pebbling.js";
import { buildCdag, type Cdag } from "../../src/pebble/cdag.js";
import { binaryTree, diamond, fft } from "../../src/pebble/families.js";
import { cdagToDocument } from "../../src/pebble/formats/json.js";
import { formatMoves, parseMoves } from "../../src/pebble/formats/moves.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { referee } from "../../src/pebble/referee.js";
import { type Move, type TwoLevelGame, twoLevelGame } from "../../src/pebble/rules.js";
import { textOf, wordsOf } from "../../src/text/shell-words.js";
import { randomCdag, randomStream } from "../pebble/support/random-graphs.js";

async function gameOf(text: string): Promise<{ readonly graph: Cdag; readonly game: TwoLevelGame }> {
  const { on, game } = await readPebbleWords(wordsOf(text));
  if (!("workload" in on) || game.kind !== "two-level") throw new Error(`no game of a workload: ${text}`);
  return { graph: workloadGraph(on.workload, on.expansion), game };
}

describe("lessons", () => {
  test.each(LEVELS.map((level) => [level.title, level] as const))("%s: the goal is the optimum", async (_, { text, goal }) => {
    const { graph, game } = await gameOf(text);
    expect(findOptimum(graph, game)).toMatchObject({ exact: true, optimum: goal });
    // The page tells a lesson by its words, as it writes them itself.
    expect(textOf(wordsOf(text))).toBe(text);
  });

  it("are five and lead from one product to a fused chain", () => {
    expect(LEVELS).toHaveLength(5);
    expect(LEVELS[0]?.text).toContain("--m 1 --n 1 --k 1");
    expect(LEVELS[4]?.text).toMatch(/^chain /);
  });
});

describe("graphs", () => {
  test.each([
    ["fft-4.json", fft(2)],
    ["tree.json", binaryTree(3)],
    ["diamond.json", diamond(3)],
  ])("%s is that of the library", (name, graph) => {
    const file = FILES[name]?.graph;
    expect(file && cdagToDocument(buildCdag(file))).toEqual(cdagToDocument(graph));
  });

  it("offers products, a chain and the files", () => {
    expect(GRAPHS.map(({ text }) => text.split(" ")[0])).toEqual(["gemm", "gemm", "chain", ...Object.keys(FILES)]);
  });
});

describe("the board", () => {
  const graphs = [
    ...Object.values(FILES).map(({ graph }) => buildCdag(graph)),
    ...[1, 2, 3, 4].map((seed) => randomCdag(randomStream(seed), 14, false)),
  ];

  it("draws every edge from the left to the right, and no two vertices in one place", () => {
    for (const graph of graphs) {
      const { places } = layoutOf(graph);
      for (const [u, v] of cdagToDocument(graph)["edges"] as readonly [number, number][])
        expect(places[u]?.column).toBeLessThan(places[v]?.column ?? -1);
      expect(new Set(places.map(({ column, row }) => `${column} ${row}`)).size).toBe(graph.vertexCount);
    }
  });

  it("leads to every vertex by arrow keys, from any", () => {
    for (const graph of graphs) {
      const layout = layoutOf(graph);
      for (const start of [0, graph.vertexCount - 1]) {
        const reached = new Set([start]);
        for (const v of reached)
          for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
            const next = neighbour(layout, v, key);
            if (next !== undefined) reached.add(next);
          }
        expect(reached.size).toBe(graph.vertexCount);
      }
    }
  });

  it("offers legal moves alone, and refuses with the rule that a move breaks", () => {
    for (let seed = 1; seed <= 12; seed++) {
      const random = randomStream(seed);
      const graph = randomCdag(random, 8, false);
      const game = twoLevelGame(4, { sliding: seed % 2 === 0, recomputation: seed % 3 !== 0 });
      let moves: readonly Move[] = [];
      for (let step = 0; step < 30; step++) {
        const table = tableAfter(graph, game, moves);
        const vertex = Math.floor(random() * graph.vertexCount);
        const actions = actionsAt(table, vertex);
        for (const { move, refusal } of actions) {
          const verdict = referee(graph, game, [...moves, move]);
          const isLegal = verdict.legal || verdict.rule === "outputs-must-be-blue";
          if (refusal === undefined) expect(isLegal).toBe(true);
          else if (!/already/.test(refusal))
            expect(verdict).toMatchObject({ legal: false, message: expect.stringContaining(refusal) });
        }
        const usual = usualAction(table, vertex, actions);
        if (usual !== undefined) moves = [...moves, usual.move];
      }
      const { words, isWon } = tableAfter(graph, game, moves);
      const verdict = referee(graph, game, moves);
      expect(isWon).toBe(verdict.legal);
      if (verdict.legal) expect(verdict.ioWords).toBe(words);
    }
  });
});

describe("moves on one line", () => {
  it("are read back", () => {
    const moves: readonly Move[] = [
      ["load", 0],
      ["compute", 12],
      ["slide", 4, 0],
      ["store", 4],
      ["delete", 4],
    ];
    expect(formatMoves(moves)).toBe("l0,c12,c4:0,s4,d4");
    expect(parseMoves(formatMoves(moves))).toEqual(moves);
    expect(parseMoves("")).toEqual([]);
  });

  it.each(["x1", "l", "l-1", "l1:2", "l1,,c2", "l99999999999"])("are refused: %s", (text) => {
    expect(() => parseMoves(text, "--after")).toThrow(/^--after: expected moves such as/);
  });
});
