import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { proveLongChainPairs } from "../../src/bounds/multilayer/pairs.js";
import { proveLongChainStages } from "../../src/bounds/multilayer/stages.js";
import { longChainWorkload } from "../../src/computation/long-chain.js";
import { liftWordLongChain } from "../../src/lift/two-level/multilayer.js";
import type { Move } from "../../src/pebble/rules.js";
import { longChainTotal, wordLongChains } from "../../src/schedules/two-level/multilayer/schedules.js";
import { verifyCertificate } from "../../src/verify/certificate.js";
import { counted } from "../properties/arbitraries.js";
import { edited, leaves } from "./edited.js";

const instanceOf = (m: number, widths: readonly number[], words: number, memories = 1) => ({
  extents: { m: BigInt(m), widths: widths.map(BigInt) },
  weights: { operand: 1n, between: 1n, partial: 1n, output: 1n },
  capacity: BigInt(words),
  memories: BigInt(memories),
});

const costOf = (m: number, widths: readonly number[], words: number): bigint =>
  wordLongChains(longChainWorkload({ m, widths }), words)
    .map(longChainTotal)
    .reduce((x, y) => (y < x ? y : x));

const jsonOf = (certificate: unknown): Record<string, Json> =>
  JSON.parse(JSON.stringify(certificateToJson(certificate as never)));

describe("how near", () => {
  test.each([
    [[512, 512], 8, 1.2525, Number.POSITIVE_INFINITY],
    [[64, 512], 8, 1.183, 1.216],
    [[48, 512], 8, Number.POSITIVE_INFINITY, 1.26],
    [[32, 1024], 8, Number.POSITIVE_INFINITY, 1.193],
  ])("widths %j in turn, %i products", (layers, products, stages, pairs) => {
    const widths = Array.from({ length: products + 1 }, (_, q) => layers[q % 2] as number);
    const cost = costOf(131_072, widths, 16_384);
    const instance = instanceOf(131_072, widths, 16_384);
    for (const [proven, most] of [
      [proveLongChainStages(instance), stages],
      [proveLongChainPairs(instance), pairs],
    ] as const) {
      if (most === Number.POSITIVE_INFINITY) continue;
      const ratio = Number(cost) / Number(proven?.value);
      expect(ratio).toBeGreaterThan(1);
      expect(ratio).toBeLessThan(most);
    }
  });
});

test("what is not true: without the condition on T a schedule that makes X1 again is below the formula", () => {
  const [m, widths, words] = [60, [1, 230, 26, 1], 50];
  const cost = costOf(m, widths, words);
  expect(cost).toBe(36_156n);
  // X = 150, T = 2S: (X/3)^{3/2} = 353.5; all products, births of X1 and X2.
  const products = 60n * (230n + 230n * 26n + 26n);
  const clockWords = (100n * products + 352n) / 353n - 100n;
  const bornWords = 60n * (230n + 26n);
  const claimed = clockWords - bornWords;
  expect(claimed > 2n * cost).toBe(true);
  expect((proveLongChainStages(instanceOf(m, widths, words))?.value ?? 0n) <= cost).toBe(true);
  const forged = {
    ...{ theorem: "long-chain-stages", instance: instanceOf(m, widths, words), wordSize: 1n, capacityWords: 50n, products: 3n },
    ...{ cut: 100n, most: 353n, clockWords, bornWords, restWords: 0n, value: claimed },
  };
  expect(() => verifyCertificate(jsonOf(forged))).toThrow("cut: to make an element of X1 again");
});

test("pairs: no point of the unreduced program of a segment is worth more than M", () => {
  const fraction = fc.double({ min: 0, max: 1, noNaN: true });
  const pair = fc.record({
    ...{ sums: fraction, weights: fraction, front: fraction, old: fraction, rows: fraction, k: fc.integer({ min: 1, max: 40 }) },
  });
  let most = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 30, max: 5000 }),
      fraction,
      fc.array(pair, { minLength: 1, maxLength: 3 }),
      fc.nat(3),
      (x, input, pairs, zoom) => {
        // Shares of X: words that enter, then for each pair sums, weights of either product, old elements inside; few get most.
        const share = (value: number): number => value ** (1 + 2 * zoom);
        const shares = pairs.map((p) => ({
          ...p,
          sums: share(p.sums),
          weights: share(p.weights),
          front: share(p.front),
          old: share(p.old),
        }));
        const total = share(input) + shares.reduce((sum, p) => sum + p.sums + p.weights + p.front + p.old, 0) || 1;
        const widest = Math.max(...pairs.map(({ k }) => k));
        let entering = (share(input) / total) * x;
        let worth = 0;
        for (const { sums, weights, front, old, rows, k } of shares) {
          const [e, d, b, h] = [sums, weights, front, old].map((part) => (part / total) * x) as [number, number, number, number];
          const made = (Math.min(entering, entering * (0.5 + rows)) / k) * (b / k);
          worth += k * Math.sqrt((h + made) * d * e);
          entering = e;
        }
        const closed = Math.max(widest * (x / 3) ** 1.5, x ** 2 / 16);
        most = Math.max(most, worth / closed);
        expect(worth).toBeLessThanOrEqual(closed * (1 + 1e-9));
      },
    ),
    {
      ...counted(20_000),
      examples: [
        [1000, 1, [{ sums: 1, weights: 1, front: 1, old: 0, rows: 1, k: 1 }], 0],
        [1000, 0, [{ sums: 1, weights: 1, front: 0, old: 1, rows: 1, k: 40 }], 0],
      ],
    },
  );
  expect(most).toBeGreaterThan(0.999);
});

/**
 * The segments of the proof in an execution without recomputation, where old elements are those resident or made before: what its
 * counted products are worth at most, over M. `counted` says whether births in an array are events, `worth` what a product counts.
 */
function worthOfSegments(
  graph: { readonly names?: readonly string[] | undefined },
  moves: readonly Move[],
  cut: number,
  kinds: { readonly counted: (stage: number) => boolean; readonly worth: (stage: number) => number },
): number {
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
    const begins = kinds.counted(stage) && !resident.has(element);
    if (kind === "load") {
      if (begins) events.add(element);
      else if (!kinds.counted(stage)) plain++;
      place(element, 1);
    } else if (kind === "delete") place(element, -1);
    else if (kind === "compute" || kind === "slide") {
      if (begins) events.add(element);
      worth += kinds.worth(stage);
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

test("no segment of a schedule without recomputation is worth more than M, for all products and for pairs", () => {
  const most = { stages: 0, pairs: 0 };
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 4, maxLength: 7 }),
      fc.integer({ min: 4, max: 120 }),
      (m, widths, words) => {
        for (const schedule of wordLongChains(longChainWorkload({ m, widths }), words)) {
          const { graph, moves } = liftWordLongChain(schedule, words);
          const made = moves.flatMap(([kind, vertex]) => (kind === "compute" || kind === "slide" ? [vertex] : []));
          if (new Set(made).size < made.length) continue;
          const last = widths.length - 1 - ((widths.length - 1) % 2);
          const row = Math.max(...widths.filter((_, q) => q % 2 === 0 && q < last));
          for (const cut of new Set([2, words >> 2, words, 2 * words])) {
            const x = words + cut;
            const every = { counted: (stage: number) => stage > 0, worth: (stage: number) => (stage > 0 ? 1 : 0) };
            const all = worthOfSegments(graph, moves, cut, every) / (x / 3) ** 1.5;
            const second = (stage: number): boolean => stage > 0 && stage % 2 === 0 && stage <= last;
            const pairs = { counted: second, worth: (stage: number) => (second(stage) ? (widths[stage - 2] ?? 0) : 0) };
            const two = worthOfSegments(graph, moves, cut, pairs) / Math.max(row * (x / 3) ** 1.5, x ** 2 / 16);
            most.stages = Math.max(most.stages, all);
            most.pairs = Math.max(most.pairs, two);
            expect(Math.max(all, two)).toBeLessThanOrEqual(1 + 1e-12);
          }
        }
      },
    ),
    counted(25),
  );
  if (process.env["SHOW"]) console.log(most);
  expect(most.stages).toBeGreaterThan(0.3);
  expect(most.pairs).toBeGreaterThan(0.3);
});

describe("certificates", () => {
  const cases = [
    proveLongChainStages(instanceOf(5000, [60, 200, 90, 150, 80], 900, 2)),
    proveLongChainStages(instanceOf(5000, [60, 200, 90, 3, 800], 900)),
    proveLongChainPairs(instanceOf(5000, [6, 200, 9, 150, 8], 900, 2)),
    proveLongChainPairs(instanceOf(5000, [6, 200, 9, 150], 900)),
  ];

  test.each(cases.map((certificate) => [certificate?.theorem, certificate?.restWords, certificate] as const))(
    "%s with %s words beside it: none of its figures can be changed",
    (_, __, certificate) => {
      const json = jsonOf(certificate);
      expect(verifyCertificate(json).value).toBe(certificate?.value);
      for (const path of leaves(json).filter(([top]) => top !== "instance" && top !== "schema" && top !== "theorem")) {
        for (const change of [1, -1]) {
          const forged = edited(json, path, (leaf) => (leaf as number) + change);
          expect(() => verifyCertificate(forged as Record<string, Json>), path.join(".")).toThrow();
        }
      }
      // The other theorem's name: its figures are others.
      const other = json["theorem"] === "long-chain-pairs" ? "long-chain-stages" : "long-chain-pairs";
      expect(() => verifyCertificate({ ...json, theorem: other })).toThrow();
    },
  );

  test("words beside the counted products are there where some are left out, and only there", () => {
    expect(cases.map((certificate) => (certificate?.restWords ?? 0n) > 0n)).toEqual([false, true, false, true]);
  });

  test("more than all products, a larger M than needed and a smaller one are refused by name", () => {
    const [stages, , pairs] = cases.map((certificate) => jsonOf(certificate));
    expect(() => verifyCertificate({ ...stages, products: 5 })).toThrow("products");
    expect(() => verifyCertificate({ ...pairs, pairs: 3 })).toThrow("pairs");
    for (const json of [stages, pairs]) {
      const most = Number(json?.["most"]);
      expect(() => verifyCertificate({ ...json, most: most - 1 })).toThrow("may be worth more");
      expect(() => verifyCertificate({ ...json, most: most + 1 })).toThrow("no segment is worth so much");
    }
  });
});
