import { InputError, shown } from "../errors.js";
import type { DataType } from "./data-types.js";
import { ACCUMULATOR_TYPES, dataTypeNamed, defaultAccumulator, isPacked, MIXED_TYPES, OPERAND_TYPES } from "./data-types.js";
import type { OperandTypes } from "./operand-types.js";
import { precisionNamed, productTypeOf } from "./operand-types.js";
import type { RightTypeField } from "./workload-kind.js";

/** Types of a workload's words as an option list gives them. */
export interface WordTypeOptions {
  readonly dataType?: string | undefined;
  readonly outputType?: string | undefined;
  readonly accumulator?: string | undefined;
}

/** The same where the right operand may have a type of its own. */
export interface MixedTypeOptions extends WordTypeOptions {
  /** Type of the right operand: B, weights, keys and values; default `dataType`. */
  readonly rightType?: string | undefined;
}

/** The types that every workload of products has: those of the operands (and of stored intermediates, `dataType`) and two more. */
export interface WordTypes extends OperandTypes {
  /** Type in which the result is stored; the operands' type unless given. */
  readonly outputType: DataType;
  /** Type in which partial sums are kept. */
  readonly accumulator: DataType;
}

const OUTPUT_TYPES: readonly DataType[] = [...new Set([...OPERAND_TYPES, ...ACCUMULATOR_TYPES])];

/** bf16 operands and output, fp32 sums unless given. @throws InputError naming `dtype`, `output-dtype` or `accumulator`. */
export function wordTypes(options: WordTypeOptions): WordTypes {
  const dataType = dataTypeNamed("dtype", options.dataType ?? "bf16", OPERAND_TYPES);
  return {
    dataType,
    outputType: dataTypeNamed("output-dtype", options.outputType ?? dataType, OUTPUT_TYPES),
    accumulator: dataTypeNamed("accumulator", options.accumulator ?? defaultAccumulator(dataType), ACCUMULATOR_TYPES),
  };
}

/**
 * The same for workloads whose right operand may have a type of its own, and whose operands may be packed. Results have the type that
 * products are formed in unless given, bf16 where that is packed. `dataType` may also name both types, as `w4a16` does.
 *
 * @throws InputError naming `dtype`, the flag of the right type, `output-dtype` or `accumulator`
 */
export function mixedTypes(options: MixedTypeOptions, right: RightTypeField): WordTypes {
  const both = precisionNamed(options.dataType);
  if (both !== undefined && options.rightType !== undefined)
    throw new InputError(right.flag, `none beside ${options.dataType}, which names both types`, shown(options.rightType));
  const dataType = both?.dataType ?? dataTypeNamed("dtype", options.dataType ?? "bf16", MIXED_TYPES);
  if (isPacked(dataType) && right.packsLeft === undefined)
    throw new InputError("dtype", `one of ${OPERAND_TYPES.join(", ")} (the weights alone may be packed)`, dataType);
  const rightType = both?.rightType ?? dataTypeNamed(right.flag, options.rightType ?? dataType, MIXED_TYPES);
  const operands: OperandTypes = rightType === dataType ? { dataType } : { dataType, rightType };
  const formed = productTypeOf(operands);
  const output = options.outputType ?? both?.outputType ?? (isPacked(formed) ? "bf16" : formed);
  return {
    ...operands,
    outputType: dataTypeNamed("output-dtype", output, OUTPUT_TYPES),
    accumulator: dataTypeNamed("accumulator", options.accumulator ?? defaultAccumulator(formed), ACCUMULATOR_TYPES),
  };
}

/** The types of all words of a workload. */
export function wordTypesOf(
  workload: WordTypes & { readonly scales?: { readonly dataType: DataType; readonly zeroType?: DataType } },
): readonly DataType[] {
  const { dataType, rightType = dataType, outputType, accumulator, scales } = workload;
  const ofScales = scales === undefined ? [] : [scales.dataType, scales.zeroType ?? scales.dataType];
  return [dataType, rightType, outputType, accumulator, ...ofScales];
}

/** `bf16, fp32 accumulators`, or `bf16 × int8 to fp32, …` where operands or the result have other types. */
export function describeTypes(types: WordTypes): string {
  const operands = types.rightType === undefined ? types.dataType : `${types.dataType} × ${types.rightType}`;
  const stored = types.dataType === types.outputType ? operands : `${operands} to ${types.outputType}`;
  return `${stored}, ${types.accumulator} accumulators`;
}
