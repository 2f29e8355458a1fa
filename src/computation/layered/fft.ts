import { checkInteger, InputError } from "../../errors.js";
import type { WordTypeOptions, WordTypes } from "../word-types.js";
import { describeTypes, wordTypes } from "../word-types.js";
import type { WorkloadKind } from "../workload-kind.js";
import { sizedForm } from "../workload-kind.js";

/** A fast Fourier transform of a power of two points, radix 2: layers of butterflies, each of two values before it. A word is a value. */
export interface FftWorkload extends WordTypes {
  readonly kind: "fft";
  readonly points: number;
}

/** Points of a transform. */
export interface FftOptions extends WordTypeOptions {
  readonly points: number;
}

/** A checked transform. @throws InputError naming `points` unless they are a power of two from 2 to 2^52 */
export function fftWorkload(options: FftOptions): FftWorkload {
  const workload: FftWorkload = { kind: "fft", points: options.points, ...wordTypes(options) };
  checkPoints(workload);
  return workload;
}

function checkPoints({ points }: FftWorkload): void {
  checkInteger("points", points, 2, 2 ** 52);
  if (!Number.isInteger(Math.log2(points))) throw new InputError("points", "a power of two", String(points));
}

/** Layers of butterflies. */
export function fftLayers({ points }: Pick<FftWorkload, "points">): number {
  return Math.log2(points);
}

/** How the workload is named, checked and described. */
export const fftKind: WorkloadKind<FftWorkload> = {
  kind: "fft",
  extents: ["points"],
  check: checkPoints,
  describe: (w) => `FFT of ${w.points} points, radix 2, ${describeTypes(w)}`,
  form: sizedForm({
    name: "fft",
    summary: "fast Fourier transform, radix 2",
    extents: [{ flag: "points", what: "points, a power of two", also: ["n"] }],
    spellings: { shape: ["points"] },
    make: fftWorkload,
  }),
};
