import { describe, expect, it } from "vitest";
import { binaryTree, diamond, fft, matrixProduct, path, pyramid } from "../../src/pebble/families.js";
import { automorphisms } from "../../src/pebble/optimum/automorphisms.js";
import { CanonicalForm } from "../../src/pebble/optimum/canonical-form.js";
import { prepareInstance } from "../../src/pebble/optimum/instance.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { stateLayout, stateSets } from "../../src/pebble/optimum/state-layout.js";
import { referee } from "../../src/pebble/referee.js";
import { twoLevelGame } from "../../src/pebble/rules.js";
import { randomStream } from "./support/random-graphs.js";

describe("the automorphism group", () => {
  it("has the known order", () => {
    const order = (graph: ReturnType<typeof fft>): number => automorphisms(prepareInstance(graph)).order;
    expect(order(path(6))).toBe(1);
    expect(order(pyramid(4))).toBe(2);
    expect(order(diamond(4))).toBe(2);
    expect(order(matrixProduct(2, 2, 3))).toBe(8);
    expect(order(matrixProduct(3, 3, 2))).toBe(72);
    expect(order(matrixProduct(3, 2, 2))).toBe(12);
    expect(order(binaryTree(5))).toBe(2 ** 31);
    expect(order(fft(3))).toBe(2 ** 14);
  });

  it("merges all states of an orbit when the group is small enough to list", () => {
    for (const graph of [matrixProduct(3, 3, 2), matrixProduct(3, 2, 2)]) {
      const instance = prepareInstance(graph);
      const group = automorphisms(instance);
      const form = new CanonicalForm(instance, group, stateSets(instance), stateLayout(instance).words);
      const elements = group.transversals.flat();
      const random = randomStream(3);
      for (let trial = 0; trial < 200; trial++) {
        const held = Array.from({ length: 4 }, () => Math.floor(random() * instance.vertexCount));
        const element = elements[Math.floor(random() * elements.length)] as Int32Array;
        const state = new Int32Array(stateLayout(instance).words);
        const image = state.slice();
        for (const v of held) {
          state[v >> 5] = (state[v >> 5] as number) | (1 << (v & 31));
          const w = element[v] as number;
          image[w >> 5] = (image[w >> 5] as number) | (1 << (w & 31));
        }
        form.apply(state);
        form.apply(image);
        expect(image).toEqual(state);
      }
    }
  });
});

describe("several processors", () => {
  it("merge states that differ by the names of processors or by a symmetry of the graph", () => {
    // Without the graph's symmetries these searches keep 42992 and 201917 states.
    for (const [graph, optimum, states] of [
      [fft(2), 12, 5000],
      [binaryTree(3), 11, 20_000],
    ] as const) {
      const found = findOptimum(graph, twoLevelGame(3, { processors: 2 }));
      expect(found).toMatchObject({ exact: true, optimum });
      expect(found.states).toBeLessThan(states);
    }
  });

  it("are named in the moves so that the referee accepts them, whatever was permuted on the way", () => {
    for (const processors of [2, 3]) {
      const game = twoLevelGame(3, { processors });
      const found = findOptimum(matrixProduct(2, 2, 1), game);
      const verdict = referee(matrixProduct(2, 2, 1), game, found.moves);
      expect(verdict).toMatchObject({ legal: true, ioWords: 8 });
    }
  });
});
