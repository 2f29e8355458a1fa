import { InputError, shown } from "../../errors.js";
import type { BlockScales } from "../block-scales.js";
import { checkRowScales, describeScales } from "../block-scales.js";
import { checkExtent } from "../computation.js";
import { PRODUCT_RIGHT_TYPE } from "../gemm.js";
import type { ScaledOptions } from "../scaled-formats.js";
import { GROUP_SIZE_FIELD, SCALE_FIELDS, scalesIn, withFormats } from "../scaled-formats.js";
import type { WordTypes } from "../word-types.js";
import { describeTypes, mixedTypes } from "../word-types.js";
import type { WorkloadKind } from "../workload-kind.js";
import { sizedForm } from "../workload-kind.js";
import type { RoutingOptions } from "./routing.js";
import { checkedRows, describeRows, ROUTING_FIELDS, ROWS_FIELD, routing, routingIn, SKEW_FIELD, tokensOf } from "./routing.js";

/**
 * Products of groups with rows of their own: C_g (m_g×n) = A_g (m_g×k) · B_g (k×n). With `topK` above 1 rows of A are gathered: A is one array
 * of tokens, each of which is a row of `topK` groups; else each group has rows of its own, as a permuted copy has.
 */
export interface GroupedGemmWorkload extends WordTypes {
  readonly kind: "grouped-gemm";
  /** m_g of each group, in order; 0 for one without rows, whose B is not read. */
  readonly rows: readonly number[];
  readonly n: number;
  readonly k: number;
  /** Groups that read one row of A: 1 where A is permuted. */
  readonly topK: number;
  /** Scales of rows of A (one row a block) and of each group's B; absent where operands have none. */
  readonly scales?: BlockScales;
}

/** Extents of grouped products. */
export interface GroupedGemmOptions extends ScaledOptions, RoutingOptions {
  readonly n: number;
  readonly k: number;
  /** Rows of A are tokens, each read by its `topK` groups; default false: every group has copies of its rows. */
  readonly gather?: boolean | undefined;
}

/** Checked grouped products. @throws InputError naming the option. */
export function groupedGemmWorkload(options: GroupedGemmOptions): GroupedGemmWorkload {
  const { rows, topK } = routing(options);
  // A document says how many groups read a row, and nothing else of the gathering.
  const gather: unknown = options.gather ?? (options.rows !== undefined && topK > 1);
  if (typeof gather !== "boolean") throw new InputError("gather", "true or false", shown(gather));
  const { operands, scales } = withFormats(options);
  const workload: GroupedGemmWorkload = {
    kind: "grouped-gemm",
    rows,
    n: checkExtent("n", options.n),
    k: checkExtent("k", options.k),
    topK: gather ? topK : 1,
    ...mixedTypes(operands, PRODUCT_RIGHT_TYPE),
    ...(scales === undefined ? {} : { scales }),
  };
  checkRouted(workload);
  return workload;
}

function checkRouted(workload: GroupedGemmWorkload): void {
  tokensOf(workload);
  checkRowScales(workload, "A");
}

/** One line for people: `C_g (m_g×4096) = A_g (m_g×7168) · B_g (7168×4096), 256 groups of 128 rows, fp8, …`. */
export function describeGroupedGemm(w: GroupedGemmWorkload): string {
  const gathered = w.topK === 1 ? "" : `, ${tokensOf(w)} tokens gathered by ${w.topK} groups each`;
  const formula = `C_g (m_g×${w.n}) = A_g (m_g×${w.k}) · B_g (${w.k}×${w.n})`;
  return `${formula}, ${describeRows(w.rows, "groups")}${gathered}, ${describeTypes(w)}${describeScales(w)}`;
}

/** How the workload is named, checked and described. */
export const groupedGemmKind: WorkloadKind<GroupedGemmWorkload> = {
  kind: "grouped-gemm",
  extents: ["n", "k", "topK"],
  check: (workload) => {
    checkedRows(workload.rows);
    checkRouted(workload);
  },
  describe: describeGroupedGemm,
  form: sizedForm({
    name: "grouped-gemm",
    summary: "products of groups with rows of their own, C_g (m_g×n) = A_g (m_g×k) · B_g (k×n)",
    extents: [
      { flag: "n", what: "columns of C and B" },
      { flag: "k", what: "columns of A, rows of B" },
      ...ROUTING_FIELDS,
      GROUP_SIZE_FIELD,
    ],
    rightType: PRODUCT_RIGHT_TYPE,
    numbers: [ROWS_FIELD],
    texts: [SKEW_FIELD, ...SCALE_FIELDS],
    switches: [{ flag: "gather", what: "rows of A are tokens, each read by its --top-k groups (default: permuted copies)" }],
    spellings: {
      names: Object.fromEntries(
        ["group-gemm", "grouped-mm", "grouped-matmul", "moe-gemm", "expert-gemm", "ragged-dot", "segment-gemm"].map((name) => [
          name,
          {},
        ]),
      ),
      refused: {
        m: { instead: "--rows, rows of each group (one A for all groups is a wider product: gemm --n GROUPS×N)" },
        batch: { instead: "--rows, or --experts and --tokens" },
      },
    },
    make: (options, flags) =>
      groupedGemmWorkload({
        ...options,
        ...routingIn(flags),
        gather: flags["gather"] as boolean | undefined,
        ...scalesIn(flags),
      }),
  }),
};
