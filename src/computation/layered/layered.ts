import type { FftWorkload } from "./fft.js";
import { fftLayers } from "./fft.js";
import type { StencilWorkload } from "./stencil.js";
import { stencilCells, stencilPoints } from "./stencil.js";

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

/** Operations of three operands (a fused multiply-add, say) that join all operands of every value; of cells that have all neighbours. */
export function layeredOperations(w: LayeredWorkload): bigint {
  if (w.kind === "fft") return layerWords(w) * BigInt(layerCount(w));
  const inside = w.dims.map((extent) => Math.max(0, extent - 2 * w.radius));
  return stencilCells({ dims: inside }) * BigInt(w.steps) * (stencilPoints(w) - 1n);
}
