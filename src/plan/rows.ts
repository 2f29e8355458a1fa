import type { RowWorkload } from "../computation/row-workloads.js";
import { liftableRowPasses, liftableWordByWord } from "../lift/gpu/rows.js";
import type { Gpu } from "../machines/machine.js";
import type { RowPassesId } from "../schedules/gpu/rows/passes.js";
import { describeRowPasses, layOutRowPasses, rowPasses } from "../schedules/gpu/rows/passes.js";
import { parseRowTile } from "../schedules/gpu/rows/tile.js";
import type { WordByWordId } from "../schedules/two-level/word-by-word.js";
import { describeWordByWord, layOutWordByWord, wordByWord } from "../schedules/two-level/word-by-word.js";
import type { KernelChoice } from "./kernel-choice.js";
import { chooseKernels, planOf } from "./kernel-choice.js";
import type { PlannedReplay } from "./planned-replay.js";

/** Options of the kernels of rows. */
export interface RowPlanOptions {
  /** Only this kernel; default: each that fits. */
  readonly schedule?: string | undefined;
  /** `ROWSxCOLUMNS` of a step. */
  readonly tile?: string | undefined;
  readonly threads?: number | undefined;
  readonly ctasPerSm?: number | undefined;
}

/** @throws InputError when no kernel fits the GPU, or the one named is not known, does not fit or does not know an option. */
export function planRows(w: RowWorkload, gpu: Gpu, options: RowPlanOptions): readonly PlannedReplay[] {
  const { schedule, threads, ctasPerSm } = options;
  const tile = options.tile === undefined ? undefined : parseRowTile(options.tile);
  const block = { tile, threads, ctasPerSm };
  return chooseKernels(kernelsOf(), schedule);

  function kernelsOf(): KernelChoice {
    if (w.kind === "elementwise" || w.kind === "rotary") {
      const kernel = { describe: describeWordByWord, layOut: layOutWordByWord, lift: liftableWordByWord };
      const ids: readonly WordByWordId[] =
        w.kind === "rotary" ? ["rotary-rows", "rotary-heads"] : ["elementwise-fused", "elementwise-separate"];
      return Object.fromEntries(ids.map((id) => [id, () => [planOf(wordByWord(id, w, gpu, block), gpu, id, kernel)]]));
    }
    const kernel = { describe: describeRowPasses, layOut: layOutRowPasses, lift: liftableRowPasses };
    const ids: readonly RowPassesId[] = ["row-one-pass", "row-two-passes", "row-three-passes", "row-two-kernels"];
    return Object.fromEntries(ids.map((id) => [id, () => [planOf(rowPasses(id, w, gpu, block), gpu, id, kernel)]]));
  }
}
