import { InputError } from "../../errors.js";
import type { GroupedProductWork, Operator, Work } from "../operator-graph.js";
import type { BackwardWriter } from "./backward-writer.js";

/** dX = dY·Wᵀ and dW = Xᵀ·dY for each expert, and the sums of dY's columns. @throws InputError for weights with scales */
export function writeExpertGradients(
  writer: BackwardWriter,
  { name, inputs }: Operator,
  work: GroupedProductWork,
  gradient: string,
): void {
  const [left = "", weight = "", ...others] = inputs;
  const { rows, inner, columns } = work;
  if (others.some((input) => input.endsWith(".scales")))
    throw new InputError("training", "experts whose weights have no scales", name);
  const input = { ...work, inner: columns, columns: inner };
  writer.operator(`${name}-input-gradient`, input, [gradient, writer.need(weight)], [writer.share(left, name)]);
  writer.operator(
    `${name}-weight-gradient`,
    ofWeights(rows, inner, columns),
    [writer.need(left), gradient],
    [writer.share(weight, name)],
  );
  for (const bias of others)
    writer.operator(`${name}-bias-gradient`, { kind: "row-statistics" }, [gradient], [writer.share(bias, name)]);
}

/** Of experts with equal loads a batched product. */
function ofWeights(rows: readonly number[], inner: number, columns: number): Work {
  const loads = rows.filter((count) => count > 0);
  const [first = 0] = loads;
  if (loads.some((count) => count !== first)) return { kind: "grouped-gradient", rows, inner, columns };
  return { kind: "product", batch: loads.length, rows: inner, inner: first, columns, leftTransposed: true };
}

/**
 * Of what sends tokens to experts and brings their results back; false for any other operator. A copy of a token's row gives its gradient
 * back to the row, and a result gets that of its token's sum, weighted.
 */
export function writeRoutingGradients(
  writer: BackwardWriter,
  { name, work, inputs, outputs }: Operator,
  gradient: string,
): boolean {
  const [first = "", routes = "", weights = ""] = inputs;
  if (work.kind === "gather") {
    writer.operator(`${name}-gradient`, { kind: "combine" }, [gradient, writer.need(routes)], [writer.share(first, name)]);
  } else if (work.kind === "combine") {
    const read = [gradient, writer.need(routes), writer.need(weights)];
    writer.operator(`${name}-gradient`, { kind: "gather" }, read, [writer.share(first, name)]);
    const products = [gradient, writer.need(first), routes];
    writer.operator(`${name}-weight-gradient`, { kind: "row-statistics" }, products, [writer.share(weights, name)]);
  } else if (name === "routing") {
    // Of a softmax over the chosen experts the gradient follows from the shares, which the sum of their results reads too.
    const read = [gradient, writer.need(outputs[0] ?? first)];
    writer.operator(`${name}-gradient`, { kind: "row-statistics" }, read, [writer.share(first, name)]);
  } else return false;
  return true;
}
