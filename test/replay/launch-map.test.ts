import fc from "fast-check";
import { expect, test } from "vitest";
import { chainWorkload } from "../../src/computation/chain.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { gpuNamed } from "../../src/machines/registry.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { chooseL2 } from "../../src/replay/l2/l2-model.js";
import { launchHistory } from "../../src/replay/launch-map.js";
import { launchOrder } from "../../src/schedules/tiles/launch-order.js";
import { parameters } from "../properties/arbitraries.js";

const gpu = gpuNamed("a100");
const extent = fc.integer({ min: 1, max: 1500 });

test("every tile of the output is there once; what its tiles read and missed is what the replay counts", () => {
  fc.assert(
    fc.property(
      fc.record({ m: extent, n: extent, k: extent }),
      fc.constantFrom("tiled-gemm", "persistent-gemm", "split-k"),
      fc.integer({ min: 17, max: 23 }),
      (extents, schedule, logBytes) => {
        const workload = gemmWorkload(extents);
        const l2 = chooseL2(gpu, "bf16", "lru", 2 ** logBytes);
        if (l2.policy === "partitioned") throw new Error("a plain cache was asked for");
        const [plan] = planReplays(workload, gpu, { schedule, orders: [{ kind: "group", height: 3 }] });
        if (plan === undefined) throw new Error("no plan");
        const { maps, missedBytes, steps, arrays } = launchHistory(plan.layOut(), plan.slots, l2);
        const { total } = replayPlanned(plan, l2);
        const visits = maps.flatMap((map) => map.visits);
        const sum = (values: readonly number[]): bigint => values.reduce((all, value) => all + BigInt(value), 0n);
        expect(visits.every((visit) => visit !== undefined)).toBe(true);
        const there = [...new Set(visits.flatMap((visit) => visit ?? []))];
        expect(sum(there.map(({ missBytes }) => missBytes))).toBe(total.get("dram-l2")?.reads);
        expect(sum(there.map(({ readBytes }) => readBytes))).toBe(total.get("l2-sm")?.reads);
        expect(missedBytes).toHaveLength(201);
        expect(BigInt(missedBytes.at(-1) ?? -1)).toBe(total.get("dram-l2")?.reads);
        for (const { start, end } of there) expect(start < end && end <= steps).toBe(true);
        for (const [i, missed] of missedBytes.entries()) {
          expect(arrays.reduce((all, { missBytes }) => all + (missBytes[i] ?? Number.NaN), 0)).toBe(missed);
          const held = arrays.map(({ heldBytes }) => heldBytes?.[i] ?? Number.NaN);
          expect(Math.min(...held)).toBeGreaterThanOrEqual(0);
          expect(held.reduce((all, bytes) => all + bytes, 0)).toBeLessThanOrEqual(l2.bytes);
        }
        expect(sum(arrays.map(({ readBytes }) => readBytes.at(-1) ?? -1))).toBe(total.get("l2-sm")?.reads);
      },
    ),
    parameters(40),
  );
});

test("tiles of a tiled product are numbered as they are launched", () => {
  const l2 = chooseL2(gpu, "bf16", "lru", 1 << 22);
  if (l2.policy === "partitioned") throw new Error("a plain cache was asked for");
  const order = { kind: "hilbert" } as const;
  const [plan] = planReplays(gemmWorkload({ m: 1280, n: 896, k: 64 }), gpu, { schedule: "tiled-gemm", orders: [order] });
  const [map] = launchHistory(plan?.layOut() ?? expect.fail(), plan?.slots ?? 0, l2).maps;
  const launched = [...launchOrder(order, 10, 7)].map((tile) => map?.visits[tile]?.launch);
  expect(launched).toEqual(launched.map((_, i) => i));
});

test("a cache that holds everything holds at the end what was touched", () => {
  const l2 = chooseL2(gpu, "bf16", "lru", 1 << 26);
  if (l2.policy === "partitioned") throw new Error("a plain cache was asked for");
  const [plan] = planReplays(gemmWorkload({ m: 640, n: 384, k: 128 }), gpu, { schedule: "tiled-gemm" });
  const { arrays } = launchHistory(plan?.layOut() ?? expect.fail(), plan?.slots ?? 0, l2);
  const held = arrays.map(({ name, heldBytes }) => [name, heldBytes?.at(0), heldBytes?.at(-1)]);
  expect(held).toEqual([
    ["A", 0, 2 * 640 * 128],
    ["B", 0, 2 * 128 * 384],
    ["C", 0, 2 * 640 * 384],
  ]);
});

test("tiles that a block writes together share one visit", () => {
  const l2 = chooseL2(gpu, "bf16", "lru", 1 << 22);
  if (l2.policy === "partitioned") throw new Error("a plain cache was asked for");
  const workload = chainWorkload({ m: 1024, k: 128, l: 512, n: 256 });
  const [plan] = planReplays(workload, gpu, { orders: undefined, bands: [2] }).filter(
    ({ fields }) => fields["id"] === "chain-bands",
  );
  const { maps } = launchHistory(plan?.layOut() ?? expect.fail(), plan?.slots ?? 0, l2);
  const [h, e] = maps;
  // H is kept in the steps of the second product, half as wide as the blocks that write it.
  expect([h?.array, h?.visits.length, new Set(h?.visits).size]).toEqual(["H", 64, 32]);
  expect([e?.array, e?.visits.length, new Set(e?.visits).size]).toEqual(["E", 16, 16]);
});

test("a machine of dies has every tile on the die that its slot belongs to, and misses what the L2s of the dies do", () => {
  const dies = gpuNamed("mi300x");
  const l2 = chooseL2(dies, "bf16", "lru");
  if (l2.policy === "partitioned") throw new Error("a plain cache was asked for");
  const [plan] = planReplays(gemmWorkload({ m: 2048, n: 2048, k: 256 }), dies, { schedule: "tiled-gemm" });
  const { maps, missedBytes } = launchHistory(plan?.layOut() ?? expect.fail(), plan?.slots ?? 0, l2);
  const visits = maps.flatMap((map) => map.visits.flatMap((visit) => visit ?? []));
  expect(new Set(visits.map(({ die }) => die)).size).toBe(8);
  // Blocks are handed to the dies by turns.
  expect(visits.every(({ die }) => visits.filter((one) => one.die === die).length === visits.length / 8)).toBe(true);
  expect(BigInt(missedBytes.at(-1) ?? -1)).toBe(replayPlanned(plan ?? expect.fail(), l2).total.get("l3-l2")?.reads);
});
