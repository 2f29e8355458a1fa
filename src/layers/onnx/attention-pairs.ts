import { FormPaths } from "../form-paths.js";
import type { AttentionWork, Operator, OperatorGraph, ProductWork } from "../operator-graph.js";
import { indexGraph } from "../operator-graph.js";

/**
 * Exporters write attention as two batched products with a softmax between: Q·Kᵀ over a batch of heads, and its result, word by
 * word, by V. Such pairs become scores and values, with every key seen (a mask is an operand like any other).
 */
export function withAttention(graph: OperatorGraph): OperatorGraph {
  const index = indexGraph(graph);
  const paths = new FormPaths(
    index,
    graph.operators.map(({ name }) => name),
  );
  const works = new Map<string, AttentionWork>();
  const products = graph.operators.flatMap((operator) =>
    operator.work.kind === "product" ? [{ operator, work: operator.work }] : [],
  );
  for (const scores of products) {
    for (const values of products) {
      if (!arePair(scores.work, values.work)) continue;
      const type = index.tensor.get(values.operator.inputs[0] ?? "")?.dataType;
      const isBetween =
        type !== undefined &&
        paths.between(scores.operator.outputs[0] ?? "", values.operator.inputs[0] ?? "", type) !== undefined;
      if (!isBetween) continue;
      const { batch, rows, inner, columns } = scores.work;
      const shape = { batch: 1, heads: batch, kvHeads: batch, queries: rows, keys: columns, dim: inner, causal: false };
      works.set(scores.operator.name, { kind: "scores", ...shape });
      works.set(values.operator.name, { kind: "values", ...shape });
    }
  }
  const replaced = (operator: Operator): Operator => {
    const work = works.get(operator.name);
    return work === undefined ? operator : { ...operator, work };
  };
  return { ...graph, operators: graph.operators.map(replaced) };
}

function arePair(scores: ProductWork, values: ProductWork): boolean {
  const sameBatch = scores.batch === values.batch && scores.batch > 1 && scores.rows === values.rows;
  return sameBatch && scores.columns === values.inner && scores.inner === values.columns;
}
