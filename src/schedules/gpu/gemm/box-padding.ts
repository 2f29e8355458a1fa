import { BYTES_OF } from "../../../computation/data-types.js";
import type { GemmWorkload } from "../../../computation/gemm.js";
import { rightTypeOf } from "../../../computation/operand-types.js";
import { InputError, shown } from "../../../errors.js";
import type { ClusterShape } from "../../tiles/cluster-shape.js";
import { mainLoopSteps, withPortTraffic } from "../../tiles/port-traffic.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import type { GemmTile } from "./gemm-tile.js";
import { alongK } from "./layout.js";

/**
 * How operand tiles are loaded. A bulk copy (TMA) delivers a whole box: beyond the edges of the operands it is filled up with zeros,
 * and CTAs of a cluster without a tile of C get theirs too. Masked loads move words alone.
 */
export type Loads = "masked" | "bulk";

/** Name of the zeros among the arrays of a traffic. */
export const BOX_PADDING = "padding of boxes";

/** @throws InputError naming `loads`. */
export function parseLoads(text: string): Loads {
  if (text === "masked" || text === "bulk") return text;
  throw new InputError("loads", "masked or bulk", shown(text));
}

/**
 * The schedule with the zeros that fill up its boxes: at an H100 the counters of cuBLAS's kernels see them at the SMs' ports
 * (test/measured/profiles). They are no words: neither the L2's contents nor DRAM know them. The estimate of the duration spreads
 * them over all steps.
 */
export function withBoxes(
  schedule: TileSchedule,
  w: GemmWorkload,
  tile: GemmTile,
  cluster: ClusterShape = { rows: 1, columns: 1 },
): TileSchedule {
  const [rows, columns, steps] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn), Math.ceil(w.k / tile.bk)];
  const [down, across] = [Math.ceil(rows / cluster.rows), Math.ceil(columns / cluster.columns)];
  const [ofA, ofB] = [w.batch * BYTES_OF[w.dataType], w.batch * BYTES_OF[rightTypeOf(w)]];
  const boxes = down * across * steps * tile.bk;
  const boxesOfCtas = boxes * cluster.rows * cluster.columns * (ofA * tile.bm + ofB * tile.bn);
  const boxesOfClusters = boxes * (ofA * cluster.rows * tile.bm + ofB * cluster.columns * tile.bn);
  const rowOfA = w.batch * alongK(w, tile, w.dataType)[0];
  const columnOfB = w.batch * alongK(w, tile, rightTypeOf(w))[0];
  const entering = boxesOfClusters - rowOfA * w.m * across - columnOfB * w.n * down;
  const loaded = rowOfA * w.m * columns + columnOfB * w.n * rows;
  return withPortTraffic(schedule, {
    name: BOX_PADDING,
    stepBytes: entering / mainLoopSteps(schedule),
    loadBytes: boxesOfCtas - loaded,
    storeBytes: 0,
  });
}
