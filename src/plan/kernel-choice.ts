import { InputError, shown } from "../errors.js";
import type { LiftableKernel } from "../lift/liftable-kernel.js";
import type { Gpu } from "../machines/machine.js";
import type { Residency } from "../schedules/tiles/residency.js";
import type { BlockResources, TileSchedule } from "../schedules/tiles/tile-schedule.js";
import { didYouMean } from "../text/nearest-name.js";
import type { PlannedReplay, ScheduleFields } from "./planned-replay.js";

/** The kernels of a workload by their ids; each makes its plans when asked. */
export type KernelChoice = Readonly<Record<string, () => readonly PlannedReplay[]>>;

/** An option that only some kernels know. */
export interface KernelOption {
  readonly name: string;
  readonly given: boolean;
  readonly kernels: readonly string[];
}

/**
 * The plans of the kernel named; without a name, of every kernel that fits, options going to those that know them.
 *
 * @throws InputError for a kernel that is not known, does not know an option or does not fit; without a name where none fits, or none of
 * those that know an option given.
 */
export function chooseKernels(
  kernels: KernelChoice,
  schedule: string | undefined,
  options: readonly KernelOption[] = [],
): readonly PlannedReplay[] {
  const ids = Object.keys(kernels);
  if (schedule !== undefined) {
    const make = kernels[schedule];
    if (make === undefined) {
      const expected = `one of ${ids.join(", ")} for this workload and machine${didYouMean(schedule, ids)}`;
      throw new InputError("schedule", expected, shown(schedule));
    }
    const stray = options.find((option) => option.given && !option.kernels.includes(schedule));
    if (stray !== undefined) throw new InputError(stray.name, `schedule ${stray.kernels.join(" or ")} for it`, schedule);
    return make();
  }
  const plans = new Map<string, readonly PlannedReplay[]>();
  const refusals = new Map<string, InputError>();
  for (const [id, make] of Object.entries(kernels)) {
    try {
      plans.set(id, make());
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      refusals.set(id, error);
    }
  }
  const planned = (among: readonly string[]): readonly PlannedReplay[] => among.flatMap((id) => plans.get(id) ?? []);
  const refusal = (among: readonly string[]): InputError | undefined => among.map((id) => refusals.get(id)).find((one) => one);
  // An option that no kernel takes would be passed over in silence.
  const idle = options.find((option) => option.given && planned(option.kernels).length === 0);
  if (idle !== undefined) {
    throw refusal(idle.kernels) ?? new InputError(idle.name, `${idle.kernels.join(" or ")} among the kernels for it`, "none");
  }
  const all = planned(ids);
  if (all.length === 0) throw refusal(ids);
  return all;
}

/** A plan of a schedule that says its parameters by `describe`. */
export function planOf<Schedule extends { readonly block: BlockResources; readonly residency: Residency }>(
  schedule: Schedule,
  gpu: Gpu,
  label: string,
  kernel: {
    readonly describe: (schedule: Schedule) => ScheduleFields;
    readonly layOut: (schedule: Schedule) => TileSchedule;
    readonly lift: (schedule: Schedule) => LiftableKernel;
  },
): PlannedReplay {
  return {
    label,
    fields: kernel.describe(schedule),
    block: schedule.block,
    slots: gpu.sms * schedule.residency.ctasPerSm,
    layOut: () => kernel.layOut(schedule),
    lift: () => kernel.lift(schedule),
  };
}
