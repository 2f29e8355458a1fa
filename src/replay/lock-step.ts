import type { TileCache } from "../caches/tile-cache.js";
import type { TileSchedule } from "../schedules/tile-schedule.js";

/** Bytes into and out of the SMs, one entry an array. */
export interface SmTraffic {
  readonly readBytes: Float64Array;
  readonly writeBytes: Float64Array;
}

/**
 * Drives a schedule through a cache in lock step: `slots` blocks run at once, each advances one step a round in slot order, a
 * finished block hands its slot to the next in launch order from the following round on.
 */
export function replayLockStep(schedule: TileSchedule, slots: number, arrayOf: Uint8Array, cache: TileCache): SmTraffic {
  const { phaseStart, phaseSteps, streamStart, streamBase, streamStride, streamWrites, tileBytes, blockCount } = schedule;
  const readBytes = new Float64Array(schedule.arrays.length);
  const writeBytes = new Float64Array(schedule.arrays.length);
  const used = Math.min(slots, blockCount);
  const block = Int32Array.from({ length: used }, (_, slot) => slot);
  const phase = Int32Array.from(block, (b) => phaseStart[b] as number);
  const step = new Int32Array(used);
  let launched = used;
  let running = used;
  while (running > 0) {
    for (let slot = 0; slot < used; slot++) {
      const p = phase[slot] as number;
      if (p < 0) continue;
      const s = step[slot] as number;
      for (let stream = streamStart[p] as number; stream < (streamStart[p + 1] as number); stream++) {
        const tile = (streamBase[stream] as number) + s * (streamStride[stream] as number);
        const array = arrayOf[tile] as number;
        if (streamWrites[stream] === 1) {
          cache.write(tile);
          writeBytes[array] = (writeBytes[array] as number) + (tileBytes[tile] as number);
        } else {
          cache.read(tile);
          readBytes[array] = (readBytes[array] as number) + (tileBytes[tile] as number);
        }
      }
      if (s + 1 < (phaseSteps[p] as number)) step[slot] = s + 1;
      else if (p + 1 < (phaseStart[(block[slot] as number) + 1] as number)) {
        phase[slot] = p + 1;
        step[slot] = 0;
      } else if (launched < blockCount) {
        block[slot] = launched;
        phase[slot] = phaseStart[launched] as number;
        step[slot] = 0;
        launched++;
      } else {
        phase[slot] = -1;
        running--;
      }
    }
  }
  return { readBytes, writeBytes };
}
