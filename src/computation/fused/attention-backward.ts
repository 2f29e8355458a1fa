import { InputError, shown } from "../../errors.js";
import { type AttentionOptions, type AttentionWorkload, attentionWorkload } from "../attention.js";
import type { AttentionMask } from "../attention-mask.js";
import type { WordTypes } from "../word-types.js";
import type { WorkloadForm, WorkloadKind } from "../workload-kind.js";
import { attentionKind } from "./attention-kind.js";

/**
 * The gradients of attention: dV = Pᵀ·dO, dQ = dS·K and dK = dSᵀ·Q with P = exp(Q·Kᵀ − L) and dS = P ∘ (dO·Vᵀ − D), per batch and head,
 * under the masks of the forward pass. Inputs are Q, K, V, dO and two words a row, its log-sum-exp L and D, the sum of dO ∘ O. P is no
 * input: it is computed again. Keys that query heads share have one dK and dV, summed over these heads.
 */
export interface AttentionBackwardWorkload extends WordTypes, AttentionMask {
  readonly kind: "attention-backward";
  readonly batch: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly queries: number;
  readonly keys: number;
  /** Columns of Q, K, dQ and dK. */
  readonly dim: number;
  /** Columns of V, dO and dV, where they are not `dim`. */
  readonly valueDim?: number;
  readonly causal: boolean;
}

/** The options of attention whose operands have one type and share no words. */
export type AttentionBackwardOptions = Omit<AttentionOptions, "sharedPrefix" | "sharedKeyColumns" | "valuesInKeys" | "rightType">;

/** A checked backward pass, by the rules of attention. @throws InputError naming the option. */
export function attentionBackwardWorkload(options: AttentionBackwardOptions): AttentionBackwardWorkload {
  return backwardOf(attentionWorkload(options));
}

/** The gradients of an attention. @throws InputError naming a field that the backward pass has no theorem for */
function backwardOf(forward: AttentionWorkload): AttentionBackwardWorkload {
  const workload: AttentionBackwardWorkload = { ...forward, kind: "attention-backward" };
  checkBackward(workload);
  return workload;
}

/** The attention whose gradients these are. */
export function forwardOf(workload: AttentionBackwardWorkload): AttentionWorkload {
  return { ...workload, kind: "attention" };
}

/** @throws InputError naming a field that the backward pass has no theorem for */
function checkBackward(workload: AttentionBackwardWorkload): void {
  const forward = forwardOf(workload);
  const none = "none in the backward pass";
  if (forward.sharedPrefix !== undefined) throw new InputError("shared-prefix", none, shown(forward.sharedPrefix));
  if (forward.sharedKeyColumns !== undefined) throw new InputError("shared-key-columns", none, shown(forward.sharedKeyColumns));
  if (forward.valuesInKeys !== undefined) throw new InputError("values-in-keys", none, shown(forward.valuesInKeys));
  if (forward.rightType !== undefined)
    throw new InputError("kv-dtype", "the type of the queries in the backward pass", shown(forward.rightType));
  attentionKind.check?.(forward);
}

/** How the workload is checked and described. */
export const attentionBackwardKind: WorkloadKind<AttentionBackwardWorkload> = {
  kind: "attention-backward",
  extents: attentionKind.extents,
  check: checkBackward,
  describe: (workload) => `backward pass of ${attentionKind.describe(forwardOf(workload))}`,
};

const FORWARD = attentionKind.form as WorkloadForm<AttentionWorkload>;
const BACKWARD = { pass: "backward" };
const PASSES: readonly unknown[] = ["forward", "backward"];

/** The form of attention: the outputs, or the gradients by `--pass backward`. */
export const ATTENTION_FORM: WorkloadForm<AttentionWorkload | AttentionBackwardWorkload> = {
  ...FORWARD,
  summary: "attention softmax(Q·Kᵀ)·V over batch and heads, or its gradients dQ, dK and dV by --pass backward",
  texts: [{ flag: "pass", value: "PASS", what: "forward, or backward: dQ, dK, dV from Q, K, V, dO, L, D (default forward)" }],
  spellings: {
    ...FORWARD.spellings,
    names: {
      ...FORWARD.spellings?.names,
      ...Object.fromEntries(["attention-backward", "flash-attention-backward", "sdpa-backward"].map((name) => [name, BACKWARD])),
    },
  },
  make: (fields) => {
    const { pass = "forward", ...rest } = fields;
    if (!PASSES.includes(pass)) throw new InputError("pass", PASSES.join(" or "), shown(pass));
    const forward = FORWARD.make(rest);
    return pass === "forward" ? forward : backwardOf(forward);
  },
};
