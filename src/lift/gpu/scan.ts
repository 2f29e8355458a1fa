import { BYTES_OF } from "../../computation/data-types.js";
import { expandScan } from "../../pebble/layered/expand-scan.js";
import { held, type Scan, scanTiledArrays } from "../../schedules/gpu/recurrence/scan.js";
import { layOutScan } from "../../schedules/gpu/recurrence/scan-layout.js";
import { cutsOf, type LiftableKernel } from "../liftable-kernel.js";
import { MAXIMUM_LIFTED_VERTICES, sumBytes } from "../lifted.js";

/** The moves of a scan, ready for the referee. @throws InputError when it is too large to list. */
export function liftableScan(schedule: Scan): LiftableKernel {
  const { id, workload: w, tile } = schedule;
  const { sums, bytes } = held(schedule);
  const chunk = id === "scan-recurrent" ? {} : { chunk: tile.tokens, separate: id === "scan-ssd" };
  return {
    graph: expandScan(w, { weights: "bytes", maximumVertices: MAXIMUM_LIFTED_VERTICES, inTiles: true, ...chunk }),
    layout: layOutScan(schedule),
    cuts: cutsOf(scanTiledArrays(schedule)),
    // A new state beside the old one, a result on its way, and a stored tile of each.
    roomBytes:
      sums * sumBytes(w) + bytes + (w.state + tile.tokens * tile.columns) * Math.max(sumBytes(w), BYTES_OF[w.outputType]),
  };
}
