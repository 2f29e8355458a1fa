import type { BlockScales, ScaleBlock } from "./block-scales.js";
import { describeScales, scaleArrays } from "./block-scales.js";
import type { Access, ArraySpecification, Computation } from "./computation.js";
import { access, checkExtent, plainIndex } from "./computation.js";
import { rightTypeOf } from "./operand-types.js";
import type { ScaledOptions } from "./scaled-formats.js";
import { GROUP_SIZE_FIELD, SCALE_FIELDS, scalesIn, withFormats } from "./scaled-formats.js";
import type { WordTypes } from "./word-types.js";
import { describeTypes, mixedTypes } from "./word-types.js";
import type { RightTypeField, WorkloadKind } from "./workload-kind.js";
import { BATCH_NAMES, sizedForm } from "./workload-kind.js";

/** `batch` independent products C (m×n) = A (m×k) · B (k×n). */
export interface GemmWorkload extends WordTypes {
  readonly kind: "gemm";
  readonly batch: number;
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** Absent where operands have no scales. */
  readonly scales?: BlockScales;
}

/** Extents of C (m×n) = A (m×k) · B (k×n), `batch` times over. */
export interface GemmOptions extends ScaledOptions {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly batch?: number | undefined;
}

/**
 * A checked matrix product: extents from 1 to 2^53 - 1; bf16 operands and output, fp32 accumulators unless given.
 *
 * @throws InputError naming the option.
 */
export function gemmWorkload(options: GemmOptions): GemmWorkload {
  const { operands, scales } = withFormats(options);
  return {
    kind: "gemm",
    batch: checkExtent("batch", options.batch ?? 1),
    m: checkExtent("m", options.m),
    n: checkExtent("n", options.n),
    k: checkExtent("k", options.k),
    ...mixedTypes(operands, PRODUCT_RIGHT_TYPE),
    ...(scales === undefined ? {} : { scales }),
  };
}

/**
 * The product as one statement, with a batch index `b` on every array when there is more than one product. Scales are further
 * operands, `SA` and `SB`, one word a block, and zero points `ZA` and `ZB`.
 */
export function gemmComputation(workload: GemmWorkload): Computation {
  const { batch, m, n, k } = workload;
  const batched = batch > 1;
  const shape = (rows: number, columns: number): readonly number[] => (batched ? [batch, rows, columns] : [rows, columns]);
  const lead = batched ? ["b"] : [];
  const scaled = scaleArrays(workload).map(({ name, dataType, operand, block }) => {
    const [[rows, columns], indices] = operand === "a" ? [[m, k] as const, ["i", "q"]] : [[k, n] as const, ["q", "j"]];
    const blocks = shape(Math.ceil(rows / block[0]), Math.ceil(columns / block[1]));
    return { operand: scaleAccess(name, lead, indices, block), array: { name, role: "input" as const, dataType, shape: blocks } };
  });
  const arrays: readonly ArraySpecification[] = [
    { name: "A", role: "input", dataType: workload.dataType, shape: shape(m, k) },
    { name: "B", role: "input", dataType: rightTypeOf(workload), shape: shape(k, n) },
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
  return `${times}C (${w.m}×${w.n}) = A (${w.m}×${w.k}) · B (${w.k}×${w.n}), ${describeTypes(w)}${describeScales(w)}`;
}

const PRODUCT_NAMES = Object.fromEntries(
  ["matmul", "mm", "bmm", "linear", "dense", "sgemm", "hgemm", "batched-gemm", "addmm"].map((name) => [name, {}]),
);

/** The type of B, of any product. */
export const PRODUCT_RIGHT_TYPE: RightTypeField = {
  flag: "b-dtype",
  what: "type of B, the weights, where it is another than A's (default: --dtype)",
  also: ["weight-dtype", "w-dtype"],
  left: ["a-dtype", "activation-dtype"],
  packsLeft: true,
};

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
      GROUP_SIZE_FIELD,
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
        bias: { instead: "a bias is --epilogue bias" },
        groups: { instead: "groups of equal products are --batch GROUPS", unless: "1" },
      },
    },
    rightType: PRODUCT_RIGHT_TYPE,
    texts: SCALE_FIELDS,
    make: (options, flags) => gemmWorkload({ ...options, ...scalesIn(flags) }),
  }),
};
