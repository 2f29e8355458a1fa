import { expect, test } from "vitest";
import { attentionComputation, attentionWorkload, describeAttention } from "../../src/computation/attention.js";
import { arrayWords, pointCount } from "../../src/computation/computation.js";
import { type AttentionBackwardOptions, attentionBackwardWorkload } from "../../src/computation/fused/attention-backward.js";
import { InputError } from "../../src/errors.js";

test("attention is two products around a softmax; heads of one group share K and V", () => {
  const workload = attentionWorkload({ batch: 2, heads: 6, kvHeads: 3, queries: 4, keys: 5, dim: 7 });
  const attention = attentionComputation(workload);
  expect(attention.statements.map((statement) => pointCount(attention, statement))).toEqual([1680n, 1680n]);
  expect(attention.statements[0]?.epilogue).toBe("softmax");
  expect(attention.arrays.map((array) => [array.name, array.role, arrayWords(array)])).toEqual([
    ["Q", "input", 336n],
    ["K", "input", 210n],
    ["V", "input", 210n],
    ["S", "intermediate", 240n],
    ["O", "output", 336n],
  ]);
});

test("as many key-value heads as heads, keys as queries, unless given", () => {
  const workload = attentionWorkload({ heads: 16, queries: 4096, dim: 128 });
  expect(workload).toMatchObject({ batch: 1, kvHeads: 16, keys: 4096, causal: false });
  expect(describeAttention(workload)).toBe(
    "attention, batch 1, 16 heads, 4096 queries, 4096 keys, dim 128, bf16, fp32 accumulators",
  );
  expect(describeAttention({ ...workload, kvHeads: 4, causal: true })).toContain(
    "causal attention, batch 1, 16 heads on 4 of K and V",
  );
});

test("values of another width, and those that are the first columns of the keys", () => {
  const shape = { heads: 4, kvHeads: 1, queries: 2, keys: 3, dim: 6, valueDim: 5 };
  const apart = attentionComputation(attentionWorkload(shape));
  expect(apart.statements.map((statement) => pointCount(apart, statement))).toEqual([144n, 120n]);
  expect(apart.arrays.find(({ name }) => name === "V")?.shape).toEqual([1, 1, 3, 5]);
  const workload = attentionWorkload({ ...shape, valuesInKeys: true });
  const latent = attentionComputation(workload);
  expect(latent.arrays.map(({ name, shape: extents }) => [name, extents.at(-1)])).toEqual([
    ["Q", 6],
    ["K", 6],
    ["S", 3],
    ["O", 5],
  ]);
  expect(latent.statements[1]?.operands.map(({ array }) => array)).toEqual(["S", "K"]);
  expect(describeAttention(workload)).toContain("dim 6, values the first 5 columns of the keys, bf16");
  // Of one width, and with values of their own, a workload says nothing of either.
  expect(attentionWorkload({ ...shape, valueDim: 6, valuesInKeys: false })).not.toHaveProperty("valueDim");
});

test("columns of keys that heads share are said in words, and are no box", () => {
  const workload = attentionWorkload({ heads: 4, queries: 2, keys: 3, dim: 6, valueDim: 5, sharedKeyColumns: 2 });
  expect(describeAttention(workload)).toContain("dim 6, 5 of V, the last 2 columns of the keys shared by all heads, bf16");
  expect(() => attentionComputation(workload)).toThrow(/^shared-key-columns:/);
  expect(() => attentionBackwardWorkload(workload as object as AttentionBackwardOptions)).toThrow(/^shared-key-columns:/);
});

test("a causal mask has no computation over boxes, and says so", () => {
  const workload = attentionWorkload({ heads: 1, queries: 4, dim: 2, causal: true });
  expect(() => attentionComputation(workload)).toThrow(/^causal:/);
});

test.each([
  [{ heads: 0, queries: 1, dim: 1 }, "heads"],
  [{ heads: 6, kvHeads: 4, queries: 1, dim: 1 }, "kv-heads"],
  [{ heads: 1, queries: 0, dim: 1 }, "queries"],
  [{ heads: 1, queries: 1, keys: 0, dim: 1 }, "keys"],
  [{ heads: 1, queries: 1, dim: 1.5 }, "dim"],
  [{ heads: 1, queries: 1, dim: 1, batch: 0 }, "batch"],
  [{ heads: 1, queries: 1, dim: 1, causal: 1 as unknown as boolean }, "causal"],
  [{ heads: 1, queries: 1, dim: 1, valueDim: 0 }, "value-dim"],
  [{ heads: 1, queries: 1, dim: 2, valueDim: 3, valuesInKeys: true }, "value-dim"],
  [{ heads: 2, queries: 1, dim: 4, sharedKeyColumns: 4 }, "shared-key-columns"],
  [{ heads: 2, queries: 1, dim: 4, sharedKeyColumns: 0 }, "shared-key-columns"],
  [{ heads: 2, queries: 1, dim: 4, valuesInKeys: true, sharedKeyColumns: 1 }, "shared-key-columns"],
  [{ heads: 1, queries: 1, dim: 1, valuesInKeys: "yes" as unknown as boolean }, "values-in-keys"],
])("%j is refused by name", (options, subject) => {
  expect(() => attentionWorkload(options)).toThrow(InputError);
  expect(() => attentionWorkload(options)).toThrow(new RegExp(`^${subject}:`));
});
