import { InputError, shown } from "../errors.js";
import type { AttentionWorkload } from "./attention.js";
import { attentionKind } from "./attention.js";
import type { ChainWorkload } from "./chain.js";
import { chainKind } from "./chain.js";
import type { Computation } from "./computation.js";
import type { ConvWorkload } from "./conv.js";
import { convKind } from "./conv.js";
import type { EinsumWorkload } from "./einsum.js";
import { einsumKind } from "./einsum.js";
import type { FfnWorkload } from "./ffn.js";
import { ffnKind } from "./ffn.js";
import type { GemmWorkload } from "./gemm.js";
import { gemmKind } from "./gemm.js";
import type { MultilayerChainWorkload } from "./multilayer-chain.js";
import { CHAIN_FORM, multilayerChainKind } from "./multilayer-chain.js";
import type { NormGemmWorkload } from "./norm-gemm.js";
import { normGemmKind } from "./norm-gemm.js";
import { elementwiseKind, layerNormKind, rmsNormKind, rotaryKind, softmaxKind } from "./row-kinds.js";
import type { RowWorkload } from "./row-workloads.js";
import type { WorkloadForm, WorkloadKind } from "./workload-kind.js";
import { checkExtents, checkTypes } from "./workload-kind.js";

/** Everything a user can name on the command line. */
export type Workload =
  | GemmWorkload
  | ChainWorkload
  | MultilayerChainWorkload
  | FfnWorkload
  | AttentionWorkload
  | ConvWorkload
  | EinsumWorkload
  | RowWorkload
  | NormGemmWorkload;

/** Each takes workloads of its own kind only: they are looked up by it. */
const KINDS = [
  gemmKind,
  { ...chainKind, form: CHAIN_FORM },
  multilayerChainKind,
  ffnKind,
  attentionKind,
  convKind,
  elementwiseKind,
  softmaxKind,
  rmsNormKind,
  layerNormKind,
  rotaryKind,
  normGemmKind,
  einsumKind,
] as unknown as readonly WorkloadKind<Workload>[];

const BY_NAME: ReadonlyMap<string, WorkloadKind<Workload>> = new Map(KINDS.map((one) => [one.kind, one]));

/** What users name, in the order of the help. */
export const WORKLOAD_FORMS: readonly WorkloadForm<Workload>[] = KINDS.flatMap(({ form }) => (form === undefined ? [] : [form]));

/** @throws InputError where there is no such kind */
function kindOf(workload: Workload): WorkloadKind<Workload> {
  const kind: unknown = (workload as { readonly kind?: unknown } | null | undefined)?.kind;
  const known = typeof kind === "string" ? BY_NAME.get(kind) : undefined;
  if (known === undefined) throw new InputError("workload", `one of kind ${[...BY_NAME.keys()].join(", ")}`, shown(kind));
  return known;
}

/** One line for people. */
export function describeWorkload(workload: Workload): string {
  return kindOf(workload).describe(workload);
}

/** The statements of a workload. @throws InputError where it has parts that no statement says */
export function statedComputation(workload: Workload): Computation {
  const { kind, computation } = kindOf(workload);
  if (computation === undefined) throw new InputError("workload", "one of statements alone", kind);
  return computation(workload);
}

/**
 * Workloads are plain objects, and a script may copy one and set another extent in it; what proves or replays takes none that the
 * constructors would refuse for its extents or types.
 *
 * @throws InputError naming the extent, `dtype`, `output-dtype`, `accumulator` or `workload`.
 */
export function checkWorkload(workload: Workload): void {
  const { extents, check } = kindOf(workload);
  checkExtents(workload, extents);
  check?.(workload);
  if (workload.kind !== "einsum") checkTypes(workload);
}
