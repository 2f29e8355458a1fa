import { InputError } from "../errors.js";
import { inOrder } from "../schedules/tiles/block-order.js";
import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import type { Execution } from "./execution.js";

/** The schedule with its blocks in the order in which the execution issues them. @throws InputError naming `execution`. */
export function issued(schedule: TileSchedule, execution: Execution | undefined): TileSchedule {
  return execution?.kind === "longest-first" ? longestFirst(schedule) : schedule;
}

/**
 * The blocks by falling length, those of equal length in launch order; kernel by kernel, where one waits for another. A block is
 * as long as its arithmetic, and of equal arithmetic as its bytes.
 *
 * @throws InputError naming `execution` where blocks wait for others of their own kernel: their order is not free.
 */
export function longestFirst(schedule: TileSchedule): TileSchedule {
  const { blockCount } = schedule;
  const kernel = kernelOfBlock(schedule);
  const lengths = blockLengths(schedule);
  const order = Int32Array.from({ length: blockCount }, (_, block) => block).sort((one, other) => {
    const later = (kernel[one] as number) - (kernel[other] as number);
    const longer = (lengths.operations[other] as number) - (lengths.operations[one] as number);
    return later || longer || (lengths.bytes[other] as number) - (lengths.bytes[one] as number) || one - other;
  });
  return inOrder(schedule, order);
}

/** Operations and bytes of each block. */
function blockLengths(schedule: TileSchedule): { readonly operations: Float64Array; readonly bytes: Float64Array } {
  const { blockCount, phaseStart, phaseSteps, streamStart, streamBase, streamStride, tileBytes, work } = schedule;
  const [operations, bytes] = [new Float64Array(blockCount), new Float64Array(blockCount)];
  for (let block = 0; block < blockCount; block++) {
    for (let phase = phaseStart[block] as number; phase < (phaseStart[block + 1] as number); phase++) {
      const steps = phaseSteps[phase] as number;
      operations[block] = (operations[block] as number) + steps * (work?.phaseOperations[phase] ?? 0);
      for (let stream = streamStart[phase] as number; stream < (streamStart[phase + 1] as number); stream++) {
        const [base, stride] = [streamBase[stream] as number, streamStride[stream] as number];
        for (let step = 0; step < steps; step++) {
          bytes[block] = (bytes[block] as number) + (tileBytes[base + step * stride] as number);
        }
      }
    }
  }
  return { operations, bytes };
}

/** Kernels that run one after the other, numbered; one alone where no block waits. */
function kernelOfBlock({ blockCount, waits, phaseWaits }: TileSchedule): Int32Array {
  const refuse = (what: string): never => {
    throw new InputError("execution", "lock-step, drift:STEPS or events for it", `longest-first, where ${what}`);
  };
  if (phaseWaits?.waitsFor.some((counter) => counter >= 0) === true) refuse("CTAs wait for each other midway");
  const kernel = new Int32Array(blockCount);
  if (waits === undefined) return kernel;
  const last = new Int32Array(waits.counterCount).fill(-1);
  for (let block = 0; block < blockCount; block++) {
    const [awaited, raised] = [waits.waitsFor[block] as number, waits.raises[block] as number];
    kernel[block] = awaited < 0 ? 0 : (last[awaited] as number) + 1;
    if (raised >= 0) last[raised] = Math.max(last[raised] as number, kernel[block] as number);
    if (block > 0 && (kernel[block] as number) < (kernel[block - 1] as number)) refuse("bands of blocks wait for each other");
  }
  return kernel;
}
