import type { OneCtaPerTile, OutputStationaryCertificate } from "../certificates/gemm.js";
import { STAGE_ROW_BYTES } from "./stage-row.js";

/** The class of kernels that a bound of `gemm-one-cta-per-tile` holds for, in words. */
export function describeWaveClass({ tile, slots, inStep }: OneCtaPerTile): string {
  const step = inStep ? ", which walk k in step" : "";
  return `one block computes a ${tile.bm}×${tile.bn} tile of C, in any launch order, at most ${slots} at once${step}`;
}

/** The class of kernels that a bound of `gemm-output-stationary` holds for, in words. */
export function describeSumsInPlace({ home, sms, stages, instance }: OutputStationaryCertificate): string {
  const place = home === "registers" ? "registers" : "tensor memory";
  const holder = sms === 1n ? "one SM" : `a cluster of ${sms} SMs`;
  const staged = stages === 0n ? "" : `; ${stages} stages of ${STAGE_ROW_BYTES} bytes of each row and column in shared memory`;
  return `sums of ${instance.weights.partial} byte(s) stay in the ${place} of ${holder} from the first product to the last${staged}`;
}
