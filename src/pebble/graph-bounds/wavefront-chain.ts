import type { Cdag } from "../cdag.js";
import type { TwoLevelGame } from "../rules.js";
import { at } from "./arrays.js";
import { canonicalOrder } from "./canonical-order.js";
import { compulsoryBound } from "./compulsory.js";
import {
  GRAPH_BOUND_LIMITS,
  type GraphBound,
  type GraphBoundLimits,
  type Instant,
  notApplicable,
  requirements,
  type WeightedPath,
} from "./graph-bound.js";
import { capacityAt, cheapestKnownCut, regions } from "./instants.js";
import { type SplitNetwork, splitFlow, splitNetwork, splitPaths } from "./split-network.js";
import { isSource, reachability, type UsefulPart, usefulPart } from "./useful.js";

/** An instant and the best chain of paying wavefronts known to lead up to it; its own wavefront is not yet paid. */
interface Link {
  readonly instant: Instant;
  readonly done: Uint8Array;
  readonly pending: Uint8Array;
  readonly capacity: number;
  gain: number;
  previous: { readonly link: Link; readonly charge: 1 | 2 } | undefined;
}

/**
 * Wavefronts at successive instants of one execution: what is outside fast memory at one instant and needed before the next
 * is loaded in between, and such loads add up over the chain; stores are charged once. Never below the single wavefront.
 * No recomputation; weighted; sliding and placing.
 */
export function wavefrontChainBound(graph: Cdag, game: TwoLevelGame, limits: GraphBoundLimits = GRAPH_BOUND_LIMITS): GraphBound {
  const useful = usefulPart(graph);
  if (game.recomputation) return notApplicable("wavefront-chain", "it holds without recomputation only");
  if (useful.vertices.length > limits.wavefrontChainVertices) {
    return notApplicable("wavefront-chain", `more than ${limits.wavefrontChainVertices} useful vertices`);
  }
  const compulsory = compulsoryBound(graph, game);
  if (compulsory.kind !== "bound") return compulsory;
  const search = new ChainSearch(graph, game, useful);
  const end = search.longest();
  const links: { instant: Instant; charge: 1 | 2; flow: WeightedPath[] }[] = [];
  for (let link = end; link.previous !== undefined; link = link.previous.link) {
    const { link: from, charge } = link.previous;
    links.unshift({ instant: from.instant, charge, flow: search.flow(from, link.done, charge) });
  }
  return {
    kind: "bound",
    id: "wavefront-chain",
    value: compulsory.value + BigInt(end.gain),
    requires: requirements(game, "forbidden"),
    proof: "proofs/graph-wavefront.md",
    status: "paper proof",
    certificate: { kind: "wavefront-chain", links },
  };
}

class ChainSearch {
  readonly #graph: Cdag;
  readonly #game: TwoLevelGame;
  readonly #useful: UsefulPart;
  readonly #reach: Uint8Array;
  readonly #split: SplitNetwork;
  readonly #nothing: Uint8Array;
  readonly #pay: Float64Array;

  constructor(graph: Cdag, game: TwoLevelGame, useful: UsefulPart) {
    this.#graph = graph;
    this.#game = game;
    this.#useful = useful;
    this.#reach = reachability(graph, useful);
    this.#split = splitNetwork(graph, useful);
    this.#nothing = new Uint8Array(graph.vertexCount);
    this.#pay = new Float64Array(graph.vertexCount);
  }

  /** The end of the execution, with the best chain found. Canonical order makes equal choices the same under relabelling. */
  longest(): Link {
    const links: Link[] = [];
    for (const vertex of canonicalOrder(this.#graph, this.#useful)) {
      if (isSource(this.#graph, vertex)) continue;
      const earlier = links.filter((link) => this.#reach[link.instant.vertex * this.#graph.vertexCount + vertex] === 1);
      for (const moment of ["before", "after"] as const) {
        const instant: Instant = { vertex, moment };
        const capacity = capacityAt(this.#graph, this.#game, instant);
        const first = { instant, ...regions(this.#graph, this.#reach, instant), capacity, gain: 0, previous: undefined };
        const later = this.#extend({ ...first }, earlier);
        links.push(first, ...(later.gain > 0 ? [later] : []));
      }
    }
    const instant: Instant = { vertex: -1, moment: "after" };
    const end = { instant, done: this.#useful.isUseful, pending: this.#nothing, capacity: 0, gain: 0, previous: undefined };
    return this.#extend(end, links);
  }

  /** The flow of a link's wavefront as paths. */
  flow(from: Link, until: Uint8Array, charge: 1 | 2): WeightedPath[] {
    this.#open(from, charge);
    this.#run(from, until);
    return splitPaths(this.#split);
  }

  #extend(link: Link, earlier: readonly Link[]): Link {
    for (const from of earlier) {
      for (const charge of [2, 1] as const) {
        this.#open(from, charge);
        const holdingCost = charge * from.capacity;
        if (from.gain + cheapestKnownCut(this.#graph, this.#useful, from, link.done, this.#pay) - holdingCost <= link.gain)
          continue;
        const gain = from.gain + this.#run(from, link.done) - holdingCost;
        if (gain > link.gain) {
          link.gain = gain;
          link.previous = { link: from, charge };
        }
      }
    }
    return link;
  }

  /** What each vertex pays: its load, and with charge 2 its store if it is computed after the instant before and no output. */
  #open(from: Link, charge: 1 | 2): void {
    const fresh = from.previous?.link.pending ?? this.#useful.isUseful;
    for (const v of this.#useful.vertices) {
      const isStored = charge === 2 && at(fresh, v) === 1 && !isSource(this.#graph, v) && at(this.#graph.isOutput, v) === 0;
      this.#pay[v] = at(this.#graph.weights, v) * (isStored ? 2 : 1);
    }
  }

  #run(from: Link, until: Uint8Array): number {
    return splitFlow(this.#split, {
      isSource: from.done,
      pay: this.#pay,
      isEntrySink: Uint8Array.from(from.pending, (p, v) => p & at(until, v)),
      isExitSink: this.#nothing,
      backward: true,
      isClosed: Uint8Array.from(until, (u) => 1 - u),
    });
  }
}
