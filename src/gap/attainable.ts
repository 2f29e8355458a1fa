import { withinLimits } from "../budget.js";
import type { Workload } from "../computation/workload.js";
import { InputError } from "../errors.js";
import type { Gpu } from "../machines/machine.js";
import type { PlannedReplay } from "../plan/planned.js";
import { plansThatFit } from "../plan/planned.js";
import type { KernelSpace } from "../plan/schedule-space.js";
import { scheduleSpace } from "../plan/schedule-space.js";
import { arrayOfTile } from "../replay/collect.js";
import { smTraffic } from "../replay/sm-traffic.js";

/** The kernel with the widest tile that this GPU can run, and what it moves between the L2 and the SMs. */
export interface AttainableTile {
  readonly schedule: string;
  readonly tile: string;
  /** Into and out of the SMs. */
  readonly bytes: bigint;
}

/** Tiles that are counted exactly, of each kernel: the first ones by the words that they move for a multiplication. */
const COUNTED = 2;

/** Kernels that hold one tile of the output in registers while they walk the inner dimension. */
const HOLD_A_TILE: readonly string[] = ["tiled-gemm", "chain-separate", "ffn-separate", "implicit-gemm", "flash-attention-2"];

/**
 * The least that goes between the L2 and the SMs with a tile whose accumulators, stages and threads fit an SM of this GPU: a fast
 * memory of all of an SM's bytes is nobody's to fill. Undefined for workloads without such kernels.
 */
export function attainableTile(workload: Workload, gpu: Gpu): AttainableTile | undefined {
  const counted = spacesOf(workload)
    .filter(({ schedule }) => HOLD_A_TILE.includes(schedule))
    .flatMap((space) => fitting(workload, gpu, space));
  return counted.reduce<AttainableTile | undefined>(
    (least, one) => (least === undefined || one.bytes < least.bytes ? one : least),
    undefined,
  );
}

/** What a search may choose for the workload; nothing where it knows no kernel of it. */
export function spacesOf(workload: Workload): readonly KernelSpace[] {
  try {
    return scheduleSpace(workload);
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}

/** `BMxBNxBK` by 1/BM + 1/BN, `BMxBN` of attention by 1/BM. */
function widest(tiles: readonly (string | number)[]): readonly string[] {
  const words = (tile: string): number => {
    const [bm = 1, bn = 1, bk] = tile.split("x").map(Number);
    return 1 / bm + (bk === undefined ? 0 : 1 / bn);
  };
  return tiles.map(String).sort((one, other) => words(one) - words(other));
}

/** The widest tiles that fit, each with the fewest stages that the kernel runs with. */
function fitting(workload: Workload, gpu: Gpu, { schedule, axes }: KernelSpace): readonly AttainableTile[] {
  const stages = (axes["stages"] ?? []).map(Number).reduce((least, count) => Math.min(least, count), Number.POSITIVE_INFINITY);
  const counted: AttainableTile[] = [];
  for (const tile of widest(axes["tile"] ?? [])) {
    const [plan] = plansThatFit(workload, gpu, { schedule, tile, stages });
    const bytes = plan === undefined ? undefined : withinLimits(() => bytesIntoSms(plan));
    if (bytes === undefined) continue;
    counted.push({ schedule, tile, bytes });
    if (counted.length === COUNTED) break;
  }
  return counted;
}

/** Into and out of the SMs: a property of the schedule, so that nothing is replayed. */
export function bytesIntoSms(plan: PlannedReplay): bigint {
  const layout = plan.layOut();
  const { readBytes, writeBytes } = smTraffic(layout, arrayOfTile(layout));
  const sum = (counts: readonly number[] | Float64Array): number => {
    let total = 0;
    for (const bytes of counts) total += bytes;
    return total;
  };
  return BigInt(sum(layout.deliveredBytes ?? readBytes) + sum(writeBytes));
}
