import { describe, expect, it } from "vitest";
import { buildCdag, type Cdag } from "../../../src/pebble/cdag.js";
import { fft, matrixProduct, pyramid, randomLayered } from "../../../src/pebble/families.js";
import { symmetricEigenvalues } from "../../../src/pebble/graph-bounds/eigenvalues.js";
import { compulsoryBound } from "../../../src/pebble/graph-bounds/index.js";
import { boundaryLaplacian, LAPLACIAN_SCALE } from "../../../src/pebble/graph-bounds/laplacian.js";
import { usefulPart } from "../../../src/pebble/graph-bounds/useful.js";
import { verifySpectrum } from "../../../src/pebble/graph-bounds/verify-spectrum.js";
import { heuristicPebbling } from "../../../src/pebble/heuristic/index.js";
import { minimumCapacity, twoLevelGame } from "../../../src/pebble/rules.js";
import { randomCdag, randomStream } from "./random-graph.js";

/** One input in front of a path of `n` computed vertices: the Laplacian of a path, whose eigenvalues are known. */
function pathGraph(n: number): Cdag {
  return buildCdag({ vertices: n + 1, edges: Array.from({ length: n }, (_, i): [number, number] => [i, i + 1]) });
}

describe("the spectral bound", () => {
  it("charges no partition more than its values cross: the lemma on random graphs and partitions", () => {
    const random = randomStream(11);
    for (let seed = 1; seed <= 60; seed++) {
      const graph = randomCdag(seed, 12, { degree: 4 });
      const useful = usefulPart(graph);
      const { size, entries } = boundaryLaplacian(graph, useful);
      const computed = [...useful.vertices].filter((v) => graph.predecessorOffsets[v] !== graph.predecessorOffsets[v + 1]);
      for (let trial = 0; trial < 40; trial++) {
        const parts = 1 + Math.floor(random() * 5);
        // Segments follow a topological order in the theorem; the lemma holds for every partition.
        const part = new Map(computed.map((v) => [v, Math.floor(random() * parts)]));
        let form = 0;
        for (let i = 0; i < size; i++) {
          for (let j = 0; j < size; j++) {
            if (part.get(computed[i] as number) === part.get(computed[j] as number)) form += entries[i * size + j] as number;
          }
        }
        let charge = 0;
        for (const u of useful.vertices) {
          const uses = [...graph.successors.subarray(graph.successorOffsets[u], graph.successorOffsets[u + 1])];
          const met = uses.filter((s) => useful.isUseful[s] === 1).map((s) => part.get(s));
          if (met.length === 0) continue;
          if (part.has(u)) met.push(part.get(u));
          const lambda = new Set(met).size;
          const isInner = part.has(u) && graph.isOutput[u] === 0;
          charge += isInner ? (lambda >= 2 ? lambda : 0) : lambda - 1;
        }
        expect(form / LAPLACIAN_SCALE).toBeLessThanOrEqual(charge + 1e-9);
      }
    }
  });

  it("charges the borders of segments of real pebblings no more than their transfers beyond the compulsory ones", () => {
    const graphs = [fft(4), pyramid(9), matrixProduct(4, 4, 3), randomLayered(5, 8, 9, 3), randomCdag(3, 60, { degree: 4 })];
    for (const graph of graphs) {
      const useful = usefulPart(graph);
      const { size, entries } = boundaryLaplacian(graph, useful);
      const computed = [...useful.vertices].filter((v) => graph.predecessorOffsets[v] !== graph.predecessorOffsets[v + 1]);
      const row = new Map(computed.map((v, i) => [v, i]));
      for (const sliding of [true, false]) {
        const game = twoLevelGame(minimumCapacity(graph, { sliding }), { sliding, recomputation: false });
        const { moves, verdict } = heuristicPebbling(graph, game, { trials: 50 });
        const compulsory = compulsoryBound(graph, game);
        if (compulsory.kind !== "bound") throw new Error("compulsory traffic always applies");
        const extra = verdict.ioWords - Number(compulsory.value);
        const order = moves.filter(([kind]) => kind === "compute" || kind === "slide").map(([, v]) => row.get(v) as number);
        expect(order.length).toBe(size);
        for (let segments = 2; segments <= size; segments++) {
          const part = new Int32Array(size);
          order.forEach((i, time) => {
            part[i] = Math.floor((time * segments) / size);
          });
          let form = 0;
          for (let i = 0; i < size; i++) {
            for (let j = 0; j < size; j++) if (part[i] === part[j]) form += entries[i * size + j] as number;
          }
          expect(extra + 2 * (segments - 1) * game.fastCapacity).toBeGreaterThanOrEqual(form / LAPLACIAN_SCALE - 1e-9);
        }
      }
    }
  });

  it("finds the eigenvalues 2 - 2 cos(pi j / n) of a path", () => {
    const n = 30;
    const { size, entries } = boundaryLaplacian(pathGraph(n), usefulPart(pathGraph(n)));
    const found = symmetricEigenvalues(size, entries);
    expect(size).toBe(n);
    found.forEach((value, j) => {
      expect(value / LAPLACIAN_SCALE).toBeCloseTo(2 - 2 * Math.cos((Math.PI * j) / n), 6);
    });
  });

  it("certifies what is true of the spectrum of a path and refuses what is false", () => {
    const n = 30;
    const graph = pathGraph(n);
    for (let j = 1; j < n; j++) {
      const eigenvalue = (2 - 2 * Math.cos((Math.PI * j) / n)) * LAPLACIAN_SCALE;
      expect(verifySpectrum(graph, [{ shift: Math.floor(eigenvalue) - 8 * n, below: j }])).toBe(true);
      expect(verifySpectrum(graph, [{ shift: Math.ceil(eigenvalue) + 2, below: j }])).toBe(false);
      expect(verifySpectrum(graph, [{ shift: Math.floor(eigenvalue) - 8 * n, below: j - 1 }])).toBe(false);
    }
  });
});
