import type { Cdag } from "../cdag.js";
import type { TwoLevelGame } from "../rules.js";
import { at } from "./arrays.js";
import type { Instant, WavefrontCertificate } from "./graph-bound.js";
import { capacityAt, cheapestKnownCut, type Regions, regions } from "./instants.js";
import { type SplitNetwork, splitFlow, splitNetwork, splitPaths } from "./split-network.js";
import { isSource, type UsefulPart } from "./useful.js";

/** A wavefront that pays: its gain over compulsory traffic when the transfers of the vertices of `piece` pay for it alone. */
export interface PayingWavefront {
  readonly instant: Instant;
  readonly charge: 1 | 2;
  readonly piece: Int32Array;
  readonly gain: number;
}

/** Searches the instants of one graph for the wavefront with the largest gain; keeps the flow network between runs. */
export class WavefrontSearch {
  readonly #graph: Cdag;
  readonly #useful: UsefulPart;
  readonly #reach: Uint8Array;
  readonly #regions: Map<string, Regions> = new Map();
  readonly #game: TwoLevelGame;
  readonly #split: SplitNetwork;
  readonly #nothing: Uint8Array;
  readonly #pay: Float64Array;

  constructor(graph: Cdag, useful: UsefulPart, reach: Uint8Array, game: TwoLevelGame) {
    this.#graph = graph;
    this.#useful = useful;
    this.#reach = reach;
    this.#game = game;
    this.#split = splitNetwork(graph, useful);
    this.#nothing = new Uint8Array(graph.vertexCount);
    this.#pay = new Float64Array(graph.vertexCount);
  }

  /**
   * The best wavefront around a computed vertex of `piece`, paid by vertices of `piece`; undefined where none gains.
   * Ties go to the first found, which changes the certificate but never the gain.
   */
  best(piece: Int32Array): PayingWavefront | undefined {
    let best: PayingWavefront | undefined;
    for (const charge of [2, 1] as const) {
      const purse = this.#open(piece, charge);
      for (const vertex of piece) {
        if (isSource(this.#graph, vertex)) continue;
        for (const moment of ["before", "after"] as const) {
          const instant: Instant = { vertex, moment };
          const holdingCost = charge * capacityAt(this.#graph, this.#game, instant);
          const known = best?.gain ?? 0;
          if (purse - holdingCost <= known) continue;
          const around = this.#around(instant);
          if (cheapestKnownCut(this.#graph, this.#useful, around, this.#useful.isUseful, this.#pay) - holdingCost <= known)
            continue;
          const gain = this.#flow(around) - holdingCost;
          if (gain > (best?.gain ?? 0)) best = { instant, charge, piece, gain };
        }
      }
    }
    return best;
  }

  /** The flow of a paying wavefront, as paths. */
  certify(wavefront: PayingWavefront): WavefrontCertificate["wavefronts"][number] {
    this.#open(wavefront.piece, wavefront.charge);
    this.#flow(this.#around(wavefront.instant));
    return { instant: wavefront.instant, charge: wavefront.charge, flow: splitPaths(this.#split) };
  }

  /** Lets the vertices of the piece pay, and returns what they can pay in all. */
  #open(piece: Int32Array, charge: 1 | 2): number {
    this.#pay.fill(0);
    let purse = 0;
    for (const v of piece) {
      const transfers = isSource(this.#graph, v) || at(this.#graph.isOutput, v) === 1 ? 1 : 2;
      const words = Math.min(charge, transfers) * at(this.#graph.weights, v);
      this.#pay[v] = words;
      purse += words;
    }
    return purse;
  }

  #around(instant: Instant): Regions {
    const key = `${instant.moment} ${instant.vertex}`;
    let known = this.#regions.get(key);
    if (known === undefined) {
      known = regions(this.#graph, this.#reach, instant);
      this.#regions.set(key, known);
    }
    return known;
  }

  #flow({ done, pending }: Regions): number {
    return splitFlow(this.#split, {
      isSource: done,
      pay: this.#pay,
      isEntrySink: pending,
      isExitSink: this.#nothing,
      backward: true,
    });
  }
}
