import { fftLayers } from "../../computation/layered/fft.js";
import type { LayeredWorkload } from "../../computation/layered/layered.js";
import { layerCount, layerWords } from "../../computation/layered/layered.js";
import type { StencilWorkload } from "../../computation/layered/stencil.js";
import { checkInteger, InputError } from "../../errors.js";
import type { ScheduleEntry } from "../schedule-entry.js";
import { axisAt, type TiledAxis } from "./skewed-axis.js";

export const LAYERED_ENTRIES: readonly ScheduleEntry[] = [
  {
    id: "stencil-skewed",
    workload: "stencil: tiles that lean back by the radius a step go through all steps, nothing is computed twice",
    machine: "two-level",
    parameters: "cells of a tile along each dimension, the most that fit",
    source: "time skewing (Wonnacott 2000); every move is refereed",
  },
  {
    id: "fft-blocks",
    workload: "fft: blocks of as many points as fit go through as many layers as they can",
    machine: "two-level",
    parameters: "points of a block",
    source: "Hong and Kung 1981; meets proofs/layered-segments.md without recomputation at leading order; every move is refereed",
  },
];

/** Words that a schedule moves. */
export interface LayeredWords {
  readonly id: "stencil-skewed" | "fft-blocks";
  readonly workload: LayeredWorkload;
  /** Cells of a tile along each dimension, or points of a block. */
  readonly tile: number;
  /** Of the inputs, and of values between them and the outputs. */
  readonly inputs: bigint;
  readonly loads: bigint;
  readonly stores: bigint;
}

/** The schedule for so many words. @throws InputError naming `fast-words` where not the least tile fits */
export function layeredWords(workload: LayeredWorkload, fastWords: number): LayeredWords {
  checkInteger("fast-words", fastWords, 1);
  if (workload.kind === "stencil") return skewedTiles(workload, fastWords);
  const layers = fftLayers(workload);
  const most = Math.floor(Math.log2(fastWords - 1));
  if (!(most >= 1)) throw new InputError("fast-words", "at least 3 words for two points", String(fastWords));
  const passes = Math.ceil(layers / most);
  const between = BigInt(passes - 1) * layerWords(workload);
  const tile = 2 ** Math.ceil(layers / passes);
  return { id: "fft-blocks", workload, tile, inputs: layerWords(workload), loads: between, stores: between };
}

/** All words moved. */
export function totalWords({ workload, inputs, loads, stores }: LayeredWords): bigint {
  return inputs + loads + stores + layerWords(workload);
}

/** The parameters as documents print them. */
export function describeLayered({ id, tile }: LayeredWords): Readonly<Record<string, string | number>> {
  return { id, tile };
}

/** Words that a tile takes at most: what it reads, a row of new cells beside, and one more. */
function room({ dims, radius }: StencilWorkload, tile: number): number {
  const [first = 1, ...others] = dims;
  return others.reduce(
    (all, extent) => all * Math.min(tile + 2 * radius, extent),
    Math.min(tile + 2 * radius, first + radius) + 1,
  );
}

function skewedTiles(w: StencilWorkload, fastWords: number): LayeredWords {
  const least = 2 * w.radius;
  if (room(w, least) > fastWords)
    throw new InputError("fast-words", `at least ${room(w, least)} words for a tile of ${least} a side`, String(fastWords));
  let [low, high] = [least, Math.max(least, ...w.dims) + w.radius * w.steps];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (room(w, middle) <= fastWords) low = middle;
    else high = middle - 1;
  }
  return { id: "stencil-skewed", workload: w, tile: low, ...movedWords(w, low) };
}

/** Words by step; the tiles stand as so many steps before where all have moved on by one. */
function movedWords(w: StencilWorkload, tile: number): Pick<LayeredWords, "inputs" | "loads" | "stores"> {
  const steps = layerCount(w);
  const product = (axes: readonly TiledAxis[], of: keyof TiledAxis): bigint => axes.reduce((all, axis) => all * axis[of], 1n);
  const atStep = (step: number): readonly TiledAxis[] => w.dims.map((extent) => axisAt({ extent, radius: w.radius, tile }, step));
  const repeats = new Map<number, readonly [loads: bigint, stores: bigint]>();
  let [loads, stores] = [0n, 0n];
  for (let step = 1; step <= steps; step++) {
    const shift = (w.radius * step) % tile;
    const known = repeats.get(shift) ?? movedAt(atStep(step), product);
    repeats.set(shift, known);
    if (step > 1) loads += known[0];
    if (step < steps) stores += known[1];
  }
  return { inputs: product(atStep(1), "read"), loads, stores };
}

function movedAt(
  axes: readonly TiledAxis[],
  product: (axes: readonly TiledAxis[], of: keyof TiledAxis) => bigint,
): readonly [loads: bigint, stores: bigint] {
  return [product(axes, "read") - product(axes, "held"), product(axes, "own") - product(axes, "kept")];
}
