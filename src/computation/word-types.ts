import type { DataType } from "./data-types.js";
import { ACCUMULATOR_TYPES, dataTypeNamed, defaultAccumulator, OPERAND_TYPES } from "./data-types.js";

/** Types of a workload's words as an option list gives them. */
export interface WordTypeOptions {
  readonly dataType?: string | undefined;
  readonly outputType?: string | undefined;
  readonly accumulator?: string | undefined;
}

/** The three types that every workload of products has. */
export interface WordTypes {
  /** Type of the operands and of stored intermediates. */
  readonly dataType: DataType;
  /** Type in which the result is stored; the operands' type unless given. */
  readonly outputType: DataType;
  /** Type in which partial sums are kept. */
  readonly accumulator: DataType;
}

/** bf16 operands and output, fp32 sums unless given. @throws InputError naming `dtype`, `output-dtype` or `accumulator`. */
export function wordTypes(options: WordTypeOptions): WordTypes {
  const dataType = dataTypeNamed("dtype", options.dataType ?? "bf16", OPERAND_TYPES);
  const outputTypes = [...new Set([...OPERAND_TYPES, ...ACCUMULATOR_TYPES])];
  return {
    dataType,
    outputType: dataTypeNamed("output-dtype", options.outputType ?? dataType, outputTypes),
    accumulator: dataTypeNamed("accumulator", options.accumulator ?? defaultAccumulator(dataType), ACCUMULATOR_TYPES),
  };
}

/** `bf16, fp32 accumulators`, or `bf16 to fp32, …` where the result has another type. */
export function describeTypes(types: WordTypes): string {
  const stored = types.dataType === types.outputType ? types.dataType : `${types.dataType} to ${types.outputType}`;
  return `${stored}, ${types.accumulator} accumulators`;
}
