import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { groupedGemmWorkload } from "../../src/computation/experts/grouped-gemm.js";
import { moeWorkload } from "../../src/computation/experts/moe.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import type { Workload } from "../../src/computation/workload.js";
import { H100 } from "../../src/machines/known/h100.js";
import type { MeasuredLaunch } from "../../src/measured/index.js";
import { parseMeasuredLaunches, validateLaunch } from "../../src/measured/index.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { everyNth } from "../properties/arbitraries.js";
import { expectAboveBounds } from "./counters-above-bounds.js";

const FILES = { drawn: "data/h100-workloads.csv", shapes: "data/h100-workloads-today.csv", sequences: "data/h100-sequences.csv" };
type FileName = keyof typeof FILES;

const launchesOf = (name: FileName): readonly MeasuredLaunch[] =>
  parseMeasuredLaunches(readFileSync(new URL(`../../${FILES[name]}`, import.meta.url), "utf8"), FILES[name]);

function workloadOf({ kind, parameters }: MeasuredLaunch): Workload {
  const value = (name: string): number => Number(parameters.get(name));
  const product = { m: value("M"), n: value("N"), k: value("K") };
  if (kind === "triton-packed") return gemmWorkload({ ...product, rightType: "int4", groupSize: 128, scaleType: "bf16" });
  if (kind === "triton-epilogue") return gemmWorkload(product);
  if (kind.endsWith("-pair")) return chainWorkload({ m: value("M"), k: value("K1"), l: value("N1"), n: value("N2") });
  if (kind === "triton-latent") {
    const sizes = { batch: value("B"), heads: value("H"), kvHeads: 1, queries: 1, keys: value("S") };
    return attentionWorkload({ ...sizes, dim: value("DV") + value("DR"), valueDim: value("DV"), valuesInKeys: true });
  }
  const rows = (parameters.get("rows") ?? "").split("+").map(Number);
  if (kind === "triton-grouped" || kind === "triton-contiguous") return groupedGemmWorkload({ rows, n: product.n, k: product.k });
  if (kind.startsWith("triton-moe-")) {
    const outputType = kind === "triton-moe-scattered" ? { outputType: "fp32" } : {};
    return moeWorkload({ rows, topK: value("topk"), model: value("model"), hidden: value("hidden"), ...outputType });
  }
  const [window, sinks] = [value("window"), value("sinks")];
  const mask = window < value("S") ? { window, ...(sinks > 0 ? { sinks } : {}) } : {};
  const heads = { heads: value("BH"), ...(parameters.has("KV") ? { kvHeads: value("KV") } : {}) };
  return attentionWorkload({ ...heads, queries: value("S"), dim: value("D"), causal: true, ...mask });
}

/** Launches of a kind, all of a known order; some in `npm test`, others with another seed. */
const some = (name: FileName, kind: string, nth: number): readonly MeasuredLaunch[] =>
  everyNth(
    nth,
    launchesOf(name).filter(
      (launch) => launch.kind === kind && !(kind === "triton-grouped" && launch.parameters.get("order") === "col"),
    ),
  );

// Two warps groups of a 128-wide tile load the scales of a step twice, which the replay does not count; with four warps they load them once.
test.each([
  ["drawn", "triton-grouped", 5, 16, 0.0001, 0.15],
  ["drawn", "triton-window", 4, 16, 0, 0.003],
  ["drawn", "triton-packed", 4, 16, 0.0063, 0.08],
  ["shapes", "triton-contiguous", 9, 18, 0.0001, 0.33],
  ["shapes", "triton-grouped", 5, 9, 0.0001, 0.4],
  ["shapes", "triton-window", 5, 10, 0, 0.09],
  ["shapes", "triton-packed", 5, 10, 0.0001, 0.21],
] as const)("%s %s: bytes into the SMs and DRAM reads stand beside the counters", (name, kind, nth, count, port, dram) => {
  expect(launchesOf(name).filter((launch) => launch.kind === kind)).toHaveLength(count);
  for (const launch of some(name, kind, nth)) {
    const row = validateLaunch(launch, H100, partitionedL2(H100));
    expect(Math.abs(row.smReadError), launch.label).toBeLessThanOrEqual(port);
    expect(Math.abs(row.dramReadError), launch.label).toBeLessThanOrEqual(dram);
  }
});

test.each([
  ["drawn", "triton-grouped", 4],
  ["drawn", "triton-window", 2],
  ["drawn", "triton-packed", 2],
  ["shapes", "triton-contiguous", 6],
  ["shapes", "triton-grouped", 4],
  ["shapes", "triton-window", 3],
  ["shapes", "triton-packed", 3],
  ["shapes", "triton-epilogue", 3],
  ["sequences", "triton-latent", 5],
  ["sequences", "triton-pair", 4],
  ["sequences", "cublas-pair", 3],
  ["sequences", "triton-moe-gathered", 4],
  ["sequences", "triton-moe-scattered", 4],
  ["sequences", "triton-moe-permuted", 1],
] as const)("%s %s: no counter is below a bound", (name, kind, nth) => {
  const launches = some(name, kind, nth);
  expect(launches.length).toBeGreaterThan(0);
  for (const launch of launches) expectAboveBounds(launch, workloadOf(launch), H100);
});

test("a kernel after another finds in the L2 what it left: partial results of decoding are not read from DRAM", () => {
  const latents = launchesOf("sequences").filter((one) => one.kind === "triton-latent" && one.parameters.get("BM") === "64");
  expect(latents).toHaveLength(8);
  for (const launch of everyNth(4, latents)) {
    const row = validateLaunch(launch, H100, partitionedL2(H100));
    expect(Math.abs(row.dramReadError), launch.label).toBeLessThanOrEqual(0.002);
    expect(Math.abs(row.smReadError), launch.label).toBeLessThanOrEqual(0.0013);
  }
});

// Each takes some seconds: rows of tokens are tiles of their own.
test.runIf(process.env["REDBLUE_SLOW"] !== undefined)("kernels of a mixture bring and read what their replay says", () => {
  const small = launchesOf("sequences").filter(
    ({ kind, label }) => kind.startsWith("triton-moe-") && /model=2048.*order=row/.test(label),
  );
  expect(small).toHaveLength(2);
  for (const launch of small) {
    const row = validateLaunch(launch, H100, partitionedL2(H100));
    expect(Math.abs(row.dramReadError), launch.label).toBeLessThanOrEqual(0.006);
    expect(Math.abs(row.smReadError), launch.label).toBeLessThanOrEqual(0.001);
  }
});
