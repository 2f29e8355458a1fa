import { expect, test } from "vitest";
import { boundToJson, certificateToJson, type Json, toJson } from "../../src/bounds/certificates/json.js";
import { proveGemmOneCtaPerTile } from "../../src/bounds/gemm/one-cta-per-tile.js";
import { UNIT_WEIGHTS } from "../../src/bounds/gemm/shape.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { type GemmWorkload, gemmWorkload } from "../../src/computation/gemm.js";
import { hierarchyDocument, workloadHierarchyReport } from "../../src/gap/hierarchy-pebbling.js";
import { pebblingDocument, workloadPebblingReport } from "../../src/gap/pebbling.js";
import { hierarchyGame, twoLevelGame } from "../../src/pebble/rules.js";
import { verifyDocument } from "../../src/verify/document.js";
import { inWords } from "../bounds/documents.js";
import { edited, type Path } from "../bounds/edited.js";
import { expectRefusal } from "../bounds/forgeries/refusal.js";

/** Documents of pebblings that say more than their moves and bounds do. */

type Fields = Readonly<Record<string, Json>>;
interface Bound {
  readonly id: string;
  readonly kind?: string;
  readonly interface?: string;
  readonly level?: number;
}

const small = gemmWorkload({ m: 2, n: 2, k: 2 });
const large = gemmWorkload({ m: 4, n: 4, k: 4 });
const asRead = (document: Json): Fields => JSON.parse(JSON.stringify(document)) as Fields;
const words = asRead(pebblingDocument(workloadPebblingReport(small, twoLevelGame(4)), true));
/** Bounds of a workload on four words, as documents print them. */
const boundsOn = (workload: GemmWorkload, level?: number, capacity = 4) =>
  proveBoundsInSetting(workload, { ...inWords(capacity), fastMemory: `${capacity} words on each of 1 processor(s)` }).map(
    (bound) => ({ ...(boundToJson(bound) as object), ...(level === undefined ? {} : { level }) }) as Json,
  );
const levels = asRead(hierarchyDocument(workloadHierarchyReport(small, hierarchyGame([4, 8], { costs: [1, 10] }))));

const boundsOf = (document: Fields) => document["bounds"] as unknown as readonly Bound[];
const formulas = (document: Fields) => boundsOf(document).filter((bound) => bound.interface !== undefined);
const indexOf = (document: Fields, isWanted: (bound: Bound) => boolean): number => boundsOf(document).findIndex(isWanted);
const set = (document: Fields, path: Path, value: unknown): Json => edited(document as Json, path, () => value as Json);

const graphBound = indexOf(words, ({ kind, interface: at }) => kind === "bound" && at === undefined);
const formula = indexOf(words, (bound) => bound.interface !== undefined);
const optimum = words["optimum"] as number;
const [level] = levels["levels"] as unknown as readonly { readonly loadedWords: number }[];
const { optimum: _, ...open } = words;
const { workload: __, ...nameless } = words;
const { game } = levels as unknown as { readonly game: Fields };

/** Of one class of kernels, in words. */
const ofClass = (() => {
  const instance = { extents: { batch: 1n, m: 2n, n: 2n, k: 2n }, weights: UNIT_WEIGHTS, capacity: 4n, memories: 1n };
  const certificate = proveGemmOneCtaPerTile(instance, { tile: { bm: 1n, bn: 1n }, slots: 1n, inStep: false });
  const { value, reads, writes } = certificate;
  const printed = { id: "gemm-one-cta-per-tile", interface: "slow-fast", scope: "class", unit: "words", value, reads, writes };
  const proof = { proof: "proofs/gemm-one-cta-per-tile.md", status: "paper proof" };
  const requires = ["classical-algebra", "one-block-per-tile", "blocks-apart"];
  const fastMemory = "4 words on each of 1 processor(s)";
  return { ...(toJson({ ...printed, ...proof, requires, fastMemory }) as object), certificate: certificateToJson(certificate) };
})();

/** A bound from the computation on words between a machine's memories, whose unit is a byte. */
const ofMachine = edited(set(words, ["bounds", formula, "unit"], "bytes"), ["bounds", formula, "interface"], () => "dram-l2");
const { weights: ___, ...graph } = words["graph"] as Fields;
const doubled = {
  ...words,
  ...{ optimum: 2 * optimum, game: { ...(words["game"] as Fields), fastWords: 8 }, bounds: boundsOn(small, undefined, 8) },
  graph: { ...graph, weights: Array((graph["vertices"] as number) ?? 0).fill(2) },
};

const many = {
  ...{ ...words, moves: [] },
  game: { ...(words["game"] as Fields), processors: 8192 },
  graph: { vertices: 70_000, edges: [[0, 1]], outputs: [1] },
};

test.each<[string, Json, string, string | RegExp]>([
  ["neither an optimum nor an interval", set(words, ["exact"], "yes"), "exact", "not true or false"],
  [
    "an interval with its ends exchanged",
    { ...open, exact: false, lower: optimum + 1, upper: optimum },
    "lower",
    `above upper, ${optimum}`,
  ],
  [
    "an optimum below what its moves cost",
    set(words, ["optimum"], optimum - 1),
    "moves",
    `the cost of the moves is ${optimum - 1}, not ${optimum}`,
  ],
  [
    "bounds of a larger workload",
    { ...words, workload: toJson(large), bounds: boundsOn(large) },
    "bounds",
    `together above the cost ${optimum} of the pebbling`,
  ],
  ["words that weigh two", doubled, "graph.weights", "not all 1, as the theorems about the workload count"],
  ["an expansion of no workload", { ...nameless, bounds: [] }, "expansion", "of no workload"],
  ["more pebbles than can be replayed", many, "moves", "of more pebbles than can be replayed"],
  [
    "a bound on graphs that a machine has checked",
    set(words, ["bounds", graphBound, "status"], "machine-checked"),
    `bounds[${graphBound}].status`,
    "the proof status is paper proof, not machine-checked",
  ],
  [
    "the proof of another bound",
    set(words, ["bounds", graphBound, "proof"], "proofs/compulsory.md"),
    `bounds[${graphBound}].proof`,
    /^the proof is proofs\/graph-.*\.md, not proofs\/compulsory\.md$/,
  ],
  ["a bound on a machine's memories", ofMachine, `bounds[${formula}].interface`, "the interface is slow-fast, not dram-l2"],
  [
    "a bound of a class of kernels",
    { ...words, bounds: [ofClass as Json] },
    "bounds[0].certificate",
    "is about a class of kernels, not about all pebblings",
  ],
  [
    "more levels than are replayed",
    { ...levels, game: { ...game, capacities: Array(1001).fill(1) } },
    "game.capacities",
    "more than 1000 levels",
  ],
  ["a level of no words", { ...levels, game: { ...game, capacities: [0, 8] } }, "game.capacities[0]", /./],
  ["a bound beyond all levels", set(levels, ["bounds", 0, "level"], 3), "bounds[0].level", "beyond the 2 levels"],
  [
    "traffic of a level too many",
    set(levels, ["levels"], [...(levels["levels"] as readonly Json[]), level as unknown as Json]),
    "levels",
    "the number of levels is 2, not 3",
  ],
  ["traffic of another level", set(levels, ["levels", 0, "level"], 2), "levels[0].level", "the level is 1, not 2"],
  [
    "less traffic than the moves have",
    set(levels, ["levels", 0, "loadedWords"], 1),
    "levels[0].loadedWords",
    `what the moves transfer is ${level?.loadedWords}, not 1`,
  ],
])("refused: %s", (_, document, path, reason) => {
  expectRefusal(document, path, reason);
});

test("a bound of a larger workload at one level, above what crosses it", () => {
  const at = formulas(levels).findIndex(({ level: own }) => own === 1);
  expect(at).toBeGreaterThanOrEqual(0);
  const changed = { ...levels, workload: toJson(large), bounds: boundsOn(large, 1) };
  expectRefusal(
    changed,
    expect.stringMatching(/^bounds\[\d\]\.value$/) as unknown as string,
    "above the words that the moves transfer across that boundary",
  );
});

test("the documents hold as they are", () => {
  for (const honest of [words, levels]) expect(verifyDocument(honest)).toMatchObject({ valid: true });
});
