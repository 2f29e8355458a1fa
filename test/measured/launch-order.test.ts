import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { proveOneCtaPerTileBound } from "../../src/bounds/prove.js";
import { gemmComputation } from "../../src/computation/gemm.js";
import { H200 } from "../../src/machines/known/h200.js";
import { parseMeasuredLaunches } from "../../src/measured/measured-rows.js";
import { productOfLaunch } from "../../src/measured/validation.js";
import { tiledGemm } from "../../src/schedules/gpu/gemm/tiled-gemm.js";

test.each([
  ["data/h200.csv", 41],
  ["data/h200-unseen.csv", 34],
])("no tiled product in %s read less from DRAM than any launch order of its blocks must", (name, count) => {
  const text = readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
  const launches = parseMeasuredLaunches(text, name).filter(({ kind }) => kind === "triton-mm");
  expect(launches).toHaveLength(count);
  for (const launch of launches) {
    const workload = productOfLaunch(launch);
    const side = (of: string): number => Number(launch.parameters.get(of));
    const tile = { bm: side("BM"), bn: side("BN"), bk: side("BK") };
    const slots = BigInt(H200.sms * tiledGemm(workload, H200, { tile }).residency.ctasPerSm);
    const kernel = { tile: { bm: BigInt(tile.bm), bn: BigInt(tile.bn) }, slots, inStep: false };
    const bound = proveOneCtaPerTileBound(gemmComputation(workload), kernel, BigInt(H200.l2Bytes));
    expect(BigInt(launch.counters.get("dram_read_bytes") ?? 0) >= (bound?.reads ?? 0n), launch.label).toBe(true);
  }
});

test("no product of the library or of known tiles brought fewer bytes into the SMs than sums in registers allow", () => {
  const text = readFileSync(new URL("../../data/h200.csv", import.meta.url), "utf8");
  const launches = parseMeasuredLaunches(text, "data/h200.csv").filter(({ kind }) => kind.endsWith("-mm"));
  expect(launches).toHaveLength(53);
  for (const launch of launches) {
    const { bounds } = boundWorkload(productOfLaunch(launch), H200, { home: "registers", stages: 0n });
    const reads = bounds.find(({ id }) => id === "gemm-output-stationary")?.reads ?? 0n;
    expect(reads).toBeGreaterThan(0n);
    expect(BigInt(launch.counters.get("l2_to_sm_bytes") ?? 0) >= reads, launch.label).toBe(true);
  }
});
