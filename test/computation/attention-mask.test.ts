import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chainShape } from "../../src/bounds/chain/shape.js";
import { type AttentionOptions, attentionWorkload, describeAttention, valueDimOf } from "../../src/computation/attention.js";
import { seenKeys, sequenceAt } from "../../src/computation/attention-mask.js";
import { readSubject } from "../../src/verify/subject.js";
import { parameters } from "../properties/arbitraries.js";
import { maskedAttention } from "../properties/attention-masks.js";

/** Whether a query sees a key, said word for word. */
function sees(
  { causal, window, sinks = 0 }: Pick<AttentionOptions, "causal" | "window" | "sinks">,
  queries: number,
  keys: number,
  query: number,
  key: number,
): boolean {
  const own = query + keys - queries;
  if (causal !== true) return true;
  return key <= own && (window === undefined || key > own - window || key < sinks);
}

test("pairs, rows and keys are those of a count one by one, in the bounds and in the checker", () => {
  fc.assert(
    fc.property(maskedAttention({ length: 12, sequences: 3, heads: 2, dim: 2 }), (w) => {
      const { heads, kvHeads, batch, dim, sharedPrefix = 0 } = w;
      let [pairs, rows] = [0, 0];
      const keysSeen = new Set<string>();
      for (let at = 0; at < batch; at++) {
        const { queries, keys } = sequenceAt(w, at);
        for (let query = 0; query < queries; query++) {
          const seen = Array.from({ length: keys }, (_, key) => key).filter((key) => sees(w, queries, keys, query, key));
          for (const key of seen) keysSeen.add(key < sharedPrefix ? `${key}` : `${at} ${key}`);
          pairs += seen.length;
          rows += seen.length > 0 ? 1 : 0;
          const found = seenKeys(w, { queries, keys }, query, query + 1);
          expect(seen).toEqual(seen.filter((key) => key < found.sinks || (key >= found.first && key < found.end)));
          expect(seen.length).toBe(found.sinks + found.end - found.first);
        }
      }
      const { extents, inputs, outputs } = chainShape(w, "words");
      const valueDim = valueDimOf(w);
      const values = w.valuesInKeys ? [] : [kvHeads * keysSeen.size * valueDim];
      const { sharedKeyColumns = 0 } = w;
      const common = sharedKeyColumns === 0 ? [] : [keysSeen.size * sharedKeyColumns];
      const own = kvHeads * keysSeen.size * (dim - sharedKeyColumns);
      const words = [heads * rows * dim, own, ...common, ...values].map(BigInt);
      expect(inputs.map((one) => one.words)).toEqual(words);
      expect(outputs[0]?.words).toBe(BigInt(heads * rows * valueDim));
      expect(extents.pairs).toBe(BigInt(heads * pairs));
      expect(extents.batch * extents.m).toBe(BigInt(heads * rows));
      expect(extents.batch * extents.l).toBe(BigInt(kvHeads * keysSeen.size));
      const checked = readSubject(JSON.parse(JSON.stringify(w)));
      expect({ ...checked.chains?.[0] }).toEqual({ ...extents });
      expect([checked.inputs, checked.outputs]).toEqual([words, [BigInt(heads * rows * valueDim)]]);
    }),
    parameters(300),
  );
});

test("a window counts the query's own key; sinks inside a window count once", () => {
  const pairs = (options: object): bigint =>
    chainShape(attentionWorkload({ heads: 1, queries: 6, dim: 1, causal: true, ...options }), "words").extents.pairs;
  expect(pairs({})).toBe(21n);
  expect(pairs({ window: 1 })).toBe(6n);
  expect(pairs({ window: 3 })).toBe(15n);
  expect(pairs({ window: 3, sinks: 1 })).toBe(18n);
  expect(pairs({ window: 3, sinks: 3 })).toBe(21n);
  expect(pairs({ window: 6, sinks: 3 })).toBe(21n);
});

test("extents near 2^53 are counted exactly", () => {
  const queries = Number.MAX_SAFE_INTEGER;
  const w = attentionWorkload({ heads: 1, queries, keys: queries, dim: 1, causal: true, window: 4096 });
  const n = BigInt(queries);
  expect(chainShape(w, "words").extents.pairs).toBe(n * 4096n - (4096n * 4095n) / 2n);
});

test("a line for people says the mask and the lengths", () => {
  const line = (options: object): string => describeAttention(attentionWorkload({ heads: 2, dim: 8, causal: true, ...options }));
  expect(line({ queries: 9, window: 4, sinks: 1 })).toContain("causal attention, window 4, 1 sink, batch 1, 2 heads, 9 queries");
  expect(line({ lengths: [9, 5] })).toContain("batch 2, 2 heads, 9, 5 keys, as many queries, dim 8");
  expect(line({ lengths: [9, 5], queries: 1 })).toContain("9, 5 keys, 1 query each");
  expect(line({ lengths: [9, 5], queryLengths: [3, 1], sharedPrefix: 2 })).toContain("2 keys shared by all sequences");
  expect(line({ lengths: [1, 2, 3, 4, 5, 6, 7, 8, 9] })).toContain("1 to 9 keys, 45 in all");
});

test.each<[object, string]>([
  [{ queries: 4, window: 2 }, "window"],
  [{ queries: 4, window: 0, causal: true }, "window"],
  [{ queries: 4, sinks: 1, causal: true }, "sinks"],
  [{ queries: 4, keys: 4, lengths: [4] }, "lengths"],
  [{ lengths: [] }, "lengths"],
  [{ lengths: [4, 0] }, "lengths"],
  [{ lengths: [4], batch: 2 }, "batch"],
  [{ lengths: [4, 2], queryLengths: [4] }, "query-lengths"],
  [{ lengths: [4], queries: 1, queryLengths: [4] }, "query-lengths"],
  [{ queries: 4, queryLengths: [4] }, "query-lengths"],
  [{ lengths: [4, 2], sharedPrefix: 3 }, "shared-prefix"],
  [{}, "queries"],
])("%j is refused by name", (options, subject) => {
  expect(() => attentionWorkload({ heads: 1, dim: 1, ...options })).toThrow(new RegExp(`^${subject}:`));
});

test("too many lengths are refused by one line, as many as are read are not", () => {
  const of = (count: number) => attentionWorkload({ heads: 1, dim: 8, lengths: Array.from({ length: count }, () => 3) });
  expect(of(65_536).keys).toBe(3);
  expect(() => of(65_537)).toThrow("lengths: expected a list of 1 to 65536 whole numbers");
  expect(() => of(300_000)).toThrow("lengths: expected a list of 1 to 65536 whole numbers");
});
