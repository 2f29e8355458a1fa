import fc from "fast-check";
import { test } from "vitest";
import { parameters } from "../properties/arbitraries.js";
import { checkBelowTraces } from "./below-traces.js";

const RANKS = { A: 2, B: 2, C: 2, x: 1, y: 1, s: 0 } as const;
const inputs = fc.constantFrom("A", "B", "x", "y");
const results = fc.constantFrom("C", "y", "s", "A");

/** A word whose subscripts are indices of the loops, all different as a rule. */
const word = (array: fc.Arbitrary<keyof typeof RANKS>, indices: readonly string[]): fc.Arbitrary<string> =>
  fc
    .record({
      name: array,
      order: fc.shuffledSubarray([...indices], { minLength: indices.length }),
      isShifted: fc.integer({ min: 0, max: 9 }),
    })
    .map(({ name, order, isShifted }) => {
      const subscripts = order.slice(0, RANKS[name]).map((index, at) => (isShifted === 0 && at === 0 ? `${index} + 1` : index));
      while (subscripts.length < RANKS[name]) subscripts.push("0");
      return `${name}${subscripts.map((one) => `[${one}]`).join("")}`;
    });

const statement = (indices: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(word(results, indices), word(inputs, indices), word(inputs, indices), fc.integer({ min: 0, max: 8 }))
    .map(([target, a, b, kind]) => {
      if (kind < 4) return `${target} += ${a} * ${b};`;
      if (kind === 4) return `${target} = 0;`;
      if (kind === 5) return `${target} = ${a};`;
      if (kind === 6) return `${target} += ${a};`;
      return kind === 7 ? `${target} = ${target} * ${a} + ${b};` : `${target} *= 2;`;
    });

/** Loops in each other with statements at every depth, on one line. */
const nest = (outer: readonly string[]): fc.Arbitrary<string> => {
  const index = ["i", "j", "k"][outer.length] as string;
  const inside = [...outer, index];
  const inner = inside.length < 3 ? nest(inside) : fc.constant("");
  const bound = fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 2, max: 4 }).map(String) },
    fc.constant(`${outer[0] ?? 1} + 1`),
  );
  const statements = fc.array(statement(inside), { maxLength: 2 });
  return fc
    .tuple(bound, statements, inner, statements)
    .map(
      ([end, before, body, after]) =>
        `for (${index} = 0; ${index} < ${end}; ${index}++) { ${[...before, body, ...after].join(" ")} }`,
    );
};

test("bounds of random nests are below what the nests themselves move", () => {
  fc.assert(
    fc.property(fc.array(nest([]), { minLength: 1, maxLength: 3 }), (nests) =>
      checkBelowTraces({ text: nests.join("\n"), sizes: {} }),
    ),
    parameters(200),
  );
});
