import type { Workload } from "../computation/workload.js";
import type { Gpu } from "../machines/machine.js";
import { planReplays } from "./planned.js";
import type { KernelSpace } from "./schedule-space.js";
import type { UsualKernels } from "./usual-kernels.js";
import { usualKernels } from "./usual-kernels.js";

/** Fields that a kernel chooses by the GPU where none is given. */
const CHOSEN: Readonly<Record<string, readonly string[]>> = { "flash-decoding": ["tile", "splits"] };

/**
 * The spaces with the tile that each kernel has on this GPU where none is given, so that a search cannot end with more than
 * `redblue gap` shows; `flash-decoding` only where the queries of a head are few or the heads alone do not fill the GPU.
 *
 * @param all also the kernels that no user would consider for the workload, which are slow but may move least
 * @throws InputError where no kernel fits the GPU.
 */
export function withUsualChoices(
  spaces: readonly KernelSpace[],
  workload: Workload,
  gpu: Gpu,
  all: boolean = false,
): UsualKernels<KernelSpace> {
  const usual = new Map(planReplays(workload, gpu).map(({ fields }) => [String(fields["id"]), fields]));
  const known = spaces.filter(({ schedule }) => schedule !== "flash-decoding" || usual.has(schedule));
  const parted = all ? { shown: known, hidden: [] } : usualKernels(known, ({ schedule }) => schedule, workload, gpu);
  const shown = parted.shown.map(({ schedule, axes }): KernelSpace => {
    const fields = usual.get(schedule);
    if (fields === undefined) return { schedule, axes };
    const chosen = CHOSEN[schedule] ?? ["tile"];
    const values = Object.entries(axes).map(([name, known]) => {
      const value = chosen.includes(name) ? fields[name] : undefined;
      const isNew = (typeof value === "string" || typeof value === "number") && !known.includes(value);
      return [name, isNew ? [value, ...known] : known] as const;
    });
    return { schedule, axes: Object.fromEntries(values) };
  });
  return { ...parted, shown };
}
