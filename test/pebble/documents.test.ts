import { describe, expect, test } from "vitest";
import type { Json } from "../../src/bounds/certificate-json.js";
import { verifyDocument } from "../../src/bounds/verify/document.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { normGemmWorkload } from "../../src/computation/norm-gemm.js";
import { hierarchyDocument, workloadHierarchyReport } from "../../src/gap/hierarchy-pebbling.js";
import { pebblingDocument, workloadPebblingReport } from "../../src/gap/pebbling.js";
import { hierarchyGame, twoLevelGame } from "../../src/pebble/rules.js";
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
  const { bounds } = document as { readonly bounds: readonly { readonly interface?: string; readonly assumptions: Json[] }[] };
  return leaves(document).filter((path) => {
    const bound = path[0] === "bounds" ? bounds[Number(path[1])] : undefined;
    if (bound?.interface === undefined || path.at(-1) === "array" || path.at(-1) === "level") return false;
    const own = path[2] === "assumptions" ? String(bound.assumptions[Number(path[3])]) : "";
    return !own.startsWith("fast memory: ");
  });
}

describe.each(documents)("the document of a pebbling, %s", (_, document) => {
  test("verifies, and nothing printed of a bound from the computation can be changed", () => {
    const claims = formulaClaims(document);
    expect(claims.length).toBeGreaterThan(40);
    expectEveryEditRefused(document, claims, () => [
      (leaf) => (typeof leaf === "number" ? leaf + 1 : `${leaf}1`),
      (leaf) => (typeof leaf === "number" && leaf > 0 ? leaf - 1 : "proven on paper "),
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
