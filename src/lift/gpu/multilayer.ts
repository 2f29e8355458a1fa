import { BYTES_OF } from "../../computation/data-types.js";
import type { MultilayerChainWorkload } from "../../computation/multilayer-chain.js";
import { multilayerChainComputation } from "../../computation/multilayer-chain.js";
import type { Cdag } from "../../pebble/cdag.js";
import { expand } from "../../pebble/expand.js";
import type { MultilayerChainFused } from "../../schedules/gpu/chain/multilayer-fused.js";
import { layOutMultilayerChainFused, multilayerChainFusedArrays } from "../../schedules/gpu/chain/multilayer-fused.js";
import type { MultilayerChainSeparate } from "../../schedules/gpu/chain/multilayer-separate.js";
import { layOutMultilayerChainSeparate, multilayerChainArrays } from "../../schedules/gpu/chain/multilayer-separate.js";
import type { LiftableKernel } from "../liftable-kernel.js";
import { cutsOf } from "../liftable-kernel.js";
import { MAXIMUM_LIFTED_VERTICES, sumBytes } from "../lifted.js";
import { productRoom } from "./products.js";

/** The moves of one kernel a product, ready for the referee. @throws InputError when the chain is too large to list. */
export function liftableMultilayerChainSeparate(schedule: MultilayerChainSeparate): LiftableKernel {
  const { workload: w, tile } = schedule;
  return {
    graph: graphOf(w),
    layout: layOutMultilayerChainSeparate(schedule),
    cuts: cutsOf(multilayerChainArrays(schedule)),
    roomBytes: productRoom(w, tile, 1),
  };
}

/** The moves of all products in one kernel, ready for the referee. @throws InputError when the chain is too large to list. */
export function liftableMultilayerChainFused(schedule: MultilayerChainFused): LiftableKernel {
  const { workload: w, tile } = schedule;
  const { bm, bn, bk } = tile;
  const operand = BYTES_OF[w.dataType];
  const widest = w.widths.slice(1, -1).reduce((most, width, q, all) => Math.max(most, width + (all[q + 1] ?? 0)), 0);
  return {
    graph: graphOf(w),
    layout: layOutMultilayerChainFused(schedule),
    cuts: cutsOf(multilayerChainFusedArrays(schedule)),
    roomBytes: bm * widest * operand + bm * bn * sumBytes(w) + (bm + bn) * bk * operand,
  };
}

function graphOf(workload: MultilayerChainWorkload): Cdag {
  return expand(multilayerChainComputation(workload), { weights: "bytes", maximumVertices: MAXIMUM_LIFTED_VERTICES });
}
