import { describe, expect, test } from "vitest";
import { proveBounds, proveBoundsInSetting } from "../../src/bounds/prove.js";
import { type ScanOptions, type ScanWorkload, scanWorkload } from "../../src/computation/recurrence/scan.js";
import { describeWorkload } from "../../src/computation/workload.js";
import { H100 } from "../../src/machines/known/h100.js";
import { heuristicPebbling } from "../../src/pebble/heuristic/index.js";
import { expandScan } from "../../src/pebble/layered/expand-scan.js";
import { twoLevelGame } from "../../src/pebble/rules.js";
import { operationCounts } from "../../src/time/operation-counts.js";
import { scanProducts } from "../../src/time/scan-products.js";

function boundsIn(w: ScanWorkload, capacity: bigint) {
  return proveBoundsInSetting(w, { interface: "slow-fast", unit: "words", fastMemory: "", capacity, memories: 1n });
}

const compulsoryOf = (options: ScanOptions): bigint => boundsIn(scanWorkload(options), 1000n)[0]?.value as bigint;

describe("compulsory words of a scan", () => {
  const small = { batch: 2, heads: 6, groups: 3, tokens: 5, state: 4, dim: 7 };
  const apart = 2n * (3n * 2n * 5n * 4n + 6n * 2n * 5n * 7n);
  test.each<readonly [string, Partial<ScanOptions>, bigint]>([
    ["Q and K of groups, V and Y of heads", { decay: "none" }, 0n],
    ["a decay a token and head, the first without effect", { decay: "head" }, 2n * 6n * 4n],
    ["with a state before the first token, which its decay multiplies", { decay: "head", initialState: true }, 12n * (5n + 28n)],
    ["decays of rows", { decay: "state" }, 12n * 4n * 4n],
    ["step sizes of columns, the first of which scales V, and a table for each head", { decay: "channel" }, 12n * 35n + 6n * 28n],
    ["the last states", { decay: "none", finalState: true }, 12n * 28n],
  ])("%s", (_, options, more) => {
    expect(compulsoryOf({ ...small, ...options })).toBe(apart + more);
  });

  test("a table that multiplies nothing is not read", () => {
    expect(compulsoryOf({ tokens: 1, state: 4, dim: 7, decay: "channel" })).toBe(2n * 4n + 3n * 7n);
  });

  test("states are as wide as accumulators, other words as their types", () => {
    const w = scanWorkload({ tokens: 8, state: 16, dim: 16, decay: "none", initialState: true, finalState: true });
    expect(proveBounds(w, H100)[0]?.value).toBe(4n * 8n * 16n * 2n + 2n * 256n * 4n);
  });
});

describe("states that do not fit", () => {
  const large = { tokens: 512, state: 64, dim: 64, heads: 4, groups: 2 };
  test("prove more than compulsory traffic of every order where the last states are stored", () => {
    const [, ...others] = boundsIn(scanWorkload({ ...large, finalState: true }), 500n);
    expect(others.length).toBeGreaterThan(0);
    for (const { requires } of others) expect(requires).not.toContain("recurrence-order");
  });

  test("of kernels that go token by token alone where they are not", () => {
    const [, ...others] = boundsIn(scanWorkload(large), 500n);
    expect(others.length).toBeGreaterThan(0);
    for (const { requires } of others) expect(requires).toContain("recurrence-order");
  });

  test("prove nothing beside compulsory traffic where they fit", () => {
    expect(boundsIn(scanWorkload({ ...large, finalState: true }), 64n * 256n + 400n)).toHaveLength(1);
  });

  test("a chunk that forms no state moves less than the bound on kernels that form all", () => {
    const w = scanWorkload({ tokens: 3, state: 24, dim: 24 });
    const capacity = 20;
    const graph = expandScan(w, { chunk: 3 });
    const { verdict } = heuristicPebbling(graph, twoLevelGame(capacity, { sliding: true, recomputation: true, processors: 1 }), {
      trials: 20,
    });
    const bounds = boundsIn(w, BigInt(capacity));
    const inOrder = bounds.filter(({ requires }) => requires.includes("recurrence-order"));
    expect(Math.max(...inOrder.map(({ value }) => Number(value)))).toBeGreaterThan(verdict.cost);
    expect(Number(bounds[0]?.value)).toBeLessThanOrEqual(verdict.cost);
  });
});

describe("operations of a scan", () => {
  test("two products an element of the state and token where a state comes before and after", () => {
    const w = scanWorkload({ heads: 4, groups: 2, tokens: 9, state: 5, dim: 3, initialState: true, finalState: true });
    expect(operationCounts(w)).toMatchObject({ matrix: 4n * 4n * 9n * 15n, special: 0n, plain: 0n });
  });

  /** The cheapest cut of the tokens into chunks, each of which forms pairs, or a state a token. */
  const cheapest = ({ tokens, state, dim, heads, groups, initialState, finalState }: ScanWorkload): number => {
    const each = heads / groups;
    const [element, pair] = [each * state * dim, each * dim + state];
    let least = Number.POSITIVE_INFINITY;
    for (let first = 0; first <= tokens; first++) {
      for (let last = 0; first + last <= tokens; last++) {
        const reads = tokens - (initialState ? 0 : first);
        const updates = tokens - (finalState ? 0 : last);
        const pairs = (first * (first + 1) + last * (last + 1)) / 2;
        least = Math.min(least, (reads + updates) * element + pairs * pair);
      }
    }
    const whole = ((initialState ? tokens : 0) + (finalState ? tokens : 0)) * element + (tokens * (tokens + 1) * pair) / 2;
    return Math.min(least, whole) * groups;
  };

  test.each([1, 2, 3, 7, 20])("no more than the cheapest cut of %i tokens into chunks", (tokens) => {
    for (const [initialState, finalState] of [
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ] as const) {
      const w = scanWorkload({ heads: 4, groups: 2, tokens, state: 6, dim: 5, initialState, finalState });
      expect(Number(scanProducts(w))).toBeLessThanOrEqual(cheapest(w));
      if (tokens === 20) expect(Number(scanProducts(w))).toBe(cheapest(w));
    }
  });

  test.each([1, 2, 3, 4, 5, 6])(
    "of step sizes by column no more than any choice of %i tokens that read or update a state",
    (tokens) => {
      const w = scanWorkload({ heads: 2, tokens, state: 5, dim: 3, decay: "channel" });
      const has = (set: number, token: number): number => (set >> token) & 1;
      let least = Number.POSITIVE_INFINITY;
      for (let reads = 0; reads < 2 ** tokens; reads++) {
        for (let updates = 0; updates < 2 ** tokens; updates++) {
          let elements = 0;
          for (let t = 0; t < tokens; t++) {
            elements += has(reads, t) + has(updates, t);
            for (let s = 0; s < t; s++) elements += has(reads, t) * has(updates, s) === 1 ? 0 : 1;
          }
          least = Math.min(least, elements);
        }
      }
      expect(scanProducts(w)).toBe(BigInt(least) * 2n * 15n);
    },
  );

  test("exponentials of step sizes, an element of a state and token", () => {
    const w = scanWorkload({ heads: 2, tokens: 9, state: 5, dim: 3, decay: "channel" });
    expect(operationCounts(w)).toMatchObject({ matrix: 4n * 2n * 8n * 15n, special: 2n * 8n * 15n });
  });
});

describe("a scan", () => {
  test("says what it is", () => {
    expect(
      describeWorkload(scanWorkload({ batch: 2, heads: 8, groups: 1, tokens: 64, state: 16, dim: 32, finalState: true })),
    ).toBe(
      "scan of 2 × 64 tokens, 8 heads in 1 group, state 16×32, a decay a token and head, final state, bf16, fp32 accumulators",
    );
  });

  test.each<readonly [string, Partial<ScanOptions>]>([
    ["groups", { heads: 6, groups: 4 }],
    ["decay", { decay: "token" }],
    ["tokens", { tokens: 0 }],
    ["initial-state", { initialState: "yes" as unknown as boolean }],
  ])("refuses wrong %s by name", (name, wrong) => {
    expect(() => scanWorkload({ tokens: 4, state: 2, dim: 2, ...wrong })).toThrow(name);
  });
});
