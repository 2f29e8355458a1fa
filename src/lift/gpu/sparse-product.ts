import { BYTES_OF } from "../../computation/data-types.js";
import { sparseProductGraph } from "../../pebble/product-kernels.js";
import {
  layOutSparseProduct,
  type SparseProduct,
  sparseProductArrays,
  sparseStepBytes,
} from "../../schedules/gpu/gemm/sparse-product.js";
import { cutsOf, type LiftableKernel } from "../liftable-kernel.js";
import { MAXIMUM_LIFTED_VERTICES, sumBytes } from "../lifted.js";

/** The moves of a product with a sparse operand, ready for the referee. @throws InputError when it is too large to list. */
export function liftableSparseProduct(schedule: SparseProduct): LiftableKernel {
  const { workload: w, tile } = schedule;
  return {
    graph: sparseProductGraph(w, { weights: "bytes", maximumVertices: MAXIMUM_LIFTED_VERTICES }),
    layout: layOutSparseProduct(schedule),
    cuts: cutsOf(sparseProductArrays(schedule)),
    roomBytes: tile.bm * tile.bn * sumBytes(w) + Math.max(sparseStepBytes(w, tile), BYTES_OF[w.outputType]),
  };
}
