import { InputError } from "../../errors.js";
import type { Trace } from "../trace.js";
import { MAXIMUM_IDS, traceOf } from "../trace.js";

/** Accesses after cutting tiles into units; 5 bytes each, and as much again for the policies. */
export const MAXIMUM_UNIT_ACCESSES: number = 2 ** 28;

/** A trace of tiles cut into units of one size, in which a touch of a tile is one of each of its units in order. */
export interface UnitTrace {
  readonly trace: Trace;
  /** The largest size that divides every tile's. */
  readonly unitBytes: number;
  readonly tileOfUnit: Int32Array;
}

/** The largest size that divides every tile's; 1 where there are none. */
export function commonUnit(tileBytes: Int32Array): number {
  return tileBytes.reduce((unit, bytes) => greatestCommonDivisor(unit, bytes), 0) || 1;
}

/**
 * Cuts tiles into the largest common unit, so that policies over equal units apply to tiles of any sizes. Tiles of equal size
 * stay whole.
 *
 * @param touches over tile ids
 * @throws InputError naming `cache` when the common unit is so small that the trace grows too long.
 */
export function cutIntoUnits(touches: Trace, tileBytes: Int32Array): UnitTrace {
  const unitBytes = commonUnit(tileBytes);
  const firstUnit = new Float64Array(tileBytes.length + 1);
  tileBytes.forEach((bytes, tile) => {
    firstUnit[tile + 1] = (firstUnit[tile] as number) + bytes / unitBytes;
  });
  const units = firstUnit[tileBytes.length] as number;
  let accesses = 0;
  for (const tile of touches.ids) accesses += (tileBytes[tile] as number) / unitBytes;
  if (units > MAXIMUM_IDS || accesses > MAXIMUM_UNIT_ACCESSES) {
    const limit = `tiles whose common unit gives at most ${MAXIMUM_IDS} units and ${MAXIMUM_UNIT_ACCESSES} touches of them`;
    throw new InputError("cache", limit, `${units} units of ${unitBytes} bytes and ${accesses} touches`);
  }
  const tileOfUnit = new Int32Array(units);
  for (let tile = 0; tile < tileBytes.length; tile++) tileOfUnit.fill(tile, firstUnit[tile], firstUnit[tile + 1]);
  if (units === tileBytes.length) return { trace: touches, unitBytes, tileOfUnit };
  const ids = new Int32Array(accesses);
  const writes = new Uint8Array(accesses);
  let length = 0;
  for (let t = 0; t < touches.ids.length; t++) {
    const tile = touches.ids[t] as number;
    const start = length;
    for (let unit = firstUnit[tile] as number; unit < (firstUnit[tile + 1] as number); unit++) ids[length++] = unit;
    writes.fill(touches.writes[t] as number, start, length);
  }
  return { trace: traceOf(ids, writes), unitBytes, tileOfUnit };
}

function greatestCommonDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}
