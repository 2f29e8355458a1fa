import { readConvolution } from "../conv/instance.js";
import { count, type Fields } from "../shared/fields.js";
import { scanCounts } from "../time/scan-products.js";
import { CLASSICAL, type Counts } from "../time/time-terms.js";
import { type CheckedGraph, type CheckedOperator, scanOf, sidesOf, valueDimOf } from "./graph.js";

/** Two operations a scalar product; none of what is no product. */
export function matrixOperations({ work }: Pick<CheckedOperator, "work">): bigint {
  switch (work["kind"]) {
    case "product":
    case "grouped-gradient":
    case "grouped-product": {
      const { pairs, k } = sidesOf(work, "graph.operators");
      return 2n * pairs * k;
    }
    case "scores":
    case "values":
    case "transposed-values":
      return 2n * sidesOf(work, "graph.operators").pairs * widthOf(work);
    case "attention-backward":
      // Q·Kᵀ, dS·K and dSᵀ·Q; dO·Vᵀ and Pᵀ·dO.
      return (
        2n * pairsOfGradients(work) * (3n * count(work, "dim", "graph.operators") + 2n * valueDimOf(work, "graph.operators"))
      );
    case "convolution":
      return 2n * readConvolution(work).products;
    case "scan":
      return 2n * scanCounts(scanOf(work)).products;
    default:
      return 0n;
  }
}

function pairsOfGradients(work: Fields): bigint {
  return sidesOf({ ...work, kind: "scores" }, "graph.operators").pairs;
}

/** Columns that a pair of query and key meets. */
function widthOf(work: Fields): bigint {
  return work["kind"] === "scores" ? count(work, "dim", "graph.operators") : valueDimOf(work, "graph.operators");
}

/** What a layer computes, operator by operator in the cheapest usual form (docs/time.md). */
export function layerCounts(graph: CheckedGraph): Counts {
  const operators = [...graph.operators.values()];
  const words = (name: string | undefined): bigint => graph.tensors.get(name ?? "")?.words ?? 0n;
  const isStatistic = (name: string): boolean => kindOf(graph.operators.get(graph.makers.get(name) ?? "")) === "row-statistics";
  const shares = new Set(operators.flatMap((one) => (kindOf(one) === "values" ? one.inputs.slice(0, 1) : [])));
  // Scores under a softmax go, with their statistics, into the shares that meet the values.
  const softmaxes = operators.filter(({ inputs, outputs }) => shares.has(outputs[0] ?? "") && inputs.some(isStatistic));
  const softmaxed = new Set(softmaxes.flatMap(({ inputs }) => inputs));
  let [matrix, special, plain] = [0n, 0n, 0n];
  for (const operator of operators) {
    const { work, inputs, outputs } = operator;
    const results = words(outputs[0]);
    matrix += matrixOperations(operator);
    if (work["kind"] === "scores" && softmaxed.has(outputs[0] ?? "")) {
      const { pairs } = sidesOf(work, "graph.operators");
      special += pairs + rowsOf(work);
      plain += 3n * pairs;
    } else if (work["kind"] === "attention-backward") {
      special += pairsOfGradients(work);
      plain += 3n * pairsOfGradients(work);
    } else if (work["kind"] === "normalisation") {
      // A gain by this name is as long as a row.
      const gain = inputs[1]?.endsWith(".gain") === true ? words(inputs[1]) : 0n;
      if (gain > 0n) special += results / gain;
      plain += 2n * results;
    } else if (work["kind"] === "elementwise" && !inputs.some(isStatistic)) {
      // Of booleans and other bytes one operation makes several.
      if (graph.tensors.get(outputs[0] ?? "")?.dataType !== "int8") plain += results;
    }
  }
  const scans = operators.some((one) => kindOf(one) === "scan") ? ", of a scan those of its cheapest usual evaluation" : "";
  const formed = `${CLASSICAL}${scans}, with sums in 32 bits or more,`;
  return {
    matrix,
    special,
    plain,
    formed,
    functions: "softmax, normalisations and elementwise functions, operator by operator,",
  };
}

const kindOf = (operator: CheckedOperator | undefined): unknown => operator?.work["kind"];

/** Rows of a product, scores or values, over all batches and heads. */
export function rowsOf(work: Fields): bigint {
  if (work["kind"] === "grouped-product") return sidesOf(work, "graph.operators").m;
  const extents =
    work["kind"] === "product"
      ? ["batch", "rows"]
      : work["kind"] === "transposed-values"
        ? ["batch", "kvHeads", "keys"]
        : ["batch", "heads", "queries"];
  return extents.reduce((rows, name) => rows * count(work, name, "graph.operators"), 1n);
}
