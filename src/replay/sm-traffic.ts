import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import { READ } from "../schedules/tiles/tile-schedule.js";
import type { SmTraffic } from "./lock-step.js";

/** Bytes into and out of the SMs: a property of the schedule, whatever the order in time. */
export function smTraffic(schedule: TileSchedule, arrayOf: Uint8Array): SmTraffic {
  const { phaseSteps, streamStart, streamBase, streamStride, streamWrites, tileBytes } = schedule;
  const readBytes = new Float64Array(schedule.arrays.length);
  const writeBytes = new Float64Array(schedule.arrays.length);
  phaseSteps.forEach((steps, phase) => {
    for (let stream = streamStart[phase] as number; stream < (streamStart[phase + 1] as number); stream++) {
      const base = streamBase[stream] as number;
      const stride = streamStride[stream] as number;
      let bytes = 0;
      for (let step = 0; step < steps; step++) bytes += tileBytes[base + step * stride] as number;
      const counts = streamWrites[stream] === READ ? readBytes : writeBytes;
      const array = arrayOf[base] as number;
      counts[array] = (counts[array] as number) + bytes;
    }
  });
  return { readBytes, writeBytes };
}
