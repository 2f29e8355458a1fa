import * as fc from "fast-check";
import type { AttentionOptions, AttentionWorkload } from "../../src/computation/attention.js";
import { attentionWorkload } from "../../src/computation/attention.js";

/** Attention under every kind of mask, with extents up to these. */
export function maskedAttention(most: {
  readonly length: number;
  readonly sequences: number;
  readonly heads: number;
  readonly dim: number;
}): fc.Arbitrary<AttentionWorkload> {
  const length = fc.integer({ min: 1, max: most.length });
  const few = fc.integer({ min: 1, max: most.heads });
  const sequence = fc.record({ keys: length, queries: length });
  return fc
    .record({
      sequences: fc.array(sequence, { minLength: 1, maxLength: most.sequences }),
      kvHeads: few,
      group: few,
      dim: fc.integer({ min: 1, max: most.dim }),
      causal: fc.boolean(),
      window: fc.option(length, { nil: undefined }),
      sinks: fc.option(fc.integer({ min: 1, max: Math.max(1, most.length >> 2) }), { nil: undefined }),
      prefix: fc.option(length, { nil: undefined }),
      queries: fc.constantFrom("own", "all keys", "one"),
      isRagged: fc.boolean(),
      values: fc.constantFrom("as wide as keys", "of another width", "in keys"),
      sharesColumns: fc.boolean(),
    })
    .map(({ sequences, kvHeads, group, dim, causal, window, sinks, prefix, queries, isRagged, values, sharesColumns }) => {
      const isWindowed = causal && window !== undefined;
      const [first] = sequences as [{ keys: number; queries: number }];
      const lengths = isRagged ? sequences.map(({ keys }) => keys) : [first.keys];
      const rows = (of: { keys: number; queries: number }): number =>
        queries === "one" ? 1 : queries === "own" ? of.queries : of.keys;
      const options: AttentionOptions = {
        ...{ heads: kvHeads * group, kvHeads, dim, causal },
        ...(isRagged
          ? { lengths, queryLengths: sequences.map(rows) }
          : { batch: sequences.length, keys: first.keys, queries: rows(first) }),
        ...(isWindowed ? { window, sinks } : {}),
        ...(values === "as wide as keys" ? {} : { valueDim: 1 + (dim >> 1), valuesInKeys: values === "in keys" }),
        ...(sharesColumns && dim > 1 && values !== "in keys" ? { sharedKeyColumns: dim >> 1 } : {}),
        ...(prefix === undefined ? {} : { sharedPrefix: Math.min(prefix, ...lengths) }),
      };
      return attentionWorkload(options);
    });
}
