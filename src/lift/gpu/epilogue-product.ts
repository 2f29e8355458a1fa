import { BYTES_OF } from "../../computation/data-types.js";
import { epilogueArrays } from "../../computation/fused/epilogue-gemm.js";
import { expandEpilogueGemm } from "../../pebble/expand-epilogue-gemm.js";
import { type EpilogueProduct, epilogueProductArrays, layOutEpilogueProduct } from "../../schedules/gpu/gemm/epilogue-product.js";
import { cutsOf, type LiftableKernel } from "../liftable-kernel.js";
import { MAXIMUM_LIFTED_VERTICES, sumBytes } from "../lifted.js";

/** The moves of a product with an epilogue, ready for the referee. @throws InputError when it is too large to list. */
export function liftableEpilogueProduct(schedule: EpilogueProduct): LiftableKernel {
  const { id, workload: w, tile } = schedule;
  const { bm, bn, bk } = tile;
  const [operand, sum] = [BYTES_OF[w.dataType], sumBytes(w)];
  const beside = epilogueArrays(w).reduce(
    (bytes, { rows, columns, dataType }) => bytes + (rows === 1 ? 1 : bm) * (columns === 1 ? 1 : bn) * BYTES_OF[dataType],
    0,
  );
  return {
    graph: expandEpilogueGemm(w, {
      weights: "bytes",
      maximumVertices: MAXIMUM_LIFTED_VERTICES,
      storedProduct: id === "epilogue-separate",
    }),
    layout: layOutEpilogueProduct(schedule),
    cuts: cutsOf(epilogueProductArrays(schedule)),
    // A tile of sums or of C, the next word of it, and a step of operands or what the epilogue reads.
    roomBytes: bm * bn * sum + BYTES_OF[w.outputType] + Math.max((bm + bn) * bk * operand, beside),
  };
}
