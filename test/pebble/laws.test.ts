import { describe, expect, it } from "vitest";
import { buildCdag, type Cdag, type CdagDescription } from "../../src/pebble/cdag.js";
import { fft, matrixProduct, randomLayered } from "../../src/pebble/families.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { spillEverything } from "../../src/pebble/optimum/spill-everything.js";
import { referee } from "../../src/pebble/referee.js";
import { minimumCapacity, type TwoLevelGame, twoLevelGame } from "../../src/pebble/rules.js";
import { seeds } from "./support/effort.js";
import { randomCdag, randomDescription, randomStream } from "./support/random-graphs.js";

function optimum(graph: Cdag, game: TwoLevelGame): number {
  const result = findOptimum(graph, game);
  if (!result.exact) throw new Error(`gave up: ${result.reason.limit}`);
  return result.optimum;
}

describe("laws of the optimum, on random graphs", () => {
  it.each(seeds)("seed %i: more memory, sliding, recomputation and processors never cost more", (seed) => {
    const random = randomStream(seed + 7000);
    const graph = randomCdag(random, 8 + Math.floor(random() * 5), random() < 0.4);
    const least = Math.max(1, minimumCapacity(graph, { sliding: false }));
    let before = Number.POSITIVE_INFINITY;
    for (let capacity = least; capacity < least + 4; capacity++) {
      const free = optimum(graph, twoLevelGame(capacity));
      expect(free).toBeLessThanOrEqual(before);
      expect(free).toBeLessThanOrEqual(optimum(graph, twoLevelGame(capacity, { sliding: false })));
      expect(free).toBeLessThanOrEqual(optimum(graph, twoLevelGame(capacity, { recomputation: false })));
      before = free;
    }
  });

  it.each(seeds)("seed %i: renaming the vertices changes nothing", (seed) => {
    const random = randomStream(seed + 9000);
    const description = randomDescription(random, 11, random() < 0.4);
    const graph = buildCdag(description);
    const renamed = buildCdag(shuffled(description, random));
    for (const sliding of [true, false]) {
      const game = twoLevelGame(Math.max(1, minimumCapacity(graph, { sliding })), { sliding });
      expect(optimum(renamed, game)).toBe(optimum(graph, game));
    }
  });

  it.each(seeds)("seed %i: multiplying weights and capacity multiplies the optimum", (seed) => {
    const random = randomStream(seed + 11000);
    const description = randomDescription(random, 10, true);
    const graph = buildCdag(description);
    const scaled = buildCdag({ ...description, weights: (description.weights ?? []).map((weight) => 6 * weight) });
    const capacity = Math.max(1, minimumCapacity(graph, { sliding: true }));
    expect(optimum(scaled, twoLevelGame(6 * capacity + 5))).toBe(6 * optimum(graph, twoLevelGame(capacity)));
  });

  it.each(seeds.slice(0, 10))("seed %i: two processors cost no more than one of the same memory", (seed) => {
    const random = randomStream(seed + 13000);
    const graph = randomCdag(random, 6, false);
    const capacity = Math.max(1, minimumCapacity(graph, { sliding: true }));
    expect(optimum(graph, twoLevelGame(capacity, { processors: 2 }))).toBeLessThanOrEqual(optimum(graph, twoLevelGame(capacity)));
  });
});

describe("what the search returns", () => {
  it("is a pebbling that the referee accepts at exactly the optimum, within the capacity", () => {
    for (const capacity of [3, 4, 5, 6]) {
      const game = twoLevelGame(capacity);
      const graph = fft(2);
      const result = findOptimum(graph, game);
      const verdict = referee(graph, game, result.moves);
      expect(verdict).toMatchObject({ legal: true, ioWords: result.exact ? result.optimum : -1 });
      if (verdict.legal) expect(verdict.peakWords[0]).toBeLessThanOrEqual(capacity);
    }
  });

  it("is bounds and the limit when a limit is hit, and the known pebbling when that is the better one", () => {
    const graph = matrixProduct(2, 2, 3);
    const game = twoLevelGame(4);
    const stopped = findOptimum(graph, game, { maxStates: 50 });
    expect(stopped).toMatchObject({ exact: false, reason: { limit: "states", value: 50 } });
    if (stopped.exact) return;
    expect(stopped.lower).toBeGreaterThanOrEqual(16);
    expect(stopped.lower).toBeLessThanOrEqual(22);
    expect(referee(graph, game, stopped.moves)).toMatchObject({ legal: true, ioWords: stopped.upper });
    const known = findOptimum(graph, game).moves;
    expect(findOptimum(graph, game, { maxStates: 50, known })).toMatchObject({ exact: false, upper: 22 });
    expect(findOptimum(graph, game, { maxBytes: 1 })).toMatchObject({ exact: false, reason: { limit: "memory", value: 1 } });
  });

  it("is refused with the words that one computation needs when fast memory is too small", () => {
    expect(() => findOptimum(matrixProduct(2, 2, 2), twoLevelGame(2))).toThrow(/at least 3 words/);
    expect(() => findOptimum(matrixProduct(2, 2, 2), twoLevelGame(3, { sliding: false }))).toThrow(/at least 4 words/);
  });

  it("costs nothing when the outputs are inputs", () => {
    const graph = buildCdag({ vertices: 2, edges: [[0, 1]], outputs: [0] });
    expect(findOptimum(graph, twoLevelGame(1))).toMatchObject({ exact: true, optimum: 0, moves: [] });
  });

  it("is the same at every call", () => {
    expect(findOptimum(fft(2), twoLevelGame(3))).toEqual(findOptimum(fft(2), twoLevelGame(3)));
  });

  it("is compulsory traffic and a legal pebbling for graphs too large to search", () => {
    const graph = randomLayered(1, 50, 100, 3);
    const game = twoLevelGame(8);
    const result = findOptimum(graph, game);
    expect(result).toMatchObject({ exact: false, reason: { limit: "vertices" }, states: 0 });
    if (!result.exact) expect(referee(graph, game, result.moves)).toMatchObject({ legal: true, ioWords: result.upper });
  });

  it("comes in seconds with a limit on states for hundreds of vertices", () => {
    const graph = randomLayered(1, 12, 20, 3);
    expect(findOptimum(graph, twoLevelGame(6), { maxStates: 200 })).toMatchObject({ exact: false, reason: { limit: "states" } });
  });

  it("handles more than 32 and more than 64 vertices", () => {
    const edges = Array.from({ length: 79 }, (_, i): [number, number] => [i, i + 1]);
    expect(optimum(buildCdag({ vertices: 80, edges }), twoLevelGame(1))).toBe(2);
    expect(optimum(buildCdag({ vertices: 80, edges }), twoLevelGame(2, { sliding: false, recomputation: false }))).toBe(2);
  });
});

describe("spilling everything", () => {
  it("is legal at the least capacity, for every rule variant", () => {
    for (const seed of seeds) {
      const random = randomStream(seed + 15000);
      const graph = randomCdag(random, 12, true);
      for (const sliding of [true, false]) {
        const game = twoLevelGame(Math.max(1, minimumCapacity(graph, { sliding })), { sliding, recomputation: false });
        expect(referee(graph, game, spillEverything(graph, game)).legal).toBe(true);
      }
    }
  });
});

function shuffled(description: CdagDescription, random: () => number): CdagDescription {
  const names = Array.from({ length: description.vertices }, (_, v) => v);
  for (let i = names.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [names[i], names[j]] = [names[j] as number, names[i] as number];
  }
  const name = (v: number): number => names[v] as number;
  const weights = new Array<number>(description.vertices);
  description.weights?.forEach((weight, v) => {
    weights[name(v)] = weight;
  });
  return {
    vertices: description.vertices,
    edges: description.edges.map(([from, to]) => [name(from), name(to)] as const).reverse(),
    outputs: (description.outputs ?? []).map(name),
    weights,
  };
}
