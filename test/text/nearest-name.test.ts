import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { didYouMean, editDistance, nearestNames } from "../../src/text/nearest-name.js";
import { parameters } from "../properties/arbitraries.js";

/** The definition, by recursion over the first characters. */
function slowDistance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  if (a[0] === b[0]) return slowDistance(a.slice(1), b.slice(1));
  const swap = a[0] === b[1] && a[1] === b[0] && b.length > 1 && a.length > 1 ? slowDistance(a.slice(2), b.slice(2)) : Infinity;
  return 1 + Math.min(slowDistance(a.slice(1), b), slowDistance(a, b.slice(1)), slowDistance(a.slice(1), b.slice(1)), swap);
}

const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });

describe("editDistance", () => {
  it("counts insertions, deletions, substitutions and swaps", () => {
    expect(editDistance("h200", "h200")).toBe(0);
    expect(editDistance("h20", "h200")).toBe(1);
    expect(editDistance("h2000", "h200")).toBe(1);
    expect(editDistance("b200", "h200")).toBe(1);
    expect(editDistance("h020", "h200")).toBe(1);
    expect(editDistance("", "h200")).toBe(4);
  });

  it("equals its recursive definition", () => {
    fc.assert(
      fc.property(word, word, (a, b) => editDistance(a, b) === slowDistance(a, b)),
      parameters(100),
    );
  });

  it("is symmetric", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => editDistance(a, b) === editDistance(b, a)),
      parameters(100),
    );
  });
});

describe("nearestNames", () => {
  it("ignores case and gives every name at the least distance", () => {
    expect(nearestNames("L2BYTES", ["l2Bytes", "dramBytes"])).toEqual(["l2Bytes"]);
    expect(nearestNames("h220", ["h200", "h20", "a40"])).toEqual(["h200", "h20"]);
  });

  it("gives none when all are far", () => {
    expect(nearestNames("xyz", ["h200", "a40"])).toEqual([]);
    expect(nearestNames("x".repeat(100_000), ["h200"])).toEqual([]);
    expect(didYouMean("xyz", ["h200"])).toBe("");
  });
});
