import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../../src/bounds/certificates/json.js";
import { proveStages } from "../../../src/bounds/multilayer/stages.js";
import { multilayerChainWorkload } from "../../../src/computation/multilayer-chain.js";
import { liftWordMultilayerChain } from "../../../src/lift/two-level/multilayer.js";
import type { Move } from "../../../src/pebble/rules.js";
import { multilayerChainTotal, wordMultilayerChains } from "../../../src/schedules/two-level/multilayer/schedules.js";
import { verifyCertificate } from "../../../src/verify/certificate.js";
import { counted } from "../../properties/arbitraries.js";
import { edited, leaves } from "../edited.js";

const instanceOf = (m: number, widths: readonly number[], words: number, memories = 1) => ({
  extents: { m: BigInt(m), widths: widths.map(BigInt) },
  weights: { operand: 1n, between: 1n, partial: 1n, output: 1n },
  capacity: BigInt(words),
  memories: BigInt(memories),
});

const costOf = (m: number, widths: readonly number[], words: number): bigint =>
  wordMultilayerChains(multilayerChainWorkload({ m, widths }), words)
    .map(multilayerChainTotal)
    .reduce((x, y) => (y < x ? y : x));

const jsonOf = (certificate: unknown): Record<string, Json> =>
  JSON.parse(JSON.stringify(certificateToJson(certificate as never)));

describe("how near", () => {
  test.each([
    [[512, 512], 8, 1.2525],
    [[64, 512], 8, 1.183],
  ])("widths %j in turn, %i products", (layers, products, most) => {
    const widths = Array.from({ length: products + 1 }, (_, q) => layers[q % 2] as number);
    const cost = costOf(131_072, widths, 16_384);
    const ratio = Number(cost) / Number(proveStages(instanceOf(131_072, widths, 16_384))?.value);
    expect(ratio).toBeGreaterThan(1);
    expect(ratio).toBeLessThan(most);
  });
});

test("what is not true: without the condition on T a schedule that makes X1 again is below the formula", () => {
  const [m, widths, words] = [60, [1, 230, 26, 1], 50];
  const cost = costOf(m, widths, words);
  expect(cost).toBe(36_156n);
  // X = 150, T = 2S: (X/3)^{3/2} = 353.5; all products, accumulator starts of X1 and X2.
  const products = 60n * (230n + 230n * 26n + 26n);
  const clockWords = (100n * products + 352n) / 353n - 100n;
  const bornWords = 60n * (230n + 26n);
  const claimed = clockWords - bornWords;
  expect(claimed > 2n * cost).toBe(true);
  expect((proveStages(instanceOf(m, widths, words))?.value ?? 0n) <= cost).toBe(true);
  const forged = {
    ...{ theorem: "multilayer-stages", instance: instanceOf(m, widths, words), wordSize: 1n, capacityWords: 50n, products: 3n },
    ...{ cut: 100n, most: 353n, clockWords, bornWords, restWords: 0n, value: claimed },
  };
  expect(() => verifyCertificate(jsonOf(forged))).toThrow("cut: to make an element of X1 again");
});

/**
 * The segments of the proof in an execution without recomputation, where old elements are those resident or made before: what its
 * products are worth at most. Every accumulator start is an event.
 */
function worthOfSegments(graph: { readonly names?: readonly string[] | undefined }, moves: readonly Move[], cut: number): number {
  const elementOf = (graph.names ?? []).map((name) => name.replace(/#.*$/, ""));
  const stageOf = elementOf.map((element) => (element.startsWith("X") ? Number(/^X(\d+)/.exec(element)?.[1]) : 0));
  const fast = new Map<string, number>();
  let [resident, events] = [new Set<string>(), new Set<string>()];
  let [plain, worth, most] = [0, 0, 0];
  const place = (element: string, change: number): void => {
    const number = (fast.get(element) ?? 0) + change;
    if (number === 0) fast.delete(element);
    else fast.set(element, number);
  };
  for (const move of moves) {
    const [kind, vertex] = move as readonly [string, number, number?];
    const [element, stage] = [elementOf[vertex] as string, stageOf[vertex] as number];
    const begins = stage > 0 && !resident.has(element);
    if (kind === "load") {
      if (begins) events.add(element);
      else if (stage === 0) plain++;
      place(element, 1);
    } else if (kind === "delete") place(element, -1);
    else if (kind === "compute" || kind === "slide") {
      if (begins) events.add(element);
      worth += stage > 0 ? 1 : 0;
      if (kind === "slide") place(elementOf[move[2] as number] as string, -1);
      place(element, 1);
    }
    if (plain + events.size >= cut) {
      most = Math.max(most, worth);
      [resident, events, plain, worth] = [new Set(fast.keys()), new Set(), 0, 0];
    }
  }
  return Math.max(most, worth);
}

test("no segment of a schedule without recomputation is worth more than M", () => {
  let most = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 4, maxLength: 7 }),
      fc.integer({ min: 4, max: 120 }),
      (m, widths, words) => {
        for (const schedule of wordMultilayerChains(multilayerChainWorkload({ m, widths }), words)) {
          const { graph, moves } = liftWordMultilayerChain(schedule, words);
          const made = moves.flatMap(([kind, vertex]) => (kind === "compute" || kind === "slide" ? [vertex] : []));
          if (new Set(made).size < made.length) continue;
          for (const cut of new Set([2, words >> 2, words, 2 * words])) {
            const x = words + cut;
            const worth = worthOfSegments(graph, moves, cut) / (x / 3) ** 1.5;
            most = Math.max(most, worth);
            expect(worth).toBeLessThanOrEqual(1 + 1e-12);
          }
        }
      },
    ),
    counted(10),
  );
  expect(most).toBeGreaterThan(0.3);
});

describe("certificates", () => {
  const cases = [
    proveStages(instanceOf(5000, [60, 200, 90, 150, 80], 900, 2)),
    proveStages(instanceOf(5000, [60, 200, 90, 3, 800], 900)),
  ];

  test.each(cases.map((certificate) => [certificate?.restWords, certificate] as const))(
    "with %s words beside it: none of its figures can be changed",
    (_, certificate) => {
      const json = jsonOf(certificate);
      expect(verifyCertificate(json).value).toBe(certificate?.value);
      for (const path of leaves(json).filter(([top]) => top !== "instance" && top !== "schema" && top !== "theorem")) {
        for (const change of [1, -1]) {
          const forged = edited(json, path, (leaf) => (leaf as number) + change);
          expect(() => verifyCertificate(forged as Record<string, Json>), path.join(".")).toThrow();
        }
      }
      // Another theorem's name: its figures are others.
      expect(() => verifyCertificate({ ...json, theorem: "multilayer-whole-rows" })).toThrow();
    },
  );

  test("words beside the counted products are there where some are skipped, and only there", () => {
    expect(cases.map((certificate) => (certificate?.restWords ?? 0n) > 0n)).toEqual([false, true]);
  });

  test("more than all products, a larger M than needed and a smaller one are refused by name", () => {
    const stages = jsonOf(cases[0]);
    expect(() => verifyCertificate({ ...stages, products: 5 })).toThrow("products");
    const most = Number(stages["most"]);
    expect(() => verifyCertificate({ ...stages, most: most - 1 })).toThrow("may be worth more");
    expect(() => verifyCertificate({ ...stages, most: most + 1 })).toThrow("no segment is worth so much");
  });
});
