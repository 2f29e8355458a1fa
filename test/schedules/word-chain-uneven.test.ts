import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordChain } from "../../src/lift/two-level/chain.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { wordChains } from "../../src/schedules/two-level/chain/schedules.js";
import type { UnevenChain } from "../../src/schedules/two-level/chain/uneven-blocks.js";
import { inPanels, unevenChain } from "../../src/schedules/two-level/chain/uneven-blocks.js";
import { entriesStay, storedLines } from "../../src/schedules/two-level/chain/uneven-passes.js";
import { chainTotal } from "../../src/schedules/two-level/chain/words.js";
import { counted, parameters } from "../properties/arbitraries.js";

const side = fc.integer({ min: 1, max: 7 });

function kindsOf({ holds, panels, workload }: UnevenChain): string[] {
  return panels.flatMap(({ count, panel }) => {
    const { lines, passes } = panel;
    const inside = passes.some(({ past }) => past % lines > 0);
    return [
      `${holds}: ${entriesStay({ lines, k: workload.k }, 0) ? "entries" : "again"}`,
      ...(inside ? [`${holds}: a block ends inside a column`] : []),
      ...(passes.length > 2 ? [`${holds}: three passes`] : []),
      ...(storedLines(panel) > 0 ? [`${holds}: H stored`] : []),
      ...(passes.length > 2 && passes[1]?.left !== passes[2]?.left ? [`${holds}: more leave later`] : []),
      ...(count > 1 || panels.length > 1 ? [`${holds}: panels`] : []),
    ];
  });
}

const KINDS = ["entries", "again", "a block ends inside a column", "three passes", "H stored", "more leave later", "panels"];

test("the referee confirms every move and the cost of panels of any height; no bound is above it", () => {
  const seen = new Set<string>();
  const holds = fc.constantFrom("rows" as const, "weights" as const);
  fc.assert(
    fc.property(holds, side, side, side, side, fc.nat(), fc.nat(), (held, m, k, l, n, pick, spare) => {
      const workload = chainWorkload({ m, k, l, n });
      const lines = 1 + (pick % (held === "rows" ? m : l));
      const fastWords = lines * k + 3 + (spare % (lines * n + k));
      const found = inPanels(held, workload, lines, fastWords);
      if (found === undefined) return;
      const cost = chainTotal(found.words);
      expect(refereeLifted(liftWordChain(found, fastWords))).toMatchObject({ agrees: true, cost });
      for (const bound of boundWorkload(workload, abstractMachine(fastWords)).bounds)
        if (bound.scope === "total") expect(bound.value <= cost, bound.id).toBe(true);
      for (const kind of kindsOf(found)) seen.add(kind);
    }),
    { ...counted(80), seed: 3 },
  );
  expect([...seen].sort()).toEqual(["rows", "weights"].flatMap((held) => KINDS.map((kind) => `${held}: ${kind}`)).sort());
});

test("the cheapest is one that the referee confirms", () => {
  fc.assert(
    fc.property(side, side, side, side, fc.integer({ min: 3, max: 80 }), (m, k, l, n, fastWords) => {
      const found = unevenChain(chainWorkload({ m, k, l, n }), fastWords);
      if (found === undefined) return;
      const cost = chainTotal(found.words);
      expect(refereeLifted(liftWordChain(found, fastWords))).toMatchObject({ agrees: true, cost });
    }),
    parameters(100),
  );
});

test("attention, N = 4096, d = 64, the memory of a b200's SM: all of Q stays for two passes over K, and V passes once", () => {
  const [rows, dim, fastWords] = [4096, 64, 393_216];
  const workload = chainWorkload({ m: rows, k: dim, l: rows, n: dim });
  const found = wordChains(workload, fastWords).at(-1);
  // Q and half of O fill the memory. 66 words are missing in the first pass, and as many in the second with three entries of H: three
  // rows leave that store H, and one column of O is shared.
  expect(found).toMatchObject({ id: "chain-uneven-blocks", holds: "rows", panels: [{ count: 1, panel: { lines: rows } }] });
  const [head, entries] = [BigInt(rows * dim), BigInt(3 * rows)];
  expect(found?.words).toEqual({
    a: head,
    b: 2n * head,
    hLoads: entries,
    hStores: entries,
    d: head + BigInt(rows),
    eLoads: 0n,
    eStores: head,
  });
});
