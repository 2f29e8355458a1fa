import { bitsOf, bytesOf, count, type Fields, list, Refused, record, requireOnly } from "./shared/fields.js";

/** Words of an array of scales, and their size in parts of a byte. */
export interface ScalesSubject {
  readonly words: bigint;
  readonly sizeIn: (units: bigint) => bigint;
}

/** What scales are of: an operand of the workload, so many times, with rows and columns that blocks cut. */
export type ScaledOperand = readonly [operand: "a" | "b", times: bigint, extents: readonly [rows: bigint, columns: bigint]];

/** One word a block of each operand that has scales, and then of each that has zero points. @throws Refused */
export function readScales(workload: Fields, operands: readonly ScaledOperand[]): readonly ScalesSubject[] {
  if (workload["scales"] === undefined) return [];
  const at = "workload.scales";
  const fields = record(workload["scales"], at);
  requireOnly(fields, ["dataType", "zeroType", "a", "b"], at);
  const types = fields["zeroType"] === undefined ? ["dataType"] : ["dataType", "zeroType"];
  const words = operands.flatMap(([name, times, extents]) => {
    if (fields[name] === undefined) return [];
    const sides = sidesOf(fields, name);
    const blocks = extents.map((extent, side) => {
      const length = count(sides, `${side}`, `${at}.${name}`, 1n);
      return (extent + length - 1n) / length;
    });
    return [blocks.reduce((product, count) => product * count, times)];
  });
  return types.flatMap((type) => {
    bitsOf(fields, type, at);
    return words.map((count) => ({ words: count, sizeIn: (units: bigint) => bytesOf(fields, type, at, units) }));
  });
}

/** Rows begin anywhere, so no two share a scale. @throws Refused */
export function checkRowsApart(workload: Fields): void {
  const scales = workload["scales"] === undefined ? {} : record(workload["scales"], "workload.scales");
  if (scales["a"] !== undefined && count(sidesOf(scales, "a"), "0", "workload.scales.a", 1n) !== 1n)
    throw new Refused("workload.scales.a", "not blocks of one row");
}

function sidesOf(fields: Fields, name: string): Fields {
  const at = `workload.scales.${name}`;
  const sides = record({ ...list(fields[name], at) }, at);
  requireOnly(sides, ["0", "1"], at);
  return sides;
}
