import { bytesOf, count, type Fields, names, Refused, record, requireEqual, requireOnly, text } from "../shared/fields.js";
import { atLeastZero } from "../shared/integers.js";
import { areSameNames, type CheckedGraph, rowsOfExperts, valueDimOf } from "./graph.js";
import { readKernel } from "./kernel.js";
import { shareOf } from "./layer-time.js";
import { matrixOperations } from "./operator-work.js";

const WORKLOAD = [
  "kind",
  "model",
  "title",
  "source",
  "phase",
  "batch",
  "tokens",
  "context",
  "dataType",
  "gpus",
  "layers",
  "window",
  ...["chunk", "form", "experts", "topK", "skew", "expertType", "pass", "recompute", "cross"],
];

/** What a layer's document says of its graph as a whole: phase and sizes, shares of the bytes, what many layers need, what GPUs send one another. */
export function checkFacts(graph: CheckedGraph, document: Fields): void {
  const workload = record(document["workload"], "workload");
  requireOnly(workload, WORKLOAD, "workload");
  requireEqual(text(workload, "kind", "workload"), "layer", "workload.kind", "the kind");
  for (const name of ["model", "title", "source"]) text(workload, name, "workload");
  checkSizes(graph, workload);
  const shares = checkShares(graph, record(document["shares"], "shares"));
  if (document["loopedBytes"] !== undefined) {
    const layers = count(workload, "layers", "workload", 1n);
    const bytes = layers * (shares.weights + shares.cache) + shares.activations;
    requireEqual(count(document, "loopedBytes", "document"), bytes, "loopedBytes", "what all layers in one kernel move");
  }
  if (document["cacheLeadsAt"] !== undefined) {
    requireEqual(text(workload, "phase", "workload"), "decode", "workload.phase", "the phase in which the cache may lead");
    const each = cacheBytesPerToken(graph);
    if (each === 0n) throw new Refused("cacheLeadsAt", "of no cache");
    const context = (shares.weights + shares.activations + each - 1n) / each;
    requireEqual(count(document, "cacheLeadsAt", "document"), context, "cacheLeadsAt", "the context");
    for (const name of ["window", "chunk"])
      if (workload[name] !== undefined && context >= count(workload, name, "workload"))
        throw new Refused("cacheLeadsAt", `beyond the ${name}, which the cache does not outgrow`);
  }
  checkParallel(graph, workload, document["tensorParallel"]);
  const unknown = [...graph.operators].filter(([, { work }]) => work["kind"] === "unsupported").map(([name]) => name);
  const printed = document["unsupported"] === undefined ? [] : names(document["unsupported"], "unsupported");
  if (!areSameNames(printed, unknown)) throw new Refused("unsupported", "not the operators that are not known");
}

/** Type of the weights; queries and keys of attentions, pixels of images. */
function checkSizes(graph: CheckedGraph, workload: Fields): void {
  if (workload["dataType"] !== undefined) {
    bytesOf(workload, "dataType", "workload");
    // Experts may have weights of another type, and scales.
    const ofExperts = [...graph.operators.values()].flatMap(({ work, inputs }) =>
      work["kind"] === "grouped-product" ? inputs.slice(1) : [],
    );
    const other = [...graph.tensors].find(
      ([name, { kind, dataType }]) => kind === "weight" && dataType !== workload["dataType"] && !ofExperts.includes(name),
    );
    if (other !== undefined) throw new Refused("workload.dataType", `not the type of '${other[0]}'`);
  }
  checkExperts(graph, workload);
  const given = (name: string): bigint | undefined =>
    workload[name] === undefined ? undefined : count(workload, name, "workload");
  const [batch, tokens, context] = [given("batch"), given("tokens"), given("context")];
  const window = given("window");
  // Older keys are in no query's window, and a window that holds all keys is none.
  const chunk = given("chunk");
  if (chunk === 0n) throw new Refused("workload.chunk", "no keys");
  const left = chunk === undefined || context === undefined ? context : context % chunk;
  const cached = window === undefined || left === undefined || left < window ? left : window - 1n;
  const keys = tokens === undefined || cached === undefined ? undefined : tokens + cached;
  const cross = given("cross");
  for (const [name, { work }] of graph.operators) {
    const own = (field: string): bigint => count(work, field, `operator ${name}`);
    // The second attention of a decoder sees another model's results.
    if (cross !== undefined && work["kind"] === "scores" && name.startsWith("cross-")) {
      requireEqual(own("keys"), cross, "workload.cross", `the keys of '${name}'`);
      continue;
    }
    const sizes =
      work["kind"] === "scores"
        ? ([
            ["batch", own("batch"), batch],
            ["queries", own("queries"), tokens],
            ["keys", own("keys"), keys],
            ["more keys than a chunk by", atLeastZero(own("keys") - (chunk ?? own("keys"))), 0n],
            ["a window of", work["window"] === undefined ? own("keys") : own("window"), leastOf(window, keys)],
          ] as const)
        : work["kind"] === "convolution"
          ? ([
              ["batch", own("batch"), batch],
              ["pixels", own("height") * own("width"), tokens],
            ] as const)
          : work["kind"] === "scan"
            ? ([
                ["batch", own("batch"), batch],
                ["tokens", own("tokens"), tokens],
              ] as const)
            : [];
    for (const [what, found, right] of sizes)
      if (right !== undefined && found !== right) throw new Refused("workload", `'${name}' has ${what} ${found}, not ${right}`);
  }
  if (workload["phase"] !== undefined && !["prefill", "decode"].includes(text(workload, "phase", "workload")))
    throw new Refused("workload.phase", "neither prefill nor decode");
  if (workload["pass"] !== undefined && !["forward", "backward"].includes(text(workload, "pass", "workload")))
    throw new Refused("workload.pass", "neither forward nor backward");
  if (workload["phase"] === "decode" && tokens !== 1n) throw new Refused("workload.tokens", "not one in decoding");
}

/** Experts, those of a token, and the type of their weights. */
function checkExperts(graph: CheckedGraph, workload: Fields): void {
  const tokens =
    workload["tokens"] === undefined ? undefined : count(workload, "batch", "workload") * count(workload, "tokens", "workload");
  for (const [name, { work, inputs }] of graph.operators) {
    if (work["kind"] !== "grouped-product") continue;
    const rows = rowsOfExperts(work, `operator ${name}`);
    requireEqual(count(workload, "experts", "workload"), BigInt(rows.length), "workload.experts", "the number of experts");
    const all = rows.reduce((sum, own) => sum + own, 0n);
    if (tokens !== undefined)
      requireEqual(count(workload, "topK", "workload") * tokens, all, "workload.topK", "the rows of the experts over the tokens");
    if (text(workload, "expertType", "workload") !== graph.tensors.get(inputs[1] ?? "")?.dataType)
      throw new Refused("workload.expertType", `not the type of '${inputs[1]}'`);
  }
}

function leastOf(window: bigint | undefined, keys: bigint | undefined): bigint | undefined {
  return window === undefined || keys === undefined || keys < window ? keys : window;
}

type Parts = Readonly<Record<"weights" | "cache" | "activations", bigint>>;

/** Bytes at the boundary of the whole layer, by what they are, and the operations of its products. */
function checkShares(graph: CheckedGraph, shares: Fields): Parts {
  requireOnly(shares, ["weightBytes", "cacheBytes", "activationBytes", "operations"], "shares");
  const { inputs, outputs } = readKernel(graph, [...graph.operators.keys()]);
  const parts = { weights: 0n, cache: 0n, activations: 0n };
  const bytes = (name: string): bigint => graph.tensors.get(name)?.bytes ?? 0n;
  for (const name of inputs) parts[shareOf(graph, name)] += bytes(name);
  // A result is no weight, whatever it is called.
  for (const name of outputs) parts[isAppended(graph, name) ? "cache" : "activations"] += bytes(name);
  const operations = [...graph.operators.values()].reduce((sum, operator) => sum + matrixOperations(operator), 0n);
  const right = { weightBytes: parts.weights, cacheBytes: parts.cache, activationBytes: parts.activations, operations };
  for (const [name, value] of Object.entries(right)) requireEqual(count(shares, name, "shares"), value, `shares.${name}`, name);
  return parts;
}

function isAppended(graph: CheckedGraph, name: string): boolean {
  return graph.operators.get(graph.makers.get(name) ?? "")?.work["kind"] === "copy";
}

/** Keys and values of one token in all sequences. */
function cacheBytesPerToken(graph: CheckedGraph): bigint {
  let bytes = 0n;
  for (const { work, inputs } of graph.operators.values()) {
    if (work["kind"] !== "scores") continue;
    const extent = (name: string): bigint => count(work, name, "graph.operators");
    const word = bytesOf({ ...graph.tensors.get(inputs[0] ?? "") }, "dataType", "graph.tensors");
    // Values that are keys have no words of their own.
    const words = extent("dim") + (work["valuesInKeys"] === true ? 0n : valueDimOf(work, "graph.operators"));
    bytes += extent("batch") * extent("kvHeads") * words * word;
  }
  return bytes;
}

/** Two sums of a layer's results, each word sent 2(P − 1) times (proofs/all-reduce.md). */
function checkParallel(graph: CheckedGraph, workload: Fields, value: unknown): void {
  if (value === undefined) {
    if (workload["gpus"] !== undefined) throw new Refused("tensorParallel", "nothing of several GPUs");
    return;
  }
  const parallel = record(value, "tensorParallel");
  requireOnly(parallel, ["gpus", "allReduces", "tensorBytes", "sentBytes", "sentByBusiestBytes"], "tensorParallel");
  const gpus = count(workload, "gpus", "workload", 2n);
  const { outputs } = readKernel(graph, [...graph.operators.keys()]);
  const results = [...outputs].filter((name) => !isAppended(graph, name));
  const tensorBytes = results.reduce((sum, name) => sum + (graph.tensors.get(name)?.bytes ?? 0n), 0n);
  const sentBytes = 2n * 2n * (gpus - 1n) * tensorBytes;
  const right = { gpus, allReduces: 2n, tensorBytes, sentBytes, sentByBusiestBytes: (sentBytes + gpus - 1n) / gpus };
  for (const [name, own] of Object.entries(right))
    requireEqual(count(parallel, name, "tensorParallel"), own, `tensorParallel.${name}`, name);
}
