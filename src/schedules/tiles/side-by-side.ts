import { InputError } from "../../errors.js";
import type { BlockWaits, TileSchedule } from "./tile-schedule.js";

/** Arrays are numbered in eight bits. */
const MAXIMUM_ARRAYS = 256;

/**
 * Two schedules in one, over tiles and counters of their own: the blocks of the second follow those of the first. Arrays are
 * named `1.A`, `2.Q`, …. Work is skipped: lock step keeps no time.
 *
 * @throws InputError when there are too many arrays to tell apart.
 */
export function sideBySide(first: TileSchedule, second: TileSchedule): TileSchedule {
  if (first.arrays.length + second.arrays.length > MAXIMUM_ARRAYS) {
    throw new InputError("mix", `at most ${MAXIMUM_ARRAYS} arrays together`, String(first.arrays.length + second.arrays.length));
  }
  const tiles = first.tileBytes.length;
  const waits = bothWaits(first.waits, first.blockCount, second.waits, second.blockCount);
  const phaseWaits = bothWaits(first.phaseWaits, first.phaseSteps.length, second.phaseWaits, second.phaseSteps.length);
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
    ...(phaseWaits === undefined ? {} : { phaseWaits }),
  };
}

/** Waits of `one` and `other` so many blocks, or phases. */
function bothWaits(
  first: BlockWaits | undefined,
  one: number,
  second: BlockWaits | undefined,
  other: number,
): BlockWaits | undefined {
  if (first === undefined && second === undefined) return undefined;
  const [a, b] = [first ?? noWaits(one), second ?? noWaits(other)];
  const shifted = (own: Int32Array): Int32Array => own.map((counter) => (counter < 0 ? counter : counter + a.counterCount));
  return {
    counterCount: a.counterCount + b.counterCount,
    raises: joined(a.raises, shifted(b.raises), 0),
    waitsFor: joined(a.waitsFor, shifted(b.waitsFor), 0),
    until: joined(a.until, b.until, 0),
  };
}

function noWaits(count: number): BlockWaits {
  const none = new Int32Array(count).fill(-1);
  return { counterCount: 0, raises: none, waitsFor: none, until: none };
}

function joined(one: Int32Array, two: Int32Array, shift: number): Int32Array {
  const both = new Int32Array(one.length + two.length);
  both.set(one);
  for (let i = 0; i < two.length; i++) both[one.length + i] = (two[i] as number) + shift;
  return both;
}
