import * as fc from "fast-check";
import { expect, test } from "vitest";
import { multilayerChainWorkload } from "../../src/computation/multilayer-chain.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftTileSchedule } from "../../src/lift/tile-schedule.js";
import { H100 } from "../../src/machines/known/h100.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { counted } from "../properties/arbitraries.js";

const side = fc.integer({ min: 1, max: 40 });
const chain = fc
  .record({ m: side, widths: fc.array(side, { minLength: 4, maxLength: 6 }) })
  .map((options) => multilayerChainWorkload({ ...options, dataType: "fp16", accumulator: "fp16" }));

/** Bytes into the SMs, counted from the extents alone. */
function bytesIntoSms(id: string, m: number, widths: readonly number[], bm: number, bn: number): number {
  const [rows, products] = [Math.ceil(m / bm), widths.length - 1];
  let words = 0;
  for (let q = 1; q <= products; q++) {
    const [k, n] = [widths[q - 1] as number, widths[q] as number];
    words += rows * k * n;
    if (id === "multilayer-separate" || q === 1) words += Math.ceil(n / bn) * m * k;
  }
  return 2 * words;
}

test("bytes into the SMs are those of the tiles; moves are legal at exactly the replayed I/O", () => {
  const ids = new Set<string>();
  fc.assert(
    fc.property(chain, fc.constantFrom("16x16x16", "16x32x16", "32x16x8", "16x24x16"), (workload, tile) => {
      const { m, widths } = workload;
      const [bm, bn] = tile.split("x").map(Number) as [number, number];
      for (const planned of planReplays(workload, H100, { tile, stages: 2, orders: [{ kind: "row" }] })) {
        const id = String(planned.fields["id"]);
        ids.add(id);
        const l2 = { policy: "lru", bytes: 4096 } as const;
        const replayed = replayPlanned(planned, l2);
        expect(replayed.total.get("l2-sm")?.reads).toBe(BigInt(bytesIntoSms(id, m, widths, bm, bn)));
        if (m * widths.slice(1).reduce((sum, width, q) => sum + width * (widths[q] as number), 0) > 20_000) continue;
        const lift = planned.lift?.();
        if (lift === undefined) throw new Error("not liftable");
        for (const lifted of liftTileSchedule(lift, planned.slots, l2, replayed)) {
          expect(refereeLifted(lifted)).toMatchObject({ agrees: true });
        }
      }
    }),
    counted(15),
  );
  expect([...ids].sort()).toEqual(["multilayer-fused-smem", "multilayer-separate"]);
});
