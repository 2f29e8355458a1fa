import { BYTES_OF } from "../../computation/data-types.js";
import type { GemmWorkload } from "../../computation/gemm.js";
import type { Gpu } from "../../machines/machine.js";
import type { PlannedReplay, PlanOptions } from "../../plan/planned.js";
import { executionOf, plansThatFit } from "../../plan/planned.js";
import { ORDER_OF_OTHERS } from "../../plan/products.js";
import { scheduleSpace } from "../../plan/schedule-space.js";
import type { ExecutionParameters } from "../../replay/event-driven/parameters.js";
import type { PartitionedL2Model } from "../../replay/l2/l2-model.js";
import { parseTile } from "../../schedules/gpu/gemm/tiled-gemm.js";
import { planKey } from "../breakdown/breakdown-candidates.js";

/** Plans that are replayed beside the usual ones. */
const LIKELY = 3;

/** Kernels of a product whose tile, stages and slices decide the time. */
const KERNELS: readonly string[] = ["tiled-gemm", "persistent-gemm", "split-k"];

/**
 * Plans of a product with other tiles, stages and slices of k than the usual ones that a rough estimate finds faster than these: small
 * tiles and many slices where C fills few SMs, wide tiles where it fills all of them often.
 */
export function likelyFastest(
  workload: GemmWorkload,
  gpu: Gpu,
  l2: PartitionedL2Model,
  usual: readonly PlannedReplay[],
  kernelRate?: string,
): readonly PlannedReplay[] {
  const estimate = (plan: PlannedReplay): number => roughSeconds(workload, plan, executionOf(plan, l2));
  const known = usual.filter(({ fields }) => KERNELS.includes(String(fields["id"])));
  const least = known.reduce((fewest, plan) => Math.min(fewest, estimate(plan)), Number.POSITIVE_INFINITY);
  const keys = new Set(usual.map(planKey));
  return scheduleSpace(workload)
    .filter(({ schedule }) => KERNELS.includes(schedule))
    .flatMap(({ schedule, axes }) =>
      choices(axes).flatMap((choice) =>
        plansThatFit(workload, gpu, { ...choice, schedule, orders: [ORDER_OF_OTHERS], kernelRate }),
      ),
    )
    .filter((plan) => !keys.has(planKey(plan)) && estimate(plan) < least)
    .sort((one, other) => estimate(one) - estimate(other))
    .filter((plan, i, plans) => plans.findIndex((other) => tilingOf(other) === tilingOf(plan)) === i)
    .slice(0, LIKELY);
}

/** What a line of a table tells apart; of several numbers of stages the first is shown. */
function tilingOf({ fields }: PlannedReplay): string {
  return `${fields["id"]} ${fields["tile"]} ${fields["splits"]}`;
}

function choices(axes: Readonly<Record<string, readonly (string | number)[]>>): readonly PlanOptions[] {
  const [tiles = [], stages = [], splits = [undefined]] = [axes["tile"], axes["stages"], axes["splits"]];
  return tiles.flatMap((tile) =>
    stages.flatMap((count) =>
      splits.map((slices) => ({
        tile: String(tile),
        stages: Number(count),
        ...(slices === undefined ? {} : { splits: Number(slices) }),
      })),
    ),
  );
}

/** By closed forms: blocks of equal length in rounds, steps as long as their work, or as the latency that stages do not hide. */
function roughSeconds(workload: GemmWorkload, { fields, slots }: PlannedReplay, parameters: ExecutionParameters): number {
  const { batch, m, n, k, dataType } = workload;
  const { sms, l2BytesPerSecond, missSeconds, turnaroundSeconds, dramBytesPerSecond, launchSeconds } = parameters;
  const { matrixShare, pauseSeconds, operandsArrivePlainly } = parameters.rate;
  const { bm, bn, bk } = parseTile(String(fields["tile"]));
  const [stages, splits] = [Number(fields["stages"] ?? 3), Number(fields["splits"] ?? 1)];
  const blocks = batch * Math.ceil(m / bm) * Math.ceil(n / bn) * splits;
  const steps = Math.ceil(Math.ceil(k / bk) / splits);
  const rate = ((parameters.peakOperationsPerSecond[dataType] ?? Number.POSITIVE_INFINITY) * matrixShare) / sms;
  const bytesPerSecond = l2BytesPerSecond / sms;
  const bytes = (bm + bn) * bk * BYTES_OF[dataType];
  const arrival = operandsArrivePlainly ? (bytes * sms) / parameters.sharedMemoryBytesPerSecond : 0;
  const work = Math.max((2 * bm * bn * bk) / rate + arrival, bytes / bytesPerSecond);
  const step = Math.max(work + pauseSeconds, missSeconds / Math.max(1, stages - 1));
  const rounds = Math.ceil(blocks / slots);
  const between = fields["id"] === "persistent-gemm" ? 0 : (rounds - 1) * turnaroundSeconds;
  // Slices of a tile add their sums one after another.
  const adding = (splits - 1) * (missSeconds + (8 * bm * bn) / bytesPerSecond);
  const busy = Math.max(Math.ceil(blocks / sms) * steps * work, rounds * steps * step + between);
  const moved = (batch * (m * k + k * n) * BYTES_OF[dataType]) / dramBytesPerSecond;
  return launchSeconds + missSeconds + adding + Math.max(busy, moved);
}
