import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { InputError } from "../../src/errors.js";
import { rowOf } from "../../src/layers/onnx/operator-table.js";
import type { OnnxValue } from "../../src/layers/onnx/values.js";
import { meaningOf, resultsOf } from "./onnx-call.js";

interface Specified {
  readonly op: string;
  readonly inputs: readonly (OnnxValue | null)[];
  readonly attributes: Readonly<Record<string, number | readonly number[] | string>>;
  /** Null where the reference refuses the node. */
  readonly results: readonly { readonly shape: readonly number[]; readonly type: number }[] | null;
}

/** Written by scripts/onnx-specification.py: a line about operators, then one for each node. */
const [operators, ...nodes] = readFileSync(new URL("./onnx/specification.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line)) as unknown as [
  { readonly operands: Readonly<Record<string, readonly [number, number, number]>> },
  ...Specified[],
];

const operandsOf = ({ inputs }: Specified) => inputs.map((one, i) => (one === null ? undefined : { tensor: `x${i}`, ...one }));

test("shapes and types of single nodes are those of ONNX's reference implementation", () => {
  const seen = new Set<string>();
  for (const one of nodes) {
    const { op, attributes, results } = one;
    const infer = () => resultsOf(op, operandsOf(one), attributes, results?.length ?? 1);
    // Empty tensors have no place here.
    if (results === null || results.some(({ shape }) => shape.some((extent) => extent < 1)))
      expect(infer, JSON.stringify(one)).toThrow(InputError);
    else {
      expect(infer(), JSON.stringify(one)).toEqual(results);
      seen.add(op);
    }
  }
  expect(seen.size).toBeGreaterThan(85);
});

test("operators of the table have as many operands as their newest version, or as an older one at least", () => {
  const rows = Object.entries(operators.operands).flatMap(([opType, counts]) => {
    const row = rowOf({ domain: "", opType });
    return row === undefined ? [] : [{ opType, row, counts }];
  });
  expect(rows.length).toBeGreaterThan(120);
  for (const {
    opType,
    row,
    counts: [least, most],
  } of rows) {
    expect(row.operands[1], opType).toBe(most === -1 ? Number.POSITIVE_INFINITY : most);
    expect(row.operands[0], opType).toBeLessThanOrEqual(least);
  }
});

test("operators that read a part of an operand say of which", () => {
  const partial = (...call: Parameters<typeof meaningOf>): readonly number[] | undefined => {
    const meaning = meaningOf(...call);
    return meaning?.kind === "operator" ? (meaning.partial ?? []) : undefined;
  };
  const numbers = (...constant: readonly number[]) => ({ shape: [constant.length], type: 7, constant });
  expect(partial("Gather", [[30, 4], [7]])).toEqual([0]);
  expect(partial("Slice", [[8, 4], numbers(0), numbers(7), numbers(0)])).toEqual([0]);
  // Nothing is skipped: another name.
  expect(meaningOf("Slice", [[8, 4], numbers(0), numbers(9), numbers(0)])).toEqual({ kind: "alias", shape: [8, 4] });
  expect(partial("Pad", [[8, 4], numbers(1, 0, 0, 2)])).toEqual([]);
  expect(partial("Pad", [[8, 4], numbers(1, 0, 0, -2)])).toEqual([0]);
  expect(partial("Split", [[8, 4]], {}, 2)).toEqual([]);
  expect(partial("MaxPool", [[1, 4, 9, 9]], { kernel_shape: [3, 3], strides: [2, 2] })).toEqual([]);
  expect(partial("MaxPool", [[1, 4, 10, 9]], { kernel_shape: [3, 3], strides: [2, 2] })).toEqual([0]);
  expect(partial("MaxPool", [[1, 4, 9, 9]], { kernel_shape: [1, 1], strides: [2, 2] })).toEqual([0]);
  expect(
    partial("ConvTranspose", [
      [1, 4, 9],
      [4, 2, 3],
    ]),
  ).toEqual([0, 1]);
});

test("a product of broadcast batches is one product: what one operand lacks are rows or columns", () => {
  const sides = (left: readonly number[], right: readonly number[]) => {
    const meaning = meaningOf("MatMul", [left, right]);
    return meaning?.kind === "operator" ? meaning.work : undefined;
  };
  const product = (batch: number, rows: number, inner: number, columns: number) => ({
    kind: "product",
    batch,
    rows,
    inner,
    columns,
  });
  expect(sides([2, 3, 4, 5], [5, 6])).toEqual(product(1, 24, 5, 6));
  expect(sides([4, 5], [2, 3, 5, 6])).toEqual(product(1, 4, 5, 36));
  expect(sides([2, 3, 4, 5], [2, 1, 5, 6])).toEqual(product(2, 12, 5, 6));
  expect(sides([1, 3, 4, 5], [2, 3, 5, 6])).toEqual(product(3, 4, 5, 12));
  expect(sides([5], [3, 5, 6])).toEqual(product(1, 1, 5, 18));
  expect(sides([3, 4, 5], [5])).toEqual(product(1, 12, 5, 1));
});
