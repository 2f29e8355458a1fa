import type { Workload } from "../computation/workload.js";
import type { Gpu } from "../machines/machine.js";
import { planReplays } from "./planned.js";
import type { KernelSpace } from "./schedule-space.js";

/** Fields that a kernel chooses by the GPU where none is given. */
const CHOSEN: Readonly<Record<string, readonly string[]>> = { "flash-decoding": ["tile", "splits"] };

/**
 * The spaces with the tile that each kernel has on this GPU where none is given, so that a search cannot end with more than
 * `redblue gap` shows; `flash-decoding` only where the heads alone do not fill the GPU.
 *
 * @throws InputError where no kernel fits the GPU.
 */
export function withUsualChoices(spaces: readonly KernelSpace[], workload: Workload, gpu: Gpu): readonly KernelSpace[] {
  const usual = new Map(planReplays(workload, gpu).map(({ fields }) => [String(fields["id"]), fields]));
  return spaces.flatMap(({ schedule, axes }): readonly KernelSpace[] => {
    const fields = usual.get(schedule);
    if (fields === undefined) return schedule === "flash-decoding" ? [] : [{ schedule, axes }];
    const chosen = CHOSEN[schedule] ?? ["tile"];
    const values = Object.entries(axes).map(([name, known]) => {
      const value = chosen.includes(name) ? fields[name] : undefined;
      const isNew = (typeof value === "string" || typeof value === "number") && !known.includes(value);
      return [name, isNew ? [value, ...known] : known] as const;
    });
    return [{ schedule, axes: Object.fromEntries(values) }];
  });
}
