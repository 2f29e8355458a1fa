import type { ChainWorkload } from "../computation/chain.js";
import type { FfnWorkload } from "../computation/ffn.js";
import type { GemmWorkload } from "../computation/gemm.js";
import type { Workload } from "../computation/workload.js";
import { InputError, shown } from "../errors.js";
import { liftStreamedBlock } from "../lift/gpu/streamed-block.js";
import { liftSystolicGemm } from "../lift/gpu/systolic-gemm.js";
import type { LiftedReplay } from "../lift/lifted.js";
import type { Accelerator, Interface } from "../machines/machine.js";
import type { ReplayedTraffic, Traffic } from "../replay/traffic.js";
import { stagesOf } from "../schedules/gpu/chain/two-stages.js";
import type { SystolicGemm } from "../schedules/gpu/gemm/systolic-gemm.js";
import { describeSystolicGemm, systolicGemm } from "../schedules/gpu/gemm/systolic-gemm.js";
import { describeStreamedBlock, streamedBlock } from "../schedules/tiles/streamed-block.js";
import { didYouMean } from "../text/nearest-name.js";
import type { PlanOptions } from "./planned.js";
import { OPTION_NAMES } from "./planned.js";
import type { ScheduleFields } from "./planned-replay.js";

/** A schedule of an accelerator that manages its memories itself: its counts follow without a replay. */
export interface PlannedAccelerator {
  readonly label: string;
  readonly fields: ScheduleFields;
  readonly traffic: ReplayedTraffic;
  readonly lift: () => LiftedReplay;
}

/** Options of kernels, as messages name them; only bands mean something to an accelerator. */
const OF_KERNELS: readonly (readonly [option: keyof PlanOptions, name: string])[] = [
  ["tile", "tile"],
  ...OPTION_NAMES.filter(([option]) => option !== "bands"),
  ["threads", "threads"],
  ["ctasPerSm", "ctas-per-sm"],
  ["kernelRate", "kernel-rate"],
  ["spillBytes", "spill-bytes"],
  ["hint", "hint"],
  ["deal", "deal"],
];

/** The name of an option that means something to kernels of GPUs alone; undefined where none is given. */
export function optionOfKernels(options: PlanOptions): string | undefined {
  return OF_KERNELS.find(([option]) => options[option] !== undefined)?.[1];
}

/**
 * The schedules known for a machine, or the one named.
 *
 * @throws InputError where none is known for the workload, it does not fit, or an option means nothing to it.
 */
export function planAccelerator(workload: Workload, machine: Accelerator, options: PlanOptions): readonly PlannedAccelerator[] {
  const stray = optionOfKernels(options);
  if (stray !== undefined) throw new InputError(stray, "a GPU for it", machine.id);
  const bands = options.bands ?? [undefined];
  const known = schedulesOf(workload, machine);
  const { schedule } = options;
  const ids = Object.keys(known);
  const make = schedule === undefined ? Object.values(known)[0] : known[schedule];
  if (make !== undefined) return bands.map(make);
  if (ids.length > 0) {
    const expected = `${ids.join(", ")} for this workload and machine${didYouMean(schedule ?? "", ids)}`;
    throw new InputError("schedule", expected, shown(schedule));
  }
  const kinds = machine.matrixUnit === undefined ? "chain or ffn" : "gemm";
  throw new InputError("workload", `${kinds}, whose schedules are known for ${machine.id}`, workload.kind);
}

type Make = (band: number | undefined) => PlannedAccelerator;

/** A systolic array multiplies; a machine with one kind of memory streams whole blocks. */
function schedulesOf(workload: Workload, machine: Accelerator): Readonly<Record<string, Make>> {
  if (machine.matrixUnit !== undefined) {
    if (workload.kind !== "gemm") return {};
    return { "weight-stationary": (band) => plannedSystolic(workload, machine, band) };
  }
  if (workload.kind !== "chain" && workload.kind !== "ffn") return {};
  return { "streamed-block": (band) => plannedStreamed(workload, machine, band) };
}

function plannedStreamed(
  workload: ChainWorkload | FfnWorkload,
  machine: Accelerator,
  band: number | undefined,
): PlannedAccelerator {
  const schedule = streamedBlock(workload, machine, { band });
  const { names } = stagesOf(workload);
  const { input, first, second, output } = schedule.bytes;
  const interfaceId = (reads: bigint, writes: bigint): ReadonlyMap<Interface, Traffic> =>
    new Map([["dram-l2", { reads, writes }]]);
  return {
    label: band === undefined ? schedule.id : `${schedule.id} ${band}`,
    fields: describeStreamedBlock(schedule),
    traffic: {
      total: interfaceId(input + BigInt(names.b.length) * first + second, output),
      byArray: new Map([
        [names.a, interfaceId(input, 0n)],
        ...names.b.map((b) => [b, interfaceId(first, 0n)] as const),
        [names.h, interfaceId(0n, 0n)],
        [names.d, interfaceId(second, 0n)],
        [names.e, interfaceId(0n, output)],
      ]),
    },
    lift: () => liftStreamedBlock(schedule),
  };
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
  const interfaceIds = (outside: Traffic, inside: Traffic): ReadonlyMap<Interface, Traffic> =>
    new Map([
      ["dram-l2", outside],
      ["smem-tensor", inside],
    ]);
  const nothing = { reads: 0n, writes: 0n };
  return {
    total: interfaceIds(
      { reads: dram.a + dram.b, writes: dram.c },
      { reads: array.a + array.b + array.sumReads, writes: array.sumWrites },
    ),
    byArray: new Map([
      ["A", interfaceIds({ reads: dram.a, writes: 0n }, { reads: array.a, writes: 0n })],
      ["B", interfaceIds({ reads: dram.b, writes: 0n }, { reads: array.b, writes: 0n })],
      ["C", interfaceIds({ reads: 0n, writes: dram.c }, nothing)],
      ["sums", interfaceIds(nothing, { reads: array.sumReads, writes: array.sumWrites })],
    ]),
  };
}
