import type { Cdag } from "../../cdag.js";
import type { TwoLevelGame } from "../../rules.js";
import { at } from "../arrays.js";
import { canonicalOrder } from "../canonical-order.js";
import {
  type DisjointSubgraphsCertificate,
  GRAPH_BOUND_LIMITS,
  type GraphBound,
  type GraphBoundLimits,
  notApplicable,
  pooledCapacity,
  requirements,
} from "../graph-bound.js";
import { isSource, loadedInputs, storedOutputs, type UsefulPart, usefulPart } from "../useful.js";
import { leastTransfers, MOST_INNER, MOST_TARGETS, type SubgraphGame, subgraphGame } from "./subgraph-game.js";

type Subgraph = DisjointSubgraphsCertificate["subgraphs"][number];

/** Subgraphs of consecutive levels, and the words that they force together. */
interface Band {
  readonly words: number;
  readonly subgraphs: readonly Subgraph[];
}

/** How much nearer an operand or a use is than a vertex that shares one; 2 and 5 found smaller bounds on stencils and pyramids. */
const JOINED = 3;

/** Levels that a subgraph covers, at most: deeper ones are too large to search. */
const MOST_LEVELS = 3;

/**
 * Exact optima of disjoint subgraphs. Where all that lies outside a subgraph is at hand for nothing, the transfers of its own vertices
 * still have a least number; those of disjoint subgraphs add up, and the compulsory traffic comes on top. Unit weights; survives
 * recomputation and sliding.
 */
export function disjointSubgraphsBound(
  graph: Cdag,
  game: TwoLevelGame,
  limits: GraphBoundLimits = GRAPH_BOUND_LIMITS,
): GraphBound {
  const useful = usefulPart(graph);
  if (graph.weights.some((w) => w !== 1)) return notApplicable("disjoint-subgraphs", "it needs unit weights");
  if (useful.vertices.length > limits.subgraphVertices) {
    return notApplicable("disjoint-subgraphs", `more than ${limits.subgraphVertices} useful vertices`);
  }
  const { words, subgraphs } = bestBands(new Subgraphs(graph, game, useful, limits));
  if (words === 0) return notApplicable("disjoint-subgraphs", "the subgraphs found need no transfers of their own");
  return {
    kind: "bound",
    id: "disjoint-subgraphs",
    value: BigInt(words + loadedInputs(graph, useful).length + storedOutputs(graph, useful).length),
    requires: requirements(game, "allowed"),
    proof: "proofs/graph-disjoint-subgraphs.md",
    status: "paper proof",
    certificate: { kind: "disjoint-subgraphs", subgraphs },
  };
}

/** Cuts the levels into bands that force most words together; small subgraphs, which cost least to search, are tried first. */
function bestBands(search: Subgraphs): Band {
  const bands = Array.from({ length: search.levels }, (_, i) =>
    Array.from({ length: Math.min(MOST_LEVELS, i + 1) }, (_, j) => search.levelsBetween(i + 1 - j, i + 1)),
  );
  const best: Band[][] = bands.map((own) => own.map(() => ({ words: 0, subgraphs: [] })));
  for (let size = 2; size <= MOST_INNER; size++) {
    bands.forEach((own, i) => {
      own.forEach((vertices, j) => {
        const found = search.cut(vertices, size);
        if (found.words > (best[i]?.[j]?.words ?? 0)) (best[i] as Band[])[j] = found;
      });
    });
  }
  const upTo: Band[] = [{ words: 0, subgraphs: [] }];
  best.forEach((own, i) => {
    let most = upTo[i] as Band;
    own.forEach((band, j) => {
      const below = upTo[i - j] as Band;
      const words = below.words + band.words;
      if (words > most.words) most = { words, subgraphs: [...below.subgraphs, ...band.subgraphs] };
    });
    upTo.push(most);
  });
  return upTo[search.levels] as Band;
}

/** Grows subgraphs within bands of levels and remembers what subgraphs of one shape cost. */
class Subgraphs {
  /** Levels of vertices that are neither inputs nor outputs; level 1 reads inputs only. */
  readonly levels: number;
  readonly #graph: Cdag;
  readonly #game: TwoLevelGame;
  readonly #useful: UsefulPart;
  readonly #order: Int32Array;
  readonly #level: Int32Array;
  readonly #known: Map<string, number> = new Map();
  /** Of one search. */
  readonly #visitsEach: number;
  #visitsLeft: number;

  constructor(graph: Cdag, game: TwoLevelGame, useful: UsefulPart, limits: GraphBoundLimits) {
    this.#graph = graph;
    this.#game = game;
    this.#useful = useful;
    this.#visitsLeft = limits.subgraphVisits * useful.vertices.length;
    this.#visitsEach = Math.floor(this.#visitsLeft / 10);
    this.#order = canonicalOrder(graph, useful);
    this.#level = new Int32Array(graph.vertexCount);
    for (const v of useful.vertices) {
      for (const u of this.#operands(v)) this.#level[v] = Math.max(at(this.#level, v), at(this.#level, u) + 1);
    }
    this.levels = this.#order.reduce((most, v) => (this.#isInner(v) ? Math.max(most, at(this.#level, v)) : most), 0);
  }

  levelsBetween(first: number, last: number): readonly number[] {
    return Array.from(this.#order).filter((v) => this.#isInner(v) && at(this.#level, v) >= first && at(this.#level, v) <= last);
  }

  /** Cuts the vertices into subgraphs of one size. */
  cut(vertices: readonly number[], size: number): Band {
    const open = new Set(vertices);
    const subgraphs: Subgraph[] = [];
    for (const seed of size > vertices.length || this.#visitsLeft <= 0 ? [] : vertices) {
      if (!open.has(seed)) continue;
      const subgraph = this.#solved(this.#grown(seed, open, size));
      if (subgraph.transfers > 0) subgraphs.push(subgraph);
    }
    return { words: subgraphs.reduce((sum, { transfers }) => sum + transfers, 0), subgraphs };
  }

  /** Takes the seed and its nearest neighbours out of `open`: those that share most operands and uses with what is taken. */
  #grown(seed: number, open: Set<number>, size: number): number[] {
    const taken = [seed];
    const nearness = new Map<number, number>();
    open.delete(seed);
    for (let v = seed; taken.length < size; ) {
      for (const [u, near] of this.#neighbours(v)) if (open.has(u)) nearness.set(u, (nearness.get(u) ?? 0) + near);
      let nearest = -1;
      for (const u of this.#order) {
        if (nearness.has(u) && (nearest < 0 || (nearness.get(u) as number) > (nearness.get(nearest) as number))) nearest = u;
      }
      if (nearest < 0) break;
      taken.push(nearest);
      nearness.delete(nearest);
      open.delete(nearest);
      v = nearest;
    }
    return Array.from(this.#order).filter((v) => taken.includes(v));
  }

  /** Operands and uses, which keep columns through the levels together, and vertices that share one with `v`, each with its nearness. */
  #neighbours(v: number): (readonly [vertex: number, nearness: number])[] {
    const [operands, uses] = [Array.from(this.#operands(v)), Array.from(this.#uses(v))];
    const beside = [...operands.flatMap((u) => Array.from(this.#uses(u))), ...uses.flatMap((s) => Array.from(this.#operands(s)))];
    return [...[...operands, ...uses].map((u) => [u, JOINED] as const), ...beside.map((u) => [u, 1] as const)];
  }

  #solved(inner: readonly number[]): Subgraph {
    const isInside = new Set(inner);
    const uses = new Set(inner.flatMap((v) => Array.from(this.#uses(v))));
    const computed = this.#order.filter((v) => uses.has(v) && !isInside.has(v));
    // Vertices with operands elsewhere add positions and hardly any transfers.
    const targets = Array.from(
      computed.filter((v) => this.#operands(v).every((u) => isInside.has(u) || isSource(this.#graph, u))),
    ).slice(0, MOST_TARGETS);
    return { inner: Array.from(inner), targets, transfers: this.#transfers(subgraphGame(this.#graph, inner, targets)) };
  }

  #transfers(game: SubgraphGame): number {
    const capacity = pooledCapacity(this.#game);
    const widest = [...game.inner, ...game.targets].reduce((most, { outside }) => Math.max(most, outside), 0);
    if (game.targets.length === 0 || game.inner.length + widest + 1 <= capacity) return 0;
    const shape = JSON.stringify([...game.inner, ...game.targets].map(({ operands, outside }) => [operands, outside]));
    const key = `${game.inner.length} ${shape}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const maxVisits = Math.min(this.#visitsLeft, this.#visitsEach);
    if (maxVisits <= 0) return 0;
    const { words, visits } = leastTransfers(game, { capacity, sliding: this.#game.sliding, maxVisits });
    this.#visitsLeft -= visits;
    this.#known.set(key, words);
    return words;
  }

  #isInner(v: number): boolean {
    return !isSource(this.#graph, v) && at(this.#graph.isOutput, v) === 0;
  }

  #operands(v: number): Int32Array {
    return this.#graph.predecessors.subarray(this.#graph.predecessorOffsets[v], this.#graph.predecessorOffsets[v + 1]);
  }

  #uses(v: number): Int32Array {
    const all = this.#graph.successors.subarray(this.#graph.successorOffsets[v], this.#graph.successorOffsets[v + 1]);
    return all.filter((s) => at(this.#useful.isUseful, s) === 1);
  }
}
