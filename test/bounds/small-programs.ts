import * as fc from "fast-check";
import type { EinsumWorkload } from "../../src/computation/einsum.js";
import { einsumWorkload } from "../../src/computation/einsum.js";

/** One of the texts, each of its indices of an extent up to the largest. */
export const smallProgram = (texts: readonly string[], largest: number): fc.Arbitrary<EinsumWorkload> =>
  fc.constantFrom(...texts).chain((text) => {
    const letters = [...new Set([...text.matchAll(/\[([^\]]*)\]/g)].flatMap(([, inside = ""]) => inside.split(",")))].filter(
      (letter) => letter !== "",
    );
    return fc
      .array(fc.integer({ min: 1, max: largest }), { minLength: letters.length, maxLength: letters.length })
      .map((values) =>
        einsumWorkload({ text, extents: Object.fromEntries(letters.map((letter, i) => [letter, values[i] ?? 1])) }),
      );
  });
