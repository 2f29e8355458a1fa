import { describe, expect, it } from "vitest";
import { buildCdag } from "../../src/pebble/cdag.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { referee } from "../../src/pebble/referee.js";
import { type Game, type Move, minimumCapacity, type Rule, twoLevelGame } from "../../src/pebble/rules.js";
import { randomCdag, randomStream } from "./support/random-graphs.js";

/** 0 and 1 are inputs; 2 = f(0, 1); 3 = g(2, 1) is the output. Weights 1, 1, 2, 1. */
const graph = buildCdag({
  vertices: 4,
  edges: [
    [0, 2],
    [1, 2],
    [2, 3],
    [1, 3],
  ],
  weights: [1, 1, 2, 1],
});
const start: readonly Move[] = [
  ["load", 0],
  ["load", 1],
];

describe("the referee of the two-level game", () => {
  it("counts loads, stores, weighted words, peak and computations", () => {
    const moves: Move[] = [...start, ["compute", 2], ["store", 2], ["delete", 0], ["slide", 3, 1], ["store", 3]];
    expect(referee(graph, twoLevelGame(4), moves)).toEqual({
      legal: true,
      loads: 2,
      stores: 2,
      loadedWords: 2,
      storedWords: 3,
      ioWords: 5,
      cost: 5,
      boundaries: [{ loads: 2, stores: 2, loadedWords: 2, storedWords: 3 }],
      peakWords: [4],
      computations: 2,
    });
  });

  const refused: readonly (readonly [Rule, Game, readonly Move[]])[] = [
    ["load-needs-a-copy-outside", twoLevelGame(4), [["load", 2]]],
    ["store-needs-a-copy-inside", twoLevelGame(4), [["store", 3]]],
    ["delete-needs-a-pebble", twoLevelGame(4), [["delete", 0]]],
    ["inputs-cannot-be-computed", twoLevelGame(4), [["compute", 0]]],
    [
      "operands-must-be-red",
      twoLevelGame(4),
      [
        ["load", 0],
        ["compute", 2],
      ],
    ],
    ["sliding-not-allowed", twoLevelGame(4, { sliding: false }), [...start, ["slide", 2, 0]]],
    ["slide-from-a-predecessor", twoLevelGame(4), [...start, ["slide", 2, 3]]],
    ["fast-memory-exceeded", twoLevelGame(3), [...start, ["compute", 2]]],
    ["fast-memory-exceeded", twoLevelGame(2), [...start, ["slide", 2, 0]]],
    ["recomputation-not-allowed", twoLevelGame(4, { recomputation: false }), [...start, ["compute", 2], ["compute", 2]]],
    ["unknown-vertex", twoLevelGame(4), [["load", 4]]],
    ["malformed-move", twoLevelGame(4), [["load", 0, 0]]],
    ["malformed-move", twoLevelGame(4), [["paint", 0] as unknown as Move]],
    ["unknown-place", twoLevelGame(4, { processors: 2 }), [["load", 0, 2]]],
    [
      "operands-must-be-red",
      twoLevelGame(4, { processors: 2 }),
      [
        ["load", 0, 0],
        ["load", 1, 1],
        ["compute", 2, 0],
      ],
    ],
  ];
  it.each(refused)("refuses: %s", (rule, game, moves) => {
    expect(referee(graph, game, moves)).toMatchObject({ legal: false, rule, index: moves.length - 1, move: moves.at(-1) });
  });

  it("refuses a pebbling that leaves an output in fast memory, and shows the pebbles", () => {
    const moves: Move[] = [...start, ["compute", 2], ["slide", 3, 2]];
    expect(referee(graph, twoLevelGame(4), moves)).toMatchObject({
      legal: false,
      rule: "outputs-must-be-blue",
      index: 4,
      pebbles: { fast: [[0, 1, 3]], slow: [0, 1] },
    });
  });

  it("counts a transfer between processors as a store and a load", () => {
    const moves: Move[] = [
      ["load", 0, 0],
      ["load", 1, 0],
      ["compute", 2, 0],
      ["store", 2, 0],
      ["load", 2, 1],
      ["load", 1, 1],
      ["slide", 3, 2, 1],
      ["store", 3, 1],
    ];
    expect(referee(graph, twoLevelGame(4, { processors: 2 }), moves)).toMatchObject({
      legal: true,
      ioWords: 8,
      boundaries: [
        { loadedWords: 2, storedWords: 2 },
        { loadedWords: 3, storedWords: 1 },
      ],
    });
  });
});

describe("the referee of the hierarchy game", () => {
  const game: Game = { kind: "hierarchy", capacities: [4, 6], sliding: true, recomputation: true };
  const moves: readonly Move[] = [
    ["load", 0, 2],
    ["load", 1, 2],
    ["load", 0, 1],
    ["load", 1, 1],
    ["compute", 2],
    ["slide", 3, 1],
    ["store", 3, 1],
    ["store", 3, 2],
  ];
  it("counts both boundaries", () => {
    expect(referee(graph, game, moves)).toMatchObject({
      legal: true,
      ioWords: 6,
      boundaries: [
        { loadedWords: 2, storedWords: 1 },
        { loadedWords: 2, storedWords: 1 },
      ],
      peakWords: [4, 3],
    });
  });
  it("refuses to skip a level", () => {
    expect(referee(graph, game, moves.slice(2))).toMatchObject({ legal: false, rule: "load-needs-a-copy-outside", index: 0 });
    expect(referee(graph, game, [...moves.slice(0, 6), ["store", 3, 2]])).toMatchObject({ rule: "store-needs-a-copy-inside" });
  });
  it("checks the capacity of every level", () => {
    const tight: Game = { ...game, capacities: [4, 2] };
    expect(referee(graph, tight, moves)).toMatchObject({ legal: false, rule: "fast-memory-exceeded", index: 6 });
    expect(referee(graph, { ...game, capacities: [4, 1] }, moves)).toMatchObject({ rule: "fast-memory-exceeded", index: 1 });
  });
});

describe("mutations of optimal pebblings", () => {
  it("are refused, or cost at least the optimum", () => {
    let refusals = 0;
    for (let seed = 0; seed < 30; seed++) {
      const random = randomStream(seed + 500);
      const mutated = randomCdag(random, 9, seed % 3 === 0);
      const sliding = seed % 2 === 0;
      const game = twoLevelGame(Math.max(1, minimumCapacity(mutated, { sliding })), { sliding });
      const { moves } = findOptimum(mutated, game);
      const cost = referee(mutated, game, moves);
      for (let i = 0; i < moves.length; i++) {
        const dropped = referee(
          mutated,
          game,
          moves.filter((_, j) => j !== i),
        );
        if (!dropped.legal) refusals++;
        else if (cost.legal) expect(dropped.ioWords).toBeGreaterThanOrEqual(cost.ioWords);
        const move = moves[i];
        if (move !== undefined && (move[0] === "load" || move[0] === "store")) expect(dropped.legal).toBe(false);
      }
    }
    expect(refusals).toBeGreaterThan(100);
  });
});
