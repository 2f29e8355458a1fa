import { BYTES_OF } from "../../computation/data-types.js";
import type { Cdag } from "../../pebble/cdag.js";
import { expandGroups } from "../../pebble/expand-groups.js";
import { expertsApart } from "../../pebble/expert-kernels.js";
import { combineOf, type Moe, stagesOfExperts } from "../../schedules/gpu/experts/moe.js";
import { layOutMoe, moeMatrices } from "../../schedules/gpu/experts/moe-layout.js";
import { moeScaleBytesOfStep, scaleBytesOfH, scaleMatrices } from "../../schedules/gpu/experts/moe-scales.js";
import { type AddOrder, cutsOf, type LiftableKernel } from "../liftable-kernel.js";
import { MAXIMUM_LIFTED_VERTICES, sumBytes } from "../lifted.js";
import { productRoom } from "./products.js";
import { stagesRoom } from "./stages.js";

/** The moves of a mixture's kernels, ready for the referee. @throws InputError when they are too large to list. */
export function liftableMoe(schedule: Moe): LiftableKernel {
  const { id, workload: w, tile } = schedule;
  const { bm, bn, bk } = tile;
  const [operand, output, sum] = [BYTES_OF[w.dataType], BYTES_OF[w.outputType], sumBytes(w)];
  const layout = layOutMoe(schedule);
  const combine = combineOf(schedule);
  const columns = Math.ceil(w.model / bn);
  const firstY = layout.arrays.find(({ name }) => name === "Y")?.firstTile ?? 0;
  const apart = (order?: AddOrder): Cdag =>
    expertsApart(
      w,
      {
        copiesRows: id === "moe-permuted",
        adders: order && ((token, column) => order(firstY + token * columns + Math.floor(column / bn))),
      },
      MAXIMUM_LIFTED_VERTICES,
    );
  // A copied step of rows; results of a token, each added to their sum as it comes.
  const beside = Math.max(2 * bm * bk * operand, bn * (sum + output));
  const scales = moeScaleBytesOfStep(w, tile) + scaleBytesOfH(w, tile, id === "moe-fused" ? w.hidden : bn);
  const room = id === "moe-fused" ? stagesRoom(stagesOfExperts(w), tile, bn) : productRoom(w, tile, w.gated ? 2 : 1, beside);
  return {
    graph:
      combine === "kernel"
        ? apart()
        : combine === "l2-adds"
          ? apart
          : expandGroups(w, { weights: "bytes", maximumVertices: MAXIMUM_LIFTED_VERTICES }),
    layout,
    cuts: cutsOf(moeMatrices(schedule)),
    ...(combine === "l2-adds" ? { rewritten: new Set(["Y"]) } : {}),
    // Scales of X serve a block for several steps of k, and again in the next columns of H.
    lasting: new Set(Object.keys(scaleMatrices(schedule))),
    // The adder has two words of Y; it is given as much room as a block.
    roomBytes: Math.max(room + scales, 2 * output),
  };
}
