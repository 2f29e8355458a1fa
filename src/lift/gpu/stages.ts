import { chainComputation } from "../../computation/chain.js";
import { BYTES_OF } from "../../computation/data-types.js";
import { ffnComputation } from "../../computation/ffn.js";
import { rightTypeOf } from "../../computation/operand-types.js";
import { expand } from "../../pebble/expand.js";
import { type FfnWhole, layOutFfnWhole } from "../../schedules/gpu/chain/ffn-whole.js";
import { type ChainRecompute, chainRecomputeArrays, layOutChainRecompute } from "../../schedules/gpu/chain/recompute.js";
import { layOutStagesFused, type StagesFused, stagesFusedArrays } from "../../schedules/gpu/chain/stages-fused.js";
import { chainArrays } from "../../schedules/gpu/chain/tiles.js";
import { stagesOf, type TwoStages } from "../../schedules/gpu/chain/two-stages.js";
import type { GemmTile } from "../../schedules/gpu/gemm/gemm-tile.js";
import { cutsOf, type LiftableKernel } from "../liftable-kernel.js";
import { MAXIMUM_LIFTED_VERTICES, sumBytes } from "../lifted.js";
import { productRoom } from "./products.js";

const BYTES = { weights: "bytes", maximumVertices: MAXIMUM_LIFTED_VERTICES } as const;

/** A whole feed-forward block with H in memory. @throws InputError when it is too large to list. */
export function liftableFfnWhole(schedule: FfnWhole): LiftableKernel {
  const { workload: w, tile } = schedule;
  return {
    graph: expand(ffnComputation(w), BYTES),
    layout: layOutFfnWhole(schedule),
    cuts: cutsOf(chainArrays(stagesOf(w), tile)),
    roomBytes: productRoom(w, tile, w.gated ? 2 : 1),
  };
}

/** Rows of H that stay in the block: of a chain or feed-forward block. @throws InputError when it is too large to list. */
export function liftableStagesFused(schedule: StagesFused): LiftableKernel {
  const { workload: w, tile, shape } = schedule;
  const arrays = stagesFusedArrays(schedule);
  return {
    graph: expand(w.kind === "chain" ? chainComputation(w) : ffnComputation(w), BYTES),
    layout: layOutStagesFused(schedule),
    cuts: cutsOf(arrays),
    roomBytes: stagesRoom(shape, tile, arrays.b.columns[1]),
  };
}

/** Rows of H, and the sums and operands of either product, H made `columns` at a time. */
export function stagesRoom(shape: TwoStages, { bm, bn, bk }: GemmTile, columns: number): number {
  const [operand, right] = [BYTES_OF[shape.dataType], BYTES_OF[rightTypeOf(shape)]];
  const [sum, fronts, width] = [sumBytes(shape), shape.names.b.length, Math.min(columns, shape.l)];
  const first = fronts * bm * width * sum + (bm * operand + fronts * width * right) * bk;
  const second = bm * bn * sum + bk * bn * right;
  return bm * shape.l * operand + Math.max(first, second);
}

/** The moves of a chain that recomputes H, ready for the referee. @throws InputError when the chain is too large to list. */
export function liftableChainRecompute(schedule: ChainRecompute): LiftableKernel {
  const { workload: w, tile } = schedule;
  const { bm, bn, bk } = tile;
  const [operand, sum] = [BYTES_OF[w.dataType], sumBytes(w)];
  return {
    graph: expand(chainComputation(w), BYTES),
    layout: layOutChainRecompute(schedule),
    cuts: cutsOf(chainRecomputeArrays(schedule)),
    // Rows of A, sums of H and E, and a tile of B or D.
    roomBytes: bm * w.k * operand + bm * (bn + bk) * sum + bk * Math.max(bk, bn) * BYTES_OF[rightTypeOf(w)],
  };
}
