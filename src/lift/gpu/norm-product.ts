import { BYTES_OF } from "../../computation/data-types.js";
import { expandNormGemm } from "../../pebble/expand-norm-gemm.js";
import type { NormProduct } from "../../schedules/gpu/gemm/norm-product.js";
import { layOutNormProduct, normProductArrays } from "../../schedules/gpu/gemm/norm-product.js";
import type { LiftableKernel } from "../liftable-kernel.js";
import { cutsOf } from "../liftable-kernel.js";
import { MAXIMUM_LIFTED_VERTICES, sumBytes } from "../lifted.js";

/** The moves of a normalised product, ready for the referee. @throws InputError when it is too large to list. */
export function liftableNormProduct(schedule: NormProduct): LiftableKernel {
  const { id, workload: w, tile, normRows, normSweeps } = schedule;
  const { bm, bn, bk } = tile;
  const [operand, sum] = [BYTES_OF[w.dataType], sumBytes(w)];
  const after = id === "norm-gemm-fused" || id === "norm-gemm-statistics";
  const strip = id === "norm-gemm-strip" ? bm * w.k * operand : 0;
  // Sums of a tile with their squares' sums; a step of A, twice where it is normalised, gain and B; the tables of its rows.
  const product = bm * (bn + 1) * sum + (2 * bm * bk + bk + bk * bn) * operand + bm * w.headDim * operand + sum;
  const norm = normRows * ((normSweeps === 1 ? w.k : bk) * 2 * operand + 2 * sum) + bk * operand;
  const rotation = w.headDim === 0 ? 0 : bm * (bn * (sum + operand) + w.headDim * operand) + sum;
  return {
    graph: expandNormGemm(w, {
      weights: "bytes",
      maximumVertices: MAXIMUM_LIFTED_VERTICES,
      scale: after ? "after" : "before",
      storedStatistics: id === "norm-gemm-statistics",
      storedProduct: id === "norm-gemm-separate",
    }),
    layout: layOutNormProduct(schedule),
    cuts: cutsOf(normProductArrays(schedule)),
    roomBytes: id === "norm-gemm-separate" ? Math.max(product, norm, rotation) : strip + Math.max(product, rotation),
  };
}
