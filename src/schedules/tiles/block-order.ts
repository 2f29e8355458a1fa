import type { BlockWaits, TileSchedule } from "./tile-schedule.js";

/** The schedule with its blocks launched in another order; blocks that wait for others must still come after them. */
export function inOrder(schedule: TileSchedule, order: Int32Array): TileSchedule {
  const { phaseStart, phaseSteps, streamStart, streamBase, streamStride, streamWrites, work, waits } = schedule;
  const made = {
    phaseStart: new Int32Array(phaseStart.length),
    phaseSteps: new Int32Array(phaseSteps.length),
    streamStart: new Int32Array(streamStart.length),
    streamBase: new Int32Array(streamBase.length),
    streamStride: new Int32Array(streamStride.length),
    streamWrites: new Uint8Array(streamWrites.length),
  };
  const phaseOperations = new Float64Array(phaseSteps.length);
  let [phases, streams] = [0, 0];
  order.forEach((block, place) => {
    for (let phase = phaseStart[block] as number; phase < (phaseStart[block + 1] as number); phase++) {
      made.phaseSteps[phases] = phaseSteps[phase] as number;
      phaseOperations[phases] = work?.phaseOperations[phase] ?? 0;
      for (let stream = streamStart[phase] as number; stream < (streamStart[phase + 1] as number); stream++) {
        made.streamBase[streams] = streamBase[stream] as number;
        made.streamStride[streams] = streamStride[stream] as number;
        made.streamWrites[streams] = streamWrites[stream] as number;
        streams++;
      }
      phases++;
      made.streamStart[phases] = streams;
    }
    made.phaseStart[place + 1] = phases;
  });
  const { phaseWaits: _, ...rest } = schedule;
  return {
    ...rest,
    ...made,
    ...(work === undefined ? {} : { work: { ...work, phaseOperations } }),
    ...(waits === undefined ? {} : { waits: waitsInOrder(waits, order) }),
  };
}

function waitsInOrder({ counterCount, raises, waitsFor, until }: BlockWaits, order: Int32Array): BlockWaits {
  const picked = (values: Int32Array): Int32Array => order.map((block) => values[block] as number);
  return { counterCount, raises: picked(raises), waitsFor: picked(waitsFor), until: picked(until) };
}
