import { InputError, shown } from "../errors.js";
import { didYouMean } from "../text/nearest-name.js";
import type { AttentionWorkload } from "./attention.js";
import type { ChainWorkload } from "./chain.js";
import { chainKind } from "./chain.js";
import type { Computation } from "./computation.js";
import type { ConvWorkload } from "./conv.js";
import { convKind } from "./conv-kind.js";
import type { EinsumWorkload } from "./einsum.js";
import { einsumKind } from "./einsum.js";
import type { GroupedGemmWorkload } from "./experts/grouped-gemm.js";
import { groupedGemmKind } from "./experts/grouped-gemm.js";
import type { MoeWorkload } from "./experts/moe.js";
import { moeKind } from "./experts/moe.js";
import type { FfnWorkload } from "./ffn.js";
import { ffnKind } from "./ffn.js";
import { ATTENTION_FORM, type AttentionBackwardWorkload, attentionBackwardKind } from "./fused/attention-backward.js";
import { attentionKind } from "./fused/attention-kind.js";
import { type EpilogueGemmWorkload, epilogueGemmKind, GEMM_FORM } from "./fused/epilogue-gemm.js";
import type { GemmWorkload } from "./gemm.js";
import { gemmKind } from "./gemm.js";
import { type FftWorkload, fftKind } from "./layered/fft.js";
import { type StencilWorkload, stencilKind } from "./layered/stencil.js";
import { TRIANGULAR_KINDS, type TriangularWorkload } from "./linear-algebra/triangular.js";
import type { MultilayerChainWorkload } from "./multilayer-chain.js";
import { CHAIN_FORM, multilayerChainKind } from "./multilayer-chain.js";
import type { NormGemmWorkload } from "./norm-gemm.js";
import { normGemmKind } from "./norm-gemm.js";
import { type ScanWorkload, scanKind } from "./recurrence/scan.js";
import { elementwiseKind, layerNormKind, rmsNormKind, rotaryKind, softmaxKind } from "./row-kinds.js";
import type { RowWorkload } from "./row-workloads.js";
import { type SparseGemmWorkload, sparseGemmKind } from "./sparse/sparse-gemm.js";
import type { WorkloadFields, WorkloadForm, WorkloadKind } from "./workload-kind.js";
import { checkExtents, checkTypes, nameKey } from "./workload-kind.js";

/** Everything a user can name on the command line. */
export type Workload =
  | GemmWorkload
  | EpilogueGemmWorkload
  | SparseGemmWorkload
  | ChainWorkload
  | MultilayerChainWorkload
  | FfnWorkload
  | AttentionWorkload
  | AttentionBackwardWorkload
  | GroupedGemmWorkload
  | MoeWorkload
  | ConvWorkload
  | EinsumWorkload
  | RowWorkload
  | TriangularWorkload
  | StencilWorkload
  | FftWorkload
  | ScanWorkload
  | NormGemmWorkload;

/** Each takes workloads of its own kind only: they are looked up by it. */
const KINDS = [
  { ...gemmKind, form: GEMM_FORM },
  epilogueGemmKind,
  sparseGemmKind,
  { ...chainKind, form: CHAIN_FORM },
  multilayerChainKind,
  ffnKind,
  { ...attentionKind, form: ATTENTION_FORM },
  attentionBackwardKind,
  convKind,
  groupedGemmKind,
  moeKind,
  elementwiseKind,
  softmaxKind,
  rmsNormKind,
  layerNormKind,
  rotaryKind,
  normGemmKind,
  ...TRIANGULAR_KINDS,
  stencilKind,
  fftKind,
  scanKind,
  einsumKind,
] as unknown as readonly WorkloadKind<Workload>[];

const BY_NAME: ReadonlyMap<string, WorkloadKind<Workload>> = new Map(KINDS.map((one) => [one.kind, one]));

/** What users name, in the order of the help. */
export const WORKLOAD_FORMS: readonly WorkloadForm<Workload>[] = KINDS.flatMap(({ form }) => (form === undefined ? [] : [form]));

/** The form of this name or one of its other names, in any case, and the fields that the name sets. */
export function formNamed<Form extends Pick<WorkloadForm<Workload>, "name" | "spellings">>(
  name: string,
  forms: readonly Form[],
): { readonly form: Form; readonly fields: WorkloadFields } | undefined {
  const key = nameKey(name);
  for (const form of forms) {
    if (nameKey(form.name) === key) return { form, fields: {} };
    const other = Object.entries(form.spellings?.names ?? {}).find(([one]) => nameKey(one) === key);
    if (other !== undefined) return { form, fields: other[1] };
  }
  return undefined;
}

/** ` (did you mean gemm?)`, what to type for a name that stands for no workload here, or nothing. */
export function workloadHint(name: string, forms: readonly Pick<WorkloadForm<Workload>, "name" | "spellings">[]): string {
  const own = forms.map((form) => form.name);
  return (
    didYouMean(name, own) ||
    didYouMean(
      name,
      forms.flatMap(({ spellings }) => Object.keys(spellings?.names ?? {})),
    )
  );
}

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
  const { extents, check, form } = kindOf(workload);
  checkExtents(workload, extents);
  check?.(workload);
  if (workload.kind !== "einsum") checkTypes(workload, form?.rightType);
}
