import { describe, expect, test } from "vitest";
import { launchesOf } from "../../src/layers/kernels/kernel-launches.js";
import { KernelReplayer, type KernelTraffic } from "../../src/layers/kernels/kernel-traffic.js";
import { layerReport } from "../../src/layers/layer-report.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import { boundaryOf, indexGraph, tensorBytes } from "../../src/layers/operator-graph.js";
import { presetPlans } from "../../src/layers/plan/presets.js";
import { warmPlan } from "../../src/layers/warm-plan.js";
import { H100 } from "../../src/machines/known/h100.js";
import { lruL2 } from "../../src/replay/l2/l2-model.js";
import { replaySequence } from "../../src/replay/sequence/sequence.js";
import { totalTraffic } from "../../src/replay/traffic.js";

/** What a plan reads again and stores beside: keys of the cache and new ones are one array to a kernel, and scores pass a barrier of its grid. */
const LAYERS = [
  ["prefill", modelLayer("llama3-8b", { phase: "prefill", tokens: 128 }), ["flash", "kernl"], [], []],
  ["decoding", modelLayer("llama3-8b", { phase: "decode", batch: 4, context: 256 }), ["flash"], ["k-new", "v-new"], ["scores"]],
] as const;

describe.each(LAYERS)("a Llama layer in %s", (_, { workload, graph }, plans, readAgain, stored) => {
  const index = indexGraph(graph);

  test("moves no less than the plan's bound through one L2, and no more than each kernel from a cold one", () => {
    const flash = presetPlans(index).filter(({ id }) => id === "flash");
    const { rows } = layerReport(workload, graph, H100, { plans: flash, replay: true, warm: true, search: false });
    expect(rows).toHaveLength(1);
    for (const row of rows) {
      expect(row.warm).toBeDefined();
      const moved = totalTraffic(row.warm?.total ?? { reads: 0n, writes: 0n });
      expect(moved).toBeGreaterThanOrEqual(row.bounds.find((bound) => bound.interface === "dram-l2")?.value ?? -1n);
      expect(moved).toBeLessThanOrEqual((row.warm?.cold ?? []).reduce((sum, one) => sum + totalTraffic(one), 0n));
      expect(row.warm?.kernels).toHaveLength(row.plan.kernels.length);
    }
  });

  test("reads each tensor from outside once and stores each result once where the L2 holds them all", () => {
    const large = { ...H100, l2Bytes: 2 ** 32 };
    const replayer = new KernelReplayer(index, large);
    for (const plan of presetPlans(index).filter(({ id }) => plans.some((one) => one === id))) {
      const warm = warmPlan(
        index,
        plan,
        plan.kernels.map((kernel) => replayer.traffic(kernel)),
        large,
      );
      const made = new Map(
        plan.kernels.flatMap((kernel) => boundaryOf(index, new Set(kernel)).outputs.map((one) => [one.name, one])),
      );
      const read = new Map(
        plan.kernels.flatMap((kernel) => boundaryOf(index, new Set(kernel)).inputs.map((one) => [one.name, one])),
      );
      const outside = [...read.values()].filter(({ name }) => !made.has(name));
      const bytes = (tensors: Iterable<Parameters<typeof tensorBytes>[0]>): bigint =>
        [...tensors].reduce((sum, tensor) => sum + tensorBytes(tensor), 0n);
      const named = (names: readonly string[]) => graph.tensors.filter(({ name }) => names.includes(name));
      expect(warm?.total, plan.id).toEqual({
        reads: bytes([...outside, ...named(readAgain)]),
        writes: 0n,
        dirtyAtEnd: bytes([...made.values(), ...named(stored)]),
      });
    }
  });

  test("has launches that move alone what their kernel moves", () => {
    const replayer = new KernelReplayer(index, H100);
    for (const kernel of presetPlans(index).find(({ id }) => id === "flash")?.kernels ?? []) {
      const traffic = replayer.traffic(kernel) as KernelTraffic;
      const alone = launchesOf(index, kernel, traffic, H100).map((launch) => replaySequence([launch], lruL2(H100)).total);
      const moved = Number(alone.reduce((sum, total) => sum + totalTraffic(total), 0n));
      const known = Number(traffic.bytes.get("dram-l2"));
      expect(Math.abs(moved - known) / known, kernel.join("+")).toBeLessThan(0.002);
    }
  });
});

test("a gated front stores what its two products come to, and not the products, through one L2 too", () => {
  const { graph } = modelLayer("llama3-8b", { tokens: 512 });
  const index = indexGraph(graph);
  const kernel = presetPlans(index)
    .find(({ id }) => id === "flash")
    ?.kernels.find((operators) => operators.includes("gate-product")) as readonly string[];
  const traffic = new KernelReplayer(index, H100).traffic(kernel) as KernelTraffic;
  expect(traffic.schedule).toMatch(/^dual-gemm/);
  const small = { ...H100, l2Bytes: 2 ** 23 };
  const [launch] = launchesOf(index, kernel, traffic, small);
  const moved = replaySequence([launch as NonNullable<typeof launch>], lruL2(small)).total;
  const stored = boundaryOf(index, new Set(kernel)).outputs.reduce((sum, one) => sum + tensorBytes(one), 0n);
  expect(moved.writes + (moved.dirtyAtEnd ?? 0n)).toBe(stored);
});
