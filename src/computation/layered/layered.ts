import type { FftWorkload } from "./fft.js";
import { fftLayers } from "./fft.js";
import type { StencilWorkload } from "./stencil.js";
import { stencilCells } from "./stencil.js";

/** Workloads whose values stand in layers, each value computed from some of the layer before. */
export type LayeredWorkload = StencilWorkload | FftWorkload;

/** Values of one layer: as many inputs as outputs. */
export function layerWords(w: LayeredWorkload): bigint {
  return w.kind === "fft" ? BigInt(w.points) : stencilCells(w);
}

/** Layers that are computed. */
export function layerCount(w: LayeredWorkload): number {
  return w.kind === "fft" ? fftLayers(w) : w.steps;
}
