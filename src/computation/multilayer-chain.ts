import { checkInteger, InputError } from "../errors.js";
import type { ChainWorkload } from "./chain.js";
import { chainWorkload } from "./chain.js";
import type { Computation } from "./computation.js";
import { access, checkExtent } from "./computation.js";
import type { MixedTypeOptions, WordTypeOptions, WordTypes } from "./word-types.js";
import { describeTypes, wordTypes } from "./word-types.js";
import type { WorkloadForm, WorkloadKind } from "./workload-kind.js";
import { sizesIn, typesIn, WEIGHT_TYPE } from "./workload-kind.js";

/** Three or more products in a row: Xq (m×wq) = φ(X(q−1)) · Wq, Wq of w(q−1)×wq, φ elementwise between them and not before the first. */
export interface MultilayerChainWorkload extends WordTypes {
  readonly kind: "multilayer-chain";
  readonly m: number;
  /** w0, …, wr: columns of X0, …, Xr; four or more. */
  readonly widths: readonly number[];
}

/** Rows, and the columns w0, …, wr of X0, …, Xr. */
export interface MultilayerChainOptions extends WordTypeOptions {
  readonly m: number;
  readonly widths: readonly number[];
}

/** More products than any model has layers in one kernel; keeps searches over parts of the chain short. */
export const MOST_WIDTHS = 65;

/** A checked chain of three to 64 products: extents from 1 to 2^53 - 1. @throws InputError naming the option. */
export function multilayerChainWorkload(options: MultilayerChainOptions): MultilayerChainWorkload {
  const { widths } = options;
  if (!Array.isArray(widths) || widths.length < 4 || widths.length > MOST_WIDTHS) {
    const found = Array.isArray(widths) ? `${widths.length}` : String(widths);
    throw new InputError("widths", `4 to ${MOST_WIDTHS} widths, w0,w1,…, for three products or more`, found);
  }
  return {
    kind: "multilayer-chain",
    m: checkExtent("m", options.m),
    widths: widths.map((width, q) => checkExtent(`widths[${q}]`, width)),
    ...wordTypes(options),
  };
}

/** A chain of two products where there are three widths, k,l,n, of more where there are more. @throws InputError naming the option. */
export function chainOfWidths({
  m,
  widths,
  ...types
}: MultilayerChainOptions & MixedTypeOptions): ChainWorkload | MultilayerChainWorkload {
  if (!Array.isArray(widths) || widths.length < 3) {
    const found = Array.isArray(widths) ? `${widths.length} of them` : String(widths);
    throw new InputError("widths", "three widths or more, such as 64,256,64 for two products", found);
  }
  if (widths.length > 3 && types.rightType !== undefined)
    throw new InputError(
      WEIGHT_TYPE.flag,
      "weights of the activations' type in chains of three products or more",
      types.rightType,
    );
  const [k, l, n] = widths as [number, number, number];
  return widths.length === 3 ? chainWorkload({ m, k, l, n, ...types }) : multilayerChainWorkload({ m, widths, ...types });
}

/** A statement a product; every X but the first and the last is an intermediate, which need never reach slow memory. */
export function multilayerChainComputation(workload: MultilayerChainWorkload): Computation {
  const { m, widths, dataType, outputType } = workload;
  const last = widths.length - 1;
  const products = Array.from({ length: last }, (_, q) => q + 1);
  const width = (q: number): number => widths[q] as number;
  return {
    name: "multilayer-chain",
    statements: products.map((q) => ({
      output: access(`X${q}`, "i", `j${q}`),
      operands: [access(`X${q - 1}`, "i", `j${q - 1}`), access(`W${q}`, `j${q - 1}`, `j${q}`)],
      ...(q < last ? { epilogue: "phi" } : {}),
    })),
    arrays: [
      { name: "X0", role: "input", dataType, shape: [m, width(0)] },
      ...products.map((q) => ({ name: `W${q}`, role: "input" as const, dataType, shape: [width(q - 1), width(q)] })),
      ...products.map((q) => ({
        name: `X${q}`,
        role: q < last ? ("intermediate" as const) : ("output" as const),
        dataType: q < last ? dataType : outputType,
        shape: [m, width(q)],
      })),
    ],
    extents: { i: m, ...Object.fromEntries(widths.map((extent, q) => [`j${q}`, extent])) },
    accumulator: workload.accumulator,
  };
}

/** One line for people: `X0 (4096×64) · W1 … W3, widths 64, 256, 256, 64, φ between products, bf16, fp32 accumulators`. */
function describeMultilayerChain(w: MultilayerChainWorkload): string {
  const products = w.widths.length - 1;
  return `X0 (${w.m}×${w.widths[0]}) · W1 … W${products}, widths ${w.widths.join(", ")}, φ between products, ${describeTypes(w)}`;
}

/** How the workload is named, checked and described. */
export const multilayerChainKind: WorkloadKind<MultilayerChainWorkload> = {
  kind: "multilayer-chain",
  extents: ["m"],
  check: checkWidths,
  describe: describeMultilayerChain,
  computation: multilayerChainComputation,
};

function checkWidths({ widths }: MultilayerChainWorkload): void {
  for (const width of widths) checkInteger("widths", width, 1);
}

const CHAIN = [
  { flag: "m", what: "rows of A, H and E" },
  { flag: "k", what: "columns of A, rows of B" },
  { flag: "l", what: "columns of B and H, rows of D" },
  { flag: "n", what: "columns of D and E" },
] as const;

/** The form of chains: two products, or more of them. */
export const CHAIN_FORM: WorkloadForm<ChainWorkload | MultilayerChainWorkload> = {
  name: "chain",
  summary: "chained products H (m×l) = A (m×k) · B (k×l), E (m×n) = φ(H) · D (l×n), or more of them by --widths",
  extents: CHAIN,
  numbers: [{ flag: "widths", what: "in place of k, l and n: columns w0,w1,… of X0, X1, …, Xq = φ(X(q−1)) · Wq" }],
  switches: [],
  rightType: WEIGHT_TYPE,
  spellings: { names: { "multilayer-chain": {}, "b2b-gemm": {}, "back-to-back-gemm": {} }, shape: ["m", "k", "l", "n"] },
  make: (flags) => {
    const { m } = sizesIn(flags, [CHAIN[0]]);
    const widths = flags["widths"] as readonly number[] | undefined;
    if (widths === undefined) return chainWorkload({ ...sizesIn(flags, CHAIN), ...typesIn(flags, WEIGHT_TYPE) });
    const beside = ["k", "l", "n"].find((flag) => flags[flag] !== undefined);
    if (beside !== undefined) throw new InputError(beside, "--widths or --k, --l and --n", "both");
    return chainOfWidths({ m, widths, ...typesIn(flags, WEIGHT_TYPE) });
  },
};
