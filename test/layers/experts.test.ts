import { expect, test } from "vitest";
import { KernelReplayer } from "../../src/layers/kernels/kernel-traffic.js";
import { layerDocument } from "../../src/layers/layer-document.js";
import { type LayerOptions, layerReport } from "../../src/layers/layer-report.js";
import { layerOperations } from "../../src/layers/layer-time.js";
import { expectedExperts } from "../../src/layers/models/expert-loads.js";
import { type ModelLayerOptions, modelLayer } from "../../src/layers/models/model-layer.js";
import { indexGraph, type OperatorGraph } from "../../src/layers/operator-graph.js";
import { presetPlans } from "../../src/layers/plan/presets.js";
import { H200 } from "../../src/machines/known/h200.js";
import { layerText } from "../../src/report/layer/layer-text.js";
import { verifyDocument } from "../../src/verify/document.js";
import { checkShape } from "../../src/verify/layer/core-shape.js";

const reportOf = (model: string, layer: ModelLayerOptions, options: LayerOptions = {}) => {
  const { workload, graph, cacheBytesPerToken } = modelLayer(model, layer);
  const plans = presetPlans(indexGraph(graph)).filter(({ id }) => id === "flash");
  return layerReport(workload, graph, H200, { search: false, cacheBytesPerToken, plans, ...options });
};
const wordsOf = (graph: OperatorGraph, name: string): number | undefined => indexGraph(graph).tensor.get(name)?.words;

test("weights are read of the experts that equal loads reach, and of those stated", () => {
  const decode = (batch: number, more: ModelLayerOptions = {}) =>
    wordsOf(modelLayer("deepseek-v3", { phase: "decode", batch, ...more }).graph, "up-product.weight");
  const expert = 7168 * 2048;
  expect(decode(1)).toBe(8 * expert);
  expect(decode(31)).toBe(248 * expert);
  expect(decode(64)).toBe(256 * expert);
  expect(decode(64, { touched: 222 })).toBe(222 * expert);
  expect(decode(64, { skew: "zipf:1.1" })).toBeLessThan(256 * expert);
});

test("tokens that choose at random reach as many experts as are expected", () => {
  expect(
    expectedExperts(
      Array.from({ length: 256 }, () => 2),
      8,
    ),
  ).toBeCloseTo(256 * (1 - (1 - 8 / 256) ** 64), 9);
  expect(expectedExperts([4, 4, 0], 2)).toBe(2);
  const text = layerText(reportOf("deepseek-v3", { phase: "decode", batch: 64 }), (title) => title);
  expect(text).toContain("256 experts of 2 rows (equal loads)");
  expect(text).toContain("would reach 222.4 on average (estimate)");
});

test("latent attention caches a latent a token, and both forms do the operations that they have", () => {
  const of = (form: string) => modelLayer("deepseek-v3", { phase: "decode", context: 1023, form }).graph;
  for (const form of ["absorbed", "expanded"]) {
    expect(wordsOf(of(form), "latent-cache")).toBe(1023 * 512);
    expect(wordsOf(of(form), "k-turned-cache")).toBe(1023 * 64);
  }
  const common =
    7168n * (1536n + 512n + 64n) + 1536n * 128n * 192n + 128n * 128n * 7168n + 7168n * 256n + 9n * 3n * 7168n * 2048n;
  const absorbed = 2n * 128n * 128n * 512n + 1024n * 128n * (576n + 512n);
  const expanded = 1024n * 512n * 128n * 256n + 1024n * 128n * (192n + 128n);
  expect(layerOperations(of("absorbed")).matrix).toBe(2n * (common + absorbed));
  for (const form of ["expanded", "expanded-shared"])
    expect(layerOperations(of(form)).matrix, form).toBe(2n * (common + expanded));
  const names = (form: string) => of(form).operators.map(({ name }) => name);
  expect(names("expanded").filter((name) => !names("expanded-shared").includes(name))).toEqual(["key-join"]);
});

test("no plan loads more than its known schedules do, for experts and for latents", () => {
  for (const [model, layer] of [
    ["mixtral-8x7b", { tokens: 256 }],
    ["deepseek-v3", { phase: "decode", batch: 4, context: 256 }],
    ["deepseek-v3", { tokens: 256, form: "expanded-shared" }],
  ] as const) {
    const { rows } = reportOf(model, layer, { replay: true });
    const eager = rows.find(({ plan }) => plan.id === "flash");
    const bounds = eager?.bounds.find((bound) => bound.interface === "l2-sm");
    if (bounds?.interface !== "l2-sm") throw new Error("no bound");
    const known = bounds.kernels.map(({ value }, i) => [value, eager?.traffic?.[i]?.bytes.get("l2-sm")] as const);
    expect(known.filter(([, moved]) => moved !== undefined).length).toBe(known.length);
    for (const [value, moved] of known) expect(moved).toBeGreaterThanOrEqual(value);
  }
});

test("products of experts are replayed with their gather, and whole blocks with H kept", () => {
  const { graph } = modelLayer("qwen3-30b-a3b", { tokens: 16 });
  const replayer = new KernelReplayer(indexGraph(graph), H200);
  const front = ["up-product", "gate-product", "activation", "gate-multiply"];
  const [copies, gathered, block] = [front, ["gather", ...front], [...front, "down-product"]].map((kernel) =>
    replayer.whole(kernel),
  );
  const dram = (kernel: typeof block): bigint => kernel?.bytes.get("dram-l2") ?? 0n;
  const [weights, rows] = [2n * 128n * 2048n * 768n, 2n * 16n * 2048n];
  // Each token's row is read by eight experts, as copies or as it is, and the routing is read beside it.
  expect(gathered?.schedule).toMatch(/^grouped-gemm-persistent/);
  expect(dram(gathered)).toBeLessThan(dram(copies));
  expect(dram(gathered)).toBeGreaterThanOrEqual(2n * weights + rows);
  expect(block?.schedule).toMatch(/^moe-fused/);
  expect(dram(block)).toBeGreaterThanOrEqual(3n * weights + 2n * 8n * rows);
});

test("rows of experts wait for the router, and sums over experts for all of them", () => {
  const { rows } = reportOf("mixtral-8x7b", { tokens: 256 }, { plans: undefined });
  const objections = rows.find(({ plan }) => plan.id === "optimus")?.objections.join();
  expect(objections).toContain("gather needs all rows of a tensor that the kernel makes");
});

type Edit = Record<string, unknown> & { work: Record<string, unknown>; workload: Record<string, unknown> };

/** The document of the plan flash with one kernel's core changed. */
function forged(model: string, layer: ModelLayerOptions, kind: string, change: (core: Edit, operators: Edit[]) => void) {
  const document = JSON.parse(JSON.stringify(layerDocument(reportOf(model, layer))));
  const kernels = document.plans
    .find((plan: Edit) => plan["id"] === "flash")
    .bounds.flatMap((bound: { certificate: { kernels?: unknown[] } }) => bound.certificate.kernels ?? []);
  const core = kernels.flatMap(({ cores }: { cores: Edit[] }) => cores).find((one: Edit) => one.workload["kind"] === kind);
  expect(core).toBeDefined();
  change(core, document.graph.operators);
  return verifyDocument(document);
}

test.each<[string, string, ModelLayerOptions, string, (core: Edit, operators: Edit[]) => void, RegExp]>([
  [
    "rows of other experts",
    "mixtral-8x7b",
    { tokens: 4096 },
    "grouped-gemm",
    ({ workload }) => {
      workload["rows"] = [2048, 0, 1024, 1024, 1024, 1024, 1024, 0];
    },
    /do not make up a grouped-gemm/,
  ],
  [
    "experts as one product",
    "mixtral-8x7b",
    { tokens: 4096 },
    "grouped-gemm",
    (core) => {
      core.workload = { ...core.workload, kind: "gemm", batch: 1, m: 8192 };
      for (const name of ["rows", "topK"]) delete core.workload[name];
    },
    /do not make up a gemm/,
  ],
  [
    "gathered rows",
    "mixtral-8x7b",
    { tokens: 4096 },
    "grouped-gemm",
    ({ workload }) => {
      workload["topK"] = 2;
    },
    /topK/,
  ],
  [
    "wider weights",
    "mixtral-8x7b",
    { tokens: 4096 },
    "grouped-gemm",
    ({ workload }) => {
      workload["rightType"] = "fp64";
    },
    /rightType/,
  ],
  [
    "keys of each head's own",
    "deepseek-v3",
    { tokens: 8192, form: "expanded-shared" },
    "attention",
    ({ workload }) => {
      delete workload["sharedKeyColumns"];
    },
    /do not make up a attention/,
  ],
  [
    "values of their own",
    "deepseek-v3",
    { tokens: 2048, form: "absorbed" },
    "attention",
    ({ workload }) => {
      delete workload["valuesInKeys"];
    },
    /attention|right|values/,
  ],
])("a core with %s is refused", (_, model, layer, kind, change, message) => {
  const verdict = forged(model, layer, kind, change);
  expect(verdict.valid).toBe(false);
  expect(JSON.stringify(verdict)).toMatch(message);
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ["more columns than the keys have", { sharedKeyColumns: 192 }, /not fewer than the columns of the keys/],
  ["values in keys beside them", { valuesInKeys: true }, /beside values in keys/],
  ["columns that its tensors do not have", { sharedKeyColumns: 32 }, /do not have the words of its extents/],
])("columns of keys that heads share are refused in a graph with %s", (_, changes, reason) => {
  const verdict = forged("deepseek-v3", { tokens: 8192, form: "expanded-shared" }, "attention", (__, operators) => {
    for (const { work } of operators) if (work["kind"] === "scores" || work["kind"] === "values") Object.assign(work, changes);
  });
  expect(JSON.stringify(verdict)).toMatch(reason);
});

test("scores whose heads share columns of keys are no product with keys of each head's own", () => {
  const workload = { kind: "gemm", batch: 4, m: 8, n: 8, k: 6 };
  const extents = { batch: 1, heads: 4, kvHeads: 4, queries: 8, keys: 8, dim: 6, causal: false };
  const shapeOf = (more: object) =>
    checkShape(
      [{ name: "scores", work: { kind: "scores", ...extents, ...more }, inputs: [], outputs: [] } as never],
      workload,
      "core",
    );
  expect(shapeOf({}).makers.length).toBe(1);
  expect(() => shapeOf({ sharedKeyColumns: 2 })).toThrow("do not make up a gemm");
});

test("values that are no words of keys are refused in the graph of latent attention", () => {
  const verdict = forged("deepseek-v3", { tokens: 2048, form: "absorbed" }, "attention", (_, operators) => {
    const values = operators.find(({ work }) => work["kind"] === "values");
    (values?.["inputs"] as string[])[1] = "q-absorbed";
  });
  expect(verdict.valid).toBe(false);
});

test.each<[string, ModelLayerOptions, RegExp]>([
  ["llama3-8b", { skew: "zipf:1.1" }, /^skew: expected a layer with experts for it/],
  ["llama3-8b", { form: "absorbed" }, /^form: expected a model with latent attention/],
  ["deepseek-v3", { form: "both" }, /^form: expected absorbed, expanded or expanded-shared/],
  ["deepseek-v3", { feedForward: "none" }, /^feed-forward: expected experts or dense/],
  ["mixtral-8x7b", { feedForward: "dense" }, /^feed-forward: expected experts: every layer has them/],
  ["llama3-8b", { feedForward: "experts" }, /^feed-forward: expected dense: no layer has experts/],
  ["deepseek-v3", { touched: 7 }, /^touched: /],
  ["deepseek-v3", { tokens: 1, touched: 9 }, /^touched: /],
  ["mixtral-8x7b", { expertType: "fp5" }, /^expert-dtype: /],
  ["llama4-maverick", { attention: "global", feedForward: "dense" }, /^attention: expected local: every dense layer/],
  ["llama4-scout", { attention: "local", tokens: 9000 }, /^tokens: expected at most 8192/],
  ["sd15-unet", { feedForward: "dense" }, /^feed-forward: expected a decoder for it/],
])("%s refuses %j", (model, options, message) => {
  expect(() => modelLayer(model, options)).toThrow(message);
});
