import { InputError, shown } from "../../errors.js";
import type { Gpu, Machine } from "../../machines/machine.js";
import { didYouMean } from "../../text/nearest-name.js";
import type { AccumulatorHome } from "../certificates/gemm.js";
import type { OutputStationaryRule } from "../prove.js";

/** What `--assume` accepts, for messages. */
export const ACCUMULATOR_RULES = "mma, wgmma or tcgen05, and stages:S (e.g. wgmma,stages:4)";

const HOMES: Readonly<
  Record<string, { readonly home: AccumulatorHome; readonly needs: string; readonly fits: (gpu: Gpu) => boolean }>
> = {
  mma: { home: "registers", needs: "a GPU", fits: () => true },
  wgmma: { home: "registers", needs: "compute capability 9.0", fits: (gpu) => gpu.computeCapability.startsWith("9.") },
  tcgen05: { home: "tensor-memory", needs: "tensor memory", fits: (gpu) => gpu.tensorMemoryPerSmBytes > 0 },
};

/**
 * Reads the instruction whose accumulators hold the sums, and the stages of the pipeline: `wgmma`, `tcgen05,stages:4`.
 *
 * @throws InputError naming `assume`, for unknown rules and for a machine that has no such instruction.
 */
export function parseAccumulatorRule(text: string, machine: Machine): OutputStationaryRule {
  let home: AccumulatorHome | undefined;
  let stages: bigint | undefined;
  for (const word of text.split(",")) {
    const known = Object.hasOwn(HOMES, word) ? HOMES[word] : undefined;
    const [, digits] = /^stages:([1-9]\d{0,3})$/.exec(word) ?? [];
    if ((known === undefined && digits === undefined) || (known !== undefined ? home : stages) !== undefined) {
      const slip = known === undefined ? didYouMean(word, Object.keys(HOMES)) : "";
      throw new InputError("assume", `each once: ${ACCUMULATOR_RULES}${slip}`, shown(text));
    }
    if (digits !== undefined) stages = BigInt(digits);
    if (known === undefined) continue;
    if (machine.kind !== "gpu" || !known.fits(machine)) throw new InputError("assume", `${known.needs} for ${word}`, machine.id);
    home = known.home;
  }
  if (home === undefined) throw new InputError("assume", `where the sums stay: ${ACCUMULATOR_RULES}`, shown(text));
  return { home, stages: stages ?? 0n };
}
