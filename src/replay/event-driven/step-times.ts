import { InputError } from "../../errors.js";
import type { TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import { READ } from "../../schedules/tiles/tile-schedule.js";
import type { ExecutionParameters } from "./parameters.js";

/** What a phase is to the pipeline of its block. */
export const LOAD = 0;
export const COMPUTE = 1;
export const STORE = 2;

export interface StepTimes {
  /** LOAD: read together with the next step that computes; COMPUTE: one step after another; STORE: written at once, no time. */
  readonly phaseKind: Uint8Array;
  /** 1 where a phase writes anything. */
  readonly phaseWrites: Uint8Array;
  /** Seconds of a step's operations in each phase, and of its bytes at an equal share of the L2's bandwidth. */
  readonly operationSeconds: Float64Array;
  readonly readSeconds: Float64Array;
}

/**
 * A step of a COMPUTE phase holds its SM for the time of its operations at the sustained rate or of its bytes at the SM's share
 * of the L2's bandwidth, whichever is longer.
 *
 * @throws InputError when the GPU has no rate for the schedule's operands.
 */
export function stepTimes(schedule: TileSchedule, parameters: ExecutionParameters): StepTimes {
  const { phaseStart, phaseSteps, streamStart, streamBase, streamWrites, tileBytes, blockCount, work } = schedule;
  const phases = phaseSteps.length;
  const operationsPerSecond = rate(schedule, parameters) / parameters.sms;
  const bytesPerSecond = parameters.l2BytesPerSecond / parameters.sms;
  const phaseKind = new Uint8Array(phases);
  const phaseWrites = new Uint8Array(phases);
  const operationSeconds = new Float64Array(phases);
  const readSeconds = new Float64Array(phases);
  for (let block = 0; block < blockCount; block++) {
    let computesLater = false;
    for (let phase = (phaseStart[block + 1] as number) - 1; phase >= (phaseStart[block] as number); phase--) {
      let readBytes = 0;
      for (let stream = streamStart[phase] as number; stream < (streamStart[phase + 1] as number); stream++) {
        if (streamWrites[stream] !== READ) phaseWrites[phase] = 1;
        else readBytes += tileBytes[streamBase[stream] as number] as number;
      }
      const operations = work?.phaseOperations[phase] ?? 0;
      const computes = operations > 0 || (readBytes > 0 && (work === undefined || phaseWrites[phase] === 1 || !computesLater));
      const kind = computes ? COMPUTE : readBytes > 0 ? LOAD : STORE;
      phaseKind[phase] = kind;
      operationSeconds[phase] = operations === 0 ? 0 : operations / operationsPerSecond;
      readSeconds[phase] = readBytes / bytesPerSecond;
      if (kind === COMPUTE) computesLater = true;
    }
  }
  return { phaseKind, phaseWrites, operationSeconds, readSeconds };
}

function rate({ work }: TileSchedule, parameters: ExecutionParameters): number {
  if (work === undefined) return Number.POSITIVE_INFINITY;
  const peak = parameters.peakOperationsPerSecond[work.operandType];
  if (peak === undefined) {
    throw new InputError("dtype", `a type with a known rate on ${parameters.gpu} for a replay in time`, work.operandType);
  }
  return peak * (work.kind === "product" ? parameters.productShareOfPeak : parameters.attentionShareOfPeak);
}
