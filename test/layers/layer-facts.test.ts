import { describe, expect, test } from "vitest";
import { layerDocument } from "../../src/layers/layer-document.js";
import { layerReport } from "../../src/layers/layer-report.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import { H100 } from "../../src/machines/known/h100.js";
import { checkFacts } from "../../src/verify/layer/facts.js";
import { readGraph } from "../../src/verify/layer/graph.js";
import type { Fields } from "../../src/verify/shared/fields.js";

/** What a layer's document says of its graph as a whole, without its plans. */

interface Document extends Fields {
  readonly workload: Fields;
  readonly shares: Fields;
}

function documentOf(...of: Parameters<typeof modelLayer>): Document {
  const { workload, graph } = modelLayer(...of);
  const kernels = graph.operators.map(({ name }) => [name]);
  const report = layerReport(workload, graph, H100, { plans: [{ id: "own", title: "", kernels }] });
  return JSON.parse(JSON.stringify(layerDocument(report))) as Document;
}

const check = (document: Document): void => checkFacts(readGraph(document["graph"]), document);
const said = (document: Document, workload: object): Document => ({
  ...document,
  workload: { ...document.workload, ...workload },
});

/** A window of 4096 keys. */
const prefill = documentOf("mistral-7b", { tokens: 5000 });
const decode = documentOf("mistral-7b", { tokens: 1, context: 5000 });
const experts = documentOf("gpt-oss-20b", { tokens: 256 });
/** No window. */
const plain = documentOf("llama3-8b", { tokens: 64 });

describe("a layer's document says of its graph", () => {
  test("what it has", () => {
    for (const document of [prefill, decode, experts, plain]) expect(() => check(document)).not.toThrow();
    expect(prefill.workload).toMatchObject({ window: 4096, tokens: 5000 });
  });

  test.each<readonly [string, Document, object, RegExp]>([
    ["no window", prefill, { window: undefined }, /^workload: '.*' has a window of 4096, not 5000$/],
    ["a wider window", prefill, { window: 4097 }, /^workload: '.*' has a window of 4096, not 4097$/],
    ["a window that no operator has", plain, { window: 32 }, /^workload: '.*' has a window of 64, not 32$/],
    ["no window in decoding", decode, { window: undefined }, /^workload: '.*' has keys 4096, not 5001$/],
    ["a shorter window in decoding", decode, { window: 4095 }, /^workload: '.*' has keys 4096, not 4095$/],
    ["more sequences", experts, { batch: 2 }, /^workload(\.topK)?: /],
    ["more tokens", plain, { tokens: 65 }, /^workload: '.*' has queries 64, not 65$/],
    ["keys before it", plain, { context: 1 }, /^workload: '.*' has keys 64, not 65$/],
    ["a chunk that is none", plain, { chunk: 0 }, /^workload\.chunk: no keys$/],
    ["chunks of fewer keys", plain, { chunk: 63 }, /^workload: '.*' has (more keys than a chunk by 1, not 0|keys 64, not )/],
    ["other experts", experts, { experts: 31 }, /^workload\.experts: the number of experts is 32, not 31$/],
    ["other experts of a token", experts, { topK: 5 }, /^workload\.topK: /],
    ["experts of another type", experts, { expertType: "fp32" }, /^workload\.expertType: not the type of '.*'$/],
    ["weights of another type", plain, { dataType: "fp32" }, /^workload\.dataType: not the type of '.*'$/],
    ["a phase that is neither", plain, { phase: "train" }, /^workload\.phase: neither prefill nor decode$/],
    ["a pass that is neither", plain, { pass: "both" }, /^workload\.pass: neither forward nor backward$/],
    ["decoding of several tokens", plain, { phase: "decode" }, /^workload\.tokens: not one in decoding$/],
    ["another workload", plain, { kind: "gemm" }, /^workload\.kind: the kind is layer, not gemm$/],
    ["more than it may", plain, { mask: 1 }, /^workload\.mask: unknown field$/],
  ])("not %s", (_, document, workload, message) => {
    expect(() => check(said(document, workload))).toThrow(message);
  });

  test.each(["weightBytes", "cacheBytes", "activationBytes", "operations"])("not one more of %s", (name) => {
    for (const document of [prefill, decode, experts, plain]) {
      const shares = { ...document.shares, [name]: Number(document.shares[name]) + 1 };
      expect(() => check({ ...document, shares } as Document)).toThrow(/^shares\./);
    }
  });
});
