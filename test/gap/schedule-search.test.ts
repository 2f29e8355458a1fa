import fc from "fast-check";
import { expect, test } from "vitest";
import type { SearchOptions, SearchResult } from "../../src/gap/search/schedule-search.js";
import { ranked, searchSchedules } from "../../src/gap/search/schedule-search.js";
import type { KernelSpace, ScheduleChoice } from "../../src/plan/schedule-space.js";
import { choiceKey } from "../../src/plan/schedule-space.js";
import { parameters } from "../properties/arbitraries.js";

const axis = fc.integer({ min: 1, max: 5 }).map((count) => Array.from({ length: count }, (_, i) => i));
const spaces: fc.Arbitrary<readonly KernelSpace[]> = fc
  .array(fc.record({ tile: axis, order: axis, stages: axis }), { minLength: 1, maxLength: 3 })
  .map((all) => all.map((axes, i) => ({ schedule: `kernel-${i}`, axes })));

type Cost = readonly [first: bigint, second: bigint];

function compare(one: Cost, other: Cost): number {
  const at = one[0] === other[0] ? 1 : 0;
  return one[at] === other[at] ? 0 : one[at] < other[at] ? -1 : 1;
}

/** A search that ends at a first cost of `goal`. */
function searching(
  costOf: SearchOptions<Cost>["costOf"],
  goal: bigint,
  more: Partial<SearchOptions<Cost>> = {},
): SearchOptions<Cost> {
  return { costOf, compare, isGoal: ([first]) => first <= goal, ...more };
}

/** A rough landscape with holes where nothing fits. */
function landscape(seed: number): (choice: ScheduleChoice) => Cost | undefined {
  return (choice) => {
    let hash = seed | 1;
    for (const letter of choiceKey(choice)) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
    const value = (hash >>> 8) % 50;
    return value > 40 ? undefined : [BigInt(value), BigInt((hash >>> 16) % 3)];
  };
}

function differInOne(one: ScheduleChoice, other: ScheduleChoice): boolean {
  return Object.keys(one).filter((name) => one[name] !== other[name]).length === 1;
}

test("a search that ran to its end leaves no better neighbour of any kernel's best start, and none tried is better", async () => {
  await fc.assert(
    fc.asyncProperty(spaces, fc.integer(), async (all, seed) => {
      const costOf = landscape(seed);
      const { best, tried, end } = await searchSchedules(all, searching(costOf, -1n));
      expect(end).toBe("searched");
      expect(new Set(tried.map(({ choice }) => choiceKey(choice))).size).toBe(tried.length);
      const [first] = ranked(tried, compare);
      expect(best).toEqual(first);
      if (best?.cost === undefined) return;
      const { schedule } = best.choice;
      const axes = all.find((space) => space.schedule === schedule)?.axes ?? {};
      for (const [name, values] of Object.entries(axes)) {
        for (const value of values) {
          const neighbour = { ...best.choice, [name]: value };
          if (!differInOne(best.choice, neighbour)) continue;
          const cost = costOf(neighbour);
          const better = cost !== undefined && ranked([best, { choice: neighbour, cost }], compare)[0]?.choice === neighbour;
          expect(better, choiceKey(neighbour)).toBe(false);
        }
      }
    }),
    {
      ...parameters(100),
      // Found at random: a descent that moved on to an equal choice left a better neighbour of the first.
      examples: [
        [
          [
            { schedule: "kernel-0", axes: { tile: [0], order: [0], stages: [0] } },
            { schedule: "kernel-1", axes: { tile: [0, 1, 2], order: [0, 1, 2], stages: [0, 1] } },
          ],
          -257842823,
        ],
      ],
    },
  );
});

test("stopped anywhere and gone on from what it knows, a search tries the same choices and ends the same", async () => {
  await fc.assert(
    fc.asyncProperty(spaces, fc.integer(), fc.nat(30), async (all, seed, steps) => {
      const costOf = landscape(seed);
      const whole = await searchSchedules(all, searching(costOf, 3n));
      const known = new Map<string, Cost | undefined>();
      const remembered = (choice: ScheduleChoice): Cost | undefined => {
        if (!known.has(choiceKey(choice))) known.set(choiceKey(choice), costOf(choice));
        return known.get(choiceKey(choice));
      };
      const part = await searchSchedules(all, searching(remembered, 3n, { stopped: () => known.size >= steps }));
      expect(part.end === "stopped" ? part.tried.length : whole.tried.length).toBe(Math.min(steps, whole.tried.length));
      const rest: SearchResult<Cost> = await searchSchedules(all, searching(remembered, 3n));
      expect(rest).toEqual(whole);
    }),
    parameters(100),
  );
});

test("choices that are passed over cost no less than the best, and neighbours of the best are tried or passed over", async () => {
  await fc.assert(
    fc.asyncProperty(spaces, fc.integer(), fc.integer({ min: 0, max: 9 }), async (all, seed, slack) => {
      const costOf = landscape(seed);
      const asked = new Set<string>();
      const counted = (choice: ScheduleChoice): Cost | undefined => {
        asked.add(choiceKey(choice));
        return costOf(choice);
      };
      const leastOf = (choice: ScheduleChoice): number | undefined => {
        const first = costOf(choice)?.[0];
        return first === undefined ? undefined : Number(first) - slack;
      };
      const mayWin = (least: number, best: Cost): boolean => least <= Number(best[0]);
      const { best, tried, passedOver } = await searchSchedules(all, searching(counted, -1n, { leastOf, mayWin }));
      expect(tried.map(({ choice }) => choiceKey(choice)).sort()).toEqual([...asked].sort());
      if (best === undefined) return;
      const axes = all.find(({ schedule }) => schedule === best.choice["schedule"])?.axes ?? {};
      const neighbours = Object.entries(axes).flatMap(([name, values]) =>
        values.map((value) => ({ ...best.choice, [name]: value })),
      );
      const left = neighbours.filter((one) => !asked.has(choiceKey(one)));
      expect(left.length).toBeLessThanOrEqual(passedOver);
      for (const one of neighbours) {
        const cost = costOf(one);
        if (cost !== undefined) expect(compare(cost, best.cost)).toBeGreaterThanOrEqual(0);
      }
    }),
    parameters(100),
  );
});

test("a cost at the goal ends the search at once", async () => {
  await fc.assert(
    fc.asyncProperty(spaces, fc.integer(), async (all, seed) => {
      const { tried, end } = await searchSchedules(all, searching(landscape(seed), 10n));
      const reached = tried.findIndex(({ cost }) => cost !== undefined && (cost[0] ?? 99n) <= 10n);
      expect(reached).toBe(end === "goal" ? tried.length - 1 : -1);
    }),
    parameters(100),
  );
});

test("a search that goes on from enough better choices alone leaves none of a neighbour of one that is nearly the best", async () => {
  await fc.assert(
    fc.asyncProperty(spaces, fc.integer(), async (all, seed) => {
      const costOf = landscape(seed);
      const isBetter = (one: Cost, other: Cost): boolean => one[0] + 3n < other[0];
      const { best, tried } = await searchSchedules(all, searching(costOf, -1n, { isBetter }));
      const first = best?.cost;
      if (first === undefined) return;
      expect(best).toEqual(ranked(tried, compare)[0]);
      // Where the descent of the best's kernel stood: all neighbours were tried, and none is enough better.
      const stands = tried.filter(({ choice, cost }) => {
        if (cost === undefined || isBetter(first, cost)) return false;
        const axes = all.find(({ schedule }) => schedule === choice["schedule"])?.axes ?? {};
        return Object.entries(axes).every(([name, values]) =>
          values.every((value) => {
            const neighbour = costOf({ ...choice, [name]: value });
            return neighbour === undefined || !isBetter(neighbour, cost);
          }),
        );
      });
      expect(stands.length).toBeGreaterThan(0);
    }),
    parameters(100),
  );
});

test("where no first choice fits with what was best for another kernel, a kernel starts from its own first values", async () => {
  const all: readonly KernelSpace[] = [
    { schedule: "one", axes: { tile: [1], stages: [3] } },
    { schedule: "two", axes: { tile: [1, 2], stages: [2, 3] } },
  ];
  const costOf = ({ schedule, tile, stages }: ScheduleChoice): Cost | undefined =>
    schedule === "one" ? [9n, 0n] : stages === 3 ? undefined : [BigInt(Number(tile)), 0n];
  const { best } = await searchSchedules(all, searching(costOf, -1n));
  expect(best?.choice).toEqual({ schedule: "two", tile: 1, stages: 2 });
});
