import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAttention } from "../../src/verify/attention.js";
import { sidesOf } from "../../src/verify/layer/graph.js";
import type { Fields } from "../../src/verify/shared/fields.js";
import { parameters } from "../properties/arbitraries.js";

/** Words and pairs of attention, as the checker counts them, against masks written out key by key. */

interface Masked {
  readonly sequences: readonly { readonly queries: number; readonly keys: number }[];
  readonly causal: boolean;
  readonly window?: number;
  readonly sinks?: number;
  readonly prefix?: number;
}

/** The keys that a row sees: none after its own, and before its window the sinks alone. */
function seenBy(row: number, queries: number, keys: number, { causal, window, sinks = 0 }: Masked): readonly number[] {
  const last = causal ? keys - queries + row : keys - 1;
  const first = window === undefined ? 0 : last - window + 1;
  return Array.from({ length: keys }, (_, key) => key).filter((key) => key <= last && (key >= first || key < sinks));
}

/** Rows that see anything, pairs, and keys that any row sees, those of the prefix once for all sequences. */
function counted(masked: Masked): { readonly rows: number; readonly pairs: number; readonly keys: number } {
  const { sequences, prefix = 0 } = masked;
  const rows = sequences.flatMap(({ queries, keys }, s) =>
    Array.from({ length: queries }, (_, row) =>
      seenBy(row, queries, keys, masked).map((key) => (key < prefix ? `${key}` : `${s} ${key}`)),
    ),
  );
  const seeing = rows.filter((keys) => keys.length > 0);
  return { rows: seeing.length, pairs: seeing.flat().length, keys: new Set(seeing.flat()).size };
}

const LIKE = { heads: 6, kvHeads: 2, dim: 5, valueDim: 3 };
const optional = (name: string, value: unknown): object => (value === undefined ? {} : { [name]: value });

function document({ sequences, causal, window, sinks, prefix }: Masked, isList: boolean): Fields {
  const [queries, keys] = (["queries", "keys"] as const).map((name) => sequences.map((one) => one[name]));
  const lists = isList ? { lengths: keys, queryLengths: queries } : {};
  return {
    ...{ kind: "attention", ...LIKE, causal, batch: sequences.length, ...lists },
    ...{ queries: Math.max(...(queries ?? [])), keys: Math.max(...(keys ?? [])) },
    ...{ ...optional("window", window), ...optional("sinks", sinks), ...optional("sharedPrefix", prefix) },
  };
}

const length = fc.integer({ min: 1, max: 9 });
const masked: fc.Arbitrary<Masked> = fc
  .record({
    sequences: fc.array(fc.record({ queries: length, keys: length }), { minLength: 1, maxLength: 3 }),
    causal: fc.boolean(),
    window: fc.option(length, { nil: undefined }),
    sinks: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    prefix: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  })
  .map(({ sequences, causal, window, sinks, prefix }) => ({
    ...{ sequences, causal },
    ...(causal && window !== undefined ? { window, ...optional("sinks", sinks) } : {}),
    ...(prefix === undefined ? {} : { prefix: Math.min(prefix, ...sequences.map(({ keys }) => keys)) }),
  }));

const big = (...values: readonly number[]): readonly bigint[] => values.map(BigInt);

describe("the checker's words and pairs of attention", () => {
  test("of lists of lengths", () => {
    fc.assert(
      fc.property(masked, (one) => {
        const { rows, pairs, keys } = counted(one);
        const found = readAttention(document(one, true));
        expect(found.chain).toEqual({
          ...{ batch: 2n, m: BigInt(3 * rows), k: 5n, l: BigInt(keys), n: 3n, pairs: BigInt(6 * pairs), factors: 1n },
        });
        expect(found.inputs).toEqual(big(6 * rows * 5, 2 * keys * 5, 2 * keys * 3));
        expect(found.outputs).toEqual(big(6 * rows * 3));
        expect(found.sharesWords).toBe(false);
        const parts = one.sequences.map((sequence) => counted({ ...one, sequences: [sequence] }));
        const apart = parts.map((part) => ({
          many: 1n,
          chain: { batch: 2n, m: BigInt(3 * part.rows), k: 5n, l: BigInt(part.keys), n: 3n, pairs: BigInt(6 * part.pairs) },
          inputs: big(6 * part.rows * 5, 2 * part.keys * 5, 2 * part.keys * 3),
          outputs: big(6 * part.rows * 3),
        }));
        expect(found.sequences).toEqual(one.prefix === undefined ? apart : undefined);
      }),
      parameters(2000),
    );
  });

  test("of sequences of one length", () => {
    fc.assert(
      fc.property(masked, fc.integer({ min: 1, max: 4 }), (one, batch) => {
        const sequences = Array.from({ length: batch }, () => one.sequences[0] ?? { queries: 1, keys: 1 });
        const { rows, pairs, keys } = counted({ ...one, sequences });
        const { chain, sequences: apart } = readAttention(document({ ...one, sequences }, false));
        const together = one.prefix === undefined ? batch : 1;
        expect(chain).toEqual({
          ...{ batch: BigInt(2 * together), m: BigInt((3 * rows) / together), k: 5n, l: BigInt(keys / together), n: 3n },
          ...{ pairs: BigInt(6 * pairs), factors: 1n },
        });
        expect(apart).toBeUndefined();
      }),
      parameters(2000),
    );
  });

  const plain = document({ sequences: [{ queries: 4, keys: 8 }], causal: true, window: 3 }, false);
  const uneven = document(
    {
      sequences: [
        { queries: 4, keys: 8 },
        { queries: 1, keys: 9 },
      ],
      causal: true,
    },
    true,
  );
  test.each<readonly [string, Fields, object, string]>([
    ["heads that share no keys", plain, { kvHeads: 4 }, "workload.kvHeads: does not divide the heads"],
    ["a mask that is neither", plain, { causal: 1 }, "workload.causal: not true or false"],
    ["values in keys, or perhaps", plain, { valuesInKeys: 1 }, "workload.valuesInKeys: not true or false"],
    ["words of values in keys", plain, { valuesInKeys: true, rightType: "fp8" }, "workload.rightType: values are in keys"],
    [
      "values beyond their keys",
      plain,
      { valuesInKeys: true, valueDim: 6 },
      "workload.valueDim: more columns than the keys have",
    ],
    ["a window without a mask", plain, { causal: false }, "workload.window: without a causal mask"],
    ["sinks without a window", plain, { window: undefined, sinks: 1 }, "workload.sinks: without a window"],
    ["a prefix beyond the keys", plain, { sharedPrefix: 9 }, "workload.sharedPrefix: more than the keys of a sequence"],
    ["a prefix beyond one sequence", uneven, { sharedPrefix: 9 }, "workload.sharedPrefix: more than the keys of a sequence"],
    ["lengths of queries alone", plain, { queryLengths: [4] }, "workload.queryLengths: without lengths"],
    ["a batch that is not the lengths", uneven, { batch: 3 }, "workload.batch: not the number of lengths"],
    ["fewer lengths of queries", uneven, { queryLengths: [4] }, "workload.queryLengths: not one a length"],
    ["keys that are not the most", uneven, { keys: 8 }, "workload.keys: not the most of the lengths"],
    ["queries that are not the most", uneven, { queries: 5 }, "workload.queries: not the most of the query lengths"],
    ["a length of nothing", uneven, { lengths: [0, 9] }, "workload.lengths.0: below 1"],
    ["lengths that are no list", uneven, { lengths: 9 }, "workload.lengths: not a list"],
    ["no window at all", plain, { window: 0 }, "workload.window: below 1"],
  ])("refuses %s", (_, honest, changes, message) => {
    readAttention(honest);
    expect(() => readAttention({ ...honest, ...changes })).toThrow(message);
  });

  test("values that lie in keys are words of the keys, up to all of their columns", () => {
    for (const valueDim of [3, 5]) {
      const { inputs, sharesWords } = readAttention({ ...plain, valuesInKeys: true, valueDim });
      expect(sharesWords).toBe(true);
      expect(inputs).toEqual(big(6 * 4 * 5, 2 * 6 * 5));
    }
    expect(readAttention({ ...plain, valuesInKeys: false }).sharesWords).toBe(false);
    const { valueDim: _, ...square } = plain;
    expect(readAttention(square).outputs).toEqual(big(6 * 4 * 5));
    // A prefix may be all of the shortest sequence.
    expect(readAttention({ ...uneven, sharedPrefix: 8 }).chain.l).toBe(9n);
  });
});

describe("the sides of an operator of attention", () => {
  const work = (kind: string, queries: number, keys: number, more: object): Fields => ({
    ...{ kind, batch: 2, heads: 6, kvHeads: 2, queries, keys, dim: 5, valueDim: 3, causal: false, ...more },
  });

  test("under every mask of up to seven keys", () => {
    for (let keys = 1; keys <= 7; keys++) {
      for (let queries = 1; queries <= keys; queries++) {
        const windows = Array.from({ length: keys - 1 }, (_, i) => ({ causal: true, window: i + 1 }));
        for (const mask of [{ causal: false }, { causal: true }, ...windows]) {
          const { pairs } = counted({ sequences: [{ queries, keys }], ...mask });
          const all = { batch: 4n, pairs: BigInt(2 * 6 * pairs), weights: 4n };
          const [rows, columns] = [BigInt(3 * queries), BigInt(keys)];
          const sides = (kind: string) => sidesOf(work(kind, queries, keys, mask), "work");
          expect(sides("scores")).toEqual({ ...all, m: rows, n: columns, k: 5n });
          expect(sides("values")).toEqual({ ...all, m: rows, n: 3n, k: columns });
          expect(sides("transposed-values")).toEqual({ ...all, m: columns, n: 3n, k: rows });
        }
      }
    }
  });

  test.each<readonly [string, object, string]>([
    ["heads that share no keys", { kvHeads: 4 }, "work.kvHeads: does not divide the heads"],
    ["a mask that is neither", { causal: 1 }, "work.causal: not true or false"],
    ["fewer keys than queries under a mask", { causal: true, queries: 9 }, "work.keys: fewer than the queries"],
    ["a window without a mask", { window: 3 }, "work.window: no window that hides keys"],
    ["a window that hides nothing", { causal: true, window: 8 }, "work.window: no window that hides keys"],
    ["values in keys, or perhaps", { valuesInKeys: false }, "work.valuesInKeys: not true of columns"],
    ["values beyond their keys", { valuesInKeys: true, valueDim: 6 }, "work.valuesInKeys: not true of columns"],
    ["no queries", { queries: 0 }, "work.queries: below 1"],
  ])("refuses %s", (_, changes, message) => {
    const right = { causal: true, window: 7, valuesInKeys: true, valueDim: 5 };
    expect(sidesOf(work("scores", 8, 8, right), "work").pairs).toBe(BigInt(12 * (36 - 1)));
    expect(() => sidesOf(work("scores", 8, 8, changes), "work")).toThrow(message);
  });

  test("products, of one matrix or of one an expert that has any rows", () => {
    const product = { kind: "product", batch: 3, rows: 4, inner: 5, columns: 6 };
    const sides = { batch: 3n, m: 4n, n: 6n, k: 5n, pairs: 72n, weights: 3n };
    expect(sidesOf(product, "work")).toEqual(sides);
    expect(sidesOf({ ...product, leftTransposed: true }, "work")).toEqual(sides);
    expect(() => sidesOf({ ...product, leftTransposed: false }, "work")).toThrow("work.leftTransposed: not true");
    for (const kind of ["grouped-product", "grouped-gradient"]) {
      const grouped = { kind, rows: [4, 0, 3], inner: 5, columns: 6 };
      expect(sidesOf(grouped, "work")).toEqual({ batch: 1n, m: 7n, n: 6n, k: 5n, pairs: 42n, weights: 2n });
      expect(() => sidesOf({ ...grouped, rows: [0, 0] }, "work")).toThrow("work.rows: no rows");
    }
  });
});
