import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extraOfResident } from "../../src/bounds/shared/near-capacity.js";
import { counted } from "../properties/arbitraries.js";

describe("how many words of an operand that stays count as missing", () => {
  test("a larger memory never proves more: few slices or lines, where less than all that is missing pays most", () => {
    let fewer = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 300 }),
        fc.integer({ min: 2, max: 500 }),
        fc.integer({ min: 2, max: 5000 }),
        fc.integer({ min: 1, max: 5000 }),
        (side, columns, slices, away) => {
          const words = side * columns;
          const proven = (more: number) => {
            const fits = Math.max(1, words + side - away + more);
            const [all, ...rest] = [words, slices, side, fits].map(BigInt) as [bigint, bigint, bigint, bigint];
            return extraOfResident({ words: all, slices: rest[0], side: rest[1], fits: rest[2], word: 1n });
          };
          const here = proven(0);
          if (here !== undefined && Number(here.missing) < 0.9 * Math.min(away, words - 1)) fewer++;
          for (const more of [1, 2, 5, 17, 60, 300]) {
            const there = proven(more);
            expect((there?.extra ?? 0n) <= (here?.extra ?? 0n), `${more} more: ${there?.missing} for ${here?.missing}`).toBe(
              true,
            );
          }
        },
      ),
      counted(300),
    );
    expect(fewer).toBeGreaterThan(10);
  });

  test("extents beyond doubles end the search, too", () => {
    for (const size of [2n ** 53n, 2n ** 200n, 2n ** 2000n]) {
      const proven = extraOfResident({ words: size * size, slices: size, side: size, fits: size, word: 2n });
      expect((proven?.extra ?? 0n) > 0n).toBe(true);
    }
  });
});
