import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { InputError } from "../../src/errors.js";
import { capacityGrid } from "../../src/gap/capacity-grid.js";
import { trafficCurve } from "../../src/gap/curve.js";
import { curveDocument } from "../../src/gap/curve-document.js";
import { H200 } from "../../src/machines/known/h200.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { totalTraffic } from "../../src/replay/traffic.js";
import { verifyDocument } from "../../src/verify/document.js";
import { edited, leaves, type Path } from "../bounds/edited.js";
import { gemm, order, parameters, tinyGpu } from "../properties/arbitraries.js";

const TILE = { tile: "32x32x32", stages: 1 };

describe("the curve of kernels", () => {
  test("is the replay at every point, through LRU and through MIN, and nowhere below the bound", () => {
    fc.assert(
      fc.property(gemm(300), tinyGpu, order, fc.constantFrom("lru", "opt"), (workload, gpu, order, policy) => {
        const range = { from: 40_000, to: 900_000 };
        const options = { ...TILE, orders: [order], policy, range, perDoubling: 2 } as const;
        fc.pre(workload.dataType !== "fp64" && workload.outputType !== "fp64");
        const { capacities, series, bounds } = trafficCurve(workload, gpu, options);
        const [planned] = planReplays(workload, gpu, { ...TILE, orders: [order] });
        capacities.forEach((bytes, i) => {
          const replayed = planned && replayTileSchedule(planned.layOut(), planned.slots, { policy, bytes }).total.get("dram-l2");
          const traffic = series[0]?.traffic[i];
          expect(traffic).toEqual(replayed);
          expect(traffic !== undefined && totalTraffic(traffic) >= (bounds[i]?.value ?? 0n)).toBe(true);
        });
      }),
      parameters(25),
    );
  });

  test("holds chains in bands and attention beside each other's bounds", () => {
    const chain = trafficCurve(chainWorkload({ m: 1024, k: 256, l: 512, n: 256 }), H200, { bands: [1, 4], perDoubling: 1 });
    expect(chain.series.map(({ label }) => label)).toEqual([
      ...["chain-separate row", "chain-separate col", "chain-separate group:8"],
      ...["chain-bands 1", "chain-bands 4"],
      ...["chain-fused-smem", "chain-fused-registers", "chain-recompute"],
    ]);
    const heads = trafficCurve(attentionWorkload({ heads: 4, queries: 512, dim: 64 }), H200, { perDoubling: 1 });
    for (const { series, bounds } of [chain, heads]) {
      for (const { traffic } of series) {
        traffic.forEach((moved, i) => {
          expect(moved !== undefined && totalTraffic(moved) >= (bounds[i]?.value ?? 0n)).toBe(true);
        });
      }
    }
  });

  test("falls as the L2 grows, and so does the bound", () => {
    const { series, bounds, capacities } = trafficCurve(gemmWorkload({ m: 4096, n: 4096, k: 2048 }), H200);
    expect(capacities).toContain(H200.l2Bytes);
    for (let i = 1; i < capacities.length; i++) {
      expect((bounds[i]?.value ?? 0n) <= (bounds[i - 1]?.value ?? 0n)).toBe(true);
      for (const { traffic } of series) expect((traffic[i]?.reads ?? 0n) <= (traffic[i - 1]?.reads ?? 0n)).toBe(true);
    }
  });
});

test("the sizes of a GPU's own range begin with a tile that fits, and have its own L2 among them", () => {
  const workload = gemmWorkload({ m: 300, n: 300, k: 300 });
  const small = trafficCurve(workload, { ...H200, l2Bytes: 100_000 }, { schedule: "tiled-gemm", orders: [{ kind: "row" }] });
  expect([small.capacities[0], small.capacities.at(-1)]).toEqual([32_768, 1_600_000]);
  expect(small.capacities).toContain(100_000);
  const tiny = trafficCurve(
    workload,
    { ...H200, l2Bytes: 100 },
    { schedule: "tiled-gemm", orders: [{ kind: "row" }], policy: "opt" },
  );
  expect(tiny.capacities).toEqual([32_768]);
});

test("a replay through an LRU needs no walk over k: sizes whose touches no walk could take are counted exactly", () => {
  const planned = planReplays(gemmWorkload({ m: 16_384, n: 16_384, k: 2 ** 29 }), H200, {
    schedule: "tiled-gemm",
    orders: [{ kind: "row" }],
  });
  const everything = planned.map((one) => replayPlanned(one, { policy: "lru", bytes: 2 ** 50 }));
  const bytes = 2n * 16_384n * 2n ** 29n * 2n;
  expect(everything.map(({ total }) => total.get("dram-l2")?.reads)).toEqual([bytes]);
  expect(() => planned[0]?.layOut()).toThrow(InputError);
});

describe("the curve on the two-level memory model", () => {
  const report = trafficCurve(gemmWorkload({ m: 64, n: 64, k: 8 }), abstractMachine(4096), { range: { from: 8, to: 4096 } });

  test("has the cost of every word-level schedule where it fits, above the bound", () => {
    expect(report.series.map(({ label }) => label).sort()).toEqual([
      "cosma",
      "input-but-corner",
      "input-stationary",
      "tile-handover",
      "visited-corners",
      "weight-stationary",
    ]);
    expect(report.series.find(({ label }) => label === "input-stationary")?.traffic[0]).toBeUndefined();
    for (const { traffic } of report.series) {
      traffic.forEach((moved, i) => {
        if (moved !== undefined) expect(totalTraffic(moved) >= (report.bounds[i]?.value ?? 0n)).toBe(true);
      });
    }
  });
});

describe("the document of a curve", () => {
  const kernel = trafficCurve(gemmWorkload({ m: 512, n: 384, k: 640 }), { ...H200, sms: 2 }, { perDoubling: 1 });
  const words = trafficCurve(gemmWorkload({ m: 64, n: 64, k: 8 }), abstractMachine(64), { perDoubling: 1 });

  test("passes the checker, every bound of every point", () => {
    for (const report of [kernel, words]) {
      const document = JSON.parse(JSON.stringify(curveDocument(report)));
      expect(verifyDocument(document)).toEqual({
        valid: true,
        certificates: report.capacities.length,
        notChecked: [
          "that the schedules move the traffic beside the bounds",
          ...(report === kernel ? ["estimated times and the least time (redblue time --json has its terms)"] : []),
        ],
      });
    }
  });

  test("is refused when any number of a bound, its capacity or the bound beside a schedule is another", () => {
    const document = JSON.parse(JSON.stringify(curveDocument(words)));
    const leafAt = (path: Path): unknown =>
      path.reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], document);
    const numbers = leaves(document).filter(
      (path) => typeof leafAt(path) === "number" && (path[0] === "points" || path.at(-1) === "bound"),
    );
    expect(numbers.length).toBeGreaterThan(100);
    for (const path of numbers) {
      const other = edited(document, path, (leaf) => Number(leaf) + 1);
      expect(verifyDocument(other).valid, path.join(".")).toBe(false);
    }
  });

  test("is refused without points, and with a field of the machine in a point", () => {
    const document = JSON.parse(JSON.stringify(curveDocument(kernel)));
    expect(verifyDocument({ ...document, points: [] }).valid).toBe(false);
    const [first, ...rest] = document.points;
    expect(verifyDocument({ ...document, points: [{ ...first, sms: 1 }, ...rest] }).valid).toBe(false);
  });
});

test("capacities are spaced evenly, ends and doublings included", () => {
  expect(capacityGrid("l2-bytes", { from: 1000, to: 4100 }, 2)).toEqual([1000, 1414, 2000, 2828, 4000, 4100]);
  expect(capacityGrid("l2-bytes", { from: 1000, to: 2000 }, 4)).toEqual([1000, 1189, 1414, 1681, 2000]);
  expect(capacityGrid("l2-bytes", { from: 1, to: 6 }, 16)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(capacityGrid("l2-bytes", { from: 7, to: 7 }, 1)).toEqual([7]);
  for (const perDoubling of [0, 3, 32])
    expect(() => capacityGrid("l2-bytes", { from: 1, to: 9 }, perDoubling)).toThrow(InputError);
  expect(() => capacityGrid("l2-bytes", { from: 9, to: 8 }, 1)).toThrow(InputError);
});
