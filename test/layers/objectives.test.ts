import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { areMet, EVERY_KERNEL } from "../../src/bounds/requirements.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { add, compare, divide, formatRational, rational } from "../../src/exact/rational.js";
import { GraphWriter } from "../../src/layers/graph-writer.js";
import { KernelClock } from "../../src/layers/kernels/kernel-time.js";
import { layerReport } from "../../src/layers/layer-report.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import type { GraphIndex, OperatorGraph } from "../../src/layers/operator-graph.js";
import { indexGraph } from "../../src/layers/operator-graph.js";
import { bestPlan } from "../../src/layers/plan/best-plan.js";
import type { FusionPlan } from "../../src/layers/plan/fusion-plan.js";
import { fusionPlan } from "../../src/layers/plan/fusion-plan.js";
import { objection } from "../../src/layers/plan/legality.js";
import type { Objective } from "../../src/layers/plan/objective.js";
import { OBJECTIVES } from "../../src/layers/plan/objective.js";
import { PlanBounder } from "../../src/layers/plan/plan-bound.js";
import { A100 } from "../../src/machines/known/a100.js";
import { H100 } from "../../src/machines/known/h100.js";
import { cacheBytes, type Gpu } from "../../src/machines/machine.js";
import { GPUS } from "../../src/machines/registry.js";
import { timeBound } from "../../src/time/time-bound.js";
import { parameters } from "../properties/arbitraries.js";

/** A chain with side branches whose tensors an L2 of a few megabytes cannot all keep. */
function branches(sizes: readonly number[]): OperatorGraph {
  const writer = new GraphWriter("bf16");
  const [one = 1, two = 1, three = 1] = sizes;
  const x = writer.tensor("x", 1024 * one);
  const a = writer.product("a", x, 1024, one, two, "a-result");
  const side = writer.map("side", "elementwise", [x], "side-result");
  const b = writer.product("b", a, 1024, two, three, "b-result");
  const c = writer.map("c", "normalisation", [b], "c-result");
  const d = writer.product("d", c, 1024, three, one, "d-result");
  writer.markOutput(writer.map("end", "elementwise", [d, side], "y", [d, side]));
  return writer.finish("branches");
}

/** Normalisations over all rows, which wait for whole tensors, while others of different sizes stay alive over several of them. */
function barriers(widths: readonly number[]): OperatorGraph {
  const writer = new GraphWriter("bf16");
  const [one = 1, two = 1, three = 1] = widths;
  // Words of a result depend on others too, so that no bound on a product claims these tensors.
  const made = (name: string, kind: "elementwise" | "group-normalisation", width: number, ...inputs: readonly string[]): string =>
    writer.operator(name, { kind }, inputs, { name: `${name}-result`, words: 1024 * width });
  const x = writer.tensor("x", 1024 * one);
  const a = made("a", "elementwise", one, x);
  const first = made("first", "group-normalisation", one, a);
  const side = made("side", "elementwise", three, a);
  const b = made("b", "elementwise", two, first);
  const second = made("second", "group-normalisation", two, b);
  writer.markOutput(made("end", "group-normalisation", one, made("join", "elementwise", two, second, side, a)));
  return writer.finish("barriers");
}

/** Every way to put operators into kernels. */
function partitions(names: readonly string[]): readonly (readonly (readonly string[])[])[] {
  const [first, ...rest] = names;
  if (first === undefined) return [[]];
  return partitions(rest).flatMap((kernels) => [
    [[first], ...kernels],
    ...kernels.map((kernel, at) => kernels.map((other, i) => (i === at ? [first, ...kernel] : other))),
  ]);
}

/** Every launch order of the legal plans. */
function legalPlans(index: GraphIndex, gpu: Gpu): readonly FusionPlan[] {
  const { operators } = index.graph;
  const isLegal = (kernel: readonly string[]): boolean =>
    objection(
      index,
      gpu,
      operators.filter(({ name }) => kernel.includes(name)),
    ) === undefined;
  return partitions(operators.map(({ name }) => name))
    .filter((kernels) => kernels.every(isLegal))
    .flatMap((kernels) => orders(index, kernels))
    .map((kernels) => ({ id: "one", title: "", kernels }));
}

function orders(
  index: GraphIndex,
  kernels: readonly (readonly string[])[],
  done: readonly string[] = [],
): readonly (readonly (readonly string[])[])[] {
  if (kernels.length === 0) return [[]];
  return kernels.flatMap((kernel, at) => {
    const ready = kernel.every((name) =>
      (index.operator.get(name)?.inputs ?? []).every((tensor) => {
        const maker = index.producer.get(tensor)?.name;
        return maker === undefined || done.includes(maker) || kernel.includes(maker);
      }),
    );
    if (!ready) return [];
    const rest = kernels.filter((_, i) => i !== at);
    return orders(index, rest, [...done, ...kernel]).map((later) => [kernel, ...later]);
  });
}

describe("the search finds the least of all launch orders of all legal plans", () => {
  test.each([
    [branches, [256, 512, 1024], 2 ** 20],
    [branches, [1024, 2048, 1024], 3 * 2 ** 20],
    [branches, [64, 4096, 4096], 2 ** 22],
    [barriers, [256, 512, 1024], 2 ** 19],
    [barriers, [2048, 1024, 4096], 2 ** 21],
    [barriers, [1024, 1024, 1024], 3 * 2 ** 19],
    [barriers, [4096, 512, 700], 2 ** 20],
  ])("%o of widths %s, an L2 of %d bytes", (layer, sizes, l2Bytes) => {
    const graph = layer(sizes);
    const index = indexGraph(graph);
    const gpu: Gpu = { ...A100, l2Bytes, sms: 4 };
    const bounder = new PlanBounder(index, gpu);
    const clock = new KernelClock(index, gpu);
    const costOf: Readonly<Record<Objective, (plan: FusionPlan) => bigint>> = {
      "l2-sm": (plan) => bounder.bounds(plan).find((bound) => bound.interface === "l2-sm")?.value ?? -1n,
      "dram-l2": (plan) => bounder.bounds(plan).find((bound) => bound.interface === "dram-l2")?.value ?? -1n,
      time: ({ kernels }) =>
        kernels.reduce((sum, kernel) => {
          const { seconds } = clock.least(bounder.kernel(kernel), bounder.kernel(kernel, "dram-l2"));
          return sum + clock.ticks(seconds);
        }, 0n),
    };
    const plans = legalPlans(index, gpu);
    expect(plans.length).toBeGreaterThan(20);
    for (const objective of OBJECTIVES) {
      const least = plans.map(costOf[objective]).reduce((x, y) => (y < x ? y : x));
      const report = layerReport({ kind: "layer", model: "m", title: "m", source: "" }, graph, gpu, { objective });
      const best = report.rows.find(({ plan }) => plan.id === "best");
      expect(report.search, objective).toMatchObject({ proven: true, legalPlans: BigInt(plans.length) });
      expect(best === undefined ? -1n : costOf[objective](best.plan), objective).toBe(least);
    }
  });
});

test("some of these layers cannot keep all that is alive, over several points, so that DRAM tells plans apart", () => {
  const index = indexGraph(barriers([2048, 1024, 4096]));
  const gpu: Gpu = { ...A100, l2Bytes: 2 ** 21, sms: 4 };
  const bounder = new PlanBounder(index, gpu);
  const found = bestPlan(index, gpu, (kernel) => bounder.kernel(kernel).value, bounder.boundaries());
  const [dram] = bounder.bounds({ id: "best", title: "", kernels: found?.plan ?? [] });
  if (dram?.interface !== "dram-l2") throw new Error("no bound at DRAM");
  expect(dram.value).toBeGreaterThan(bounder.floor().value);
  const apart = bounder.boundaries();
  const points = (found?.plan ?? []).slice(1).map((_, i) => new Set((found?.plan ?? []).slice(0, i + 1).flat()));
  expect(points.reduce((sum, point) => sum + apart.least(point), 0n)).toBeGreaterThan(apart.of(points));
});

const anyProduct = fc.record({
  m: fc.integer({ min: 1, max: 20_000 }),
  n: fc.integer({ min: 1, max: 20_000 }),
  k: fc.integer({ min: 1, max: 20_000 }),
});

test("a kernel of one product takes what the time bound of the product says; DRAM a little less, as it may find inputs in the L2", () => {
  fc.assert(
    fc.property(anyProduct, fc.constantFrom(...GPUS), ({ m, n, k }, gpu) => {
      const writer = new GraphWriter("bf16");
      writer.markOutput(writer.product("p", writer.tensor("x", m * k), m, k, n, "y"));
      const index = indexGraph(writer.finish("product"));
      const bounder = new PlanBounder(index, gpu);
      const time = new KernelClock(index, gpu).least(bounder.kernel(["p"]), bounder.kernel(["p"], "dram-l2"));
      const { terms } = timeBound(gemmWorkload({ m, n, k }), gpu);
      const own = new Map(terms.map(({ id, seconds }) => [id, seconds]));
      const rate = terms.find(({ id }) => id === "dram-l2")?.perSecond ?? rational(1);
      for (const term of ["l2-sm", "matrix"] as const) {
        expect(formatRational(time.terms[term]), term).toBe(formatRational(own.get(term) ?? rational(0)));
      }
      const inputs = BigInt(Math.min(cacheBytes(gpu), 2 * (m * k + k * n)));
      const lower = add(time.terms["dram-l2"], divide(rational(inputs), rate));
      expect(compare(time.terms["dram-l2"], own.get("dram-l2") ?? rational(0))).toBeLessThanOrEqual(0);
      // Kernels of layers keep to bounds of every kernel that say how much is read; outputs may stay in the L2.
      const values = boundWorkload(gemmWorkload({ m, n, k }), gpu)
        .bounds.filter((bound) => bound.interface === "dram-l2" && bound.scope === "total" && bound.reads !== undefined)
        .filter(({ requires }) => areMet(requires, EVERY_KERNEL))
        .map(({ value }) => value);
      const counted = values.reduce((most, value) => (value > most ? value : most), 0n);
      const stays = BigInt(Math.min(cacheBytes(gpu), 2 * m * n));
      expect(compare(lower, divide(rational(counted - stays), rate))).toBeGreaterThanOrEqual(0);
    }),
    parameters(20, 2000),
  );
});

test("no plan takes less than its kernels at the loads of their schedules, and shares of time add up to its kernels", () => {
  for (const options of [{ tokens: 512 }, { phase: "decode", batch: 32, context: 2048 }]) {
    const { workload, graph } = modelLayer("qwen3-8b", options);
    const report = layerReport(workload, graph, H100, { replay: true, objective: "time" });
    const clock = new KernelClock(indexGraph(graph), H100);
    for (const { plan, traffic, times, seconds } of report.rows) {
      let taken = rational(0);
      plan.kernels.forEach((operators, i) => {
        const known = traffic?.[i];
        if (known === undefined) throw new Error(`no schedule for ${operators}`);
        const load = { dramBytes: known.bytes.get("dram-l2") ?? 0n, smReadBytes: known.smReadBytes, operators };
        const atPeak = clock.time(load).seconds;
        expect(compare(times?.[i]?.seconds ?? rational(-1), atPeak), `${plan.id}: ${operators}`).toBeLessThanOrEqual(0);
        taken = add(taken, atPeak);
      });
      expect(compare(seconds ?? rational(-1), taken), plan.id).toBeLessThanOrEqual(0);
    }
    const { timeShares } = report;
    const shown = report.rows.find(({ plan }) => plan.id === timeShares?.plan);
    const bounder = new PlanBounder(indexGraph(graph), H100);
    const cold = (kernel: readonly string[]) => clock.cold(bounder.kernel(kernel), bounder.kernel(kernel, "dram-l2")).seconds;
    const whole = (shown?.plan.kernels ?? []).map(cold).reduce(add, rational(0));
    const parts = (["weights", "cache", "activations", "arithmetic"] as const).map((part) => timeShares?.[part] ?? rational(-1));
    expect(formatRational(parts.reduce(add, rational(0)))).toBe(formatRational(whole));
  }
});

test("a plan is never faster for being cut into more kernels, and the whole layer is a floor", () => {
  const { graph } = modelLayer("llama3-8b", { tokens: 777 });
  const index = indexGraph(graph);
  const bounder = new PlanBounder(index, H100);
  const clock = new KernelClock(index, H100);
  const all = graph.operators.map(({ name }) => name);
  const matrix = (kernel: readonly string[]) =>
    clock.least(bounder.kernel(kernel), bounder.kernel(kernel, "dram-l2")).terms.matrix;
  const plan = fusionPlan(index, { id: "cut", title: "", kernels: [all.slice(0, 6), all.slice(6)] });
  const sum = plan.kernels.map(matrix).reduce(add, rational(0));
  expect(formatRational(sum)).toBe(formatRational(matrix(all)));
});
