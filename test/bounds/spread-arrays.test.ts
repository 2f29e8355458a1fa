import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Setting } from "../../src/bounds/bound.js";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { bestBounds, proveBoundsInSetting } from "../../src/bounds/prove.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { InputError } from "../../src/errors.js";
import type { TreeMachine } from "../../src/machines/machine.js";
import { machineNamed } from "../../src/machines/registry.js";
import { expand } from "../../src/pebble/expand.js";
import { isInput, minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { verifyDocument } from "../../src/verify/document.js";
import { plainOptimum } from "../pebble/support/plain-solver.js";
import { parameters } from "../properties/arbitraries.js";
import { inWords } from "./documents.js";
import { edited } from "./edited.js";
import { describeForgeries } from "./forgeries/refusal.js";

const POD = machineNamed("h100-pod-8") as TreeMachine;
const PRODUCT = gemmWorkload({ m: 8192, n: 8192, k: 8192, dataType: "bf16" });
const spread = (capacity: number, memories: number): Setting => ({ ...inWords(capacity, memories), isSpread: true });

describe("arrays spread over the memories of GPUs", () => {
  const { bounds } = boundWorkload(PRODUCT, POD);

  test("come off what the busiest GPU moves: a cube of products an eighth each, less an eighth of each array", () => {
    const busiest = bounds.filter(({ interface: id, scope }) => id === "nvlink-hbm" && scope === "busiest");
    expect(busiest.map(({ id, value }) => [id, value])).toContainEqual([
      "gemm-memory-independent-spread-arrays",
      3n * 2n ** 25n - 3n * 2n ** 24n,
    ]);
    expect(busiest.every(({ requires }) => requires.includes("spread-evenly"))).toBe(true);
  });

  test("leave the interfaces inside as they are", () => {
    const inside = (id: string) => boundWorkload(PRODUCT, POD).bounds.filter((bound) => bound.interface === id);
    const { home: _, ...cold } = POD;
    for (const id of ["hbm-l2", "l2-sm"]) {
      expect(inside(id)).toEqual(boundWorkload(PRODUCT, cold).bounds.filter((bound) => bound.interface === id));
    }
    expect(bestBounds(bounds).get("hbm-l2")).toMatchObject({ id: "compulsory", value: 3n * 2n ** 27n });
  });

  test("are refused as residents", () => {
    expect(() => boundWorkload(PRODUCT, POD, undefined, [{ array: "A" }])).toThrow(InputError);
  });
});

test("no bound over all memories is above the optimum from spread inputs", () => {
  const side = fc.integer({ min: 1, max: 2 });
  fc.assert(
    fc.property(
      fc.record({ m: side, n: side, k: side }).filter(({ m, n, k }) => m * k + k * n + m * n * k <= 7),
      fc.integer({ min: 0, max: 2 }),
      fc.boolean(),
      fc.boolean(),
      fc.infiniteStream(fc.boolean()),
      (shape, more, sliding, recomputation, isSecond) => {
        const computation = gemmComputation(gemmWorkload(shape));
        const graph = expand(computation);
        const vertices = Array.from({ length: graph.vertexCount }, (_, v) => v);
        const [first, second] = [new Uint8Array(graph.vertexCount), new Uint8Array(graph.vertexCount)];
        for (const v of vertices) if (isInput(graph, v)) (isSecond.next().value === true ? second : first)[v] = 1;
        const most = Math.max(...[first, second].map((held) => held.reduce((sum, one) => sum + one, 0)));
        const capacity = Math.max(3, most, minimumCapacity(graph, { sliding })) + more;
        const none = new Uint8Array(graph.vertexCount);
        const game = twoLevelGame(capacity, { sliding, recomputation, processors: 2 });
        const optimum = plainOptimum(graph, game, [], { fast: [first, second], slow: none, computed: none });
        // The game ends with outputs in slow memory; each costs a store more than where it may stay.
        const outputs = shape.m * shape.n;
        for (const { id, value, scope } of proveBoundsInSetting(computation, spread(capacity, 2))) {
          if (scope !== "total" || optimum === undefined) continue;
          expect(Number(value), id).toBeLessThanOrEqual(Math.max(0, optimum - outputs));
        }
      },
    ),
    parameters(60),
  );
});

test("no bound is above what the busiest memory moves of a product cut in blocks", () => {
  const part = fc.integer({ min: 1, max: 4 });
  const extent = fc.integer({ min: 1, max: 6 });
  fc.assert(
    fc.property(part, part, part, extent, extent, extent, (p, q, r, x, y, z) => {
      const memories = p * q * r;
      // Extents that every cut divides, so that arrays lie evenly in the blocks of their memories.
      const [m, n, k] = [p * memories * x, q * memories * y, r * memories * z];
      const [a, b, c] = [(m * k) / (p * r), (k * n) / (r * q), (m * n) / (p * q)];
      const [ownA, ownB, ownC] = [(m * k) / memories, (k * n) / memories, (m * n) / memories];
      // Own words leave once, for all that need them; partial sums leave to be added, and own sums arrive.
      const sent = (q > 1 ? ownA : 0) + (p > 1 ? ownB : 0) + (r > 1 ? c : 0);
      const moved = a - ownA + (b - ownB) + sent + (r > 1 ? ownC : 0);
      const computation = gemmComputation(gemmWorkload({ m, n, k }));
      for (const { id, value, scope } of proveBoundsInSetting(computation, spread(a + b + c, memories))) {
        expect(Number(value), `${id}, ${scope}`).toBeLessThanOrEqual(scope === "busiest" ? moved : moved * memories);
      }
    }),
    parameters(100),
  );
});

// One GPU that holds all arrays moves nothing: the bound over all memories must not count what lies where it is needed.
test("what one memory holds it need not receive", () => {
  const computation = gemmComputation(gemmWorkload({ m: 64, n: 64, k: 64 }));
  const totals = proveBoundsInSetting(computation, spread(3 * 64 * 64, 8)).filter(({ scope }) => scope === "total");
  expect(totals.map(({ value }) => value)).toEqual([0n]);
});

type Fields = Record<string, Json>;
const honest = (machine: TreeMachine = POD): Fields =>
  JSON.parse(JSON.stringify(boundsDocument(boundWorkload(PRODUCT, machine))));
const atLinks = (document: Fields): readonly number[] =>
  (document["bounds"] as Fields[]).flatMap((bound, i) => (bound["interface"] === "nvlink-hbm" ? [i] : []));

/** The document with fields of the first busiest bound on the links changed. */
function changed(changes: (bound: Fields, certificate: Fields) => void): Json {
  const document = honest();
  const bound = (document["bounds"] as Fields[]).find((one) => one["scope"] === "busiest" && one["interface"] === "nvlink-hbm");
  if (bound === undefined) throw new Error("no bound on the busiest GPU");
  changes(bound, bound["certificate"] as Fields);
  return document as Json;
}

const { home: _, ...WITHOUT_HOME } = POD;
const INDEX = (honest()["bounds"] as Fields[]).findIndex((b) => b["scope"] === "busiest" && b["interface"] === "nvlink-hbm");

describeForgeries(
  "documents of spread arrays",
  [honest() as Json],
  [
    [
      "less is held than the arrays are",
      changed((bound, certificate) => {
        certificate["held"] = Number(certificate["held"]) - 1;
        certificate["value"] = bound["value"] = Number(bound["value"]) + 1;
      }),
      `bounds[${INDEX}].certificate.held`,
      /what the memories hold/,
    ],
    [
      "other memories than the machine has",
      changed((_bound, certificate) => {
        certificate["memories"] = 4;
      }),
      `bounds[${INDEX}].certificate.memories`,
      /the number of memories/,
    ],
    [
      "nothing is subtracted",
      changed((bound, certificate) => {
        certificate["value"] = bound["value"] = Number(bound["value"]) + Number(certificate["held"]);
      }),
      `bounds[${INDEX}].certificate.value`,
      /.+/,
    ],
    [
      "the arrays lie behind the network",
      { ...honest(), machine: JSON.parse(JSON.stringify(WITHOUT_HOME)) },
      `bounds[${atLinks(honest())[0]}].certificate`,
      "arrays do not lie in the memories of this interface",
    ],
    [
      "bounds of empty memories stand where arrays lie",
      { ...honest(WITHOUT_HOME), machine: JSON.parse(JSON.stringify(POD)) },
      `bounds[${atLinks(honest(WITHOUT_HOME))[0]}].certificate`,
      "arrays lie in the memories of this interface",
    ],
    [
      "that arrays are spread is not said",
      edited(honest() as Json, ["bounds", INDEX, "requires"], (requires) =>
        (requires as readonly string[]).filter((id) => id !== "spread-evenly"),
      ),
      `bounds[${INDEX}].requires`,
      "lacks 'spread-evenly'",
    ],
    [
      "a home that is no outer level",
      { ...honest(), machine: { ...(honest()["machine"] as Fields), home: "sm" } },
      "machine.home",
      "neither of the two outermost levels",
    ],
  ],
);

test("bounds of packed words are spread in whole bytes, and the checker agrees", () => {
  const packed = gemmWorkload({ m: 65, n: 63, k: 61, dataType: "fp6", outputType: "bf16" });
  expect(verifyDocument(JSON.parse(JSON.stringify(boundsDocument(boundWorkload(packed, POD)))))).toMatchObject({ valid: true });
});
