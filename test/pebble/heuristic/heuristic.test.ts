import { describe, expect, it } from "vitest";
import { buildCdag, type Cdag } from "../../../src/pebble/cdag.js";
import { fft, matrixProduct, pyramid } from "../../../src/pebble/families.js";
import { heuristicPebbling, trivialPebbling } from "../../../src/pebble/heuristic/index.js";
import { referee } from "../../../src/pebble/referee.js";
import { minimumCapacity, twoLevelGame } from "../../../src/pebble/rules.js";
import { bruteForceOptimum } from "../graph-bounds/brute-force.js";
import { randomCdag } from "../graph-bounds/random-graph.js";

describe("heuristic pebblings", () => {
  it("are legal, at least the optimum and at most the trivial pebbling, with and without sliding and weights", () => {
    let optimal = 0;
    let all = 0;
    for (let seed = 1; seed <= 120; seed++) {
      const graph = randomCdag(seed, 4 + (seed % 6), { weighted: seed % 2 === 0 });
      for (const sliding of [true, false]) {
        const capacity = Math.max(1, minimumCapacity(graph, { sliding })) + (seed % 3 === 0 ? 1 : 0);
        const game = twoLevelGame(capacity, { sliding, recomputation: false });
        const found = heuristicPebbling(graph, game, { trials: 200 }).verdict.ioWords;
        const trivial = referee(graph, game, trivialPebbling(graph, game));
        if (!trivial.legal) throw new Error(`seed ${seed}: ${trivial.message}`);
        const optimum = bruteForceOptimum(graph, game) as number;
        expect(found, `seed ${seed}`).toBeGreaterThanOrEqual(optimum);
        expect(found, `seed ${seed}`).toBeLessThanOrEqual(trivial.ioWords);
        all++;
        if (found === optimum) optimal++;
      }
    }
    expect(optimal / all).toBeGreaterThan(0.9);
  });

  it("reach the known optima of small FFTs, pyramids and products", () => {
    expect(heuristicPebbling(fft(2), twoLevelGame(3)).verdict.ioWords).toBe(12);
    expect(heuristicPebbling(pyramid(5), twoLevelGame(3)).verdict.ioWords).toBe(15);
    expect(heuristicPebbling(matrixProduct(2, 2, 2), twoLevelGame(4)).verdict.ioWords).toBe(14);
  });

  it("never store what is blue, load what is red, or compute twice", () => {
    for (const graph of [fft(4), pyramid(8), matrixProduct(4, 4, 4), randomCdag(8, 40)]) {
      const game = twoLevelGame(minimumCapacity(graph, { sliding: true }) + 1);
      const { moves } = heuristicPebbling(graph, game, { trials: 20 });
      const stored = moves.filter(([kind]) => kind === "store").map(([, v]) => v);
      const computed = moves.filter(([kind]) => kind === "compute" || kind === "slide").map(([, v]) => v);
      expect(new Set(stored).size).toBe(stored.length);
      expect(new Set(computed).size).toBe(computed.length);
      const red = new Set<number>();
      for (const move of moves) {
        if (move[0] === "load") expect(red.has(move[1])).toBe(false);
        if (move[0] === "slide") red.delete(move[2]);
        if (move[0] === "delete") red.delete(move[1]);
        else if (move[0] !== "store") red.add(move[1]);
      }
    }
  });

  it("play on the first of several processors in the moves of their game", () => {
    const game = twoLevelGame(4, { processors: 2 });
    expect(heuristicPebbling(fft(3), game, { trials: 50 }).verdict.legal).toBe(true);
    expect(referee(fft(3), game, trivialPebbling(fft(3), game)).legal).toBe(true);
  });

  it("are the same twice, stop at the injected clock's limit and report progress", () => {
    const graph = matrixProduct(3, 3, 3);
    const game = twoLevelGame(6);
    expect(heuristicPebbling(graph, game, { trials: 500 }).moves).toEqual(heuristicPebbling(graph, game, { trials: 500 }).moves);
    let clock = 0;
    const reports: number[] = [];
    const result = heuristicPebbling(graph, game, {
      trials: 1e9,
      timeLimitMilliseconds: 300,
      now: () => clock++,
      onProgress: (_done, best) => reports.push(best),
    });
    expect(result.tried).toBeLessThan(400);
    expect(reports.every((best, i) => i === 0 || best <= (reports[i - 1] as number))).toBe(true);
  });

  it("refuse a capacity below the minimum", () => {
    expect(() => heuristicPebbling(fft(2), twoLevelGame(1))).toThrow("fast capacity: expected at least 2 words");
    expect(() => trivialPebbling(fft(2), twoLevelGame(2, { sliding: false }))).toThrow("at least 3 words");
  });

  it("pebble a layered graph of many vertices: 100,000 in `npm run verify`", () => {
    const layers = process.env["REDBLUE_SLOW"] === undefined ? 50 : 334;
    const { verdict } = heuristicPebbling(layered(300, layers), twoLevelGame(64));
    expect(verdict.computations).toBe(300 * (layers - 1));
  });
});

/** Each vertex over three near ones of the layer before. */
function layered(width: number, layers: number): Cdag {
  const edges: [number, number][] = [];
  for (let v = width; v < width * layers; v++) {
    const row = Math.floor(v / width) - 1;
    for (const d of [0, 1, 2 + ((v * 7919) % 5)]) edges.push([row * width + ((v + d) % width), v]);
  }
  return buildCdag({ vertices: width * layers, edges });
}
