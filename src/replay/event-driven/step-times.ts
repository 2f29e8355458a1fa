import { rateOf } from "../../computation/operand-types.js";
import { InputError } from "../../errors.js";
import type { KernelRate } from "../../machines/kernel-rates.js";
import type { BlockWork, TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import { ADD, READ } from "../../schedules/tiles/tile-schedule.js";
import type { ExecutionParameters } from "./parameters.js";

/** What a phase is to the pipeline of its block. */
export const LOAD = 0;
export const COMPUTE = 1;
export const STORE = 2;

export interface StepTimes {
  /** LOAD: read together with the next step that computes; COMPUTE: one step after another; STORE: written between steps. */
  readonly phaseKind: Uint8Array;
  /** 1 where a phase writes anything. */
  readonly phaseWrites: Uint8Array;
  /** Seconds of a step's operations in each phase, and of its bytes at an equal share of the L2's bandwidth. */
  readonly operationSeconds: Float64Array;
  readonly readSeconds: Float64Array;
  /** In which the bytes of a step pass their SM's port. */
  readonly portSeconds: Float64Array;
  /** Seconds from the last sums of a block to the end of a STORE phase; 0 in others. */
  readonly storeSeconds: Float64Array;
  /** How long after the start of a step its loads for the next one are issued: until a buffer is free. */
  readonly bufferSeconds: Float64Array;
  /** From the end of a step that multiplies, and from its start, until the same block may begin its next. */
  readonly pauseSeconds: Float64Array;
  readonly chainSeconds: Float64Array;
  /** From a block's last step to the end of its writes, at least, and to the first load of the block in its place. */
  readonly epilogueSeconds: number;
  readonly turnaroundSeconds: number;
}

/**
 * A step of a COMPUTE phase holds its SM for the time of its operations or of its bytes at the SM's share of the L2's
 * bandwidth, whichever is longer. Its operations take the products' time at the tensor cores, that of the exponentials and masks between
 * them, and in products that in which arriving operands keep the tensor cores from shared memory; in attention they arrive meanwhile.
 *
 * @throws InputError when the GPU has no rate for the schedule's operands.
 */
export function stepTimes(schedule: TileSchedule, parameters: ExecutionParameters): StepTimes {
  const { phaseStart, phaseSteps, streamStart, streamBase, streamWrites, tileBytes, blockCount, work } = schedule;
  const besides = (schedule.portTraffic ?? []).reduce((bytes, { stepBytes }) => bytes + stepBytes, 0);
  const { rate, sms } = parameters;
  const phases = phaseSteps.length;
  const operationSecondsOfSm = work === undefined ? 0 : sms * secondsPerOperation(work, parameters);
  const attention = work?.kind === "attention";
  const secondsPerArrival =
    work === undefined || attention ? 0 : (rate.arrivalShare * sms) / parameters.sharedMemoryBytesPerSecond;
  const secondsPerByte = sms / parameters.l2BytesPerSecond;
  const secondsPerAdd = sms / parameters.addBytesPerSecond;
  const phaseKind = new Uint8Array(phases);
  const phaseWrites = new Uint8Array(phases);
  const operationSeconds = new Float64Array(phases);
  const readSeconds = new Float64Array(phases);
  const portSeconds = new Float64Array(phases);
  const storeSeconds = new Float64Array(phases);
  const pauseSeconds = new Float64Array(phases);
  const chainSeconds = new Float64Array(phases);
  const bufferSeconds = new Float64Array(phases);
  const { stretch, seconds: chain } = chainOf(work, rate);
  const bufferShare = attention && (work?.stages ?? 1) <= 2 ? rate.bufferShare : 0;
  for (let block = 0; block < blockCount; block++) {
    let computesLater = false;
    for (let phase = (phaseStart[block + 1] as number) - 1; phase >= (phaseStart[block] as number); phase--) {
      let readBytes = 0;
      let leaving = 0;
      for (let stream = streamStart[phase] as number; stream < (streamStart[phase + 1] as number); stream++) {
        const bytes = tileBytes[streamBase[stream] as number] as number;
        if (streamWrites[stream] === READ) {
          readBytes += bytes;
          continue;
        }
        phaseWrites[phase] = 1;
        leaving += bytes * (streamWrites[stream] === ADD ? secondsPerAdd : secondsPerByte);
      }
      const operations = work?.phaseOperations[phase] ?? 0;
      const computes = operations > 0 || (readBytes > 0 && (work === undefined || phaseWrites[phase] === 1 || !computesLater));
      const kind = computes ? COMPUTE : readBytes > 0 ? LOAD : STORE;
      phaseKind[phase] = kind;
      const arriving = work?.arrivingBytes ?? readBytes;
      operationSeconds[phase] = operations === 0 ? 0 : operations * operationSecondsOfSm + arriving * secondsPerArrival;
      readSeconds[phase] = (readBytes + (operations > 0 ? besides : 0)) * secondsPerByte;
      portSeconds[phase] = ((readSeconds[phase] as number) * parameters.l2BytesPerSecond) / parameters.portBytesPerSecond;
      if (operations > 0 && !attention) pauseSeconds[phase] = rate.pauseSeconds;
      if (operations > 0 || (computes && work?.chain !== undefined)) {
        chainSeconds[phase] = chain + stretch * (operationSeconds[phase] as number);
        bufferSeconds[phase] = bufferShare * (chainSeconds[phase] as number);
      }
      if (kind === STORE) storeSeconds[phase] = rate.epilogueSeconds + leaving * (phaseSteps[phase] as number);
      if (kind === COMPUTE) computesLater = true;
    }
  }
  return {
    ...{
      phaseKind,
      phaseWrites,
      operationSeconds,
      readSeconds,
      portSeconds,
      storeSeconds,
      pauseSeconds,
      chainSeconds,
      bufferSeconds,
    },
    epilogueSeconds: rate.epilogueSeconds,
    turnaroundSeconds: work === undefined ? 0 : parameters.turnaroundSeconds,
  };
}

/** Rows of an instruction of the tensor cores, and of one warp among them. */
const [INSTRUCTION_ROWS, WARP_ROWS] = [64, 16];

/** The least time of a step of one block: `seconds`, and `stretch` times that of its operations. */
function chainOf(work: BlockWork | undefined, rate: KernelRate): { readonly seconds: number; readonly stretch: number } {
  if (work?.kind === "attention") {
    const { rows, warps } = work.softmax ?? { rows: INSTRUCTION_ROWS, warps: 1 };
    const joins = rows < WARP_ROWS * warps ? rate.softmaxJoinSeconds : 0;
    return {
      seconds: rate.softmaxChainSeconds + joins,
      stretch: rate.softmaxChainSeconds === 0 ? 0 : Math.max(1, INSTRUCTION_ROWS / rows),
    };
  }
  if (work?.chain === undefined) return { seconds: 0, stretch: 0 };
  const { of, count } = work.chain;
  return { seconds: count * (of === "chunk" ? rate.chunkChainSeconds : rate.tokenChainSeconds), stretch: 0 };
}

/** Seconds of an operation if all SMs compute. @throws InputError when the GPU has no rate for the operands. */
export function secondsPerOperation(
  work: Pick<BlockWork, "operandType" | "exponentialsPerOperation" | "softmax">,
  parameters: ExecutionParameters,
): number {
  const { rate, peakOperationsPerSecond, specialOperationsPerSecond, gpu } = parameters;
  const peak = rateOf(peakOperationsPerSecond, work.operandType);
  if (peak === undefined) {
    throw new InputError("dtype", `a type with a known rate on ${gpu} for a replay in time`, work.operandType);
  }
  const exponentials = (work.exponentialsPerOperation ?? 0) * (work.softmax?.isMasked === true ? 1 + rate.maskShare : 1);
  return 1 / (rate.matrixShare * peak) + exponentials / (rate.specialShare * specialOperationsPerSecond);
}
