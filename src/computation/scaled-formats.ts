import { InputError, shown } from "../errors.js";
import type { BlockScales, BlockScalesOption, ScaleTypes } from "./block-scales.js";
import { blockScales } from "./block-scales.js";
import type { DataType } from "./data-types.js";
import type { MixedTypeOptions } from "./word-types.js";
import type { WorkloadFields } from "./workload-kind.js";

/** A format of words with scales: one scale for so many words along k. */
interface ScaledFormat {
  readonly dataType: DataType;
  readonly words: number;
  readonly scaleType: DataType;
}

/**
 * The MX formats of the Open Compute Project (OCP Microscaling Formats, version 1.0) and NVIDIA's NVFP4, whose further scale of a whole
 * tensor, four bytes, counts nothing.
 */
const FORMATS: Readonly<Record<string, ScaledFormat>> = {
  nvfp4: { dataType: "fp4", words: 16, scaleType: "fp8" },
  mxfp4: { dataType: "fp4", words: 32, scaleType: "e8m0" },
  mxfp6: { dataType: "fp6", words: 32, scaleType: "e8m0" },
  mxfp8: { dataType: "fp8", words: 32, scaleType: "e8m0" },
};

/** Types of the operands, and what says which words share a scale. */
export interface ScaledOptions extends MixedTypeOptions, ScaleTypes {
  /** Operands scaled in blocks, such as `a:1x128,b:128x128`. */
  readonly scales?: BlockScalesOption | undefined;
  /** Rows of B that share a scale, in place of `scales`. */
  readonly groupSize?: number | undefined;
}

/**
 * Types of the operands without the names of formats, and the scales that formats, groups or blocks give.
 *
 * @throws InputError naming `dtype`, `b-dtype`, `scales`, `group-size`, `scale-dtype` or `zero-dtype`
 */
export function withFormats(options: ScaledOptions): { readonly operands: MixedTypeOptions; readonly scales?: BlockScales } {
  const [left, right] = [formatNamed(options.dataType), formatNamed(options.rightType ?? options.dataType)];
  const { groupSize, scaleType, zeroType } = options;
  if (options.scales !== undefined && groupSize !== undefined)
    throw new InputError("group-size", "scales or a group size", "both");
  const given: BlockScalesOption | undefined = groupSize === undefined ? options.scales : { b: [groupSize, 1] };
  if (left === undefined && right === undefined) {
    for (const [flag, type] of [["scale-dtype", scaleType] as const, ["zero-dtype", zeroType] as const])
      if (given === undefined && type !== undefined) throw new InputError(flag, "scales or a group size beside it", "none");
    return { operands: options, ...(given === undefined ? {} : { scales: blockScales(given, options) }) };
  }
  if (given !== undefined || scaleType !== undefined || zeroType !== undefined)
    throw new InputError("scales", "none beside a format with scales of its own", String(options.rightType ?? options.dataType));
  if (left !== undefined && right !== undefined && left.scaleType !== right.scaleType)
    throw new InputError("b-dtype", "a format whose scales have the type of the other's", shown(options.rightType));
  const scales = {
    ...(left === undefined ? {} : { a: [1, left.words] }),
    ...(right === undefined ? {} : { b: [right.words, 1] }),
    dataType: (left ?? right)?.scaleType,
  };
  const operands = {
    ...options,
    dataType: left?.dataType ?? options.dataType,
    rightType: right?.dataType ?? options.rightType,
  };
  return { operands, scales: blockScales(scales, {}) };
}

function formatNamed(name: string | undefined): ScaledFormat | undefined {
  const key = String(name).toLowerCase().replace(/[-_ ]/g, "");
  return Object.hasOwn(FORMATS, key) ? FORMATS[key] : undefined;
}

/** Flags of scales, which all workloads with them have. */
export const SCALE_FIELDS = [
  { flag: "scales", value: "blocks", what: "operands scaled in blocks of rows × columns, such as a:1x128,b:128x128" },
  { flag: "scale-dtype", value: "type", what: "type of a scale: fp32, bf16, fp16, fp8, e8m0 (default fp32)" },
  { flag: "zero-dtype", value: "type", what: "type of zero points beside the scales: int4, int8, fp16, … (default: none)" },
] as const;

export const GROUP_SIZE_FIELD = {
  flag: "group-size",
  what: "rows of B that share a scale: --scales b:SIZEx1",
  optional: true,
} as const;

/** What a form's fields say of scales. */
export function scalesIn(flags: WorkloadFields): Pick<ScaledOptions, "scales" | "scaleType" | "zeroType"> {
  return {
    scales: flags["scales"] as BlockScalesOption | undefined,
    scaleType: flags["scaleDtype"] as string | undefined,
    zeroType: flags["zeroDtype"] as string | undefined,
  };
}
