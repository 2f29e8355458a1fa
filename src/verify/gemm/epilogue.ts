import type { ScalesSubject } from "../scales.js";
import { bytesOf, count, type Fields, list, Refused } from "../shared/fields.js";

/** Steps of an epilogue: rows and columns of the array that each reads, all of C's or one, and the field of its type; or nothing. */
const STEPS: ReadonlyMap<unknown, readonly [rows: "m" | 1, columns: "n" | 1, type: string] | undefined> = new Map([
  ["bias", [1, "n", "dataType"]],
  ["residual", ["m", "n", "dataType"]],
  ["row-scale", ["m", 1, "accumulator"]],
  ["column-scale", [1, "n", "accumulator"]],
  ["mask", ["m", "n", "byte"]],
  ["relu", undefined],
  ["gelu", undefined],
  ["silu", undefined],
  ["quantise", [1, 1, "accumulator"]],
] as const);

/** Words of each array that an epilogue reads, and the field of the workload that has their type, or `byte`. @throws Refused */
function readEpilogueArrays(workload: Fields): readonly { readonly words: bigint; readonly type: string }[] {
  const at = "workload.epilogue";
  const steps: readonly unknown[] = list(workload["epilogue"], at);
  if (steps.length === 0) throw new Refused(at, "no steps");
  return steps.flatMap((step, i) => {
    if (!STEPS.has(step) || steps.indexOf(step) !== i) throw new Refused(`${at}[${i}]`, "no step, or one twice");
    const array = STEPS.get(step);
    if (array === undefined) return [];
    const [rows, columns, type] = array;
    const extent = (name: "m" | "n" | 1): bigint => (name === 1 ? 1n : count(workload, name, "workload", 1n));
    return [{ words: extent(rows) * extent(columns), type }];
  });
}

/** The product, and each array of the epilogue once. @throws Refused */
export function readEpilogue(workload: Fields): {
  readonly inputs: readonly bigint[];
  readonly scales: readonly ScalesSubject[];
  readonly outputs: readonly bigint[];
  readonly products: readonly Readonly<Record<"batch" | "m" | "n" | "k", bigint>>[];
} {
  const [m, n, k] = ["m", "n", "k"].map((name) => count(workload, name, "workload", 1n)) as [bigint, bigint, bigint];
  const scales = readEpilogueArrays(workload).map(({ words, type }) => ({
    words,
    sizeIn: (units: bigint) => (type === "byte" ? units : bytesOf(workload, type, "workload", units)),
  }));
  return { inputs: [m * k, k * n], scales, outputs: [m * n], products: [{ batch: 1n, m, n, k }] };
}
