import { InputError, shown } from "../../errors.js";
import { type Computation, checkExtent } from "../computation.js";
import { type DataType, dataTypeNamed, OPERAND_TYPES } from "../data-types.js";
import { type GemmWorkload, gemmComputation, gemmKind, gemmWorkload } from "../gemm.js";
import { type SparseGemmWorkload, sparseGemmWorkload } from "../sparse/sparse-gemm.js";
import { describeTypes, type WordTypeOptions, type WordTypes, wordTypes } from "../word-types.js";
import type { WorkloadForm, WorkloadKind } from "../workload-kind.js";

/**
 * What is done to a word of the product before it is stored: a bias of its column, a residual of its own, a scale of its row or column, a
 * byte of a mask of its own, a function, or a scale of all words before the type is narrowed.
 */
export const EPILOGUE_STEPS = [
  "bias",
  "residual",
  "row-scale",
  "column-scale",
  "mask",
  "relu",
  "gelu",
  "silu",
  "quantise",
] as const;

/** One of these steps. */
export type EpilogueStep = (typeof EPILOGUE_STEPS)[number];

/** C = f(A · B), A m×k, B k×n, f word by word from the arrays of its steps, each read once and another array than C. */
export interface EpilogueGemmWorkload extends WordTypes {
  readonly kind: "epilogue-gemm";
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** In the order in which they are applied; each once at the most. */
  readonly epilogue: readonly EpilogueStep[];
}

/** Extents and steps of a product with an epilogue. */
export interface EpilogueGemmOptions extends WordTypeOptions {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** Steps in order, or `bias,gelu`; `quantise:fp8` says the type of C. */
  readonly epilogue: string | readonly string[];
}

/** A checked product with an epilogue. @throws InputError naming the option. */
export function epilogueGemmWorkload(options: EpilogueGemmOptions): EpilogueGemmWorkload {
  const { epilogue, ...rest } = options;
  const steps = typeof epilogue === "string" ? epilogue.split(",") : Array.from(epilogue);
  const names = steps.map((step) => (typeof step === "string" ? step.trim().toLowerCase() : step));
  const typed = names.find((name) => /^quantise:/.test(name));
  const narrowed = typed === undefined ? undefined : dataTypeNamed("epilogue", typed.slice("quantise:".length), OPERAND_TYPES);
  if (narrowed !== undefined && rest.outputType !== undefined && rest.outputType !== narrowed)
    throw new InputError("output-dtype", `${narrowed}, which the epilogue stores`, shown(rest.outputType));
  const workload: EpilogueGemmWorkload = {
    kind: "epilogue-gemm",
    m: checkExtent("m", rest.m),
    n: checkExtent("n", rest.n),
    k: checkExtent("k", rest.k),
    epilogue: names.map((name) => (name === typed ? "quantise" : name)) as readonly EpilogueStep[],
    ...wordTypes({ ...rest, outputType: narrowed ?? rest.outputType }),
  };
  checkEpilogue(workload);
  return workload;
}

/** @throws InputError naming `epilogue` */
function checkEpilogue({ epilogue }: EpilogueGemmWorkload): void {
  const expected = `some of ${EPILOGUE_STEPS.join(", ")}, each once, such as bias,gelu`;
  if (!Array.isArray(epilogue) || epilogue.length === 0) throw new InputError("epilogue", expected, shown(epilogue));
  const wrong = epilogue.find((step, at) => !EPILOGUE_STEPS.includes(step) || epilogue.indexOf(step) !== at);
  if (wrong !== undefined) throw new InputError("epilogue", expected, shown(wrong));
}

/** An array that the epilogue reads, rows × columns, 1 where its words serve all rows or columns of C. */
export interface EpilogueArray {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly dataType: DataType;
}

/** In the order of the steps. */
export function epilogueArrays({ m, n, epilogue, dataType, accumulator }: EpilogueGemmWorkload): readonly EpilogueArray[] {
  const arrays: Readonly<Partial<Record<EpilogueStep, readonly [rows: number, columns: number, type: DataType]>>> = {
    bias: [1, n, dataType],
    residual: [m, n, dataType],
    "row-scale": [m, 1, accumulator],
    "column-scale": [1, n, accumulator],
    mask: [m, n, "int8"],
    quantise: [1, 1, accumulator],
  };
  return epilogue.flatMap((step) => {
    const array = arrays[step];
    return array === undefined ? [] : [{ name: step, rows: array[0], columns: array[1], dataType: array[2] }];
  });
}

/** The product alone, C in the type in which it is stored. */
export function productOf({ epilogue: _, kind: __, ...product }: EpilogueGemmWorkload): Computation {
  return gemmComputation(gemmWorkload(product));
}

/** How the workload is checked and described. */
export const epilogueGemmKind: WorkloadKind<EpilogueGemmWorkload> = {
  kind: "epilogue-gemm",
  extents: ["m", "n", "k"],
  check: checkEpilogue,
  describe: (w) => `C = A · B with ${w.epilogue.join(", ")}, ${w.m}×${w.n}×${w.k} (m×n×k), ${describeTypes(w)}`,
};

const PLAIN = gemmKind.form as WorkloadForm<GemmWorkload>;

/** Flags of products that have no epilogue here. */
const ALONE = ["batch", "groupSize", "scales", "scaleDtype", "zeroDtype", "bDtype"];

/** The form of a product, with an epilogue by `--epilogue` or a sparse operand by `--sparse`. */
export const GEMM_FORM: WorkloadForm<GemmWorkload | EpilogueGemmWorkload | SparseGemmWorkload> = {
  ...PLAIN,
  texts: [
    ...(PLAIN.texts ?? []),
    { flag: "epilogue", value: "steps", what: `what is done before C is stored: ${EPILOGUE_STEPS.join(", ")}, quantise:fp8` },
    { flag: "sparse", value: "operand", what: "2:4 sparsity of one operand, with its metadata: b:2:4 or a:2:4" },
  ],
  make: (fields) => {
    const { epilogue, sparse, ...rest } = fields;
    const product = PLAIN.make(rest);
    const flag = sparse === undefined ? "epilogue" : "sparse";
    if (fields[flag] === undefined) return product;
    const others = { ...rest, ...(sparse === undefined ? {} : { epilogue }) };
    const stray = [...ALONE, "epilogue"].find(
      (name) => others[name as keyof typeof others] !== undefined && !(name === "batch" && product.batch === 1),
    );
    const other = stray ?? (product.rightType === undefined ? product.scales && "scales" : "two types");
    if (other !== undefined) throw new InputError(flag, "one product of operands of one type, without scales", other);
    const { m, n, k } = product;
    const types = { dataType: product.dataType, accumulator: product.accumulator };
    const outputType = rest["outputDtype"] === undefined ? undefined : product.outputType;
    const options = { m, n, k, ...types, outputType };
    return sparse === undefined
      ? epilogueGemmWorkload({ ...options, epilogue: epilogue as string })
      : sparseGemmWorkload({ ...options, sparse: sparse as string });
  },
};
