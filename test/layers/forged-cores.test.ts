import { describe, expect, test } from "vitest";
import type { Bound } from "../../src/bounds/bound.js";
import { THEOREMS } from "../../src/bounds/catalogue.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { certificateToJson, toJson } from "../../src/bounds/certificates/json.js";
import { bestBounds, proveBoundsInSetting } from "../../src/bounds/prove.js";
import type { Condition } from "../../src/bounds/requirements.js";
import { conditionsIn, EVERY_KERNEL } from "../../src/bounds/requirements.js";
import { settingsOf } from "../../src/bounds/shared/setting.js";
import type { GemmWorkload } from "../../src/computation/gemm.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { GraphWriter } from "../../src/layers/graph-writer.js";
import { KernelBounder } from "../../src/layers/kernels/kernel-bound.js";
import { layerDocument } from "../../src/layers/layer-document.js";
import { layerReport } from "../../src/layers/layer-report.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import type { OperatorGraph, Tensor } from "../../src/layers/operator-graph.js";
import { indexGraph } from "../../src/layers/operator-graph.js";
import { H100 } from "../../src/machines/known/h100.js";
import { verifyDocument } from "../../src/verify/document.js";
import { edited } from "../bounds/edited.js";

/** Documents changed in several places at once, so that every sum agrees and each certificate proves what it says. */

interface Forgeable {
  readonly document: Editable;
  readonly bound: Editable;
  readonly core: Editable;
}

type Editable = { [key: string]: Editable } & Editable[] & { value: number; requires: string[] };

const AT_SMS = settingsOf(H100).find((setting) => setting.interface === "l2-sm");

function boundsAtSms(workload: GemmWorkload): readonly Bound[] {
  return AT_SMS === undefined ? [] : proveBoundsInSetting(gemmComputation(workload), AT_SMS);
}

function best(workload: GemmWorkload, met: ReadonlySet<Condition> = EVERY_KERNEL): Bound {
  const bound = bestBounds(boundsAtSms(workload), met).get("l2-sm");
  if (bound === undefined) throw new Error("no bound");
  return bound;
}

/** The plan of one kernel an operator, with its bound at the SMs. */
function eagerPlan(graph: OperatorGraph): { document: Editable; bound: Editable } {
  const { workload } = modelLayer("llama3-8b", { tokens: 1 });
  const report = layerReport(workload, graph, H100, {
    plans: [{ id: "own", title: "", kernels: graph.operators.map(({ name }) => [name]) }],
  });
  const document = JSON.parse(JSON.stringify(layerDocument(report)));
  // What rests on the bounds would be refused with them.
  for (const claim of ["search", "timeShares"]) delete document[claim];
  for (const plan of document.plans) for (const claim of ["leastTime", "fusions"]) delete plan[claim];
  document.plans = document.plans.slice(0, 1);
  const bounds = document.plans[0].bounds as Editable[];
  const bound = bounds.find((one) => String(one["interface"]) === "l2-sm");
  if (bound === undefined) throw new Error("no bound at the SMs");
  return { document, bound };
}

/** Gives a kernel another core, and adds up anew. */
function withCore(bound: Editable, kernel: number, core: object, gain: number, requires: readonly string[]): void {
  const changed = bound["certificate"]?.["kernels"]?.[kernel] as Editable;
  Object.assign(changed, { cores: [core], value: changed.value + gain });
  bound.value += gain;
  (bound["certificate"] as Editable).value += gain;
  bound.requires = [...new Set([...bound.requires, ...requires])];
}

describe("a core's workload says nothing that its operators do not", () => {
  const [m, n, k] = [2048, 4096, 4096];
  const writer = new GraphWriter("bf16");
  writer.markOutput(writer.product("only", writer.tensor("x", m * k), m, k, n, "y"));
  const plain = best(gemmWorkload({ m, n, k, dataType: "bf16" }));

  test.each([
    ["no", {}, false],
    ["scales of its operands", { scales: { dataType: "fp32" as const, a: [1, 1] as const } }, true],
  ])("%s", (_, more, forged) => {
    const { document, bound } = eagerPlan(writer.finish("one product"));
    const workload = gemmWorkload({ m, n, k, dataType: "bf16", ...more });
    const proven = best(workload);
    const core = bound["certificate"]?.["kernels"]?.[0]?.["cores"]?.[0] as Editable;
    const own = { ...core, workload: toJson(workload), certificate: certificateToJson(proven.certificate) };
    withCore(bound, 0, own, Number(proven.value - plain.value), proven.requires);
    if (forged) expect(proven.value).toBeGreaterThan(plain.value);
    expect(verifyDocument(document)).toMatchObject({ valid: !forged });
  });
});

test("two products with one sum of weights are not one product with both weights", () => {
  const [m, n, k] = [4096, 4096, 4096];
  const writer = new GraphWriter("bf16");
  const x = writer.tensor("x", m * k);
  const [first, second] = [writer.weight("w1", k * n), writer.weight("w2", k * n)];
  const sum = writer.map("add", "elementwise", [first, second], "sum", [first, second]);
  const product = { kind: "product", batch: 1, rows: m, inner: k, columns: n } as const;
  for (const name of ["c", "d"]) {
    writer.markOutput(writer.operator(`make-${name}`, product, [x, sum], { name, words: m * n }));
  }
  const graph = writer.finish("twice the same");
  const { document, bound } = eagerPlan(graph);
  const operators = graph.operators.map(({ name }) => name);
  const workload = gemmWorkload({ m, n: 2 * n, k, dataType: "bf16" });
  const proven = best(workload);
  const core = {
    operators: ["make-c", "make-d"],
    left: [["x"], ["x"]],
    right: [
      ["w1", "sum"],
      ["w2", "sum"],
    ],
    middle: [],
    outputs: ["c", "d"].map((name) => ({ path: [name], stored: true })),
    workload: toJson(workload),
    unstoredBytes: 0,
    certificate: certificateToJson(proven.certificate),
  };
  // All three in one kernel, which can multiply once and store the result twice.
  Object.assign(document["plans"]?.[0] as Editable, { kernels: [operators] });
  const dram = document["plans"]?.[0]?.["bounds"] as Editable;
  dram.splice(dram.indexOf(bound) === 0 ? 1 : 0, 1);
  Object.assign(bound["certificate"] as Editable, { kernels: [{ operators, cores: [], value: bound.value }] });
  withCore(bound, 0, core, Number(proven.value) - bound.value, proven.requires);
  expect(verifyDocument(document)).toMatchObject({
    valid: false,
    path: "plans[0].bounds[0].certificate.kernels[0].cores[0].right",
    reason: "one tensor stands for two operands",
  });
});

describe("two fronts of a gated block, the input of one transposed", () => {
  const [m, k, l] = [4096, 4096, 8192];
  const block = (transposed: boolean) => {
    const writer = new GraphWriter("bf16");
    const x = writer.tensor("x", m * k);
    const work = { kind: "transpose" } as const;
    const other = transposed ? writer.operator("turn", work, [x], { name: "xt", words: m * k }, [x]) : x;
    const [g, u] = [writer.product("gate", x, m, k, l, "g"), writer.product("up", other, m, k, l, "u")];
    const h = writer.map("multiply", "elementwise", [g, u], "h", [g, u]);
    writer.markOutput(writer.product("down", h, m, l, k, "y"));
    const graph = writer.finish("gated block");
    if (AT_SMS === undefined) throw new Error("no interface");
    const operators = graph.operators.map(({ name }) => name);
    // One memory of an SM's size before a slow one that does not add: there chains have bounds by slices of every kernel.
    const setting = { ...AT_SMS, interface: "dram-l2", memories: 1n, adds: false } as const;
    return new KernelBounder(indexGraph(graph), setting).bound(operators);
  };

  test("theorems by slices are for one tensor that both read, and loads come from another theorem", () => {
    const [one, two] = [block(false), block(true)].map(({ cores }) => cores[0]);
    expect(one?.workload).toEqual(two?.workload);
    expect(one).toMatchObject({ bound: { certificate: { theorem: "chain-holding-cost" } } });
    expect(one?.bound.reads).toBeUndefined();
    expect(one?.readsBound?.reads).toBeGreaterThan(0n);
    expect(two?.bound.certificate.theorem).not.toBe("chain-holding-cost");
    expect(two?.bound.value).toBeLessThan(one?.bound.value ?? 0n);
  });

  test("a certificate by slices is refused where they read two", () => {
    const bounds = [false, true].map((transposed) => {
      const writer = new GraphWriter("bf16");
      const x = writer.tensor("x", m * k);
      const work = { kind: "transpose" } as const;
      const other = transposed ? writer.operator("turn", work, [x], { name: "xt", words: m * k }, [x]) : x;
      const product = { kind: "product", batch: 1, rows: m, inner: k, columns: l } as const;
      for (const [name, left] of [
        ["c", x],
        ["d", other],
      ] as const)
        writer.markOutput(
          writer.operator(`make-${name}`, product, [left, writer.weight(`w${name}`, k * l)], { name, words: m * l }),
        );
      const graph = writer.finish("two products");
      const { workload } = modelLayer("llama3-8b", { tokens: 1 });
      const kernels = [graph.operators.map(({ name }) => name)];
      const report = layerReport(workload, graph, H100, { plans: [{ id: "own", title: "", kernels }] });
      const document = JSON.parse(JSON.stringify(layerDocument(report)));
      for (const claim of ["search", "timeShares"]) delete document[claim];
      for (const plan of document.plans) for (const claim of ["leastTime", "fusions"]) delete plan[claim];
      document.plans = document.plans.slice(0, 1);
      const bound = (document.plans[0].bounds as Editable[]).find((one) => String(one["interface"]) === "l2-sm") as Editable;
      return { document: document as Editable, bound, core: bound["certificate"]?.["kernels"]?.[0]?.["cores"]?.[0] as Editable };
    }) as [Forgeable, Forgeable];
    const [one, two] = bounds;
    expect(verifyDocument(one.document)).toMatchObject({ valid: true });
    expect(verifyDocument(two.document)).toMatchObject({ valid: true });
    const sliced = THEOREMS.filter((theorem) => theorem.needsOneLeftOperand).map(({ id }) => id as string);
    expect(sliced).toContain(String(one.core["certificate"]?.["theorem"]));
    expect(sliced).not.toContain(String(two.core["certificate"]?.["theorem"]));
    const { certificate, readsCertificate } = one.core as unknown as Record<string, Json>;
    const forged = { ...two.core, certificate, readsCertificate };
    const gain = (one.core["certificate"] as Editable).value - (two.core["certificate"] as Editable).value;
    withCore(two.bound, 0, forged, gain, one.bound.requires);
    expect(verifyDocument(two.document)).toMatchObject({ valid: false, reason: "needs operators that read one tensor" });
  });
});

test("a certificate of loads stands only where the bound says nothing of them", () => {
  const [m, n, k] = [2048, 4096, 1024];
  const writer = new GraphWriter("bf16");
  writer.markOutput(writer.product("only", writer.tensor("x", m * k), m, k, n, "y"));
  const changed = (change: (core: Editable) => void) => {
    const { document, bound } = eagerPlan(writer.finish("one product"));
    change(bound["certificate"]?.["kernels"]?.[0]?.["cores"]?.[0] as Editable);
    return verifyDocument(document);
  };
  expect(changed(() => undefined)).toMatchObject({ valid: true });
  expect(changed((core) => Object.assign(core, { readsCertificate: core["certificate"] }))).toMatchObject({
    valid: false,
    reason: "says nothing of loads",
  });
  expect(changed((core) => Object.assign(core, { certificate: core["readsCertificate"] }))).toMatchObject({
    valid: false,
    reason: "the bound says what is loaded",
  });
});

describe("a plan's kernels may add in the L2, and hand partial sums over in words of their results", () => {
  const [m, n, k] = [2048, 4096, 1024];
  const workload = gemmWorkload({ m, n, k, dataType: "bf16" });
  const writer = new GraphWriter("bf16");
  writer.markOutput(writer.product("only", writer.tensor("x", m * k), m, k, n, "y"));
  const graph = writer.finish("one product");

  test.each([
    [["no-l2-adds"], "gemm-holding-cost"],
    [["wide-partial-sums"], "gemm-whole-passes-wide-accumulators"],
    [["no-l2-adds", "wide-partial-sums"], "gemm-holding-cost-wide-accumulators"],
  ] as const)("a core's bound that requires %j is none of theirs", (conditions, id) => {
    const { document, bound } = eagerPlan(graph);
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    const sharp = best(workload, new Set(conditions));
    expect([sharp.id, conditionsIn(sharp.requires)]).toEqual([id, conditions]);
    const own = bound["certificate"]?.["kernels"]?.[0]?.["cores"]?.[0] as Editable;
    const gain = Number(sharp.value) - (own["certificate"] as Editable).value;
    expect(gain).toBeGreaterThan(0);
    withCore(bound, 0, { ...own, certificate: certificateToJson(sharp.certificate) }, gain, sharp.requires);
    expect(verifyDocument(document)).toEqual({
      valid: false,
      path: expect.stringMatching(/^plans\[0\]\.bounds\[\d\]\.certificate\.kernels\[0\]\.cores\[0\]\.certificate$/),
      reason: "does not hold for every kernel",
    });
  });

  test("loads that hold only without adds in the L2 are no loads of theirs", () => {
    const { document, bound } = eagerPlan(graph);
    const sharp = boundsAtSms(workload).find(({ id }) => id === "gemm-segments");
    expect(sharp).toMatchObject({ readsRequire: ["no-l2-adds"], reads: expect.any(BigInt) });
    const core = bound["certificate"]?.["kernels"]?.[0]?.["cores"]?.[0] as Editable;
    Object.assign(core, { readsCertificate: sharp && certificateToJson(sharp.certificate) });
    expect(verifyDocument(document)).toMatchObject({ valid: false, reason: "says nothing of loads" });
  });
});

test("a name with a line break in it is not two names", () => {
  const writer = new GraphWriter("bf16");
  const small = writer.map("b", "elementwise", [writer.map("a", "elementwise", [writer.tensor("x", 1)], "y")], "z");
  writer.markOutput(small);
  writer.markOutput(writer.map("a\nb", "elementwise", [writer.tensor("large", 1000)], "large-too"));
  const { document, bound } = eagerPlan(writer.finish("names"));
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  const [plan, kernels] = [document["plans"]?.[0] as Editable, bound["certificate"]?.["kernels"] as Editable];
  const twice = kernels.find(({ operators }) => String(operators) === "a\nb") as Editable;
  Object.assign(plan, { kernels: [["a", "b"], ["a\nb"]] });
  Object.assign(bound["certificate"] as Editable, { kernels: [twice, twice], value: 2 * twice.value });
  bound.value = 2 * twice.value;
  plan["bounds"]?.splice(0, plan["bounds"].length, bound);
  expect(verifyDocument(document)).toMatchObject({ valid: false, reason: "not the operators of the kernel" });
});

/** A norm that also leaves what it scaled its rows by, spread over a matrix that a product reads. */
test("a second result of an operator is no form of what the first one carries", () => {
  const [m, n, k, short] = [4096, 4096, 4096, 64];
  const tensor = (name: string, words: number, output = false): Tensor => ({
    name,
    kind: "activation",
    words,
    dataType: "bf16",
    output,
  });
  const graph: OperatorGraph = {
    name: "two results",
    tensors: [
      tensor("x", short),
      tensor("y", short, true),
      tensor("spread", m * k),
      tensor("w", k * n),
      tensor("c", m * n, true),
    ],
    operators: [
      { name: "norm", inputs: ["x"], outputs: ["y", "spread"], carries: ["x"], work: { kind: "normalisation" } },
      {
        name: "product",
        inputs: ["spread", "w"],
        outputs: ["c"],
        carries: [],
        work: { kind: "product", batch: 1, rows: m, inner: k, columns: n },
      },
    ],
  };
  const operators = ["norm", "product"];
  if (AT_SMS === undefined) throw new Error("no SMs");
  const alone = new KernelBounder(indexGraph(graph), AT_SMS).bound(operators);
  expect(alone).toMatchObject({ cores: [], value: BigInt(2 * (2 * short + k * n + m * n)) });

  const { document, bound } = eagerPlan(graph);
  const workload = gemmWorkload({ m, n, k, dataType: "bf16" });
  const proven = best(workload);
  const core = {
    operators: ["product"],
    left: [["x", "spread"]],
    right: [["w"]],
    middle: [],
    outputs: [{ path: ["c"], stored: true }],
    workload: toJson(workload),
    unstoredBytes: 0,
    certificate: certificateToJson(proven.certificate),
  };
  const value = Number(proven.value) + 2 * short;
  Object.assign(document["plans"]?.[0] as Editable, { kernels: [operators], bounds: [bound] });
  Object.assign(bound["certificate"] as Editable, { kernels: [{ operators, cores: [], value: bound.value }] });
  withCore(bound, 0, core, value - bound.value, proven.requires);
  expect(verifyDocument(document)).toMatchObject({
    valid: false,
    reason: "'spread' is not made from 'x' word by word",
  });
});

describe("the empty name, which stands for nothing, is no operator's and no tensor's", () => {
  const [m, n, k] = [2048, 4096, 4096];
  const words = (name: string, count: number, output = false): Tensor => ({
    ...{ name, kind: "activation" as const, words: count, dataType: "bf16" as const, output },
  });
  const work = { kind: "product", batch: 1, rows: m, inner: k, columns: n } as const;

  test("a product whose result nobody names has no core", () => {
    const graph: OperatorGraph = {
      name: "no result",
      tensors: [words("x", m * k), words("w", k * n), words("y", m * n), words("", m * n, true)],
      operators: [
        { name: "copy", inputs: ["y"], outputs: [""], carries: ["y"], work: { kind: "copy" } },
        { name: "product", inputs: ["x", "w"], outputs: [], carries: [], work },
      ],
    };
    const { document, bound } = eagerPlan({
      ...graph,
      operators: graph.operators.map((one) => (one.name === "copy" ? one : { ...one, inputs: ["y"], work: { kind: "copy" } })),
    });
    Object.assign(document, { graph });
    const workload = gemmWorkload({ m, n, k, dataType: "bf16" });
    const proven = best(workload);
    const core = {
      ...{ operators: ["product"], left: [["x"]], right: [["w"]], middle: [], outputs: [{ path: [""], stored: true }] },
      ...{ workload: toJson(workload), unstoredBytes: 0, certificate: certificateToJson(proven.certificate) },
    };
    const operators = ["copy", "product"];
    const value = Number(proven.value) + 2 * m * n;
    Object.assign(document["plans"]?.[0] as Editable, { kernels: [operators], bounds: [bound] });
    Object.assign(bound["certificate"] as Editable, { kernels: [{ operators, cores: [core], value }], value });
    bound.value = value;
    bound.requires = [...new Set([...bound.requires, ...proven.requires])];
    Object.assign(document, { floor: undefined });
    expect(verifyDocument(JSON.parse(JSON.stringify(document)))).toMatchObject({ valid: false, reason: "empty" });
  });

  test("an input is not stored and loaded between kernels, whatever an operator is called", () => {
    const writer = new GraphWriter("bf16");
    const large = writer.tensor("large", 2 ** 30);
    writer.markOutput(writer.map("early", "elementwise", [writer.tensor("small", 8)], "first"));
    writer.markOutput(writer.map("last", "elementwise", [large], "second"));
    const { document: named } = eagerPlan(writer.finish("names"));
    const document: Editable = JSON.parse(JSON.stringify(named).replaceAll('"early"', '""'));
    const bounds = document["plans"]?.[0]?.["bounds"] as Editable;
    const bound = bounds.find((one) => String(one["interface"]) === "dram-l2") as Editable;
    const bytes = 2 * 2 ** 31 - 2 * H100.l2Bytes;
    Object.assign(bound["certificate"] as Editable, {
      spills: [{ after: 1, tensors: ["large"], bytes }],
      value: bound.value + bytes,
    });
    bound.value += bytes;
    expect(verifyDocument(document)).toMatchObject({ valid: false, reason: "empty" });
  });
});

test.each([
  [["graph", "operators", 0, "work", "groups"], 8],
  [["graph", "operators", 0, "sparsity"], "2:4"],
  [["graph", "tensors", 0, "alias"], "w"],
  [["graph", "tensors", 0, "kind"], "free"],
  [["floor", "unit"], "words"],
  [["plans", 0, "bounds", 0, "proven"], true],
  [["plans", 0, "bounds", 0, "requires", 0], "every kernel is free"],
] as const)("%j of a layer's document is read, or refused", (path, value) => {
  const writer = new GraphWriter("bf16");
  writer.markOutput(writer.product("only", writer.tensor("x", 64 * 64), 64, 64, 64, "y"));
  const { document } = eagerPlan(writer.finish("one product"));
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  const changed = edited(document as unknown as Json, path, () => value);
  expect(verifyDocument(changed)).toMatchObject({ valid: false });
});
