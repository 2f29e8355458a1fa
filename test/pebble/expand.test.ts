import { describe, expect, it } from "vitest";
import { attentionWorkload } from "../../src/computation/attention.js";
import { access, type Computation } from "../../src/computation/computation.js";
import { expand } from "../../src/pebble/expand.js";
import { expandAttention } from "../../src/pebble/expand-attention.js";
import { binaryTree, diamond, fft, matrixChain, matrixProduct, path, pyramid, randomLayered } from "../../src/pebble/families.js";
import { isInput, predecessorsOf } from "../../src/pebble/rules.js";

function product(m: number, n: number, k: number): Computation {
  return {
    name: "gemm",
    statements: [{ output: access("C", "i", "j"), operands: [access("A", "i", "p"), access("B", "p", "j")] }],
    arrays: [
      { name: "A", role: "input", dataType: "bf16", shape: [m, k] },
      { name: "B", role: "input", dataType: "bf16", shape: [k, n] },
      { name: "C", role: "output", dataType: "bf16", shape: [m, n] },
    ],
    extents: { i: m, j: n, p: k },
    accumulator: "fp32",
  };
}

describe("the expansion of a computation", () => {
  it("makes an FMA chain: each partial sum over the one before it and the operand words", () => {
    const graph = expand(product(1, 1, 3));
    const names = graph.names ?? [];
    const last = names.indexOf("C[0,0]");
    expect([...predecessorsOf(graph, last)].map((u) => names[u]).sort()).toEqual(["A[0,2]", "B[2,0]", "C[0,0]#1"]);
    const first = names.indexOf("C[0,0]#0");
    expect([...predecessorsOf(graph, first)].map((u) => names[u]).sort()).toEqual(["A[0,0]", "B[0,0]"]);
    expect(graph.vertexCount).toBe(9);
    expect([...graph.isOutput].reduce((a, b) => a + b)).toBe(1);
  });

  it("has m n k computed vertices with fused and m n (2 k - 1) with separate products", () => {
    const computed = (options: Parameters<typeof expand>[1]): number => {
      const graph = expand(product(2, 3, 4), options);
      return Array.from({ length: graph.vertexCount }, (_, v) => v).filter((v) => !isInput(graph, v)).length;
    };
    expect(computed({})).toBe(24);
    expect(computed({ products: "separate" })).toBe(6 * 7);
    expect(computed({ products: "separate", reduction: { tree: 2 } })).toBe(6 * 7);
    expect(computed({ products: "separate", reduction: { tree: 4 } })).toBe(6 * 5);
  });

  it("feeds complete values of an intermediate array to the next statement", () => {
    const graph = matrixChain([2, 2, 2, 1]);
    const names = graph.names ?? [];
    const first = names.indexOf("C[0,0]#0");
    expect([...predecessorsOf(graph, first)].map((u) => names[u]).sort()).toEqual(["A2[0,0]", "P1[0,0]"]);
    expect(graph.vertexCount).toBe(4 + 4 + 2 + 8 + 4);
  });

  it("weighs words in bytes: partial sums in the accumulator's type", () => {
    const graph = expand(product(1, 1, 2), { weights: "bytes" });
    const weight = (name: string): number | undefined => graph.weights[graph.names?.indexOf(name) ?? -1];
    expect([weight("A[0,0]"), weight("C[0,0]#0"), weight("C[0,0]")]).toEqual([2, 4, 2]);
  });

  it("goes on adding where a later statement writes the same word", () => {
    const twice = product(1, 1, 2);
    const graph = expand({ ...twice, statements: [...twice.statements, ...twice.statements] });
    expect(graph.vertexCount).toBe(4 + 4);
  });

  it("refuses what it cannot expand", () => {
    expect(() => expand(product(100, 100, 101))).toThrow(/^vertices of a graph: expected at most 1000000, found 1030200 /);
    expect(() => expand(product(2, 2, 2), { reduction: { tree: 2 } })).toThrow(/separate products/);
    const { arrays } = product(2, 2, 2);
    const short = arrays.map((array) => (array.name === "B" ? { ...array, shape: [1, 2] } : array));
    expect(() => expand({ ...product(2, 2, 2), arrays: short })).toThrow(/inside its shape/);
    const late = arrays.map((array) => (array.name === "B" ? { ...array, role: "intermediate" as const } : array));
    expect(() => expand({ ...product(2, 2, 2), arrays: late })).toThrow(/B\[0,0\].*before it is read/);
  });
});

describe("the expansion of attention", () => {
  const names = (options: Parameters<typeof expandAttention>[1], workload = {}): readonly string[] =>
    expandAttention(attentionWorkload({ heads: 1, queries: 1, keys: 3, dim: 1, ...workload }), options).names ?? [];

  it("online: a running maximum, a factor and both sums for every key after the first", () => {
    const online = names({}).map((name) => name.replace("0,0,0", "").replaceAll(/[[\]]/g, ""));
    expect(online.filter((name) => !/^[QKV]/.test(name)).join(" ")).toBe(
      "S,0 P,0 U,0@0 S,1 M@1 R@1 P,1 L@1 U,0@1 S,2 M@2 R@2 P,2 L@2 U,0@2 O,0",
    );
  });

  it("in two passes: one maximum and no factor", () => {
    const twoPass = names({ keyBlock: 3 });
    expect(twoPass.filter((name) => name.startsWith("R"))).toEqual([]);
    expect(twoPass.filter((name) => name.startsWith("M"))).toEqual(["M[0,0,0]@0#1", "M[0,0,0]@0"]);
  });

  it("each name once, in every form; a causal mask leaves out what it hides", () => {
    for (const how of [{}, { products: "separate" }, { products: "separate", reduction: { tree: 3 } }] as const) {
      for (const keyBlock of [1, 2, 3]) {
        const all = names({ ...how, keyBlock, keyOrder: "backward" }, { heads: 4, kvHeads: 2, queries: 3, dim: 2 });
        expect(new Set(all).size).toBe(all.length);
      }
    }
    const causal = names({}, { queries: 4, keys: 2, causal: true });
    expect(causal.filter((name) => name.startsWith("S"))).toEqual(["S[0,0,2,0]", "S[0,0,3,0]", "S[0,0,3,1]"]);
    expect(causal.filter((name) => name.startsWith("O"))).toEqual(["O[0,0,2,0]", "O[0,0,3,0]"]);
  });

  it("refuses what it cannot expand", () => {
    expect(() => names({}, { queries: 1000, keys: 1000 })).toThrow(
      /^vertices of a graph: expected at most 1000000, found 8004000 /,
    );
    expect(() => names({ keyBlock: 0 })).toThrow(/softmax-block/);
    expect(() => names({ reduction: { tree: 2 } })).toThrow(/separate products/);
  });
});

describe("families of graphs", () => {
  it("have the sizes of the literature", () => {
    const size = (graph: ReturnType<typeof fft>): readonly number[] => [graph.vertexCount, graph.edgeCount];
    expect(size(fft(3))).toEqual([32, 48]);
    expect(size(binaryTree(5))).toEqual([63, 62]);
    expect(size(pyramid(5))).toEqual([21, 30]);
    expect(size(diamond(5))).toEqual([25, 40]);
    expect(size(path(4))).toEqual([4, 3]);
    expect(size(matrixProduct(2, 2, 3))).toEqual([24, 4 * 8]);
  });
  it("repeat with the seed", () => {
    expect(randomLayered(7, 4, 5, 3)).toEqual(randomLayered(7, 4, 5, 3));
    expect(randomLayered(7, 4, 5, 3)).not.toEqual(randomLayered(8, 4, 5, 3));
  });
});
