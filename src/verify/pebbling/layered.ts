import { type FftOptions, fftWorkload } from "../../computation/layered/fft.js";
import type { LayeredWorkload } from "../../computation/layered/layered.js";
import { type StencilWorkload, stencilWorkload } from "../../computation/layered/stencil.js";
import type { Fields } from "../shared/fields.js";

/** The stencil or transform of a document; undefined for another kind. @throws InputError naming the field that is wrong */
export function layeredOf(kind: string, workload: Fields): LayeredWorkload | undefined {
  if (kind === "fft") return fftWorkload(workload as unknown as FftOptions);
  if (kind !== "stencil") return undefined;
  const options = workload as unknown as StencilWorkload;
  const dimensions = Array.isArray(options.dims) ? options.dims.length : 1;
  const points = options.neighbours === "box" ? (2 * options.radius + 1) ** dimensions : 2 * options.radius * dimensions + 1;
  return stencilWorkload({ ...options, points });
}
