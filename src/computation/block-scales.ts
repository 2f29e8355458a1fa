import { checkInteger, InputError, shown } from "../errors.js";
import type { DataType } from "./data-types.js";
import { dataTypeNamed } from "./data-types.js";

/** Rows and columns of an operand that share one scale. */
export type ScaleBlock = readonly [rows: number, columns: number];

/** Types of scales: e8m0 is the power of two of the MX formats, fp8 the scale of NVFP4. */
const SCALE_TYPES: readonly DataType[] = ["fp32", "bf16", "fp16", "fp8", "e8m0"];

/** Types of zero points: packed as the words are, or as wide as scales. */
const ZERO_TYPES: readonly DataType[] = ["int4", "int8", "fp8", "fp16", "bf16", "fp32"];

/** Scales of a product's operands, arrays of their own: A (m×k) in blocks of rows × k, B (k×n) in blocks of k × columns. */
export interface BlockScales {
  readonly dataType: DataType;
  /** Type of the zero points, one beside every scale; absent where blocks have none. */
  readonly zeroType?: DataType;
  readonly a?: ScaleBlock;
  readonly b?: ScaleBlock;
}

/** `"a:1x128,b:128x128"`, or blocks by operand, perhaps with the type of a scale. */
export type BlockScalesOption =
  | string
  | {
      readonly a?: readonly number[] | undefined;
      readonly b?: readonly number[] | undefined;
      readonly dataType?: string | undefined;
      readonly zeroType?: string | undefined;
    };

/** Types of scales and zero points that stand beside the blocks. */
export interface ScaleTypes {
  /** Type of a scale; default fp32. */
  readonly scaleType?: string | undefined;
  /** Type of the zero points beside the scales; none unless given. */
  readonly zeroType?: string | undefined;
}

const EXPECTED = "blocks such as a:1x128,b:128x128 (rows × columns of each operand that share a scale)";

/** @throws InputError naming `scales`, `scale-dtype` or `zero-dtype`. */
export function blockScales(option: BlockScalesOption, types: ScaleTypes): BlockScales {
  const { a, b, dataType, zeroType } = typeof option === "string" ? parsed(option) : fieldsOf(option);
  const type = dataTypeNamed("scale-dtype", types.scaleType ?? dataType ?? "fp32", SCALE_TYPES);
  const zeros = types.zeroType ?? zeroType;
  if (a === undefined && b === undefined) throw new InputError("scales", EXPECTED, shown(option));
  return {
    dataType: type,
    ...(zeros === undefined ? {} : { zeroType: dataTypeNamed("zero-dtype", zeros, ZERO_TYPES) }),
    ...(a === undefined ? {} : { a: checkedBlock(a) }),
    ...(b === undefined ? {} : { b: checkedBlock(b) }),
  };
}

function parsed(text: string): Exclude<BlockScalesOption, string> {
  const blocks: { a?: readonly number[]; b?: readonly number[] } = {};
  for (const part of text.split(",")) {
    const [, operand, rows, columns] = /^\s*([ab]):(\d{1,16})x(\d{1,16})\s*$/.exec(part) ?? [];
    if (operand === undefined) throw new InputError("scales", EXPECTED, shown(text));
    const name = operand as "a" | "b";
    if (blocks[name] !== undefined) throw new InputError("scales", "each operand once", `${name} again`);
    blocks[name] = [Number(rows), Number(columns)];
  }
  return blocks;
}

function fieldsOf(option: unknown): Exclude<BlockScalesOption, string> {
  const fields = typeof option === "object" && option !== null && !Array.isArray(option) ? Object.keys(option) : [];
  if (fields.length === 0 || fields.some((name) => !["a", "b", "dataType", "zeroType"].includes(name))) {
    throw new InputError("scales", EXPECTED, shown(option));
  }
  return option as Exclude<BlockScalesOption, string>;
}

function checkedBlock(block: unknown): ScaleBlock {
  if (!Array.isArray(block) || block.length !== 2) throw new InputError("scales", EXPECTED, shown(block));
  const side = (value: unknown): number => checkInteger("scales", value, 1, Number.MAX_SAFE_INTEGER);
  return [side(block[0]), side(block[1])];
}

/** The arrays of one word a block that a product's scales come to: scales, then zero points. */
export function scaleArrays({ scales }: { readonly scales?: BlockScales }): readonly ScaleArray[] {
  const kinds = [["S", scales?.dataType] as const, ["Z", scales?.zeroType] as const];
  const operands = [["a", scales?.a] as const, ["b", scales?.b] as const];
  return kinds.flatMap(([kind, dataType]) =>
    operands.flatMap(([operand, block]) =>
      dataType === undefined || block === undefined
        ? []
        : [{ name: `${kind}${operand === "a" ? "A" : "B"}` as const, dataType, operand, block }],
    ),
  );
}

/** Scales, or zero points, of one operand. */
export interface ScaleArray {
  readonly name: "SA" | "SB" | "ZA" | "ZB";
  readonly dataType: DataType;
  readonly operand: "a" | "b";
  readonly block: ScaleBlock;
}

/** `, fp32 scales of A 1×128, B 128×128`, `, fp16 scales and int4 zero points of B 128×1`; empty without any. */
export function describeScales(
  { scales }: { readonly scales?: BlockScales },
  operands: readonly [string, string] = ["A", "B"],
): string {
  if (scales === undefined) return "";
  const { dataType, zeroType, a, b } = scales;
  const parts = [a, b].flatMap((block, i) => (block === undefined ? [] : [`${operands[i]} ${block.join("×")}`]));
  const zeros = zeroType === undefined ? "" : ` and ${zeroType} zero points`;
  return `, ${dataType} scales${zeros} of ${parts.join(", ")}`;
}

/** @throws InputError naming `scales`: rows of groups begin anywhere, and tokens are gathered one by one. */
export function checkRowScales({ scales }: { readonly scales?: BlockScales }, input: string): void {
  const { a } = scales ?? {};
  if (a !== undefined && a[0] !== 1)
    throw new InputError("scales", `blocks of one row of ${input}, such as a:1x128`, `a:${a.join("x")}`);
}
