import { InputError } from "../errors.js";
import type { BlockScales, BlockScalesOption, ScaleBlock } from "./block-scales.js";
import { blockScales, describeScales } from "./block-scales.js";
import type { Access, ArraySpecification, Computation } from "./computation.js";
import { access, checkExtent, plainIndex } from "./computation.js";
import type { DataType } from "./data-types.js";
import { ACCUMULATOR_TYPES, dataTypeNamed, defaultAccumulator, OPERAND_TYPES } from "./data-types.js";
import type { WorkloadKind } from "./workload-kind.js";
import { BATCH_NAMES, sizedForm } from "./workload-kind.js";

/** `batch` independent products C (m×n) = A (m×k) · B (k×n). */
export interface GemmWorkload {
  readonly kind: "gemm";
  readonly batch: number;
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** Type of A and B. */
  readonly dataType: DataType;
  /** Type in which C is stored; the operands' type unless given. */
  readonly outputType: DataType;
  /** Type in which partial sums are kept. */
  readonly accumulator: DataType;
  /** Absent where operands have no scales. */
  readonly scales?: BlockScales;
}

/** Extents of C (m×n) = A (m×k) · B (k×n), `batch` times over. */
export interface GemmOptions {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly batch?: number | undefined;
  readonly dataType?: string | undefined;
  readonly outputType?: string | undefined;
  readonly accumulator?: string | undefined;
  /** Operands scaled in blocks, such as `a:1x128,b:128x128`. */
  readonly scales?: BlockScalesOption | undefined;
  /** Type of a scale; default fp32. */
  readonly scaleType?: string | undefined;
}

/**
 * A checked matrix product: extents from 1 to 2^53 - 1; bf16 operands and output, fp32 accumulators unless given.
 *
 * @throws InputError naming the option.
 */
export function gemmWorkload(options: GemmOptions): GemmWorkload {
  const dataType = dataTypeNamed("dtype", options.dataType ?? "bf16", OPERAND_TYPES);
  const outputTypes = [...new Set([...OPERAND_TYPES, ...ACCUMULATOR_TYPES])];
  const { scales, scaleType } = options;
  if (scales === undefined && scaleType !== undefined) throw new InputError("scale-dtype", "scales beside it", "none");
  return {
    kind: "gemm",
    batch: checkExtent("batch", options.batch ?? 1),
    m: checkExtent("m", options.m),
    n: checkExtent("n", options.n),
    k: checkExtent("k", options.k),
    dataType,
    outputType: dataTypeNamed("output-dtype", options.outputType ?? dataType, outputTypes),
    accumulator: dataTypeNamed("accumulator", options.accumulator ?? defaultAccumulator(dataType), ACCUMULATOR_TYPES),
    ...(scales === undefined ? {} : { scales: blockScales(scales, scaleType) }),
  };
}

/**
 * The product as one statement, with a batch index `b` on every array when there is more than one product. Scales are further
 * operands, `SA` and `SB`, one word a block.
 */
export function gemmComputation(workload: GemmWorkload): Computation {
  const { batch, m, n, k, scales } = workload;
  const batched = batch > 1;
  const shape = (rows: number, columns: number): readonly number[] => (batched ? [batch, rows, columns] : [rows, columns]);
  const lead = batched ? ["b"] : [];
  const scaled = (
    [
      ["SA", scales?.a, [m, k], ["i", "q"]],
      ["SB", scales?.b, [k, n], ["q", "j"]],
    ] as const
  ).flatMap(([name, block, [rows, columns], indices]) =>
    block === undefined || scales === undefined
      ? []
      : [
          {
            operand: scaleAccess(name, lead, indices, block),
            array: {
              name,
              role: "input" as const,
              dataType: scales.dataType,
              shape: shape(Math.ceil(rows / block[0]), Math.ceil(columns / block[1])),
            },
          },
        ],
  );
  const arrays: readonly ArraySpecification[] = [
    { name: "A", role: "input", dataType: workload.dataType, shape: shape(m, k) },
    { name: "B", role: "input", dataType: workload.dataType, shape: shape(k, n) },
    ...scaled.map(({ array }) => array),
    { name: "C", role: "output", dataType: workload.outputType, shape: shape(m, n) },
  ];
  return {
    name: "gemm",
    statements: [
      {
        output: access("C", ...lead, "i", "j"),
        operands: [access("A", ...lead, "i", "q"), access("B", ...lead, "q", "j"), ...scaled.map(({ operand }) => operand)],
      },
    ],
    arrays,
    extents: batched ? { b: batch, i: m, j: n, q: k } : { i: m, j: n, q: k },
    accumulator: workload.accumulator,
  };
}

function scaleAccess(array: string, lead: readonly string[], indices: readonly string[], block: ScaleBlock): Access {
  const dimensions = indices.map((index, side) => ({ ...plainIndex(index), block: block[side] as number }));
  return { array, dimensions: [...lead.map(plainIndex), ...dimensions] };
}

/** One line for people: `C (8192×8192) = A (8192×4096) · B (4096×8192), bf16`. */
export function describeGemm(w: GemmWorkload): string {
  const times = w.batch > 1 ? `${w.batch} × ` : "";
  const types = w.dataType === w.outputType ? w.dataType : `${w.dataType} to ${w.outputType}`;
  const scales = w.scales === undefined ? "" : `, ${describeScales(w.scales)}`;
  return `${times}C (${w.m}×${w.n}) = A (${w.m}×${w.k}) · B (${w.k}×${w.n}), ${types}, ${w.accumulator} accumulators${scales}`;
}

const PRODUCT_NAMES = Object.fromEntries(
  ["matmul", "mm", "bmm", "linear", "dense", "sgemm", "hgemm", "batched-gemm", "addmm"].map((name) => [name, {}]),
);

/** How the workload is named, checked and described. */
export const gemmKind: WorkloadKind<GemmWorkload> = {
  kind: "gemm",
  extents: ["batch", "m", "n", "k"],
  describe: describeGemm,
  computation: gemmComputation,
  form: sizedForm({
    name: "gemm",
    summary: "matrix product C (m×n) = A (m×k) · B (k×n)",
    extents: [
      { flag: "m", what: "rows of C and A" },
      { flag: "n", what: "columns of C and B" },
      { flag: "k", what: "columns of A, rows of B" },
      { flag: "batch", what: "independent products (default 1)", also: BATCH_NAMES, optional: true },
    ],
    spellings: {
      names: { ...PRODUCT_NAMES, gemv: { n: 1 }, matvec: { n: 1 } },
      shape: ["m", "n", "k"],
      idle: Object.fromEntries(
        ["trans-a", "trans-b", "transpose-a", "transpose-b"].map((flag) => [
          flag,
          "an operand has as many bytes in either layout",
        ]),
      ),
      refused: {
        bias: { instead: "no bias here: leave it out (it adds one row of n words to what must be read)" },
        groups: { instead: "groups of equal products are --batch GROUPS", unless: "1" },
      },
    },
    texts: [
      { flag: "scales", value: "blocks", what: "operands scaled in blocks of rows × columns, such as a:1x128,b:128x128" },
      { flag: "scale-dtype", value: "type", what: "type of a scale: fp32, bf16, fp16, fp8, e8m0 (default fp32)" },
    ],
    make: (options, flags) =>
      gemmWorkload({
        ...options,
        scales: flags["scales"] as BlockScalesOption | undefined,
        scaleType: flags["scaleDtype"] as string | undefined,
      }),
  }),
};
