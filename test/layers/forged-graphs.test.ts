import { describe, expect, test } from "vitest";
import { certificateToJson, type Json, toJson } from "../../src/bounds/certificates/json.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { settingsOf } from "../../src/bounds/shared/setting.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { GraphWriter } from "../../src/layers/graph-writer.js";
import { layerDocument } from "../../src/layers/layer-document.js";
import { layerReport } from "../../src/layers/layer-report.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import type { OperatorGraph } from "../../src/layers/operator-graph.js";
import { H100 } from "../../src/machines/known/h100.js";
import { verifyDocument } from "../../src/verify/document.js";
import { edited, type Path } from "../bounds/edited.js";
import { expectRefusal } from "../bounds/forgeries/refusal.js";

/** Graphs that no layer has, and cores that do not stand in their graphs, each refused for what is wrong with it. */

const { workload: plain } = modelLayer("llama3-8b", { tokens: 1 });

/** A graph in kernels of one's own, with nothing but bounds. */
function documentOf(graph: OperatorGraph, kernels: readonly (readonly string[])[], workload = plain): Json {
  const document = JSON.parse(
    JSON.stringify(layerDocument(layerReport(workload, graph, H100, { plans: [{ id: "own", title: "", kernels }] }))),
  );
  for (const claim of ["search", "timeShares"]) delete document[claim];
  for (const plan of document.plans) for (const claim of ["leastTime", "fusions"]) delete plan[claim];
  document.plans = document.plans.slice(0, 1);
  return document as Json;
}

const set = (document: Json, path: Path, value: unknown): Json => edited(document, path, () => value as Json);
const [m, n, k] = [2048, 2048, 2048];
const product = { kind: "product", batch: 1, rows: m, inner: k, columns: n } as const;

describe("a graph", () => {
  const layer = modelLayer("llama3-8b", { tokens: 64 });
  const graph = JSON.parse(JSON.stringify(layer.graph)) as OperatorGraph;
  const document = documentOf(
    layer.graph,
    graph.operators.map(({ name }) => [name]),
    layer.workload,
  );
  const scores = graph.operators.findIndex(({ work }) => work.kind === "scores");
  const pass = graph.operators.findIndex(({ work }) => work.kind === "elementwise");
  const [first, second] = graph.operators as unknown as [OperatorGraph["operators"][0], OperatorGraph["operators"][0]];
  const tensor = graph.tensors[0]?.name;
  const operators = (index: number, ...path: Path) => ["graph", "operators", index, ...path];
  const at = `graph.operators[${scores}].work`;

  test.each<[string, Path, unknown, string, string | RegExp]>([
    ["a tensor that may be a result", ["graph", "tensors", 0, "output"], "yes", "graph.tensors[0].output", "not true or false"],
    ["two tensors of one name", ["graph", "tensors", 1, "name"], tensor, "graph.tensors[1].name", "a second tensor of this name"],
    [
      "an operator of no kind",
      operators(pass, "work", "kind"),
      "guess",
      `graph.operators[${pass}].work.kind`,
      "no kind of operator",
    ],
    ["a tensor that is none", operators(0, "inputs", 0), "nothing", "graph.operators[0]", "no tensor 'nothing'"],
    [
      "operators in the wrong order",
      ["graph", "operators"],
      graph.operators.toReversed(),
      "graph.operators[0]",
      /^reads '.*' before it is made$/,
    ],
    [
      "a tensor made twice",
      operators(1, "outputs"),
      first.outputs,
      "graph.operators[1]",
      `makes '${first.outputs[0]}' a second time`,
    ],
    ["two operators of one name", operators(1, "name"), first.name, "graph.operators[1].name", "a second operator of this name"],
    ["heads that share no keys", operators(scores, "work", "kvHeads"), 3, `${at}.kvHeads`, "does not divide the heads"],
    ["a mask that is neither", operators(scores, "work", "causal"), 1, `${at}.causal`, "not true or false"],
    [
      "fewer keys than queries under a mask",
      operators(scores, "work", "keys"),
      63,
      `${at}.keys`,
      "fewer than the queries under a causal mask",
    ],
    [
      "extents that its tensors do not have",
      operators(scores, "work", "dim"),
      64,
      `graph.operators[${scores}]`,
      "its tensors do not have the words of its extents",
    ],
  ])("%s", (_, path, value, where, reason) => {
    expect(second.name).not.toBe(first.name);
    expectRefusal(set(document, path, value), where, reason);
  });

  test("holds as it is", () => expect(verifyDocument(document)).toMatchObject({ valid: true }));
});

describe("a core", () => {
  const own = gemmWorkload({ m, n, k, dataType: "bf16" });
  const atSms = settingsOf(H100).find((setting) => setting.interface === "l2-sm") ?? expect.fail("no SMs");
  const bounds = proveBoundsInSetting(gemmComputation(own), atSms);
  const certificateOf = (id: string) =>
    certificateToJson(bounds.find((bound) => bound.id === id)?.certificate ?? expect.fail(`no ${id}`));
  const core = {
    ...{ operators: ["first"], left: [["x"]], right: [["w"]], middle: [], outputs: [{ path: ["y"], stored: true }] },
    ...{ workload: toJson(own), unstoredBytes: 0, certificate: certificateOf("gemm-segments") },
  };

  /** Where a document's bound into the SMs stands, and its cores of the only kernel replaced. */
  const withCores = (graph: OperatorGraph, ...cores: readonly object[]): readonly [Json, string] => {
    const document = documentOf(graph, [graph.operators.map(({ name }) => name)]);
    const plans = (
      document as unknown as { readonly plans: readonly { readonly bounds: readonly { readonly interface: string }[] }[] }
    ).plans;
    const index = plans[0]?.bounds.findIndex((bound) => bound.interface === "l2-sm") ?? -1;
    const path = ["plans", 0, "bounds", index, "certificate", "kernels", 0, "cores"];
    return [set(document, path, cores), `plans[0].bounds[${index}].certificate.kernels[0].cores`];
  };

  const one = () => {
    const writer = new GraphWriter("bf16");
    const y = writer.operator("first", product, [writer.tensor("x", m * k), writer.weight("w", k * n)], {
      name: "y",
      words: m * n,
    });
    writer.markOutput(y);
    return writer;
  };
  /** A form of x before the product. */
  const formed = () => {
    const writer = new GraphWriter("bf16");
    const x = writer.map("turn", "elementwise", [writer.tensor("raw", m * k)], "x");
    writer.markOutput(writer.operator("first", product, [x, writer.weight("w", k * n)], { name: "y", words: m * n }));
    return writer.finish("formed");
  };
  /** A second product of another left operand. */
  const apart = () => {
    const writer = one();
    const z = writer.operator("second", product, [writer.tensor("x2", m * k), writer.weight("w2", k * n)], {
      name: "z",
      words: m * n,
    });
    writer.markOutput(z);
    return writer.finish("apart");
  };
  /** Two products whose results are added; `reread`: the sum of x and the first result is the second's left operand. */
  const joined = (reread: boolean) => {
    const writer = new GraphWriter("bf16");
    const x = writer.tensor("x", m * k);
    const y = writer.operator("first", product, [x, writer.weight("w", k * n)], { name: "y", words: m * n });
    const s = reread ? writer.map("add", "elementwise", [y, x], "s", [y, x]) : x;
    const z = writer.operator("second", product, [s, writer.weight("w2", k * n)], { name: "z", words: m * n });
    writer.markOutput(reread ? s : writer.map("add", "elementwise", [y, z], "s", [y, z]));
    if (reread) writer.markOutput(z);
    return writer.finish("joined");
  };
  const two = gemmWorkload({ m, n: 2 * n, k, dataType: "bf16" });
  const both = {
    ...core,
    ...{ operators: ["first", "second"], left: [["x"], ["x"]], right: [["w"], ["w2"]], workload: toJson(two) },
    outputs: ["y", "z"].map((name) => ({ path: [name, "s"], stored: true })),
  };
  const alone = one().finish("one product");
  const { outputType, accumulator } = own;
  const types = { dataType: "bf16", outputType, accumulator };

  test.each<[string, readonly [Json, string], string, string]>([
    ["twice", withCores(alone, core, core), "[1]", "'x' is counted by another core already"],
    ["of one operator twice", withCores(alone, { ...core, operators: ["first", "first"] }), "[0].operators", "an operator twice"],
    [
      "of an operator elsewhere",
      withCores(alone, { ...core, operators: ["third"] }),
      "[0].operators",
      "'third' is not in the kernel",
    ],
    [
      "with paths between stages that it lacks",
      withCores(alone, { ...core, middle: [["x"]] }),
      "[0].middle",
      "the number of paths between stages is 0, not 1",
    ],
    ["whose operand the kernel makes", withCores(formed(), core), "[0]", "'x' does not come from memory"],
    [
      "of two left operands",
      withCores(apart(), { ...both, left: [["x"], ["x2"]], outputs: ["y", "z"].map((name) => ({ path: [name], stored: true })) }),
      "[0].left",
      "several left operands",
    ],
    ["whose results are one", withCores(joined(false), both), "[0].outputs", "'s' stands for two results"],
    [
      "whose result is its operand",
      withCores(joined(true), {
        ...both,
        left: [["x"], ["x", "s"]],
        outputs: [
          { path: ["y", "s"], stored: true },
          { path: ["z"], stored: true },
        ],
      }),
      "[0]",
      "'s' stands for an operand and a result",
    ],
    [
      "of a kind that is none",
      withCores(alone, { ...core, workload: { kind: "softmax", rows: 2, columns: 2, ...types } }),
      "[0].workload.kind",
      "no core of a kernel",
    ],
    ["with an empty path", withCores(alone, { ...core, right: [[]] }), "[0].right[0]", "empty"],
    ["that ends at another operand", withCores(alone, { ...core, right: [["x"]] }), "[0].right", "does not end at w"],
    [
      "that begins at another result",
      withCores(alone, { ...core, outputs: [{ path: ["x"], stored: true }] }),
      "[0].outputs",
      "does not begin at y",
    ],
    [
      "whose result stays inside",
      withCores(alone, { ...core, outputs: [{ path: ["y"], stored: 1 }] }),
      "[0].outputs[0].stored",
      "not true or false",
    ],
    [
      "that is no chain",
      withCores(alone, { ...core, workload: { kind: "chain", m, k, l: n, n, ...types } }),
      "[0].operators",
      "do not make up a chain",
    ],
    [
      "that is no convolution",
      withCores(alone, {
        ...core,
        workload: {
          kind: "conv",
          batch: 1,
          inChannels: 1,
          outChannels: 1,
          height: 1,
          width: 1,
          kernel: [1, 1],
          stride: [1, 1],
          padding: [0, 0],
          ...types,
        },
      }),
      "[0].operators",
      "do not make up a conv",
    ],
    [
      "bounded on the busiest memory alone",
      withCores(alone, { ...core, certificate: certificateOf("gemm-per-processor") }),
      "[0].certificate",
      "is about the busiest memory or a class of kernels, not about all",
    ],
    [
      "with results that it does not store",
      withCores(alone, { ...core, unstoredBytes: 1 }),
      "[0].unstoredBytes",
      "the bytes of results that stay is 0, not 1",
    ],
  ])("%s", (_, [document, cores], path, reason) => expectRefusal(document, `${cores}${path}`, reason));
});

test("a search over more sets of finished operators than are searched", () => {
  const writer = new GraphWriter("bf16");
  for (let i = 0; i < 11; i++) writer.markOutput(writer.map(`map-${i}`, "elementwise", [writer.tensor(`x${i}`, 8)], `y${i}`));
  const graph = writer.finish("eleven of anything");
  const document = documentOf(
    graph,
    graph.operators.map(({ name }) => [name]),
  ) as Readonly<Record<string, Json>>;
  const [plan] = document["plans"] as readonly [Readonly<Record<string, Json>>];
  const best = { ...plan, id: "best", title: "found here: the legal plan with the least traffic into the SMs" };
  const search = { legalKernels: 11, legalPlans: 1, proven: false };
  expectRefusal({ ...document, plans: [best], search }, "search", "over more sets of finished operators than are searched");
});
