import { describe, expect, test } from "vitest";
import type { Json } from "../../src/bounds/certificates/json.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { normGemmWorkload } from "../../src/computation/norm-gemm.js";
import { hierarchyDocument, workloadHierarchyReport } from "../../src/gap/hierarchy-pebbling.js";
import { pebblingDocument, workloadPebblingReport } from "../../src/gap/pebbling.js";
import { hierarchyGame, twoLevelGame } from "../../src/pebble/rules.js";
import { verifyDocument } from "../../src/verify/document.js";
import type { Path } from "../bounds/edited.js";
import { edited, expectEveryEditRefused, leaves } from "../bounds/edited.js";

const product = gemmWorkload({ m: 2, n: 2, k: 2 });
const normalised = normGemmWorkload({ m: 1, n: 2, k: 2 });
const documents: readonly (readonly [string, Json])[] = [
  ["two levels", pebblingDocument(workloadPebblingReport(product, twoLevelGame(4)), true)],
  ["two processors", pebblingDocument(workloadPebblingReport(product, twoLevelGame(4, { processors: 2 })), true)],
  ["normalised rows", pebblingDocument(workloadPebblingReport(normalised, twoLevelGame(6)), true)],
  ["a hierarchy", hierarchyDocument(workloadHierarchyReport(product, hierarchyGame([4, 8], { costs: [1, 10] })))],
];

/** What is printed of a bound from the computation; names of arrays are labels, the level may be any at which it holds. */
function formulaClaims(document: Json): readonly Path[] {
  const { bounds } = document as { readonly bounds: readonly { readonly interface?: string }[] };
  return leaves(document).filter((path) => {
    const bound = path[0] === "bounds" ? bounds[Number(path[1])] : undefined;
    return bound?.interface !== undefined && path.at(-1) !== "array" && path.at(-1) !== "level";
  });
}

describe.each(documents)("the document of a pebbling, %s", (_, document) => {
  test("verifies, and nothing printed of a bound from the computation can be changed", () => {
    const claims = formulaClaims(document);
    expect(claims.length).toBeGreaterThan(40);
    expectEveryEditRefused(document, claims, () => [
      (leaf) => (typeof leaf === "number" ? leaf + 1 : `${leaf}1`),
      (leaf) => (typeof leaf === "number" && leaf > 0 ? leaf - 1 : "paper proof "),
    ]);
  });

  test("is refused, not a crash, with a field of a wrong type", () => {
    for (const path of [
      ["moves", 3],
      ["expansion", "reduction"],
      ["graph", "vertices"],
      ["game", "sliding"],
      ["bounds", 0],
      ["bounds", 0, "certificate"],
    ]) {
      const changed = edited(document, path, () => null as unknown as Json);
      expect(verifyDocument(changed), path.join(".")).toMatchObject({ valid: false });
    }
  });
});

describe("what a pebbling's document says beside its moves is refused where it is not so", () => {
  const [words, processors, , hierarchy] = documents.map(([, document]) => document);
  const once = pebblingDocument(workloadPebblingReport(product, twoLevelGame(4, { recomputation: false })), true);
  type Bounds = { readonly bounds: readonly { readonly id: string; readonly kind?: string; readonly value?: number }[] };
  const indexOf = (document: Json | undefined, isWanted: (bound: Bounds["bounds"][number]) => boolean): number =>
    (document as unknown as Bounds).bounds.findIndex(isWanted);
  const inapplicable = indexOf(words, ({ kind }) => kind === "not-applicable");
  const wavefront = indexOf(once, ({ id, kind }) => id === "wavefront" && kind === "bound");
  const requiresOf = (document: Json | undefined, at = wavefront): readonly string[] =>
    (document as unknown as { readonly bounds: readonly { readonly requires: readonly string[] }[] }).bounds[at]?.requires ?? [];

  test.each<[string, Json | undefined, Path, unknown]>([
    ["a value of a bound that does not apply", words, ["bounds", inapplicable, "value"], 1000],
    ["an unknown bound that does not apply", words, ["bounds", inapplicable, "id"], "optimal"],
    ["an optimum without moves", words, ["moves"], []],
    ["an interval beside an optimum", words, ["lower"], 1000],
    ["an unknown field", words, ["proven"], true],
    ["an unknown rule of the game", words, ["game", "commutativity"], true],
    ["levels of a game without any", words, ["levels"], []],
    ["a level of a bound in a game without any", words, ["bounds", 0, "level"], 1],
    [
      "recomputation where a bound needs there to be none",
      once,
      ["bounds", wavefront, "requires"],
      requiresOf(once).filter((id) => id !== "no-recomputation"),
    ],
    ["no recomputation where a bound allows it", words, ["bounds", 0, "requires"], [...requiresOf(words, 0), "no-recomputation"]],
    ["a requirement of the game's twice", once, ["bounds", wavefront, "requires", 0], "no-recomputation"],
    ["a false kind of bound", words, ["bounds", 0, "kind"], "theorem"],
    ["an unknown field of a certificate", words, ["bounds", 0, "certificate", "level"], 1],
    ["a vertex by another's name", words, ["graph", "names", 0], "B[0,0]"],
    ["an unknown field of a graph", words, ["graph", "weightless"], true],
    ["a processor that is none", processors, ["moves", 0, 2], null],
    ["a level that is a text", hierarchy, ["moves", 0, 2], "1"],
    ["an unknown field of a level", hierarchy, ["levels", 0, "ioWords"], 0],
    ["more processors than there are", words, ["game", "processors"], 1e15],
  ])("%s", (_, document, path, value) => {
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    const changed = edited(document as Json, path, () => value as Json);
    expect(verifyDocument(changed)).toMatchObject({ valid: false });
  });

  test("another workload, also where no bound is from the computation", () => {
    const { bounds, ...rest } = words as unknown as Bounds;
    const ofGraph = { ...rest, bounds: bounds.filter((bound) => !("interface" in bound)) };
    expect(verifyDocument(ofGraph)).toMatchObject({ valid: true });
    expect(verifyDocument({ ...ofGraph, workload: { ...gemmWorkload({ m: 20, n: 20, k: 20 }) } })).toMatchObject({
      valid: false,
    });
  });

  test("a spectrum of a matrix that no memory holds", () => {
    const vertices = 60_000;
    const edges = Array.from({ length: vertices - 1 }, (_, v) => [v, v + 1]);
    const bound = { kind: "bound", id: "spectral", value: 1, proof: "proofs/graph-spectral.md" };
    const requires = requiresOf(once);
    const certificate = { kind: "spectral", segments: 2, spectrum: [{ shift: 1, below: 1 }] };
    const slides = edges.map(([from, to]) => ["slide", to, from]);
    const changed = {
      ...(once as object),
      workload: undefined,
      expansion: undefined,
      ...{ exact: false, optimum: undefined, lower: 0, upper: 2 },
      graph: { vertices, edges, outputs: [vertices - 1] },
      moves: [["load", 0], ...slides, ["store", vertices - 1]],
      bounds: [{ ...bound, requires, status: "paper proof", certificate }],
    };
    const verdict = verifyDocument(JSON.parse(JSON.stringify(changed)));
    expect(verdict).toMatchObject({ valid: false, reason: "more than 1000 computed vertices" });
  });
});
