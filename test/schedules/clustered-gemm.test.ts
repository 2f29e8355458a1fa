import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { BYTES_OF } from "../../src/computation/data-types.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { rightTypeOf } from "../../src/computation/operand-types.js";
import { InputError } from "../../src/errors.js";
import { gapReport } from "../../src/gap/gap.js";
import { A100 } from "../../src/machines/known/a100.js";
import { H200 } from "../../src/machines/known/h200.js";
import { withClusters } from "../../src/machines/machine.js";
import { planReplays, rangeOfPlanned, replayPlanned } from "../../src/plan/planned.js";
import { executionParameters } from "../../src/replay/event-driven/parameters.js";
import { clusteredParameters } from "../../src/replay/l2/clustered-l2.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { totalTraffic } from "../../src/replay/traffic.js";
import { flashAttention3 } from "../../src/schedules/gpu/attention/flash-attention-3.js";
import { layOutPersistentGemm, persistentGemm } from "../../src/schedules/gpu/gemm/persistent-gemm.js";
import { formatTile, layOutTiledGemm, tiledGemm } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import { clusterSize, parseClusterShape } from "../../src/schedules/tiles/cluster-shape.js";
import { mixedGemm, order, parameters, tile } from "../properties/arbitraries.js";
import { bytesMoved, touchesOf } from "./schedule-facts.js";

const shape = fc.constantFrom("2x1", "1x2", "2x2", "4x1", "2x4", "1x8").map(parseClusterShape);

test("a cluster writes every tile of C once, and reads exactly the rows of A and columns of B of its tiles, each once a step", () => {
  fc.assert(
    fc.property(mixedGemm(120), tile, order, shape, (workload, tile, order, cluster) => {
      const layout = layOutTiledGemm(tiledGemm(workload, H200, { tile, order, stages: 1, cluster }));
      fc.pre(layout.touches < 20_000);
      const [rows, columns, steps] = [workload.m / tile.bm, workload.n / tile.bn, workload.k / tile.bk].map(Math.ceil) as [
        number,
        number,
        number,
      ];
      const touches = touchesOf(layout);
      const written = touches.filter(({ writes }) => writes);
      expect(new Set(written.map((touch) => touch.tile)).size).toBe(workload.batch * rows * columns);
      expect(written).toHaveLength(workload.batch * rows * columns);
      const blocks = Array.from({ length: layout.blockCount }, (_, block) => touches.filter((touch) => touch.block === block));
      for (const own of blocks) {
        const [needed, read] = [new Set<string>(), own.filter(({ writes }) => !writes)];
        for (const { tile: c } of own.filter(({ writes }) => writes)) {
          const [batch, i, j] = [Math.floor(c / (rows * columns)), Math.floor(c / columns) % rows, c % columns];
          for (let s = 0; s < steps; s++) {
            needed.add(`A${(batch * rows + i) * steps + s}`);
            needed.add(`B${(batch * steps + s) * columns + j}`);
          }
        }
        expect(new Set(read.map((touch) => `${touch.array}${touch.tile}`))).toEqual(needed);
        expect(read).toHaveLength(needed.size);
      }
    }),
    parameters(80),
  );
});

test("into clusters A moves once a column of clusters and B once a row; into SMs all moves as without clusters", () => {
  fc.assert(
    fc.property(mixedGemm(120), tile, order, shape, (workload, tile, order, cluster) => {
      const alone = layOutTiledGemm(tiledGemm(workload, H200, { tile, order, stages: 1 }));
      fc.pre(alone.touches < 20_000);
      const together = layOutTiledGemm(tiledGemm(workload, H200, { tile, order, stages: 1, cluster }));
      const { m, n, k, batch } = workload;
      const moved = bytesMoved(alone);
      const [down, across] = [
        Math.ceil(Math.ceil(m / tile.bm) / cluster.rows),
        Math.ceil(Math.ceil(n / tile.bn) / cluster.columns),
      ];
      const [a, b] = [(moved["A"]?.[0] ?? 0) / Math.ceil(n / tile.bn), (moved["B"]?.[0] ?? 0) / Math.ceil(m / tile.bm)];
      expect([a / (batch * m * k), b / (batch * n * k)]).toEqual([BYTES_OF[workload.dataType], BYTES_OF[rightTypeOf(workload)]]);
      expect(bytesMoved(together)["A"]?.[0]).toBe(a * across);
      expect(bytesMoved(together)["B"]?.[0]).toBe(b * down);
      expect(together.deliveredBytes).toEqual([moved["A"]?.[0], moved["B"]?.[0], 0]);
    }),
    parameters(80),
  );
});

test("no bound is above the traffic of a clustered product, into clusters, into SMs or from DRAM, in time or by turns", () => {
  fc.assert(
    fc.property(mixedGemm(400), tile, order, shape, fc.constantFrom("events", "lru"), (workload, tile, order, cluster, kind) => {
      const gpu = withClusters({ ...H200, l2Bytes: 2 ** 21 }, clusterSize(cluster));
      const plan = { schedule: "tiled-gemm", orders: [order], tile: formatTile(tile), stages: 1, cluster } as const;
      const planned = planReplays(workload, gpu, plan)[0];
      if (planned === undefined) throw new Error("nothing planned");
      fc.pre(planned.layOut().touches < 100_000);
      const l2 = kind === "lru" ? ({ policy: "lru", bytes: 2 ** 21 } as const) : partitionedL2(gpu);
      const { total } = replayPlanned(planned, l2);
      expect([...total.keys()]).toEqual(["dram-l2", "l2-cluster", "l2-sm"]);
      for (const bound of boundWorkload(workload, gpu).bounds) {
        const traffic = total.get(bound.interface);
        if (traffic === undefined || bound.scope !== "total") continue;
        expect(bound.value <= totalTraffic(traffic), `${bound.id} on ${bound.interface}`).toBe(true);
        if (bound.reads !== undefined) expect(bound.reads <= traffic.reads, `reads of ${bound.id}`).toBe(true);
      }
    }),
    parameters(60),
  );
});

describe("on an H200", () => {
  const workload = gemmWorkload({ m: 1024, n: 1024, k: 256 });

  test("33 clusters of four run at once on their GPCs' sides, and 66 pairs", () => {
    const quads = clusteredParameters(executionParameters(H200), 4);
    expect([quads.sms, quads.launchRuns.map(({ sms }) => sms)]).toEqual([33, [12, 12, 4, 5]]);
    const pairs = clusteredParameters(executionParameters(H200), 2);
    expect([pairs.sms, pairs.launchRuns.map(({ sms }) => sms)]).toEqual([66, [24, 24, 9, 9]]);
    expect(pairs.peakOperationsPerSecond).toEqual(H200.peakOperationsPerSecond);
  });

  test("clusters that leave SMs idle have their SMs' share of every rate, and all of DRAM's", () => {
    const whole = executionParameters(H200);
    const eights = clusteredParameters(whole, 8);
    const used = 128 / 132;
    for (const rate of [
      "l2BytesPerSecond",
      "specialOperationsPerSecond",
      "sharedMemoryBytesPerSecond",
      "addBytesPerSecond",
    ] as const) {
      expect(eights[rate] / whole[rate], rate).toBeCloseTo(used, 12);
    }
    expect((eights.peakOperationsPerSecond.bf16 ?? 0) / (whole.peakOperationsPerSecond.bf16 ?? 0)).toBeCloseTo(used, 12);
    expect(eights.dramBytesPerSecond).toBe(whole.dramBytesPerSecond);
  });

  test("the gap sets them beside the bound of clusters, and no bound of launch orders of single blocks", () => {
    const cluster = parseClusterShape("2x1");
    const report = gapReport(workload, withClusters(H200, 2), { cluster, schedule: "tiled-gemm", orders: [{ kind: "row" }] });
    const row = report.rows.find((one) => one.interface === "l2-cluster");
    expect(row?.label).toBe("tiled-gemm row 2x1");
    expect(row?.total).toBe(BigInt(2 * (8 * 1024 * 256 + 4 * 1024 * 256 + 1024 * 1024)));
    expect(row?.bound.value).toBeLessThan(row?.total ?? 0n);
    expect(report.bounds.map(({ id }) => id)).not.toContain("gemm-one-cta-per-tile");
  });

  test("their range of reads begins where every operand is read once", () => {
    const planned = planReplays(workload, H200, { cluster: parseClusterShape("2x2"), schedule: "tiled-gemm" })[0];
    if (planned === undefined) throw new Error("nothing planned");
    expect(rangeOfPlanned(planned, partitionedL2(H200)).leastBytes).toBe(2n * 2n * 1024n * 256n);
  });

  test.each([
    ["2x2", A100, {}, /GPU with clusters/],
    ["4x4", H200, {}, /at most 8 CTAs/],
    ["2x1", H200, { schedule: "split-k" }, /schedule tiled-gemm/],
  ] as const)("clusters of %s that cannot be are refused: %#", (text, gpu, options, message) => {
    expect(() => planReplays(workload, gpu, { cluster: parseClusterShape(text), ...options })).toThrow(message);
  });

  const counts = "whole rows x columns of tiles of C, such as 2x1";
  test.each([
    [2, 2, { ...H200, sms: 3 }, "at most 3 CTAs on NVIDIA H200 SXM", "2x2 on h200"],
    [3, 3, H200, "at most 8 CTAs on NVIDIA H200 SXM", "3x3 on h200"],
    [2, 1, A100, "a GPU with clusters", "2x1 on a100"],
    [0, 4, H200, counts, "0x4"],
    [-2, -2, H200, counts, "-2x-2"],
    [1.5, 2, H200, counts, "1.5x2"],
  ] as const)("a product planned without the plans refuses clusters of %d by %d: %#", (rows, columns, gpu, expected, found) => {
    const cluster = { rows, columns };
    const refusal = new InputError("cluster", expected, found);
    expect(() => tiledGemm(workload, gpu, { cluster })).toThrow(refusal);
    expect(() => persistentGemm(workload, gpu, { cluster })).toThrow(refusal);
  });

  test("so does FlashAttention-3", () => {
    const attention = attentionWorkload({ heads: 1, queries: 16 * 128, dim: 128 });
    const planned = (rows: number, gpu = H200) => flashAttention3(attention, gpu, { cluster: { rows, columns: 1 } });
    const most = (count: number): string => `at most ${count} CTAs on NVIDIA H200 SXM`;
    expect(planned(2).cluster).toEqual({ rows: 2, columns: 1 });
    expect(() => planned(16)).toThrow(new InputError("cluster", most(8), "16x1 on h200"));
    expect(() => planned(4, { ...H200, sms: 3 })).toThrow(new InputError("cluster", most(3), "4x1 on h200"));
    expect(() => planned(0)).toThrow(new InputError("cluster", counts, "0x1"));
  });

  test("a cluster is rows x columns of at least two", () => {
    for (const text of ["1x1", "2", "0x2", "2x", "x2", "2x2x2", "-1x2", "100x1"]) {
      expect(() => parseClusterShape(text), text).toThrow(/such as 2x1/);
    }
  });
});

test("a persistent kernel in clusters does what the tiled one does, by as many clusters as there are at once", () => {
  const scheduler = fc.constantFrom("static" as const, "dynamic" as const);
  fc.assert(
    fc.property(mixedGemm(120), tile, order, shape, scheduler, (workload, tile, order, cluster, scheduler) => {
      const gpu = { ...H200, sms: 21 };
      const options = { tile, order, stages: 1, cluster, ctasPerSm: 1 };
      const tiled = layOutTiledGemm(tiledGemm(workload, gpu, options));
      fc.pre(tiled.touches < 20_000);
      const schedule = persistentGemm(workload, gpu, { ...options, scheduler });
      const layout = layOutPersistentGemm(schedule);
      expect(bytesMoved(layout)).toEqual(bytesMoved(tiled));
      expect(layout.deliveredBytes).toEqual(tiled.deliveredBytes);
      const stored = (of: typeof layout): readonly number[] =>
        touchesOf(of).flatMap(({ writes, tile: c }) => (writes ? [c] : []));
      expect([...stored(layout)].sort((x, y) => x - y)).toEqual([...stored(tiled)].sort((x, y) => x - y));
      if (scheduler === "static") expect(layout.blockCount).toBeLessThanOrEqual(Math.floor(21 / clusterSize(cluster)));
    }),
    parameters(60),
  );
});
