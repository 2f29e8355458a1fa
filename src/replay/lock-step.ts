import { checkLimit, spendSteps } from "../budget.js";
import { checkInteger } from "../errors.js";
import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import { ADD, READ } from "../schedules/tiles/tile-schedule.js";
import { BlockGates } from "./block-gates.js";
import type { DealtMachine, SharedMachine } from "./block-queue.js";
import { BlockQueue } from "./block-queue.js";
import { replaySteps } from "./replay-steps.js";

/** Bytes into and out of the SMs, one entry an array. */
export interface SmTraffic {
  readonly readBytes: Float64Array;
  readonly writeBytes: Float64Array;
}

/** A cache that may care which slot, and so which SM, touches a tile; every `TileCache` is one. */
export interface SlotCache {
  read(tile: number, slot: number): unknown;
  write(tile: number, slot: number): unknown;
  /** Called when a slot has touched all tiles of one step. */
  endStep?(): void;
  /** What comes into the cache when the block of that phase begins that step. */
  readonly prefetch?: { readonly phase: number; readonly step: number; readonly run: () => void };
  /** Entries that a tile takes; one where absent. */
  entriesOf?(tile: number): number;
  /** What the cache keeps of every touch, for policies that need them all. */
  readonly bytesATouch?: number;
}

/**
 * Drives a schedule through a cache in lock step, as `walkLockStep` orders its steps.
 *
 * @param machine where several kernels in one schedule, or dies, have slots of their own
 * @param turn steps that a block takes in a turn; more than 1 is bounded drift
 * @throws OverLimit where it would take too long; InputError naming `slots` or `turn`;
 * RangeError when blocks wait for a counter that no running or earlier block raises.
 */
export function replayLockStep(
  schedule: TileSchedule,
  slots: number,
  arrayOf: Uint8Array,
  cache: SlotCache,
  machine?: SharedMachine | DealtMachine,
  turn: number = 1,
): SmTraffic {
  spendSteps(replaySteps(schedule, cache.entriesOf?.bind(cache)), "a replay");
  checkLimit("memory", schedule.touches * (cache.bytesATouch ?? 0), "the touches of a replay, which its cache keeps");
  const { streamStart, streamBase, streamStride, streamWrites, tileBytes } = schedule;
  const readBytes = new Float64Array(schedule.arrays.length);
  const writeBytes = new Float64Array(schedule.arrays.length);
  const observed = cache.endStep !== undefined;
  const { prefetch } = cache;
  const touch = (slot: number, _: number, phase: number, step: number): void => {
    if (phase === prefetch?.phase && step === prefetch.step) prefetch.run();
    for (let stream = streamStart[phase] as number; stream < (streamStart[phase + 1] as number); stream++) {
      const tile = (streamBase[stream] as number) + step * (streamStride[stream] as number);
      const array = arrayOf[tile] as number;
      if (streamWrites[stream] !== READ) {
        if (streamWrites[stream] === ADD) cache.read(tile, slot);
        cache.write(tile, slot);
        writeBytes[array] = (writeBytes[array] as number) + (tileBytes[tile] as number);
      } else {
        cache.read(tile, slot);
        readBytes[array] = (readBytes[array] as number) + (tileBytes[tile] as number);
      }
    }
    if (observed) cache.endStep?.();
  };
  walkLockStep(schedule, slots, touch, machine, turn);
  return { readBytes, writeBytes };
}

/**
 * The steps of a schedule in lock step: `slots` blocks run at once, each advances one step a round in slot order, a finished
 * block hands its slot to the next in launch order from the following round on. A block that waits for others holds its slot and
 * passes its turns.
 *
 * @param machine where several kernels in one schedule, or dies, have slots of their own
 * @param turn steps that a block takes in a turn, unless it ends or waits before; more than 1 is bounded drift
 * @throws InputError naming `slots` or `turn`; RangeError when blocks wait for a counter that no running or earlier block raises.
 */
export function walkLockStep(
  schedule: TileSchedule,
  slots: number,
  visit: (slot: number, block: number, phase: number, step: number) => void,
  machine?: SharedMachine | DealtMachine,
  turn: number = 1,
): void {
  const { phaseStart, phaseSteps, blockCount } = schedule;
  checkInteger("slots", slots, 1);
  checkInteger("turn", turn, 1);
  const used = machine !== undefined && "slotStart" in machine ? slots : Math.min(slots, blockCount);
  const queue = new BlockQueue(blockCount, used, machine);
  const block = Int32Array.from({ length: used }, (_, slot) => queue.take(slot));
  const phase = Int32Array.from(block, (b) => (b < 0 ? -1 : (phaseStart[b] as number)));
  const step = new Int32Array(used);
  const gates = new BlockGates(schedule);
  const phaseGates = BlockGates.ofPhases(schedule);
  const waiting = Uint8Array.from(block, (b) => (b < 0 || gates.isOpen(b) ? 0 : 1));
  let running = block.reduce((count, b) => (b < 0 ? count : count + 1), 0);
  while (running > 0) {
    let moved = false;
    for (let slot = 0; slot < used; slot++) {
      for (let left = turn; left > 0; left--) {
        const p = phase[slot] as number;
        if (p < 0) break;
        if (waiting[slot] === 1) {
          if (!gates.isOpen(block[slot] as number)) break;
          waiting[slot] = 0;
        }
        const s = step[slot] as number;
        if (s === 0 && !phaseGates.isOpen(p)) break;
        moved = true;
        visit(slot, block[slot] as number, p, s);
        if (s + 1 < (phaseSteps[p] as number)) {
          step[slot] = s + 1;
          continue;
        }
        step[slot] = 0;
        phaseGates.finished(p);
        if (p + 1 < (phaseStart[(block[slot] as number) + 1] as number)) {
          phase[slot] = p + 1;
          continue;
        }
        gates.finished(block[slot] as number);
        const next = queue.take(slot);
        if (next >= 0) {
          block[slot] = next;
          phase[slot] = phaseStart[next] as number;
          waiting[slot] = gates.isOpen(next) ? 0 : 1;
        } else {
          phase[slot] = -1;
          running--;
        }
        break;
      }
    }
    if (!moved) throw new RangeError("walkLockStep: blocks wait for a counter that no earlier block raises");
  }
}
