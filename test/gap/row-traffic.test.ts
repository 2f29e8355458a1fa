import { expect, test } from "vitest";
import { normGemmWorkload } from "../../src/computation/norm-gemm.js";
import { elementwiseWorkload, normWorkload, softmaxWorkload } from "../../src/computation/row-workloads.js";
import { rowKernelTraffic } from "../../src/gap/row-traffic.js";
import { A100 } from "../../src/machines/known/a100.js";
import { H200 } from "../../src/machines/known/h200.js";

test("a residual add moves three tensors over both interfaces", () => {
  const { schedule, bytes } = rowKernelTraffic(elementwiseWorkload({ rows: 2048, columns: 4096 }), H200);
  expect(schedule["id"]).toBe("elementwise-fused");
  const tensors = 3n * 2n * 2048n * 4096n;
  expect([...bytes]).toEqual([
    ["dram-l2", tensors],
    ["l2-sm", tensors],
  ]);
});

test("RMSNorm reads its gain once from DRAM, and once a block into the SMs", () => {
  const { bytes } = rowKernelTraffic(normWorkload("rmsnorm", { rows: 2048, columns: 4096 }), H200);
  const x = 2n * 2048n * 4096n;
  expect(bytes.get("dram-l2")).toBe(2n * x + 2n * 4096n);
  expect(bytes.get("l2-sm")).toBe(3n * x);
  const [tile, rows] = ["8x1024", 2048n / 8n];
  const blocks = rowKernelTraffic(normWorkload("rmsnorm", { rows: 2048, columns: 4096 }), H200, { tile });
  expect(blocks.bytes.get("l2-sm")).toBe(2n * x + rows * 2n * 4096n);
});

test("of schedules that move the same from DRAM the one that moves less into the SMs is taken; a schedule may be named", () => {
  const w = softmaxWorkload({ rows: 512, columns: 2048 });
  expect(rowKernelTraffic(w, A100).schedule["id"]).toBe("row-one-pass");
  const x = 2n * 512n * 2048n;
  expect(rowKernelTraffic(w, A100, { schedule: "row-three-passes" }).bytes.get("l2-sm")).toBe(4n * x);
  expect(() => rowKernelTraffic(w, A100, { schedule: "tiled-gemm" })).toThrow("row-one-pass");
});

test("products of normalised rows too, through any L2", () => {
  const w = normGemmWorkload({ m: 512, n: 512, k: 512 });
  const small = rowKernelTraffic(w, A100, { schedule: "norm-gemm-separate", l2: { policy: "lru", bytes: 131072 } });
  const large = rowKernelTraffic(w, A100, { schedule: "norm-gemm-separate" });
  expect(small.bytes.get("l2-sm")).toBe(large.bytes.get("l2-sm"));
  expect((small.bytes.get("dram-l2") as bigint) > (large.bytes.get("dram-l2") as bigint)).toBe(true);
});
