import type { AttentionWorkload } from "../computation/attention.js";
import { isPlainMask } from "../computation/attention-mask.js";
import { InputError } from "../errors.js";
import {
  liftableAttentionPartialSoftmax,
  liftableAttentionUnfused,
  liftableFlashAttention,
  liftableFlashAttention1,
  liftableFlashDecoding,
} from "../lift/gpu/attention.js";
import type { Gpu } from "../machines/machine.js";
import { describeFlashAttention1, flashAttention1, layOutFlashAttention1 } from "../schedules/gpu/attention/flash-attention-1.js";
import { flashAttention2 } from "../schedules/gpu/attention/flash-attention-2.js";
import { flashAttention3 } from "../schedules/gpu/attention/flash-attention-3.js";
import { flashAttention4 } from "../schedules/gpu/attention/flash-attention-4.js";
import { describeFlashDecoding, flashDecoding, layOutFlashDecoding } from "../schedules/gpu/attention/flash-decoding.js";
import type { KeyOrder, QueryOrder } from "../schedules/gpu/attention/flash-forward.js";
import { describeFlashForward, layOutFlashForward } from "../schedules/gpu/attention/flash-forward.js";
import { parseFlashTile } from "../schedules/gpu/attention/flash-tile.js";
import { attentionPartialSoftmax, layOutAttentionPartialSoftmax } from "../schedules/gpu/attention/partial-softmax.js";
import { persistentAttention } from "../schedules/gpu/attention/persistent-attention.js";
import { describeAttentionStages } from "../schedules/gpu/attention/stages.js";
import { attentionUnfused, layOutAttentionUnfused } from "../schedules/gpu/attention/unfused.js";
import type { ClusterShape } from "../schedules/tiles/cluster-shape.js";
import { chooseKernels, planOf } from "./kernel-choice.js";
import type { PlannedReplay } from "./planned-replay.js";
import { inClusters, notInClusters } from "./planned-replay.js";

/** Options of the kernels of attention. */
export interface AttentionPlanOptions {
  /** Only this kernel; default: each that fits. */
  readonly schedule?: string | undefined;
  /** `BMxBN`, queries by keys. */
  readonly tile?: string | undefined;
  /** Whether FlashAttention-2 to -4 and persistent attention store the log-sum-exp; default true. */
  readonly lse?: boolean | undefined;
  /** Launch order of FlashAttention-2 to -4 and persistent attention. */
  readonly queryOrder?: QueryOrder | undefined;
  /** How `flash-attention-2` and `persistent-attention` walk the keys. */
  readonly keyOrder?: KeyOrder | undefined;
  /** Query tiles of a head that receive K and V together in `flash-attention-3`. */
  readonly cluster?: ClusterShape | undefined;
  /** Parts of the keys of `flash-decoding`. */
  readonly splits?: number | undefined;
  readonly stages?: number | undefined;
  readonly threads?: number | undefined;
  readonly ctasPerSm?: number | undefined;
}

const FLASH_FORWARD: readonly string[] = ["flash-attention-2", "flash-attention-3", "flash-attention-4", "persistent-attention"];

/** @throws InputError when no kernel fits the GPU, or the one named is not known, does not fit or does not know an option. */
export function planAttention(w: AttentionWorkload, gpu: Gpu, options: AttentionPlanOptions): readonly PlannedReplay[] {
  const { schedule, lse, queryOrder, keyOrder, cluster, splits, stages, threads, ctasPerSm } = options;
  const tile = options.tile === undefined ? undefined : parseFlashTile(options.tile);
  const block = { tile, stages, threads, ctasPerSm };
  const forward = { describe: describeFlashForward, layOut: layOutFlashForward, lift: liftableFlashAttention };
  const kernels = {
    "flash-attention-2": () => [
      planOf(flashAttention2(w, gpu, { ...block, lse, queryOrder, keyOrder }), gpu, "flash-attention-2", forward),
    ],
    "flash-attention-3": () => {
      const made = flashAttention3(w, gpu, { ...block, lse, queryOrder, cluster });
      if (cluster === undefined) return [planOf(made, gpu, "flash-attention-3", forward)];
      const plan = { ...planOf(made, gpu, "flash-attention-3", forward), lift: notInClusters("flash-attention-3") };
      return [inClusters(plan, gpu, cluster, made.residency.ctasPerSm)];
    },
    "flash-attention-4": () => [
      planOf(flashAttention4(w, gpu, { ...block, lse, queryOrder }), gpu, "flash-attention-4", forward),
    ],
    "persistent-attention": () => {
      const made = persistentAttention(w, gpu, { ...block, lse, queryOrder, keyOrder });
      return [planOf(made, gpu, "persistent-attention", forward)];
    },
    "flash-decoding": () => {
      const made = flashDecoding(w, gpu, { ...block, splits });
      // With one part, many query rows and no heads packed together it is FlashAttention-2 again: shown only where asked for.
      const isSecond = made.splits === 1 && made.workload.queries >= made.tile.bm && made.workload.packed === undefined;
      if (isSecond && schedule === undefined && splits === undefined) return [];
      const kernel = { describe: describeFlashDecoding, layOut: layOutFlashDecoding, lift: liftableFlashDecoding };
      return [planOf(made, gpu, `flash-decoding ${made.splits}`, kernel)];
    },
    "flash-attention-1": () => {
      refuseMask(w, "flash-attention-1");
      const kernel = { describe: describeFlashAttention1, layOut: layOutFlashAttention1, lift: liftableFlashAttention1 };
      return [planOf(flashAttention1(w, gpu, block), gpu, "flash-attention-1", kernel)];
    },
    "attention-partial-softmax": () => {
      refuseMask(w, "attention-partial-softmax");
      const kernel = { layOut: layOutAttentionPartialSoftmax, lift: liftableAttentionPartialSoftmax };
      const made = attentionPartialSoftmax(w, gpu, block);
      return [planOf(made, gpu, made.id, { ...kernel, describe: describeAttentionStages })];
    },
    "attention-unfused": () => {
      refuseMask(w, "attention-unfused");
      const kernel = { layOut: layOutAttentionUnfused, lift: liftableAttentionUnfused };
      const made = attentionUnfused(w, gpu, block);
      return [planOf(made, gpu, made.id, { ...kernel, describe: describeAttentionStages })];
    },
  };
  return chooseKernels(kernels, schedule, [
    { name: "lse", given: lse !== undefined, kernels: FLASH_FORWARD },
    { name: "query-order", given: queryOrder !== undefined, kernels: FLASH_FORWARD },
    { name: "key-order", given: keyOrder !== undefined, kernels: ["flash-attention-2", "persistent-attention"] },
    { name: "cluster", given: cluster !== undefined, kernels: ["flash-attention-3"] },
    { name: "splits", given: splits !== undefined, kernels: ["flash-decoding"] },
    { name: "stages", given: stages !== undefined, kernels: Object.keys(kernels).filter((id) => id !== "flash-attention-1") },
  ]);
}

/** @throws InputError naming the field of a mask that the kernel does not know */
function refuseMask(w: AttentionWorkload, kernel: string): void {
  if (isPlainMask(w)) return;
  const field = w.window !== undefined ? "window" : w.lengths !== undefined ? "lengths" : "shared-prefix";
  throw new InputError(field, `flash-attention-2, flash-attention-3, persistent-attention or flash-decoding`, kernel);
}
