import { type ConvWorkload, convWorkload } from "../../computation/conv.js";
import { type DataType, OPERAND_TYPES } from "../../computation/data-types.js";
import { type AttentionBackwardWorkload, attentionBackwardWorkload } from "../../computation/fused/attention-backward.js";
import { type ScanWorkload, scanWorkload } from "../../computation/recurrence/scan.js";
import type { AttentionGradientWork, ConvolutionWork, ScanWork } from "../operator-graph.js";
import type { FormPaths } from "../plan/form-paths.js";
import { isLegal, type KernelCore, typeOf } from "./kernel-core.js";

/** Cores of single convolutions whose input and weights come from memory. */
export function convolutionCores(paths: FormPaths): readonly KernelCore[] {
  return paths.operators.flatMap((operator) => {
    const { work } = operator;
    const [input, weight] = operator.inputs;
    const [output] = operator.outputs;
    if (work.kind !== "convolution" || input === undefined || weight === undefined || output === undefined) return [];
    const types = new Set([input, weight, output].map((name) => typeOf(paths, name)));
    const [dataType] = types;
    if (dataType === undefined || types.size !== 1 || !OPERAND_TYPES.includes(dataType)) return [];
    const [left, right] = [paths.fromMemory(input, dataType), paths.fromMemory(weight, dataType)];
    if (left === undefined || right === undefined) return [];
    const workload = convolutionOf(work, dataType);
    const core: KernelCore = {
      workload,
      operators: [operator.name],
      left: [left],
      right: [right],
      middle: [],
      outputs: paths.distinctOutputs([output], [...left, ...right]),
    };
    return isLegal(core) ? [core] : [];
  });
}

/**
 * Cores of attention's gradients whose operands come from memory; L and D as they are there, because the theorem has them as operands
 * that no kernel makes.
 */
export function gradientCores(paths: FormPaths): readonly KernelCore[] {
  return paths.operators.flatMap((operator) => {
    const { work, inputs, outputs } = operator;
    if (work.kind !== "attention-backward") return [];
    const [operands, statistics] = [inputs.slice(0, -2), inputs.slice(-2)];
    const types = new Set([...operands, ...outputs].map((name) => typeOf(paths, name)));
    const [dataType] = types;
    if (dataType === undefined || types.size !== 1 || !OPERAND_TYPES.includes(dataType)) return [];
    const workload = attentionGradientsOf(work, dataType);
    const [left, ...right] = operands.map((name) => paths.fromMemory(name, dataType));
    const areRead = statistics.every((name) => typeOf(paths, name) === workload.accumulator && paths.isRead(name));
    const known = right.filter((path) => path !== undefined);
    if (left === undefined || known.length < right.length || !areRead) return [];
    const read = [...known, ...statistics.map((name) => [name])];
    const results = paths.distinctOutputs(outputs, [...left, ...read.flat()]);
    const core: KernelCore = { workload, operators: [operator.name], left: [left], right: read, middle: [], outputs: results };
    return isLegal(core) ? [core] : [];
  });
}

/** The operator as a workload of its own. */
export function attentionGradientsOf(
  { kind: _, ...extents }: AttentionGradientWork,
  dataType: DataType,
): AttentionBackwardWorkload {
  return attentionBackwardWorkload({ ...extents, dataType });
}

/** The operator as a workload of its own. */
export function scanOf({ kind: _, ...extents }: ScanWork, dataType: DataType): ScanWorkload {
  return scanWorkload({ ...extents, decay: "head", finalState: true, dataType });
}

/** The operator as a workload of its own. */
export function convolutionOf({ kind: _, ...extents }: ConvolutionWork, dataType: DataType): ConvWorkload {
  return convWorkload({ ...extents, dataType });
}
