import * as fc from "fast-check";
import { randomSource } from "../../src/caches/random-source.js";
import type { Trace } from "../../src/caches/trace.js";
import { traceOf } from "../../src/caches/trace.js";

/** Traces over few ids, reads and writes mixed, with runs and returns likely. */
export function trace(ids: number, length: number): fc.Arbitrary<Trace> {
  const access = fc.record({ id: fc.integer({ min: 0, max: ids - 1 }), write: fc.boolean() });
  return fc
    .tuple(fc.array(access, { maxLength: length, size: "max" }), fc.constantFrom("mixed", "reads", "writeOnce"))
    .map(([accesses, kind]) => {
      const written = (id: number, write: boolean): boolean =>
        kind === "mixed" ? write : kind === "reads" ? false : id >= ids / 2;
      return traceOf(
        Int32Array.from(accesses, ({ id }) => id),
        Uint8Array.from(accesses, ({ id, write }) => (written(id, write) ? 1 : 0)),
      );
    });
}

/** A long trace over many ids, from a seed: half of the accesses return to one of the last few dozen ids. */
export function longTrace(seed: number, ids: number, length: number): Trace {
  const random = randomSource(seed);
  const accesses = new Int32Array(length);
  for (let t = 0; t < length; t++) {
    const returns = t > 0 && random(2) === 0;
    accesses[t] = returns ? (accesses[t - 1 - random(Math.min(t, 50))] as number) : random(ids);
  }
  return traceOf(
    accesses,
    Uint8Array.from(accesses, () => (random(3) === 0 ? 1 : 0)),
  );
}

/** Touches of tiles of 1 to `longest` lines, and a size of each in sectors that may leave the last line short. */
export interface TileTouches {
  readonly sectors: readonly number[];
  readonly touches: readonly { readonly tile: number; readonly write: boolean }[];
}

export function tileTouches(longest: number): fc.Arbitrary<TileTouches> {
  return fc.array(fc.integer({ min: 1, max: longest }), { minLength: 1, maxLength: 12 }).chain((sectors) =>
    fc.record({
      sectors: fc.constant(sectors),
      touches: fc.array(fc.record({ tile: fc.integer({ min: 0, max: sectors.length - 1 }), write: fc.boolean() }), {
        maxLength: 300,
        size: "max",
      }),
    }),
  );
}
