import { type AttentionWork, indexGraph, type Operator, type OperatorGraph, type ProductWork } from "../operator-graph.js";
import { FormPaths } from "../plan/form-paths.js";

/**
 * Exporters write attention as two batched products with a softmax between: Q·Kᵀ over a batch of heads, and its result, word by
 * word, by V. Such pairs become scores and values, with every key seen (a mask that is added is an operand like any other).
 */
export function withAttention(graph: OperatorGraph): OperatorGraph {
  const index = indexGraph(graph);
  const paths = new FormPaths(
    index,
    graph.operators.map(({ name }) => name),
  );
  const works = new Map<string, AttentionWork>();
  for (const values of graph.operators) {
    const [shares = ""] = values.inputs;
    const type = index.tensor.get(shares)?.dataType;
    if (values.work.kind !== "product" || values.work.batch === 1 || type === undefined) continue;
    for (const tensor of paths.forms(shares, type)) {
      const scores = index.producer.get(tensor);
      if (scores?.work.kind !== "product" || works.has(scores.name) || !arePair(scores.work, values.work)) continue;
      const { batch, rows, inner, columns } = scores.work;
      const shape = { batch: 1, heads: batch, kvHeads: batch, queries: rows, keys: columns, dim: inner, causal: false };
      works.set(scores.name, { kind: "scores", ...shape });
      works.set(values.name, { kind: "values", ...shape });
      break;
    }
  }
  const replaced = (operator: Operator): Operator => {
    const work = works.get(operator.name);
    return work === undefined ? operator : { ...operator, work };
  };
  return { ...graph, operators: graph.operators.map(replaced) };
}

function arePair(scores: ProductWork, values: ProductWork): boolean {
  const sameBatch = scores.batch === values.batch && scores.rows === values.rows;
  return sameBatch && scores.columns === values.inner && scores.inner === values.columns;
}
