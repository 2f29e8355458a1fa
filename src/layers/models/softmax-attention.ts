import { valueDimOf } from "../../computation/attention.js";
import type { GraphWriter } from "../graph-writer.js";
import type { AttentionWork } from "../operator-graph.js";

/** Sizes of a softmax attention; a window is causal only, and of fewer keys than there are. */
export type AttentionShape = Omit<AttentionWork, "kind">;

/**
 * Scores, row statistics, normalisation, values: four operators, so that a plan may cut a softmax in two. `sinks` are words beside the
 * scores, one a head, that only the sums of rows see.
 */
export function writeSoftmaxAttention(
  writer: GraphWriter,
  prefix: string,
  shape: AttentionShape,
  q: string,
  keys: readonly string[],
  values: readonly string[],
  sinks: readonly string[] = [],
): string {
  const rows = shape.batch * shape.heads * shape.queries;
  const pairs = shape.batch * shape.heads * pairsSeen(shape);
  const scores = writer.operator(`${prefix}scores`, { kind: "scores", ...shape }, [q, ...keys], {
    name: `${prefix}scores`,
    words: pairs,
  });
  const statistics = writer.operator(`${prefix}softmax-statistics`, { kind: "row-statistics" }, [scores, ...sinks], {
    name: `${prefix}statistics`,
    words: 2 * rows,
    dataType: "fp32",
  });
  const shares = writer.map(`${prefix}softmax`, "elementwise", [scores, statistics], `${prefix}shares`);
  return writer.operator(`${prefix}values`, { kind: "values", ...shape }, [shares, ...values], {
    name: `${prefix}o`,
    words: rows * valueDimOf(shape),
  });
}

/** Pairs of a query and a key that it sees, in one head. */
function pairsSeen({ queries, keys, causal, window = keys }: AttentionShape): number {
  if (!causal) return queries * keys;
  // The first queries see fewer than a window: one lacks a key, the one before it two.
  const fewer = Math.max(0, window - 1 - (keys - queries));
  return queries * window - (fewer * (fewer + 1)) / 2;
}
