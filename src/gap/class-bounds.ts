import type { Bound } from "../bounds/bound.js";
import { proveOneCtaPerTileBound } from "../bounds/prove.js";
import { gemmComputation } from "../computation/gemm.js";
import type { Workload } from "../computation/workload.js";
import { cacheBytes, type Gpu } from "../machines/machine.js";
import type { PlannedReplay } from "../plan/planned.js";
import type { L2Model } from "../replay/l2/l2-model.js";
import { parseTile } from "../schedules/gpu/gemm/tiled-gemm.js";

/**
 * For each tiled product among the replays the bound on every launch order of its blocks. It counts the larger of the GPU's L2 and
 * the one replayed, so that it holds for both; blocks are in step where the replay keeps them so.
 */
export function classBounds(workload: Workload, gpu: Gpu, l2: L2Model, replays: readonly PlannedReplay[]): readonly Bound[] {
  if (workload.kind !== "gemm") return [];
  const inStep = (l2.execution ?? { kind: "lock-step" }).kind === "lock-step";
  const kernels = new Map(
    replays
      .filter(({ fields }) => fields["id"] === "tiled-gemm" && fields["cluster"] === undefined)
      .map(({ fields, slots }) => [`${fields["tile"]} ${slots}`, { tile: parseTile(String(fields["tile"])), slots }]),
  );
  return [...kernels.values()].flatMap(({ tile, slots }) => {
    const kernel = { tile: { bm: BigInt(tile.bm), bn: BigInt(tile.bn) }, slots: BigInt(slots), inStep };
    return proveOneCtaPerTileBound(gemmComputation(workload), kernel, BigInt(Math.max(cacheBytes(gpu), l2.bytes))) ?? [];
  });
}
