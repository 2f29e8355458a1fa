import type { Workload } from "../computation/workload.js";
import type { Gpu } from "../machines/machine.js";
import type { PlannedReplay } from "./planned-replay.js";

/** Words of C that a place of the usual product holds, 128 by 128, and places of an SM. */
const WORDS_OF_PLACE = 2 ** 14;
const PLACES_OF_SM = 2;

/** Below these many multiply-adds or scores every kernel is replayed at once, and which one is fastest is open. */
const LARGE_PRODUCT = 2 ** 34;
const LARGE_ATTENTION = 2 ** 24;

const STATIONARY: readonly string[] = ["weight-stationary", "input-stationary"];
const SCORES_IN_MEMORY: readonly string[] = ["flash-attention-1", "attention-partial-softmax", "attention-unfused"];
const UNPACKED: readonly string[] = ["flash-attention-2", "flash-attention-3", "flash-attention-4", "persistent-attention"];

/**
 * Kernels that no kernel writer would consider for the workload, by counts alone.
 *
 * - A product whose tiles of C fill the GPU twice over: those that hold an input and send the sums to memory. Where C fills less,
 *   they are among the fastest.
 * - Attention: those that keep scores or sums in memory.
 * - One query row a head, with several heads a key-value head: those that read the keys once a head, where `ids` has the one that
 *   packs the heads.
 */
function hopelessKernels(workload: Workload, gpu: Gpu, ids: readonly string[]): readonly string[] {
  if (workload.kind === "gemm") {
    const { batch, m, n, k } = workload;
    const fillsTwice = batch * m * n >= 2 * PLACES_OF_SM * gpu.sms * WORDS_OF_PLACE;
    return fillsTwice && batch * m * n * k >= LARGE_PRODUCT ? STATIONARY : [];
  }
  if (workload.kind !== "attention") return [];
  const { batch, heads, kvHeads, queries, keys } = workload;
  if (batch * heads * queries * keys < LARGE_ATTENTION) return [];
  const packs = queries === 1 && heads > kvHeads && ids.includes("flash-decoding");
  return packs ? [...SCORES_IN_MEMORY, ...UNPACKED] : SCORES_IN_MEMORY;
}

/** What is made of so many kernels, shown or not. */
export interface UsualKernels<Kernel> {
  readonly shown: readonly Kernel[];
  readonly hidden: readonly Kernel[];
}

/** Parts the kernels that a user would consider from the others; all are shown where none would be left. */
export function usualKernels<Kernel>(
  kernels: readonly Kernel[],
  idOf: (kernel: Kernel) => string,
  workload: Workload,
  gpu: Gpu,
): UsualKernels<Kernel> {
  const hopeless = hopelessKernels(workload, gpu, kernels.map(idOf));
  const shown = kernels.filter((kernel) => !hopeless.includes(idOf(kernel)));
  if (shown.length === 0) return { shown: kernels, hidden: [] };
  return { shown, hidden: kernels.filter((kernel) => !shown.includes(kernel)) };
}

/** Why the hidden ones are. */
export const HIDDEN_REASON = "at this size other kernels are faster (--all shows it)";

/** Of plans that options asked for: with `all`, a schedule, a band or splits given nothing is hidden. */
export function usualPlans(
  plans: readonly PlannedReplay[],
  workload: Workload,
  gpu: Gpu,
  options: {
    readonly all?: boolean | undefined;
    readonly schedule?: string | undefined;
    readonly bands?: readonly number[] | undefined;
    readonly splits?: number | undefined;
  },
): UsualKernels<PlannedReplay> {
  const named = [options.schedule, options.bands, options.splits].some((given) => given !== undefined);
  if (options.all === true || named) return { shown: plans, hidden: [] };
  return usualKernels(plans, ({ fields }) => String(fields["id"]), workload, gpu);
}
