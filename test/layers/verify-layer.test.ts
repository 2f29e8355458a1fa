import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../src/bounds/certificates/json.js";
import { layerDocument } from "../../src/layers/layer-document.js";
import type { LayerOptions } from "../../src/layers/layer-report.js";
import { layerReport } from "../../src/layers/layer-report.js";
import type { ModelLayerOptions } from "../../src/layers/models/model-layer.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import { H100 } from "../../src/machines/known/h100.js";
import { SN40L } from "../../src/machines/known/sn40l.js";
import type { Accelerator, Gpu } from "../../src/machines/machine.js";
import { verifyDocument } from "../../src/verify/document.js";
import type { Path } from "../bounds/edited.js";
import { edited, leaves } from "../bounds/edited.js";
import { parameters } from "../properties/arbitraries.js";

const documentOf = (
  model: string,
  layer: ModelLayerOptions,
  machine: Gpu | Accelerator = H100,
  options: LayerOptions = {},
): Json => {
  const { workload, graph, parallel, cacheBytesPerToken } = modelLayer(model, layer);
  const report = layerReport(workload, graph, machine, { parallel, cacheBytesPerToken, ...options });
  return JSON.parse(JSON.stringify(layerDocument(report))) as Json;
};

const { clockHz: _, maximumClockHz: __, ...slow } = H100;

test.each<[string, () => Json]>([
  ["prefill", () => documentOf("llama3-8b", { tokens: 512 })],
  ["decoding", () => documentOf("llama3-8b", { phase: "decode", batch: 4, context: 1000 })],
  ["several GPUs", () => documentOf("llama3-70b", { phase: "decode", batch: 16, context: 8192, gpus: 8 })],
  ["biases and plain feed-forward", () => documentOf("gpt3-6.7b", { tokens: 256 })],
  ["norms of results", () => documentOf("gemma2-9b", { tokens: 256 })],
  ["a window over a cache", () => documentOf("gemma2-9b", { attention: "local", tokens: 16, context: 5000 })],
  ["a window in decoding", () => documentOf("mistral-7b", { phase: "decode", context: 8192 })],
  ["norms of heads", () => documentOf("qwen3-8b", { tokens: 256 })],
  ["experts, of which few are read", () => documentOf("qwen3-30b-a3b", { phase: "decode", batch: 3, context: 64 })],
  ["experts with skewed loads", () => documentOf("mixtral-8x7b", { tokens: 64, skew: "zipf:1.1" }, H100, { search: false })],
  ["experts on two GPUs", () => documentOf("qwen3-30b-a3b", { tokens: 64, gpus: 2 }, H100, { search: false })],
  ["latents in decoding", () => documentOf("deepseek-v3", { phase: "decode", batch: 2, context: 300 }, H100, { search: false })],
  ["latents over a cache", () => documentOf("deepseek-v3", { tokens: 64, context: 300 }, H100, { search: false })],
  ["weights of four bits", () => documentOf("gpt-oss-20b", { attention: "local", phase: "decode", context: 500 })],
  ["chunks", () => documentOf("llama4-maverick", { feedForward: "dense", phase: "decode", context: 9000 })],
  ["an encoder", () => documentOf("vit-l16", {}, H100, { search: false })],
  ["two stacks", () => documentOf("whisper-large-v3-decoder", { tokens: 32 }, H100, { search: false })],
  ["two stacks in decoding", () => documentOf("flan-t5-xl-decoder", { phase: "decode", context: 40 }, H100, { search: false })],
  ["modulated norms", () => documentOf("dit-xl2", { batch: 2 }, H100, { search: false })],
  ["a state space", () => documentOf("mamba2-1.3b", { batch: 2, tokens: 512 }, H100, { search: false })],
  ["a state space in decoding", () => documentOf("mamba2-2.7b", { phase: "decode" }, H100, { search: false })],
  ["two attentions", () => documentOf("sd15-unet", { batch: 2 })],
  ["convolutions", () => documentOf("sd15-residual", { batch: 2 })],
  ["an embedding", () => documentOf("llama3-8b", { part: "embedding" })],
  ["a head", () => documentOf("llama3-8b", { part: "head" })],
  ["an accelerator", () => documentOf("llama3-8b", { tokens: 512 }, SN40L)],
  ["a GPU of unknown clock", () => documentOf("llama3-8b", { tokens: 512 }, slow as Gpu)],
  ["the least DRAM traffic", () => documentOf("llama3-8b", { tokens: 512 }, H100, { objective: "dram-l2" })],
  ["the least time", () => documentOf("llama3-8b", { tokens: 2048 }, H100, { objective: "time" })],
  ["replays", () => documentOf("llama3-8b", { tokens: 256 }, H100, { replay: true })],
  ["no search", () => documentOf("llama3-8b", { tokens: 256 }, H100, { search: false })],
])("the document of a layer verifies: %s", (_, make) => {
  expect(verifyDocument(make())).toMatchObject({ valid: true });
});

/** What stands for itself: the machine, the graph, names, titles and how schedules move what they move. */
const FREE = ["title", "model", "source", "schedule", "basis", "replayedBytes", "recomputed", "phases", "smReadBytes", "bytes"];
const isClaim = (path: Path): boolean =>
  !["schema", "machine", "graph"].includes(String(path[0])) &&
  !path.some((key) => FREE.includes(String(key))) &&
  !(path[0] === "plans" && path[2] === "id") &&
  // Names of arrays in certificates are labels, how many layers follow one another the model's affair.
  path.at(-1) !== "array" &&
  // That a search did not prove its best plan the least says less than that it did.
  !["workload.layers", "search.proven"].includes(path.join("."));

/** T of an amortized count, and the first side of borders of blocks: others may prove as much (test/bounds edits them alone). */
function isFreeChoice(document: Json, path: Path): boolean {
  if (!["cut", "side"].includes(String(path.at(-1)))) return false;
  const at = path.slice(0, -1).reduce<unknown>((inside, key) => (inside as Record<string | number, unknown>)[key], document);
  const { theorem, form } = at as Record<string, unknown>;
  return form === "amortized" || /steady|borders/.test(String(theorem));
}

const SMALL: readonly (readonly [string, () => Json])[] = [
  ["decoding", () => documentOf("llama3-8b", { phase: "decode", batch: 4, context: 1000 })],
  ["several GPUs, replayed", () => documentOf("llama3-70b", { tokens: 64, gpus: 8 }, H100, { replay: true })],
  ["a window", () => documentOf("mistral-7b", { tokens: 4200 })],
  ["convolutions", () => documentOf("sd15-residual", {}, H100, { objective: "time" })],
  ["an accelerator", () => documentOf("llama3-8b", { tokens: 64 }, SN40L)],
];

test.each(SMALL)("no leaf of a layer's document can be changed but titles and traffic: %s", (_, make) => {
  const document = make();
  const kinds = new Map<string, Path[]>();
  for (const path of leaves(document).filter((leaf) => isClaim(leaf) && !isFreeChoice(document, leaf))) {
    const kind = path.map((key) => (typeof key === "number" ? "*" : key)).join(".");
    kinds.set(kind, [...(kinds.get(kind) ?? []), path]);
  }
  expect(kinds.size).toBeGreaterThan(40);
  const changes: readonly ((leaf: unknown) => unknown)[] = [
    (leaf) => (typeof leaf === "number" ? leaf + 1 : typeof leaf === "boolean" ? !leaf : `${leaf}1`),
    (leaf) => (typeof leaf === "number" ? leaf - 1 : `1/${leaf}`),
    (leaf) => (typeof leaf === "number" ? 2 * leaf + 2 : null),
  ];
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.constantFrom(...changes), (draw, change) => {
      for (const paths of kinds.values()) {
        const path = paths[draw % paths.length] as Path;
        const changed = edited(document, path, (leaf) => change(leaf) as Json);
        expect(verifyDocument(changed).valid, path.join(".")).toBe(false);
      }
    }),
    parameters(1, 200),
  );
});
