import { describe, expect, it } from "vitest";
import {
  abstractMachine,
  bestBounds,
  boundWorkload,
  chainWorkload,
  ffnWorkload,
  gemmWorkload,
  planWords,
  refereeLifted,
  totalTraffic,
} from "../../src/index.js";

const WORDS = 20;
const INTERFACE = "slow-fast";
const WORKLOADS = {
  product: gemmWorkload({ m: 6, n: 5, k: 4 }),
  chain: chainWorkload({ m: 6, k: 2, l: 5, n: 3 }),
  "plain feed-forward block": ffnWorkload({ tokens: 5, model: 3, hidden: 4, gated: false }),
  "gated feed-forward block": ffnWorkload({ tokens: 5, model: 3, hidden: 4, gated: true }),
};

describe("schedules in the two-level memory model", () => {
  it.each(Object.entries(WORKLOADS))("%s: moves confirm the counts, none below the best bound", (_, workload) => {
    const planned = planWords(workload, WORDS);
    expect(planned.length).toBeGreaterThan(1);
    expect(new Set(planned.map(({ id }) => id)).size).toBe(planned.length);
    const bound = bestBounds(boundWorkload(workload, abstractMachine(WORDS)).bounds).get(INTERFACE)?.value;
    if (bound === undefined) throw new Error("no bound");
    for (const { id, traffic, lift } of planned) {
      const counted = traffic.total.get(INTERFACE);
      if (counted === undefined) throw new Error(`${id}: nothing counted`);
      expect(refereeLifted(lift()), id).toMatchObject({ agrees: true, cost: totalTraffic(counted) });
      expect(totalTraffic(counted), id).toBeGreaterThanOrEqual(bound);
    }
  });

  it("a plain feed-forward block has the schedules of its chain", () => {
    const block = planWords(ffnWorkload({ tokens: 64, model: 16, hidden: 32, gated: false }), 200);
    const chain = planWords(chainWorkload({ m: 64, k: 16, l: 32, n: 16 }), 200);
    expect(block.map(({ fields }) => fields)).toEqual(chain.map(({ fields }) => fields));
  });
});
