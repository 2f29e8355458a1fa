import { describe, expect, test } from "vitest";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import type { TriangularKind } from "../../src/computation/linear-algebra/triangular.js";
import { triangularWorkload } from "../../src/computation/linear-algebra/triangular.js";
import type { ExpansionOptions } from "../../src/pebble/expand.js";
import { expandTriangular } from "../../src/pebble/expand-triangular.js";
import { heuristicPebbling } from "../../src/pebble/heuristic/index.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { verifyCertificate } from "../../src/verify/certificate.js";
import { everyNth } from "./arbitraries.js";

const FREE = { sliding: true, recomputation: true, processors: 1 };

const sized = (kind: TriangularKind, n: number, m: number) =>
  triangularWorkload(kind, { n, m: ["cholesky", "lu", "floyd-warshall"].includes(kind) ? 1 : m });

/** The largest bound of those that allow recomputation. */
function largest(kind: TriangularKind, n: number, m: number, capacity: number) {
  const setting = { interface: "slow-fast", unit: "words", fastMemory: "words" } as const;
  const bounds = proveBoundsInSetting(sized(kind, n, m), {
    ...setting,
    capacity: BigInt(capacity),
    memories: 1n,
  });
  for (const { certificate, value } of bounds) {
    expect(verifyCertificate(JSON.parse(JSON.stringify(certificateToJson(certificate)))).value).toBe(value);
  }
  return bounds.filter(({ requires }) => !requires.includes("no-recomputation")).reduce((x, y) => (y.value > x.value ? y : x));
}

const EXPANSIONS: readonly ExpansionOptions[] = [{}, { products: "separate" }, { products: "separate", reduction: { tree: 2 } }];
const SMALL: readonly (readonly [TriangularKind, number, number])[] = [
  ...(["syrk", "syr2k", "symm", "trmm", "trsm"] as const).flatMap((kind) =>
    [1, 2].flatMap((n) => [1, 2, 3].map((m) => [kind, n, m] as const)),
  ),
  ...(["cholesky", "lu"] as const).flatMap((kind) => [2, 3].map((n) => [kind, n, 1] as const)),
  ["syrk", 2, 6],
  ["cholesky", 4, 1],
  ...[2, 3].flatMap((n) => [1, 2, 3].map((m) => ["gram-schmidt", n, m] as const)),
  ["floyd-warshall", 3, 1],
  ["floyd-warshall", 4, 1],
];

describe("bounds of triangles and factorizations are below the optimum", () => {
  const cases = SMALL.flatMap((one) => EXPANSIONS.flatMap((how) => [0, 2].map((spare) => [...one, how, spare] as const)));
  test.each(everyNth(6, cases))("%s n = %i m = %i %j, %i words more than the least", (kind, n, m, how, spare) => {
    const graph = expandTriangular(sized(kind, n, m), how);
    const capacity = minimumCapacity(graph, FREE) + spare;
    const found = findOptimum(graph, twoLevelGame(capacity, FREE), { maxStates: 3000 });
    const { id, value } = largest(kind, n, m, capacity);
    expect(value <= BigInt(found.exact ? found.optimum : found.upper), `${id} ${value} at ${capacity}`).toBe(true);
  });
});

describe("segments prove more than compulsory traffic, and less than the best pebbling found", () => {
  const cases: readonly (readonly [TriangularKind, number, number, number])[] = [
    ["syrk", 6, 6, 3],
    ["syrk", 10, 8, 5],
    ["syr2k", 8, 6, 3],
    ["symm", 8, 6, 3],
    ["trmm", 8, 8, 3],
    ["trsm", 8, 8, 3],
    ["trsm", 10, 8, 4],
    ["cholesky", 12, 1, 3],
    ["cholesky", 15, 1, 4],
    ["lu", 9, 1, 3],
    ["floyd-warshall", 12, 1, 3],
  ];
  test.each(cases)("%s n = %i, m = %i, S = %i", (kind, n, m, capacity) => {
    const graph = expandTriangular(sized(kind, n, m));
    const { verdict } = heuristicPebbling(graph, twoLevelGame(capacity, FREE), { trials: 0 });
    const { id, value } = largest(kind, n, m, capacity);
    expect(id).toBe("triangular-segments");
    expect(value <= BigInt(verdict.cost), `${value} of ${verdict.cost}`).toBe(true);
  });
});

describe("bounds without recomputation", () => {
  const ONCE = { ...FREE, recomputation: false };

  test.each(
    everyNth(
      2,
      [3, 4, 5, 6, 8, 10, 14].flatMap((n) => [3, 4, 5].map((capacity) => [n, capacity] as const)),
    ),
  )("of floyd-warshall, n = %i, S = %i, are below the best pebbling found", (n, capacity) => {
    const workload = triangularWorkload("floyd-warshall", { n });
    const { verdict } = heuristicPebbling(expandTriangular(workload), twoLevelGame(capacity, ONCE), { trials: 0 });
    const setting = { interface: "slow-fast", unit: "words", fastMemory: "words", capacity: BigInt(capacity) } as const;
    for (const { id, value } of proveBoundsInSetting(workload, { ...setting, memories: 1n }))
      expect(value <= BigInt(verdict.cost), `${id} ${value} of ${verdict.cost}`).toBe(true);
  });

  test.each(
    everyNth(
      2,
      [4, 6, 9, 14, 20].flatMap((n) => [1, 2, 3, 5].map((m) => [n, m] as const)),
    ),
  )("of gram-schmidt, n = %i, m = %i, are below the best pebbling found", (n, m) => {
    const workload = triangularWorkload("gram-schmidt", { n, m });
    const graph = expandTriangular(workload);
    const capacity = minimumCapacity(graph, FREE) + 1;
    const { verdict } = heuristicPebbling(graph, twoLevelGame(capacity, FREE), { trials: 0 });
    expect(largest("gram-schmidt", n, m, capacity).value <= BigInt(verdict.cost)).toBe(true);
  });
});
