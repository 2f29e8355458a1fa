import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { bestReads } from "../../src/bounds/prove.js";
import { gapReport } from "../../src/gap/gap.js";
import { bytesOnChip } from "../../src/machines/levels.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { totalTraffic } from "../../src/replay/traffic.js";
import { formatTile, layOutTiledGemm, tiledGemm } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import { anyGpu, mixedGemm, order, parameters, tile } from "./arbitraries.js";

test("no bound is above the traffic of any tiled product, whatever its shape, tile, order, cache, words and GPU", () => {
  fc.assert(
    fc.property(
      mixedGemm(700),
      anyGpu,
      tile,
      order,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (workload, gpu, tile, order, share) => {
        const schedule = tiledGemm(workload, gpu, { tile, order, stages: 1 });
        const layout = layOutTiledGemm(schedule);
        fc.pre(layout.touches < 400_000);
        const largest = layout.tileBytes.reduce((x, y) => Math.max(x, y), 0);
        // The bound's fast memory is everything on the chip, so no replayed L2 may be larger than that.
        const l2 = { policy: "lru", bytes: Math.max(largest, Math.floor(share * bytesOnChip(gpu))) } as const;
        const { total } = replayTileSchedule(layout, gpu.sms * schedule.residency.ctasPerSm, l2);
        const { bounds } = boundWorkload(workload, gpu);
        for (const bound of bounds) {
          const traffic = total.get(bound.interface);
          if (traffic === undefined || bound.scope !== "total") continue;
          expect(bound.value <= totalTraffic(traffic), `${bound.id} on ${bound.interface}`).toBe(true);
          if (bound.reads !== undefined) expect(bound.reads <= traffic.reads, `reads of ${bound.id}`).toBe(true);
          const writes = traffic.writes + (traffic.dirtyAtEnd ?? 0n);
          if (bound.writes !== undefined) expect(bound.writes <= writes, `writes of ${bound.id}`).toBe(true);
        }
      },
    ),
    parameters(150),
  );
});

test("no bound on the busiest SM is above what the busiest SM of a tiled product moves", () => {
  fc.assert(
    fc.property(mixedGemm(300), anyGpu, tile, (workload, gpu, tile) => {
      // Every SM moves at most all the traffic, and the busiest at least its share of it.
      const options = {
        tile: formatTile(tile),
        stages: 1,
        orders: [{ kind: "row" }],
        l2: { policy: "lru", bytes: 2 ** 26 },
      } as const;
      const total = gapReport(workload, gpu, options).rows.find((row) => row.interface === "l2-sm")?.total ?? 0n;
      for (const bound of boundWorkload(workload, gpu).bounds) {
        if (bound.scope === "busiest") expect(bound.value <= total, bound.id).toBe(true);
      }
    }),
    parameters(60),
  );
});

test("no bound is above the cost of the word-level schedules on the two-level memory model", () => {
  fc.assert(
    fc.property(mixedGemm(4000), fc.integer({ min: 3, max: 20_000 }), (workload, fastWords) => {
      const report = gapReport(workload, abstractMachine(fastWords));
      const reads = bestReads(report.bounds).get("slow-fast")?.reads ?? 0n;
      for (const row of report.rows) {
        expect(row.bound.value <= row.total, `${row.bound.id} against ${row.label}`).toBe(true);
        expect(reads <= row.traffic.reads, `reads against ${row.label}`).toBe(true);
      }
    }),
    parameters(400),
  );
});
