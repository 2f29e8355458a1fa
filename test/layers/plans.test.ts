import { describe, expect, test } from "vitest";
import { InputError } from "../../src/errors.js";
import { GraphWriter } from "../../src/layers/graph-writer.js";
import { KernelReplayer } from "../../src/layers/kernels/kernel-traffic.js";
import { layerReport, planTraffic } from "../../src/layers/layer-report.js";
import { MODEL_CARDS } from "../../src/layers/models/model-cards.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import { indexGraph } from "../../src/layers/operator-graph.js";
import { bestPlan } from "../../src/layers/plan/best-plan.js";
import type { FusionPlan } from "../../src/layers/plan/fusion-plan.js";
import { fusionPlan } from "../../src/layers/plan/fusion-plan.js";
import { mappingKind, objection } from "../../src/layers/plan/legality.js";
import { PlanBounder } from "../../src/layers/plan/plan-bound.js";
import { planFromJson } from "../../src/layers/plan/plan-file.js";
import { A100 } from "../../src/machines/known/a100.js";
import { H100 } from "../../src/machines/known/h100.js";
import { everyNth } from "../properties/arbitraries.js";

/** A chain of products with a side branch: small enough to try every partition. */
function forkedLayer() {
  const writer = new GraphWriter("bf16");
  const x = writer.tensor("x", 256 * 64);
  const a = writer.product("a", x, 256, 64, 128, "a-result");
  const b = writer.product("b", x, 256, 64, 128, "b-result");
  const joined = writer.map("join", "elementwise", [a, b], "joined", [a, b]);
  const c = writer.product("c", joined, 256, 128, 32768, "c-result");
  const d = writer.product("d", c, 256, 32768, 32768, "d-result");
  writer.markOutput(writer.map("end", "normalisation", [d], "end-result"));
  return indexGraph(writer.finish("forked"));
}

/** Every way to put n operators into kernels. */
function partitions(names: readonly string[]): readonly (readonly (readonly string[])[])[] {
  const [first, ...rest] = names;
  if (first === undefined) return [[]];
  return partitions(rest).flatMap((kernels) => [
    [[first], ...kernels],
    ...kernels.map((kernel, at) => kernels.map((other, i) => (i === at ? [first, ...kernel] : other))),
  ]);
}

test("the search finds the least bound of all legal partitions", () => {
  const index = forkedLayer();
  const bounder = new PlanBounder(index, A100);
  const operators = index.graph.operators;
  let least: bigint | undefined;
  for (const kernels of partitions(operators.map(({ name }) => name))) {
    const isLegal = kernels.every(
      (kernel) =>
        objection(
          index,
          A100,
          operators.filter(({ name }) => kernel.includes(name)),
        ) === undefined,
    );
    let plan: FusionPlan;
    try {
      plan = fusionPlan(index, { id: "one", title: "", kernels });
    } catch {
      continue;
    }
    const value = bounder.bounds(plan).find((bound) => bound.interface === "l2-sm")?.value;
    if (isLegal && value !== undefined && (least === undefined || value < least)) least = value;
  }
  const found = bestPlan(index, A100, (kernel) => bounder.kernel(kernel).value);
  expect(found).toBeDefined();
  if (found === undefined) return;
  expect(bounder.bounds({ id: "best", title: "", kernels: found.plan }).find((bound) => bound.interface === "l2-sm")?.value).toBe(
    least,
  );
  expect(found.plans).toBeGreaterThan(1n);
});

describe("what fits", () => {
  const index = forkedLayer();
  const kernel = (...names: readonly string[]) => index.graph.operators.filter(({ name }) => names.includes(name));
  test("products with one left operand, and what is elementwise after them", () => {
    expect(objection(index, A100, kernel("a", "b", "join"))).toBeUndefined();
  });
  test("not two wide products in a row", () => {
    expect(objection(index, A100, kernel("c", "d"))).toMatch(/strip of 16 rows/);
  });
  test("not operators that share nothing", () => {
    expect(objection(index, A100, kernel("a", "d"))).toMatch(/nothing passes/);
  });
  test("not scores with the product that makes their keys", () => {
    const layer = indexGraph(modelLayer("llama3-8b", { tokens: 128 }).graph);
    const names = ["k-product", "k-rotary", "k-append", "scores"];
    expect(
      objection(
        layer,
        H100,
        layer.graph.operators.filter(({ name }) => names.includes(name)),
      ),
    ).toMatch(/all rows/);
  });
  test("every operator has one of the five mapping kinds", () => {
    const kinds = new Set(modelLayer("llama3-8b", {}).graph.operators.map(mappingKind));
    expect([...kinds].sort()).toEqual(["many-to-many", "one-to-one"]);
  });
});

describe("plans that are none", () => {
  const index = forkedLayer();
  const refused = (kernels: readonly (readonly string[])[]): string => {
    try {
      fusionPlan(index, { id: "p", title: "", kernels });
    } catch (error) {
      if (error instanceof InputError) return error.message;
      throw error;
    }
    return "accepted";
  };
  test("name the operator or the circle", () => {
    expect(
      refused([
        ["a", "b", "join"],
        ["c", "d"],
      ]),
    ).toMatch(/partition.*end in none/);
    expect(
      refused([
        ["a", "b", "join"],
        ["c", "d", "a", "end"],
      ]),
    ).toMatch(/partition.*a twice/);
    expect(
      refused([
        ["a", "b", "join"],
        ["c", "dd", "end"],
      ]),
    ).toMatch(/did you mean/);
    expect(
      refused([
        ["a", "c"],
        ["b", "join"],
        ["d", "end"],
      ]),
    ).toMatch(/convex/);
    expect(refused([[], ["a", "b", "join", "c", "d", "end"]])).toMatch(/at least one operator/);
  });
  test("kernels may come in any order", () => {
    const plan = fusionPlan(index, { id: "p", title: "", kernels: [["end", "d"], ["c"], ["join", "b", "a"]] });
    expect(plan.kernels).toEqual([["a", "b", "join"], ["c"], ["d", "end"]]);
  });
  test("files without kernels are refused", () => {
    for (const json of [null, {}, { kernels: 3 }, { kernels: ["a"] }, { kernels: [[1]] }]) {
      expect(() => planFromJson(json, "plan.json")).toThrow(InputError);
    }
  });
});

test("every preset is a plan of every model, and every card's kernels move at least their bounds", () => {
  for (const { id, kind } of everyNth(3, MODEL_CARDS)) {
    const { workload, graph } = modelLayer(id, { tokens: kind === "decoder" ? 128 : 256 });
    const report = layerReport(workload, graph, H100);
    expect(report.rows.length, id).toBe(kind === "residual" ? 4 : kind === "mamba" ? 5 : 8);
    expect(report.search?.legalPlans, id).toBeGreaterThan(1000n);
  }
});

test("schedules never move less than the kernel's bound on either interface", () => {
  for (const options of everyNth(2, [
    { tokens: 512 },
    { phase: "decode", batch: 8, context: 1024 },
    { phase: "prefill", tokens: 256, context: 256, batch: 2 },
  ])) {
    const { workload, graph } = modelLayer("llama3-8b", options);
    const report = layerReport(workload, graph, H100, { replay: true });
    const replayer = new KernelReplayer(indexGraph(graph), H100);
    const totals = new Map(report.rows.map((row) => [row.plan.id, planTraffic(row, "l2-sm")]));
    for (const total of totals.values())
      if (total !== undefined) expect(total).toBeGreaterThanOrEqual(totals.get("best-known") ?? 0n);
    expect(totals.get("best-known")).toBeGreaterThan(0n);
    for (const { plan, bounds } of report.rows) {
      const inSms = bounds.find((bound) => bound.interface === "l2-sm");
      if (inSms?.interface !== "l2-sm") throw new Error("no bound at the SMs");
      inSms.kernels.forEach((kernel) => {
        const bytes = replayer.traffic(kernel.operators)?.bytes.get("l2-sm");
        if (bytes !== undefined) expect(bytes, `${plan.id}: ${kernel.operators}`).toBeGreaterThanOrEqual(kernel.value);
      });
    }
  }
});

test("a product that adds a residual before it reads two tensors as often as it reads its operand", () => {
  const { graph } = modelLayer("llama3-8b", { tokens: 1024 });
  const found = new KernelReplayer(indexGraph(graph), H100).whole(["attention-residual", "ffn-norm", "up-product"]);
  const [bm, bn] = String(found?.schedule.split(", ")[1]).split("x").map(Number) as [number, number];
  const [rows, columns] = [1024 / bm, 14336 / bn];
  const stream = 1024 * 4096 * 2;
  const weights = rows * 14336 * 4096 * 2 + rows * columns * 4096 * 2;
  // Both tensors for every column of tiles; the sum, its norm (the gate's operand) and the result are stored once.
  expect(found?.bytes.get("l2-sm")).toBe(BigInt(2 * columns * stream + weights + 2 * stream + 1024 * 14336 * 2));
});

test("splitting a layer over GPUs divides its weights and cache, and sums cost 2(P − 1) words each", () => {
  const whole = modelLayer("llama3-70b", { phase: "decode", batch: 4, context: 100 });
  const share = modelLayer("llama3-70b", { phase: "decode", batch: 4, context: 100, gpus: 8 });
  const words = (graph: typeof whole.graph, kind: string) =>
    graph.tensors
      .filter((tensor) => tensor.kind === kind && !tensor.name.includes("norm"))
      .reduce((sum, { words }) => sum + words, 0);
  for (const kind of ["weight", "cache"]) expect(words(share.graph, kind) * 8).toBe(words(whole.graph, kind));
  expect(share.parallel).toMatchObject({ sentBytes: BigInt(2 * 2 * 7 * 4 * 8192 * 2), tensorBytes: BigInt(4 * 8192 * 2) });
  expect(() => modelLayer("llama3-70b", { gpus: 7 })).toThrow(/gpus/);
});
