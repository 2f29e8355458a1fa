import { checkInteger, InputError, shown } from "../errors.js";
import type { DataType } from "./data-types.js";
import { dataTypeNamed } from "./data-types.js";

/** Rows and columns of an operand that share one scale. */
export type ScaleBlock = readonly [rows: number, columns: number];

/** Types of scales: e8m0 is the power of two of the MX formats, fp8 the scale of NVFP4. */
const SCALE_TYPES: readonly DataType[] = ["fp32", "bf16", "fp16", "fp8", "e8m0"];

/** Scales of a product's operands, arrays of their own: A (m×k) in blocks of rows × k, B (k×n) in blocks of k × columns. */
export interface BlockScales {
  readonly dataType: DataType;
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
    };

const EXPECTED = "blocks such as a:1x128,b:128x128 (rows × columns of each operand that share a scale)";

/** @throws InputError naming `scales` or `scale-dtype`. */
export function blockScales(option: BlockScalesOption, dataType: string | undefined): BlockScales {
  const { a, b, dataType: own } = typeof option === "string" ? parsed(option) : fieldsOf(option);
  const type = dataTypeNamed("scale-dtype", dataType ?? own ?? "fp32", SCALE_TYPES);
  if (a === undefined && b === undefined) throw new InputError("scales", EXPECTED, shown(option));
  return {
    dataType: type,
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
  if (fields.length === 0 || fields.some((name) => !["a", "b", "dataType"].includes(name))) {
    throw new InputError("scales", EXPECTED, shown(option));
  }
  return option as Exclude<BlockScalesOption, string>;
}

function checkedBlock(block: unknown): ScaleBlock {
  if (!Array.isArray(block) || block.length !== 2) throw new InputError("scales", EXPECTED, shown(block));
  const side = (value: unknown): number => checkInteger("scales", value, 1, Number.MAX_SAFE_INTEGER);
  return [side(block[0]), side(block[1])];
}

/** `fp32 scales of A 1×128, B 128×128`. */
export function describeScales({ dataType, a, b }: BlockScales): string {
  const parts = [a === undefined ? [] : [`A ${a.join("×")}`], b === undefined ? [] : [`B ${b.join("×")}`]].flat();
  return `${dataType} scales of ${parts.join(", ")}`;
}
