import { InputError } from "../errors.js";
import type { BlockWaits, TileSchedule } from "./tile-schedule.js";

/** Arrays are numbered in eight bits. */
const MAXIMUM_ARRAYS = 256;

/**
 * Two schedules in one, over tiles and counters of their own: the blocks of the second follow those of the first. Arrays are
 * named `1.A`, `2.Q`, …. Work is left out: lock step keeps no time.
 *
 * @throws InputError when there are too many arrays to tell apart.
 */
export function sideBySide(first: TileSchedule, second: TileSchedule): TileSchedule {
  if (first.arrays.length + second.arrays.length > MAXIMUM_ARRAYS) {
    throw new InputError("mix", `at most ${MAXIMUM_ARRAYS} arrays together`, String(first.arrays.length + second.arrays.length));
  }
  const tiles = first.tileBytes.length;
  const waits = bothWaits(first, second);
  return {
    arrays: [first, second].flatMap(({ arrays }, kernel) =>
      arrays.map(({ name, firstTile, tileCount }) => ({
        name: `${kernel + 1}.${name}`,
        firstTile: firstTile + kernel * tiles,
        tileCount,
      })),
    ),
    tileBytes: joined(first.tileBytes, second.tileBytes, 0),
    blockCount: first.blockCount + second.blockCount,
    phaseStart: joined(first.phaseStart, second.phaseStart.subarray(1), first.phaseSteps.length),
    phaseSteps: joined(first.phaseSteps, second.phaseSteps, 0),
    streamStart: joined(first.streamStart, second.streamStart.subarray(1), first.streamBase.length),
    streamBase: joined(first.streamBase, second.streamBase, tiles),
    streamStride: joined(first.streamStride, second.streamStride, 0),
    streamWrites: Uint8Array.from(joined(Int32Array.from(first.streamWrites), Int32Array.from(second.streamWrites), 0)),
    touches: first.touches + second.touches,
    ...(waits === undefined ? {} : { waits }),
  };
}

function bothWaits(first: TileSchedule, second: TileSchedule): BlockWaits | undefined {
  if (first.waits === undefined && second.waits === undefined) return undefined;
  const [one, two] = [first, second].map(({ waits, blockCount }): BlockWaits => {
    const none = new Int32Array(blockCount).fill(-1);
    return waits ?? { counterCount: 0, raises: none, waitsFor: none, until: none };
  }) as [BlockWaits, BlockWaits];
  const counters = one.counterCount;
  const shifted = (own: Int32Array): Int32Array => own.map((counter) => (counter < 0 ? counter : counter + counters));
  return {
    counterCount: counters + two.counterCount,
    raises: joined(one.raises, shifted(two.raises), 0),
    waitsFor: joined(one.waitsFor, shifted(two.waitsFor), 0),
    until: joined(one.until, two.until, 0),
  };
}

function joined(one: Int32Array, two: Int32Array, shift: number): Int32Array {
  const both = new Int32Array(one.length + two.length);
  both.set(one);
  for (let i = 0; i < two.length; i++) both[one.length + i] = (two[i] as number) + shift;
  return both;
}
