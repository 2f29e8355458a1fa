import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parameters } from "./arbitraries.js";

/** A group's life, and when the slice meets it; infinite where never. Times are whole, so that everything below is exact. */
interface Group {
  readonly begins: number;
  readonly ends: number;
  readonly met: number;
}

const END = 24;

/** The groups that hold one place of the memory one after the other, without a pause. */
const seat: fc.Arbitrary<readonly Group[]> = fc
  .array(
    fc.record({ cut: fc.integer({ min: 0, max: END }), at: fc.double({ min: 0, max: 1, noNaN: true }), idle: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((lives) => {
    const cuts = lives.map(({ cut }) => cut).sort((a, b) => a - b);
    return lives.map(({ at, idle }, i) => {
      const [begins, ends] = [i === 0 ? 0 : (cuts[i - 1] as number), i === lives.length - 1 ? END : (cuts[i] as number)];
      return { begins, ends, met: idle && at > 0.8 ? Number.POSITIVE_INFINITY : begins + Math.round(at * (ends - begins)) };
    });
  });

// proofs/notes.md, gemm-segments. Everything is multiplied by 1 + 2χ, and χ by the number of places.
test("where the memory is full of sums, what two products of a slice share is paid by the sums that stand between", () => {
  fc.assert(
    fc.property(fc.array(seat, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: END }), (seats, beta) => {
      const groups = seats.flat();
      const places = seats.length;
      const near = (time: number, of: readonly number[]): number =>
        Math.max(...[0, 1].map((way) => of.filter((x) => x >= time - way * beta && x <= time + (1 - way) * beta).length));
      const changes = groups.flatMap(({ begins, ends }) => [begins, ends]);
      const most = (of: readonly number[]): number => Math.max(0, ...changes.map((time) => near(time, of)));
      const begun = groups.map(({ begins }) => begins).filter((time) => time > 0);
      const ended = groups.map(({ ends }) => ends).filter((time) => time < END);
      const chi = Math.max(most(begun), most(ended));
      // η = (2 + 2χ) / (1 + 2χ) with χ = chi / places.
      const [numerator, denominator] = [2 * places + 2 * chi, places + 2 * chi];
      let sum = 0;
      for (const product of groups) {
        if (product.met === Number.POSITIVE_INFINITY) continue;
        for (const group of groups) {
          if (group === product) continue;
          const away = Math.max(0, group.begins - product.met, product.met - group.ends);
          const apart = Math.min(Math.abs(group.met - product.met), beta);
          sum += denominator * apart - Math.min(numerator * away, denominator * beta);
        }
      }
      expect(sum).toBeGreaterThanOrEqual(0);
    }),
    parameters(400),
  );
});
