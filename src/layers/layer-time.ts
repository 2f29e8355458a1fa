import { chainShape } from "../bounds/chain/shape.js";
import { attentionWorkload, valueDimOf } from "../computation/attention.js";
import { convProducts } from "../computation/conv.js";
import type { DataType } from "../computation/data-types.js";
import { maximum, minimum } from "../exact/integer.js";
import { compare, type Rational } from "../exact/rational.js";
import { cacheBytes, type Gpu } from "../machines/machine.js";
import type { OperationCounts } from "../time/operation-counts.js";
import { peakMatrixRate } from "../time/peak-rates.js";
import { scanProducts } from "../time/scan-products.js";
import { boundOf, dramTime, operationTerms, type TimeBound } from "../time/time-bound.js";
import { convolutionOf, scanOf } from "./kernels/single-cores.js";
import { type AttentionGradientWork, type AttentionWork, type OperatorGraph, tensorBytes, type Work } from "./operator-graph.js";

/** A lower bound on the duration of any kernels that run a layer on one GPU from cold caches. */
export type LayerTime = Pick<TimeBound, "terms" | "leftOut" | "binding">;

/**
 * What a layer must compute, in the cheapest usual form of each operator:
 *
 * - products, convolutions, scans (`scanProducts`) and attention's two: two operations a scalar product, a softmax of scores (their
 *   statistics, and the shares made with them) as in `operationCounts`;
 * - the gradients of an attention: five products, an exponential and three plain operations a score;
 * - RMSNorm and LayerNorm, and a softmax that is one operator: a reciprocal root a row (special), and for each element one fused
 * operation into the sum of squares and one
 *   multiplication by the gain; the row's factor may wait for the sums of the next product;
 * - other functions element by element one plain operation a result, whatever they are; none for booleans and other bytes,
 *   of which one operation makes several.
 *
 * Copies, transposes, look-ups, sums over experts (which accumulators may do on their way) and what is not known count nothing.
 */
export function layerOperations(graph: OperatorGraph): OperationCounts {
  const words = new Map(graph.tensors.map(({ name, words }) => [name, BigInt(words)]));
  const bytes = new Set(graph.tensors.flatMap(({ name, dataType }) => (dataType === "int8" ? [name] : [])));
  const statistics = new Set(
    graph.operators.filter(({ work }) => work.kind === "row-statistics").flatMap(({ outputs }) => outputs),
  );
  const shares = new Set(graph.operators.flatMap(({ work, inputs }) => (work.kind === "values" ? inputs.slice(0, 1) : [])));
  const softmaxed = new Set(
    graph.operators
      .filter(({ inputs, outputs }) => inputs.some((name) => statistics.has(name)) && shares.has(outputs[0] ?? ""))
      .flatMap(({ inputs }) => inputs),
  );
  let [matrix, special, plain] = [0n, 0n, 0n];
  for (const { work, inputs, outputs } of graph.operators) {
    const results = words.get(outputs[0] ?? "") ?? 0n;
    matrix += matrixOperations(work);
    if (work.kind === "scores") {
      // Two batched products of a file may have anything between them, or a softmax that counts as an operator of its own.
      if (!softmaxed.has(outputs[0] ?? "")) continue;
      special += scoresOf(work) + BigInt(work.batch) * BigInt(work.heads) * BigInt(work.queries);
      plain += 3n * scoresOf(work);
    } else if (work.kind === "attention-backward") {
      special += scoresOf(work);
      plain += 3n * scoresOf(work);
    } else if (work.kind === "normalisation") {
      // The gain of a model card is as long as a row; of an ONNX file it may be broadcast.
      const width = inputs[1]?.endsWith(".gain") === true ? (words.get(inputs[1]) ?? 0n) : 0n;
      if (width > 0n) special += results / width;
      plain += 2n * results;
    } else if (work.kind === "elementwise" && !inputs.some((name) => statistics.has(name)) && !bytes.has(outputs[0] ?? "")) {
      plain += results;
    }
  }
  // GeForce cards sum in fp16 at twice the rate.
  const scans = graph.operators.some(({ work }) => work.kind === "scan")
    ? ", of a scan those of its cheapest usual evaluation"
    : "";
  const formed = `every scalar product of the classical algorithm${scans}, with sums in 32 bits or more,`;
  return {
    matrix,
    formed,
    special,
    plain,
    functions: "softmax, normalisations and elementwise functions, operator by operator,",
  };
}

function matrixOperations(work: Work): bigint {
  switch (work.kind) {
    case "product":
      return 2n * [work.batch, work.rows, work.inner, work.columns].reduce((all, extent) => all * BigInt(extent), 1n);
    case "grouped-product":
    case "grouped-gradient":
      return 2n * BigInt(work.inner) * BigInt(work.columns) * work.rows.reduce((sum, rows) => sum + BigInt(rows), 0n);
    case "scores":
    case "values":
    case "transposed-values":
      return 2n * scoresOf(work) * BigInt(work.kind === "scores" ? work.dim : valueDimOf(work));
    case "attention-backward":
      return 2n * scoresOf(work) * BigInt(3 * work.dim + 2 * valueDimOf(work));
    case "convolution":
      return 2n * convProducts(convolutionOf(work, "bf16"));
    case "scan":
      return 2n * scanProducts(scanOf(work, "bf16"));
    default:
      return 0n;
  }
}

/** Pairs of a query and a key that it sees, over all heads. */
function scoresOf({ kind: _, ...shape }: AttentionWork | AttentionGradientWork): bigint {
  return chainShape(attentionWorkload(shape), "words").extents.pairs;
}

/** The least time of each resource; `floorBytes` must move over DRAM whatever the plan, all but results that the L2 keeps. */
export function layerTime(graph: OperatorGraph, floorBytes: bigint, gpu: Gpu): LayerTime {
  const type = fastestType(graph, gpu);
  const results = graph.tensors.reduce((sum, tensor) => (tensor.output ? sum + tensorBytes(tensor) : sum), 0n);
  const kept = minimum(results, BigInt(cacheBytes(gpu)));
  const dram = dramTime(maximum(0n, floorBytes - kept), "fusion-plan", [], gpu);
  return boundOf(dram, operationTerms(type, "fp32", layerOperations(graph), gpu));
}

/** Of the types of products' operands the fastest, at which all of them count; before it one whose rate is not known. */
function fastestType(graph: OperatorGraph, gpu: Gpu): DataType {
  const typeOf = new Map(graph.tensors.map(({ name, dataType }) => [name, dataType]));
  const products = graph.operators.filter(({ work }) => matrixOperations(work) > 0n);
  const types = [...new Set(products.flatMap(({ inputs }) => typeOf.get(inputs[0] ?? "") ?? []))];
  const rated = types.map((type) => ({ type, rate: peakMatrixRate(gpu, type, "fp32") }));
  const unrated = rated.find(({ rate }) => rate === undefined);
  if (unrated !== undefined) return unrated.type;
  const faster = (a: Rational | undefined, b: Rational | undefined): boolean =>
    a !== undefined && b !== undefined && compare(a, b) > 0;
  return rated.reduce(
    (best, one) => (faster(one.rate, best.rate) ? one : best),
    rated[0] ?? { type: "bf16" as const, rate: undefined },
  ).type;
}
