import { expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { softmaxWorkload } from "../../src/computation/row-workloads.js";
import { H200 } from "../../src/machines/known/h200.js";
import type { PlannedReplay } from "../../src/plan/planned.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { lruL2, partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { SPILLED } from "../../src/schedules/tiles/spills.js";

const WORKLOAD = gemmWorkload({ m: 1024, n: 1024, k: 1024 });

function planned(spillBytes?: string): PlannedReplay {
  const [plan] = planReplays(WORKLOAD, H200, { schedule: "tiled-gemm", tile: "128x128x64", spillBytes });
  if (plan === undefined) throw new RangeError("no plan");
  return plan;
}

test.each([partitionedL2(H200), lruL2(H200)])(
  "spilled registers pass the SMs' ports in every step, not DRAM, and take time",
  (l2) => {
    const [plain, spilling] = [replayPlanned(planned(), l2), replayPlanned(planned("160,320"), l2)];
    const steps = 64n * 16n;
    const threads = BigInt(planned().block.threads);
    const moved = { reads: steps * threads * 320n, writes: steps * threads * 160n };
    expect(spilling.byArray.get(SPILLED)?.get("l2-sm")).toEqual(moved);
    expect(spilling.total.get("dram-l2")).toEqual(plain.total.get("dram-l2"));
    const [before, after] = [plain, spilling].map(({ total }) => total.get("l2-sm"));
    expect(after?.reads).toBe((before?.reads ?? 0n) + moved.reads);
    expect(after?.writes).toBe((before?.writes ?? 0n) + moved.writes);
    expect(spilling.seconds).toBeGreaterThan(1.2 * (plain.seconds ?? Number.NaN));
    expect(replayPlanned(planned("0,0"), l2).seconds).toBe(plain.seconds);
  },
);

test("spills that are none, of kernels without a main loop, and before the referee, are refused by name", () => {
  for (const text of ["16", "16,-1", "a,b"]) expect(() => planned(text).layOut()).toThrow(/spill-bytes/);
  const [rows] = planReplays(softmaxWorkload({ rows: 64, columns: 64 }), H200, { spillBytes: "8,8" });
  expect(() => rows?.layOut()).toThrow(/spill-bytes: expected a kernel of matrix products/);
  expect(() => planned("8,8").lift()).toThrow(/spill-bytes/);
});
