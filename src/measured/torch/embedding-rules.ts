import { argumentOf } from "./arguments.js";
import { wordsOf } from "./operator-range.js";
import type { Rule } from "./recognised-work.js";
import { helper } from "./recognised-work.js";
import { ofWords, reduction } from "./row-rules.js";

export const LOOKS_UP = "looks rows up; nothing says how many are different";

/** Rows that are looked up: which of them are one is not said, so that what is written counts alone. */
export const lookup: Rule = (call, launch, facts) => {
  const [table = [], second = [], third = []] = call.sizes;
  const index = second.length > 0 ? second : third;
  if (!/gather|index|embedding/i.test(launch.name) || table.length === 0 || index.length === 0) return { reason: LOOKS_UP };
  const row = Math.min(...table.map((extent) => wordsOf(table) / extent));
  const words =
    call.name === "gather" ? wordsOf(index) : wordsOf(index) * (call.name === "embedding" ? (table.at(-1) ?? 1) : row);
  return ofWords(words, 0, { ...launch, name: "" }, facts, call);
};

/** The gradient of a table: rows of the result's gradient, sorted by the row of the table, are added up. */
export const embeddingGradient: Rule = (call, launch, facts, calls) => {
  const indices = wordsOf(call.sizes[1] ?? [0]);
  if (/compute_grad_weight|embedding_backward_feature_kernel/.test(launch.name)) {
    const isWhole = argumentOf([call], call.name, 3) === "-1";
    return reduction(1, isWhole ? [] : ["no row is padding, which is skipped"])(call, launch, facts, calls);
  }
  // A pass of a sort reads and writes all keys, whose words are the type's first in the name.
  if (/RadixSortOnesweep/.test(launch.name) && indices > 0) return ofWords(indices, 1, { ...launch, name: "long" }, facts, call);
  return helper(launch, call) ?? { reason: "adds up rows; nothing says how many are different" };
};
