import { largest, leastQuotient, readCut, traffic } from "../shared/amortized.js";
import type { Fields } from "../shared/fields.js";
import { requireOnly } from "../shared/fields.js";
import { windowsOfNine } from "./borders.js";
import type { CheckedConvolution } from "./segments.js";
import { priceClasses, readInstance, weighsAtMost } from "./segments.js";

interface CheckedSteadyConvolution {
  readonly convolution: CheckedConvolution;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

const CUT = ["cut", "segmentWorth", "clock", "reads", "writes", "value"];

/** T times the worth of all products, at these prices, over what S + T can be worth (proofs/amortized.md). */
export function checkConvolutionSteady(fields: Fields, path: string): CheckedSteadyConvolution {
  requireOnly(fields, ["schema", "theorem", "instance", "prices", ...CUT], path);
  const convolution = readInstance(fields, path);
  const priced = priceClasses(convolution, fields["prices"], `${path}.prices`);
  return checkCount(fields, convolution, priced, (v, x) => weighsAtMost(convolution, priced, v, x), path);
}

/** The same for 3×3 windows of stride 1 by the bands of blocks that follow from the side. */
export function checkConvolutionBordersSteady(fields: Fields, path: string): CheckedSteadyConvolution {
  requireOnly(fields, ["schema", "theorem", "instance", "side", ...CUT], path);
  const convolution = readInstance(fields, path);
  const { priced, fits } = windowsOfNine(fields, convolution, path);
  return checkCount(fields, convolution, priced, fits, path);
}

function checkCount(
  fields: Fields,
  convolution: CheckedConvolution,
  { worth, outputs }: { readonly worth: bigint; readonly outputs: bigint },
  fits: (v: bigint, x: bigint) => boolean,
  path: string,
): CheckedSteadyConvolution {
  const { input, filter, partial, output } = convolution;
  const { cut, budget } = readCut(fields, convolution.capacity, [input, filter, partial], partial, path);
  const held = largest(fields, "segmentWorth", (v) => fits(v, budget), path);
  const clock = leastQuotient(fields, "clock", cut * worth, held + 1n, path);
  return { convolution, ...traffic(fields, clock - partial * outputs, output * outputs, path) };
}
