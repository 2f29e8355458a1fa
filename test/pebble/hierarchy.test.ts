import { describe, expect, it } from "vitest";
import { buildCdag, type Cdag } from "../../src/pebble/cdag.js";
import { binaryTree, fft, matrixProduct } from "../../src/pebble/families.js";
import { graphBounds } from "../../src/pebble/graph-bounds/index.js";
import { hierarchyPebbling } from "../../src/pebble/heuristic/hierarchy.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { referee } from "../../src/pebble/referee.js";
import {
  boundaryCosts,
  type Game,
  gameAtBoundary,
  type HierarchyGame,
  hierarchyGame,
  levelCosts,
  type Move,
  minimumCapacity,
  minimumOuterCapacity,
  twoLevelGame,
} from "../../src/pebble/rules.js";
import { isLeastCost } from "../../src/verify/pebbling/least-cost.js";
import { effort, seeds } from "./support/effort.js";
import { lazyHierarchyOptimum } from "./support/lazy-hierarchy.js";
import { plainHierarchyOptimum } from "./support/plain-hierarchy.js";
import { randomCdag, randomStream } from "./support/random-graphs.js";

function solved(graph: Cdag, game: Game): number {
  const result = findOptimum(graph, game);
  if (!result.exact) throw new Error(`gave up: ${result.reason.limit}`);
  return result.optimum;
}

/** A small graph and a game on it whose levels are at or just above the least capacities. */
function randomGame(seed: number, vertices: number, levels: number): { graph: Cdag; game: HierarchyGame } {
  const random = randomStream(seed);
  const graph = randomCdag(random, vertices, random() < 0.3);
  const sliding = random() < 0.5;
  const least = Math.max(1, minimumCapacity(graph, { sliding }));
  const outer = minimumOuterCapacity(graph);
  const capacities = Array.from({ length: levels }, (_, l) => (l === 0 ? least : outer) + Math.floor(random() * 2.5));
  const costs = capacities.map(() => Math.floor(random() * 4));
  const isPriced = random() < 0.5;
  return { graph, game: hierarchyGame(capacities, { sliding, recomputation: random() < 0.5, ...(isPriced ? { costs } : {}) }) };
}

describe("the optimum of a hierarchy", () => {
  for (const [levels, vertices, graphs] of [
    [1, 6, 40],
    [2, 5, 60],
    [2, 6, 16],
    [3, 4, 40],
  ] as const) {
    it(`equals the plain twin's on random graphs, ${levels} level(s), ${vertices} vertices`, () => {
      for (let seed = 0; seed < graphs * effort; seed++) {
        const { graph, game } = randomGame(seed * 8 + levels, vertices, levels);
        expect(solved(graph, game), `seed ${seed}: ${JSON.stringify(game)}`).toBe(plainHierarchyOptimum(graph, game));
      }
    });
  }
});

/** A small graph and a game on it with several memories in some level. */
function randomTree(seed: number, vertices: number, memories: readonly number[]): { graph: Cdag; game: HierarchyGame } {
  const { graph, game } = randomGame(seed, vertices, memories.length);
  const { kind: _, capacities, ...rules } = game;
  return { graph, game: hierarchyGame(capacities, { ...rules, memories }) };
}

describe("the optimum of a hierarchy with several memories a level", () => {
  for (const [memories, vertices, graphs] of [
    [[2], 5, 12],
    [[3], 4, 12],
    [[2, 1], 5, 8],
    [[2, 1], 4, 12],
    [[2, 2], 4, 8],
    [[3, 1], 4, 2],
    [[4, 2], 3, 8],
    [[2, 1, 1], 4, 2],
    [[2, 2, 1], 3, 12],
  ] as const) {
    it(`equals the plain twin's, and no bound is above it, with ${memories.join(", ")} memories`, () => {
      for (let seed = 0; seed < graphs * effort; seed++) {
        const { graph, game } = randomTree(seed * 8 + memories.length, vertices, memories);
        const at = `seed ${seed}: ${JSON.stringify(game)}`;
        const optimum = solved(graph, game);
        expect(optimum, at).toBe(plainHierarchyOptimum(graph, game));
        expect(isLeastCost(graph, game, optimum), at).not.toBe(false);
        if (optimum > 0) expect(isLeastCost(graph, game, optimum + 1), at).not.toBe(true);
        const costs = levelCosts(game);
        const below = memories.reduce((sum, _, level) => {
          const proven = graphBounds(graph, gameAtBoundary(game, level + 1)).map((b) =>
            b.kind === "bound" ? Number(b.value) : 0,
          );
          return sum + (costs[level] ?? 1) * Math.max(0, ...proven);
        }, 0);
        expect(below, at).toBeLessThanOrEqual(optimum);
      }
    });
  }

  it("is that of as many processors where there is one level", () => {
    const graph = matrixProduct(2, 2, 1);
    for (const processors of [2, 3]) {
      const rules = { sliding: true, recomputation: true };
      const optimum = solved(graph, twoLevelGame(3, { ...rules, processors }));
      expect(solved(graph, hierarchyGame([3], { ...rules, memories: [processors] }))).toBe(optimum);
    }
  });

  it("lies between that of one memory of all words and that of one memory a level", () => {
    const graph = matrixProduct(2, 2, 1);
    const alone = solved(graph, hierarchyGame([3, 5]));
    const two = solved(graph, hierarchyGame([3, 5], { memories: [2, 1] }));
    expect(two).toBeLessThanOrEqual(alone);
    expect(two).toBeGreaterThanOrEqual(solved(graph, twoLevelGame(6)) + solved(graph, twoLevelGame(11)));
  });
});

describe("the referee of a hierarchy with several memories a level", () => {
  const graph = buildCdag({
    vertices: 3,
    edges: [
      [0, 1],
      [1, 2],
    ],
    outputs: [2],
  });
  const game = hierarchyGame([2, 2, 4], { memories: [4, 2, 1] });
  const through = (memory: number, outer: number): Move[] => [
    ["load", 0, 7],
    ["load", 0, outer],
    ["load", 0, memory],
    ["compute", 1, memory],
  ];

  it("numbers memories from the innermost level on, and loads from the one that stands behind", () => {
    const verdict = referee(graph, game, [
      ...through(3, 6),
      ["slide", 2, 1, 3],
      ["store", 2, 3],
      ["store", 2, 6],
      ["store", 2, 7],
    ]);
    expect(verdict).toMatchObject({ legal: true, ioWords: 6, peakWords: [0, 0, 2, 0, 0, 2, 2] });
  });

  it.each<readonly [rule: string, moves: readonly Move[]]>([
    [
      "load-needs-a-copy-outside",
      [
        ["load", 0, 7],
        ["load", 0, 5],
        ["load", 0, 3],
      ],
    ],
    ["operands-must-be-red", [...through(1, 5), ["compute", 2, 2]]],
    ["malformed-move", [...through(1, 5), ["compute", 2]]],
    ["unknown-place", [...through(1, 5), ["compute", 2, 5]]],
    ["unknown-place", [["load", 0, 8]]],
    ["outputs-must-be-blue", [...through(1, 5), ["slide", 2, 1, 1], ["store", 2, 1]]],
    ["fast-memory-exceeded", [...through(1, 5), ["compute", 2, 1]]],
  ])("refuses by %s", (rule, moves) => {
    expect(referee(graph, game, moves)).toMatchObject({ legal: false, rule });
  });

  it("refuses levels that do not share evenly", () => {
    expect(() => hierarchyGame([2, 2], { memories: [3, 2] })).toThrow("memories[0]: expected a multiple of 2");
    expect(() => hierarchyGame([2, 2], { memories: [2] })).toThrow("memories: expected one number a level, 2 in all");
  });
});

// A slide takes its operand away, which must be stored before if it has another use: the search once deleted it by a store.
it.each([
  [273, 6, 1],
  [1322, 6, 2],
  [771, 5, 3],
])("the optimum of a hierarchy was once wrong on graph %i of %i vertices, %i level(s)", (seed, vertices, levels) => {
  const { graph, game } = randomGame(seed, vertices, levels);
  expect(solved(graph, game)).toBe(plainHierarchyOptimum(graph, game));
});

/** Deep graphs of few values at a time, some of them wide, at tight capacities: values come, go and are kept meanwhile. */
function deepGame(seed: number): { graph: Cdag; game: HierarchyGame } | undefined {
  const random = randomStream(seed * 77);
  const weights: number[] = [];
  const edges: [number, number][] = [];
  const add = (weight: number, ...operands: readonly number[]): number => {
    const vertex = weights.push(weight) - 1;
    for (const operand of new Set(operands)) edges.push([operand, vertex]);
    return vertex;
  };
  const kept = Array.from({ length: 1 + Math.floor(random() * 2) }, () => add(1));
  let last = add(1, ...kept);
  const steps = 3 + Math.floor(random() * 3);
  for (let i = 0; i < steps; i++) {
    const choice = random();
    const other = kept[Math.floor(random() * kept.length)] as number;
    if (choice < 0.4) last = add(1, add(3 - Math.floor(random() * 1.3), last));
    else if (choice < 0.85) last = add(1, last, other);
    else kept.push(last);
  }
  add(1, last, kept[Math.floor(random() * kept.length)] as number);
  if (weights.length > 12) return undefined;
  const capacities = [3, ...Array.from({ length: random() < 0.7 ? 1 : 2 }, () => 1 + Math.floor(random() * 2))];
  const costs = capacities.map(() => 1 + Math.floor(random() * 4));
  const rules = { costs, recomputation: random() < 0.4, sliding: random() < 0.9 };
  const graph = buildCdag({ vertices: weights.length, edges, weights, outputs: [weights.length - 1] });
  return minimumCapacity(graph, rules) > 3 ? undefined : { graph, game: hierarchyGame(capacities, rules) };
}

it("the optimum of a hierarchy equals that of single moves with late deletions, on deep graphs", () => {
  let compared = 0;
  for (let seed = 1; seed <= 120 * effort; seed++) {
    const { graph, game } = deepGame(seed) ?? {};
    if (graph === undefined || game === undefined) continue;
    const optimum = lazyHierarchyOptimum(graph, game, 30_000);
    if (optimum === undefined) continue;
    compared++;
    expect(solved(graph, game), `seed ${seed}: ${JSON.stringify(game)}`).toBe(optimum);
  }
  expect(compared).toBeGreaterThan(50 * effort);
});

describe("a store out through a level that has no room later", () => {
  // The search once had every store wait until the copy it was made from is deleted.
  it("is made while there is room, although the value stays in level 1", () => {
    const graph = buildCdag({
      vertices: 9,
      edges: [
        [0, 2],
        [2, 3],
        [3, 4],
        [4, 5],
        [0, 5],
        [5, 6],
        [1, 6],
        [6, 7],
        [4, 7],
        [7, 8],
        [2, 8],
      ],
      weights: [1, 1, 1, 3, 1, 1, 1, 1, 1],
      outputs: [8],
    });
    const game = hierarchyGame([3, 1], { costs: [1, 2], recomputation: false });
    expect(lazyHierarchyOptimum(graph, game, 10 ** 6)).toBe(17);
    expect(solved(graph, game)).toBe(17);
  });

  it.each([2, 3, 5])("as in this pebbling, with %i loads of what takes the room", (rounds) => {
    // x = f(p, q, r) is used now with z and at the end; z stays in level 2 while wide values pass through level 1.
    const weights = [1, 1, 1, 1, 1, 1];
    const [p, q, r, z, x] = [0, 1, 2, 3, 4];
    const edges: [number, number][] = [
      [p, x],
      [q, x],
      [r, x],
      [x, 5],
      [z, 5],
    ];
    const moves: Move[] = [p, q, r].flatMap((v): Move[] => [
      ["load", v, 2],
      ["load", v, 1],
      ["delete", v, 2],
    ]);
    moves.push(["slide", x, p], ["delete", q, 1], ["delete", r, 1], ["store", x, 1], ["store", x, 2], ["delete", x, 2]);
    moves.push(["load", z, 2], ["load", z, 1], ["compute", 5], ["delete", x, 1], ["delete", z, 1]);
    let last = 5;
    for (let round = 0; round < rounds; round++) {
      const wide = weights.push(3, 1, 1) - 3;
      edges.push([last, wide], [wide, wide + 1], [wide + 1, wide + 2], [z, wide + 2]);
      moves.push(
        ["slide", wide, last],
        ["slide", wide + 1, wide],
        ["load", z, 1],
        ["slide", wide + 2, wide + 1],
        ["delete", z, 1],
      );
      last = wide + 2;
    }
    const out = weights.push(1) - 1;
    edges.push([last, out], [x, out]);
    moves.push(
      ["delete", z, 2],
      ["load", x, 2],
      ["load", x, 1],
      ["slide", out, last],
      ["delete", x, 2],
      ["store", out, 1],
      ["store", out, 2],
    );
    const graph = buildCdag({ vertices: weights.length, edges, weights, outputs: [out] });
    const game = hierarchyGame([3, 1]);
    expect(referee(graph, game, moves)).toMatchObject({ legal: true, cost: 14 + rounds });
    expect(solved(graph, game)).toBe(14 + rounds);
  });
});

it("a game that cannot be won, or not by the pebbling that stands in, is refused", () => {
  const edges: [number, number][] = [
    [0, 2],
    [2, 3],
    [1, 4],
    [3, 4],
    [4, 5],
    [2, 5],
  ];
  // Value 2 weighs 3 and has to leave level 1 while 4 is computed.
  const graph = buildCdag({ vertices: 6, edges, outputs: [5], weights: [1, 1, 3, 1, 1, 1] });
  const game = hierarchyGame([4, 1], { recomputation: false });
  const refused = expect.objectContaining({ subject: "fast capacity" });
  expect(() => findOptimum(graph, game)).toThrow(refused);
  expect(() => findOptimum(graph, game, { maxStates: 5 })).toThrow(refused);
  expect(() => hierarchyPebbling(graph, game)).toThrow(refused);
  expect(solved(graph, hierarchyGame([5, 1], { recomputation: false }))).toBe(6);
});

describe("laws of the hierarchy, on random graphs", () => {
  it.each(seeds)("seed %i: one level, or a second one that holds everything or costs nothing, is the two-level game", (seed) => {
    const random = randomStream(seed + 500);
    const { graph, game } = randomGame(seed + 20_000, 7 + Math.floor(random() * 3), 2);
    const rules = { sliding: game.sliding, recomputation: game.recomputation };
    const words = game.capacities[0] ?? 0;
    const optimum = solved(graph, twoLevelGame(words, rules));
    expect(solved(graph, hierarchyGame([words], rules))).toBe(optimum);
    const everything = graph.weights.reduce((sum, weight) => sum + weight, 0);
    expect(solved(graph, hierarchyGame([words, everything], { ...rules, costs: [1, 0] }))).toBe(optimum);
    // A first level that holds everything leaves the boundary behind the second, which then only has to be passed.
    const sizes = [everything, minimumOuterCapacity(graph)];
    expect(solved(graph, hierarchyGame(sizes, rules))).toBe(2 * solved(graph, twoLevelGame(everything, rules)));
  });

  it.each(seeds)("seed %i: a larger level, sliding and recomputation never cost more", (seed) => {
    const { graph, game } = randomGame(seed + 40_000, 7, 2 + (seed % 2));
    const optimum = solved(graph, game);
    game.capacities.forEach((_, grown) => {
      const capacities = game.capacities.map((words, level) => words + Number(level === grown));
      expect(solved(graph, { ...game, capacities })).toBeLessThanOrEqual(optimum);
    });
    expect(solved(graph, { ...game, recomputation: true })).toBeLessThanOrEqual(optimum);
    expect(solved(graph, { ...game, sliding: true })).toBeLessThanOrEqual(optimum);
  });

  it.each(seeds)(
    "seed %i: at every boundary, bounds and the optimum of all levels in front of it are below the traffic",
    (seed) => {
      const { graph, game } = randomGame(seed + 60_000, 7, 2 + (seed % 2));
      const found = findOptimum(graph, game);
      const known = hierarchyPebbling(graph, game);
      const costs = boundaryCosts(game);
      expect(found.exact).toBe(true);
      if (found.exact) expect(found.optimum).toBeLessThanOrEqual(known.cost);
      for (const moves of [found.moves, known.moves]) {
        const verdict = referee(graph, game, moves);
        if (!verdict.legal) throw new Error(verdict.message);
        verdict.boundaries.forEach(({ loadedWords, storedWords }, i) => {
          const seen = gameAtBoundary(game, i + 1);
          expect(solved(graph, seen)).toBeLessThanOrEqual(loadedWords + storedWords);
          for (const bound of graphBounds(graph, seen)) {
            if (bound.kind === "bound") expect(bound.value, bound.id).toBeLessThanOrEqual(BigInt(loadedWords + storedWords));
          }
        });
      }
      const sum = game.capacities.reduce(
        (total, _, i) => total + (costs[i] ?? 1) * solved(graph, gameAtBoundary(game, i + 1)),
        0,
      );
      if (found.exact) expect(sum).toBeLessThanOrEqual(found.optimum);
    },
  );
});

describe("the hierarchy search", () => {
  it("beats the two-level game with the outer capacity alone, as levels need not be inclusive", () => {
    const game = hierarchyGame([3, 2], { costs: [0, 1] });
    expect(solved(binaryTree(2), game)).toBe(5);
    expect(solved(binaryTree(2), twoLevelGame(2))).toBe(7);
  });

  it("solves the FFT on two levels", () => {
    expect(solved(fft(2), hierarchyGame([3, 5]))).toBe(20);
  });

  it.runIf(process.env["REDBLUE_SLOW"] !== undefined)(
    "solves a product on two levels and the FFT on three: a quarter of a minute",
    () => {
      expect(solved(fft(2), hierarchyGame([4, 4, 5]))).toBe(26);
      expect(solved(matrixProduct(2, 2, 2), hierarchyGame([4, 8]))).toBe(26);
    },
  );

  it("stores an operand before its pebble slides away", () => {
    // The one word of fast memory holds an operand that is needed again; without recomputation it must be stored, then slid.
    const graph = buildCdag({
      vertices: 4,
      edges: [
        [0, 1],
        [1, 2],
        [1, 3],
      ],
    });
    const rules = { recomputation: false };
    expect(solved(graph, hierarchyGame([1], rules))).toBe(solved(graph, twoLevelGame(1, rules)));
  });

  it("gives an interval and the limit when it gives up", () => {
    const game = hierarchyGame([3, 6]);
    const stopped = findOptimum(matrixProduct(2, 2, 2), game, { maxStates: 100 });
    expect(stopped).toMatchObject({ exact: false, reason: { limit: "states", value: 100 } });
    if (stopped.exact) return;
    expect(stopped.lower).toBeLessThanOrEqual(29);
    expect(stopped.upper).toBeGreaterThanOrEqual(29);
    expect(referee(matrixProduct(2, 2, 2), game, stopped.moves)).toMatchObject({ legal: true, cost: stopped.upper });
  });

  it("names the level that is too small, and refuses costs that are not one a level", () => {
    expect(() => findOptimum(matrixProduct(2, 2, 2), hierarchyGame([2, 9]))).toThrow(/at least 3 words in level 1/);
    const wide = buildCdag({ vertices: 2, edges: [[0, 1]], weights: [3, 1] });
    expect(() => findOptimum(wide, hierarchyGame([4, 2]))).toThrow(/at least 3 words in level 2/);
    expect(() => hierarchyGame([3, 4], { costs: [1] })).toThrow(/one cost a level/);
  });
});
