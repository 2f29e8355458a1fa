import { describe, expect, it, test } from "vitest";
import { buildCdag, type Cdag } from "../../../src/pebble/cdag.js";
import { diamond, matrixProduct, pyramid } from "../../../src/pebble/families.js";
import {
  type GraphBoundId,
  type GraphBoundVerdict,
  type GraphCertificate,
  graphBounds,
  type ProvenGraphBound,
  verifyGraphBound,
} from "../../../src/pebble/graph-bounds/index.js";
import { minimumCapacity, predecessorsOf, type TwoLevelGame, twoLevelGame } from "../../../src/pebble/rules.js";
import { bruteForceOptimum } from "./brute-force.js";
import { randomDenseCdag, randomStream } from "./random-graph.js";

/** `width` cells over `steps` steps of a three-point stencil. */
function stencil(width: number, steps: number): Cdag {
  const edges: [number, number][] = [];
  for (let s = 1; s <= steps; s++) {
    for (let i = 0; i < width; i++) {
      for (const d of [-1, 0, 1]) if (i + d >= 0 && i + d < width) edges.push([(s - 1) * width + i + d, s * width + i]);
    }
  }
  return buildCdag({ vertices: width * (steps + 1), edges });
}

/** A graph and game on which the bound of that name beats compulsory traffic. */
const SHARP: readonly (readonly [GraphBoundId, Cdag, TwoLevelGame])[] = [
  ["compulsory", pyramid(3), twoLevelGame(3)],
  ["dominator-chain", stencil(7, 5), twoLevelGame(3)],
  ["hong-kung-lines", stencil(8, 10), twoLevelGame(3)],
  ["disjoint-subgraphs", stencil(8, 4), twoLevelGame(4)],
  ["wavefront", pyramid(6), twoLevelGame(3, { recomputation: false })],
  ["wavefront-sum", stencil(6, 5), twoLevelGame(3, { recomputation: false })],
  ["wavefront-chain", stencil(6, 5), twoLevelGame(3, { recomputation: false })],
  ["spectral", matrixProduct(4, 4, 4), twoLevelGame(4, { recomputation: false })],
];

function boundOf(id: GraphBoundId, graph: Cdag, game: TwoLevelGame): ProvenGraphBound {
  const bound = graphBounds(graph, game).find((candidate) => candidate.id === id);
  if (bound?.kind !== "bound") throw new Error(`${id} does not apply`);
  return bound;
}

test("parts as long as lines allow: one line for each of five inputs is five loads, whatever the memory", () => {
  const graph = buildCdag({
    vertices: 9,
    edges: [
      [0, 1],
      [2, 6],
      [3, 6],
      [4, 8],
      [7, 8],
    ],
    outputs: [1, 6, 8],
  });
  // With T = 1 two parts are four loads; T = 2 has two parts as well.
  expect(boundOf("hong-kung-lines", graph, twoLevelGame(2)).value).toBe(8n);
});

test("where a target cannot be computed at all, the search ends with the positions, not with the transfers", () => {
  const graph = buildCdag({
    vertices: 5,
    edges: [
      [0, 2],
      [1, 3],
      [2, 4],
      [3, 4],
    ],
    outputs: [4],
  });
  const subgraphs = [{ inner: [2, 3], targets: [4], transfers: Number.MAX_SAFE_INTEGER }];
  const certificate = { kind: "disjoint-subgraphs", subgraphs } as GraphCertificate;
  const value = BigInt(Number.MAX_SAFE_INTEGER) + 3n;
  const claim = { kind: "bound", id: "disjoint-subgraphs", value, certificate } as ProvenGraphBound;
  expect(verifyGraphBound(graph, twoLevelGame(2, { sliding: false }), claim).valid).toBe(true);
});

describe("the checker of disjoint subgraphs", () => {
  const graph = stencil(8, 4);
  const game = twoLevelGame(4);
  const bound = boundOf("disjoint-subgraphs", graph, game);
  if (bound.certificate.kind !== "disjoint-subgraphs") throw new Error("another certificate");
  const [first, ...others] = bound.certificate.subgraphs;
  if (first === undefined) throw new Error("no subgraph");
  const verdict = (subgraphs: unknown, value = bound.value, of = graph): GraphBoundVerdict =>
    verifyGraphBound(of, game, { ...bound, value, certificate: { kind: "disjoint-subgraphs", subgraphs } as GraphCertificate });

  it.each([
    ["a subgraph counted twice", [first, first, ...others], "is listed twice"],
    ["more transfers than a subgraph needs", [{ ...first, transfers: first.transfers + 1 }], "with fewer transfers"],
    ["an input as inner vertex", [{ ...first, inner: [0, ...first.inner] }], "is not computed on the way to an output"],
    ["an output as inner vertex", [{ ...first, inner: [39, ...first.inner] }], "is not computed on the way to an output"],
    ["an input as target", [{ ...first, targets: [0] }], "cannot be a target"],
    ["an inner vertex as target", [{ ...first, targets: [first.inner[0]] }], "cannot be a target"],
    ["a target listed twice", [{ ...first, targets: [...first.targets, ...first.targets] }], "a target is listed twice"],
    ["a negative number of transfers", [{ ...first, transfers: -1 }, ...others], "no positive whole number"],
    ["seventeen inner vertices", [{ ...first, inner: Array.from({ length: 17 }, (_, i) => 8 + i) }], "too large to search"],
  ])("refuses %s", (_name, subgraphs, reason) => {
    const refused = verdict(subgraphs);
    expect(refused.valid ? "valid" : refused.reason).toContain(reason);
  });

  it("refuses weights other than 1", () => {
    const edges = Array.from({ length: graph.vertexCount }, (_, v) => [...predecessorsOf(graph, v)].map((u) => [u, v] as const));
    const wide = buildCdag({ vertices: 40, edges: edges.flat(), weights: Array(40).fill(1).with(20, 2) });
    expect(verdict([first], 16n, wide)).toEqual({ valid: false, reason: "the weights are not all 1" });
  });
});

describe("the checker of graph bounds", () => {
  it.each(SHARP)("accepts %s through JSON and refuses a value one higher", (id, graph, game) => {
    const bound = boundOf(id, graph, game);
    const compulsory = boundOf("compulsory", graph, game);
    if (id !== "compulsory") expect(bound.value).toBeGreaterThan(compulsory.value);
    const copy = { ...bound, certificate: JSON.parse(JSON.stringify(bound.certificate)) };
    expect(verifyGraphBound(graph, game, copy)).toEqual({ valid: true });
    expect(verifyGraphBound(graph, game, { ...bound, value: bound.value + 1n }).valid).toBe(false);
  });

  it.each(SHARP)("refuses %s at one word more of fast memory unless the value still follows", (id, graph, game) => {
    const bound = boundOf(id, graph, game);
    const larger = { ...game, fastCapacity: game.fastCapacity + 1 };
    const verdict = verifyGraphBound(graph, larger, bound);
    expect(verdict.valid).toBe(id === "compulsory");
  });

  it.each(SHARP)("refuses mutations of the certificate of %s, or they prove the same value", (id, graph, game) => {
    const bound = boundOf(id, graph, game);
    const random = randomStream(7);
    let refused = 0;
    for (let trial = 0; trial < 60; trial++) {
      const certificate = JSON.parse(JSON.stringify(bound.certificate));
      mutateNumber(certificate, random);
      const mutant = { ...bound, certificate };
      if (!verifyGraphBound(graph, game, mutant).valid) refused++;
      expect(verifyGraphBound(graph, game, { ...mutant, value: bound.value + 1000n }).valid).toBe(false);
    }
    expect(refused).toBeGreaterThan(15);
  });

  it("accepts no mutant for a value above the exhaustive optimum", () => {
    const random = randomStream(23);
    for (let seed = 1; seed <= 60; seed++) {
      const graph = randomDenseCdag(seed);
      const sliding = seed % 2 === 0;
      const game = twoLevelGame(minimumCapacity(graph, { sliding }), { sliding, recomputation: seed % 4 < 2 });
      const sharp = graphBounds(graph, game).filter((bound) => bound.kind === "bound" && bound.id !== "compulsory");
      const optimum = BigInt(bruteForceOptimum(graph, game) as number);
      for (const bound of sharp) {
        for (let trial = 0; bound.kind === "bound" && trial < 20; trial++) {
          const certificate = JSON.parse(JSON.stringify(bound.certificate));
          for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) mutate(certificate, random);
          expect(verifyGraphBound(graph, game, { ...bound, certificate, value: optimum + 1n }).valid).toBe(false);
        }
      }
    }
  });

  it("refuses certificates that allow no recomputation where the game has it, and wrong kinds", () => {
    const graph = pyramid(6);
    const game = twoLevelGame(3, { recomputation: false });
    const bound = boundOf("wavefront", graph, game);
    expect(verifyGraphBound(graph, { ...game, recomputation: true }, bound).valid).toBe(false);
    expect(verifyGraphBound(graph, game, { ...bound, id: "spectral" }).valid).toBe(false);
    expect(verifyGraphBound(graph, game, { ...bound, certificate: JSON.parse('{"kind":"wavefront"}') }).valid).toBe(false);
  });

  it("refuses a certificate of another graph", () => {
    const bound = boundOf("wavefront", pyramid(6), twoLevelGame(3, { recomputation: false }));
    expect(verifyGraphBound(diamond(5), twoLevelGame(3, { recomputation: false }), bound).valid).toBe(false);
  });
});

/** Changes a number, or repeats or drops an entry of a list. */
function mutate(value: unknown, random: () => number): void {
  const lists: unknown[][] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node) && node.length > 0) lists.push(node);
    for (const child of Object.values(node)) visit(child);
  };
  visit(value);
  const list = lists[Math.floor(random() * lists.length)];
  if (list === undefined) return;
  const place = Math.floor(random() * list.length);
  const choice = random();
  if (choice < 0.25) list.splice(place, 0, JSON.parse(JSON.stringify(list[place])));
  else if (choice < 0.4) list.splice(place, 1);
  else mutateNumber(value, random);
}

/** Changes one number somewhere inside a JSON value. */
function mutateNumber(value: unknown, random: () => number): void {
  const places: [Record<string, unknown>, string][] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      if (typeof child === "number") places.push([node as Record<string, unknown>, key]);
      else visit(child);
    }
  };
  visit(value);
  if (places.length === 0) return;
  const [node, key] = places[Math.floor(random() * places.length)] as [Record<string, unknown>, string];
  const old = node[key] as number;
  node[key] = key === "shift" ? old + 2 ** 15 : old + (random() < 0.5 ? 1 : -1) * (1 + Math.floor(random() * 3));
}
