import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chainWorkload } from "../../src/computation/chain.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordChain } from "../../src/lift/two-level/chain.js";
import { wordChains } from "../../src/schedules/two-level/chain/schedules.js";
import { bestWordGemm } from "../../src/schedules/two-level/gemm/cosma.js";
import { rowPartsGemm } from "../../src/schedules/two-level/gemm/row-parts.js";
import type { WordProduct } from "../../src/schedules/two-level/gemm/schedules.js";
import { bestWordProduct, describeWordProduct, productTotal, wordGemms } from "../../src/schedules/two-level/gemm/schedules.js";
import { counted, parameters } from "../properties/arbitraries.js";
import { expectProductRefereed } from "./refereed.js";

const side = fc.integer({ min: 1, max: 9 });

test("the referee confirms both parts at the sum of their costs, by rows and by columns, tiles and held panels", () => {
  const seen = new Set<string>();
  const shape = fc.record({ m: side, n: side, k: fc.integer({ min: 1, max: 6 }), batch: fc.integer({ min: 1, max: 2 }) });
  fc.assert(
    fc.property(shape, fc.integer({ min: 3, max: 40 }), (extents, fastWords) => {
      const workload = gemmWorkload(extents);
      const found = rowPartsGemm(workload, fastWords);
      if (found === undefined) return;
      const [first, last] = found.parts;
      const parted = found.transposed === true ? "n" : "m";
      expect(first.workload[parted] + last.workload[parted]).toBe(workload[parted]);
      expect(productTotal(found)).toBe(productTotal(first) + productTotal(last));
      expectProductRefereed(found, fastWords);
      seen.add(`${parted}: ${first.id}, ${last.id}`);
    }),
    // A fixed seed: that every kind of parts comes up is part of the test.
    {
      ...counted(80),
      seed: 5,
      // Rows held, then tiles: rare.
      examples: [
        [{ m: 5, n: 9, k: 5, batch: 1 }, 17],
        [{ m: 6, n: 5, k: 5, batch: 2 }, 16],
        [{ m: 7, n: 9, k: 6, batch: 1 }, 27],
        [{ m: 7, n: 5, k: 3, batch: 1 }, 8],
        [{ m: 5, n: 4, k: 4, batch: 1 }, 5],
        [{ m: 5, n: 3, k: 2, batch: 1 }, 4],
        [{ m: 7, n: 7, k: 6, batch: 2 }, 19],
        [{ m: 9, n: 7, k: 5, batch: 1 }, 15],
      ],
    },
  );
  for (const parted of ["m", "n"]) {
    for (const first of ["tile-handover", "input-stationary"]) {
      for (const last of ["tile-handover", "input-stationary"]) expect(seen).toContain(`${parted}: ${first}, ${last}`);
    }
    expect(seen).toContain(`${parted}: cosma, cosma`);
    expect(seen).toContain(`${parted}: input-stationary, panel-handover`);
  }
  for (const parts of ["m: panel-handover, tile-handover", "n: tile-handover, panel-handover"]) expect(seen).toContain(parts);
});

test("the cut is the best of all cuts in two by rows or columns, by exhaustion, or one whose parts hand over more", () => {
  let better = 0;
  const longer = fc.integer({ min: 1, max: 24 });
  fc.assert(
    fc.property(longer, longer, longer, fc.integer({ min: 3, max: 80 }), (m, n, k, fastWords) => {
      const cost = (rows: number, columns: number): bigint =>
        productTotal(bestWordGemm(gemmWorkload({ m: rows, n: columns, k }), fastWords));
      const single = cost(m, n);
      let least = single;
      const tried = (total: bigint): void => {
        if (total < least) least = total;
      };
      for (let rows = 1; rows < m; rows++) tried(cost(rows, n) + cost(m - rows, n));
      for (let columns = 1; columns < n; columns++) tried(cost(m, columns) + cost(m, n - columns));
      const parts = rowPartsGemm(gemmWorkload({ m, n, k }), fastWords);
      const plain = parts?.parts.map(({ workload }) => cost(workload.m, workload.n)) ?? [single];
      const found = plain.reduce((sum, part) => sum + part, 0n);
      // Another cut is taken only where its parts hand over and then move less than any that hand nothing over.
      if (parts === undefined || productTotal(parts) >= least) expect(found < single ? found : single).toBe(least);
      if (parts !== undefined) expect(productTotal(parts) <= found).toBe(true);
      if (least < single) better++;
    }),
    { ...counted(60), seed: 3 },
  );
  expect(better).toBeGreaterThan(5);
});

test("parts are listed exactly where they move less than every schedule of one shape", () => {
  fc.assert(
    fc.property(side, side, side, fc.integer({ min: 3, max: 60 }), (m, n, k, fastWords) => {
      const workload = gemmWorkload({ m, n, k });
      const schedules = wordGemms(workload, fastWords);
      const others = schedules.filter(({ id }) => id !== "row-parts").map(productTotal);
      const parts = rowPartsGemm(workload, fastWords);
      const beats = parts !== undefined && others.every((other) => productTotal(parts) < other);
      expect(schedules.some(({ id }) => id === "row-parts")).toBe(beats);
    }),
    parameters(200),
  );
});

test("chains take products in parts for their stages, and are lifted with them", () => {
  let parted = 0;
  fc.assert(
    fc.property(side, side, side, side, fc.integer({ min: 5, max: 60 }), (m, k, l, n, fastWords) => {
      const chain = wordChains(chainWorkload({ m, k, l, n }), fastWords)[0];
      if (chain?.id !== "chain-separate") return expect.fail("no chain-separate");
      const stages = [gemmWorkload({ m, n: l, k }), gemmWorkload({ m, n, k: l })];
      const [first, second] = stages.map((stage) => bestWordProduct(stage, fastWords)) as [WordProduct, WordProduct];
      const cost = productTotal(first) + productTotal(second);
      expect(refereeLifted(liftWordChain(chain, fastWords))).toMatchObject({ agrees: true, cost });
      for (const [stage, product] of [
        [stages[0], first],
        [stages[1], second],
      ] as const)
        expect(stage !== undefined && productTotal(product) <= productTotal(bestWordGemm(stage, fastWords))).toBe(true);
      if (first.id === "row-parts" || second.id === "row-parts") parted++;
    }),
    { ...counted(120), seed: 4 },
  );
  expect(parted).toBeGreaterThan(5);
});

test("products of 4√S rows and columns: only the last rows pay for a fifth panel", () => {
  const [root, k] = [128, 1024];
  const workload = gemmWorkload({ m: 4 * root, n: 4 * root, k });
  const parts = rowPartsGemm(workload, root ** 2) ?? expect.fail("no parts");
  // Of 128 columns only 127 rows fit: three panels of them, and 131 rows in five tiles.
  expect(describeWordProduct(parts)).toEqual({
    id: "row-parts",
    rows: 381,
    first: "tile-handover 127x128, 17 handed over, 7 of them late transposed",
    last: "tile-handover 131x103, 53 handed over",
  });
  // Nine tiles hand over columns in the first part, two rows where they turn; four hand over rows in the last.
  const handed = 17n * (2n * 512n + 3n * 127n) + 53n * 4n * 131n;
  // Seven wait for squares of so many rows, and load them four times more at each of eleven handovers.
  const again = 4n * 11n * (13n + 18n + 21n + 24n + 26n + 28n + 31n);
  const loads = BigInt(k) * (381n * 4n + 131n * 5n + 4n * 512n) - handed + again;
  expect(productTotal(parts)).toBe(loads + 512n * 512n);
  expect(productTotal(bestWordGemm(workload, root ** 2))).toBe(BigInt(k) * (4n + 5n) * 512n + 512n * 512n);
});
