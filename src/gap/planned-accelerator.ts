import type { GemmWorkload } from "../computation/gemm.js";
import type { Workload } from "../computation/workload.js";
import { InputError, shown } from "../errors.js";
import type { Accelerator, Interface } from "../machines/machine.js";
import { liftSystolicGemm } from "../replay/lift-systolic-gemm.js";
import type { LiftedReplay } from "../replay/lifted.js";
import type { ReplayedTraffic, Traffic } from "../replay/traffic.js";
import type { SystolicGemm } from "../schedules/systolic-gemm.js";
import { describeSystolicGemm, systolicGemm } from "../schedules/systolic-gemm.js";
import { didYouMean } from "../text/nearest-name.js";
import type { PlanOptions } from "./planned.js";
import type { ScheduleFields } from "./planned-replay.js";

/** A schedule of an accelerator that manages its memories itself: its counts follow without a replay. */
export interface PlannedAccelerator {
  readonly label: string;
  readonly fields: ScheduleFields;
  readonly traffic: ReplayedTraffic;
  readonly lift: () => LiftedReplay;
}

/** Options of kernels, as messages name them. */
const OF_KERNELS: readonly (readonly [option: keyof PlanOptions, name: string])[] = [
  ["tile", "tile"],
  ["orders", "order"],
  ["splits", "splits"],
  ["reduction", "reduction"],
  ["scheduler", "scheduler"],
  ["cluster", "cluster"],
  ["serpentine", "serpentine"],
  ["lse", "lse"],
  ["queryOrder", "query-order"],
  ["stages", "stages"],
  ["threads", "threads"],
  ["ctasPerSm", "ctas-per-sm"],
];

/**
 * The schedules known for a machine, or the one named.
 *
 * @throws InputError where none is known for the workload, it does not fit, or an option means nothing to it.
 */
export function planAccelerator(workload: Workload, machine: Accelerator, options: PlanOptions): readonly PlannedAccelerator[] {
  const stray = OF_KERNELS.find(([option]) => options[option] !== undefined);
  if (stray !== undefined) throw new InputError(stray[1], "a GPU for it", machine.id);
  if (machine.matrixUnit === undefined) {
    throw new InputError("gpu", "a GPU or tpu-v1: no schedule is known here yet for this machine", machine.id);
  }
  if (workload.kind !== "gemm") {
    throw new InputError("workload", `gemm, the one whose schedules are known for ${machine.id}`, workload.kind);
  }
  const { schedule } = options;
  if (schedule !== undefined && schedule !== "weight-stationary") {
    const expected = `weight-stationary for this workload and machine${didYouMean(schedule, ["weight-stationary"])}`;
    throw new InputError("schedule", expected, shown(schedule));
  }
  return (options.bands ?? [undefined]).map((band) => plannedSystolic(workload, machine, band));
}

function plannedSystolic(workload: GemmWorkload, machine: Accelerator, band: number | undefined): PlannedAccelerator {
  const schedule = systolicGemm(workload, machine, { band });
  return {
    label: band === undefined ? schedule.id : `${schedule.id} ${band}`,
    fields: describeSystolicGemm(schedule),
    traffic: systolicTraffic(schedule),
    lift: () => liftSystolicGemm(schedule),
  };
}

function systolicTraffic({ bytes: { dram, array } }: SystolicGemm): ReplayedTraffic {
  const faces = (outside: Traffic, inside: Traffic): ReadonlyMap<Interface, Traffic> =>
    new Map([
      ["dram-l2", outside],
      ["smem-tensor", inside],
    ]);
  const nothing = { reads: 0n, writes: 0n };
  return {
    total: faces(
      { reads: dram.a + dram.b, writes: dram.c },
      { reads: array.a + array.b + array.sumReads, writes: array.sumWrites },
    ),
    byArray: new Map([
      ["A", faces({ reads: dram.a, writes: 0n }, { reads: array.a, writes: 0n })],
      ["B", faces({ reads: dram.b, writes: 0n }, { reads: array.b, writes: 0n })],
      ["C", faces({ reads: 0n, writes: dram.c }, nothing)],
      ["sums", faces(nothing, { reads: array.sumReads, writes: array.sumWrites })],
    ]),
  };
}
