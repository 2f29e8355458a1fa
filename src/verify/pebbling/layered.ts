import { type FftOptions, fftWorkload } from "../../computation/layered/fft.js";
import type { LayeredWorkload } from "../../computation/layered/layered.js";
import { type StencilWorkload, stencilWorkload } from "../../computation/layered/stencil.js";
import { type ScanOptions, scanWorkload } from "../../computation/recurrence/scan.js";
import type { Cdag } from "../../pebble/cdag.js";
import type { ExpansionOptions } from "../../pebble/expand.js";
import { expandLayered } from "../../pebble/layered/expand-layered.js";
import { expandScan } from "../../pebble/layered/expand-scan.js";
import type { Fields } from "../shared/fields.js";

/** The graph of a stencil, a transform or a scan; undefined for another kind. @throws InputError naming the field that is wrong */
export function layeredGraph(kind: string, workload: Fields, options: ExpansionOptions): Cdag | undefined {
  if (kind === "scan") return expandScan(scanWorkload(workload as unknown as ScanOptions), options);
  const layered = layeredOf(kind, workload);
  return layered === undefined ? undefined : expandLayered(layered, options);
}

/** The stencil or transform of a document; undefined for another kind. @throws InputError naming the field that is wrong */
function layeredOf(kind: string, workload: Fields): LayeredWorkload | undefined {
  if (kind === "fft") return fftWorkload(workload as unknown as FftOptions);
  if (kind !== "stencil") return undefined;
  const options = workload as unknown as StencilWorkload;
  const dimensions = Array.isArray(options.dims) ? options.dims.length : 1;
  const points = options.neighbours === "box" ? (2 * options.radius + 1) ** dimensions : 2 * options.radius * dimensions + 1;
  return stencilWorkload({ ...options, points });
}
