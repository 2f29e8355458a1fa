import type { AttentionBackwardWorkload } from "../computation/fused/attention-backward.js";
import { liftableFlashBackward } from "../lift/gpu/attention-backward.js";
import type { Gpu } from "../machines/machine.js";
import {
  attentionBackwardTwoPasses,
  type FlashBackwardOptions,
  flashAttention2Backward,
} from "../schedules/gpu/attention/flash-attention-2-backward.js";
import { flashAttention3Backward } from "../schedules/gpu/attention/flash-attention-3-backward.js";
import { describeFlashBackward, type FlashBackward } from "../schedules/gpu/attention/flash-backward.js";
import { layOutFlashBackward } from "../schedules/gpu/attention/flash-backward-layout.js";
import { parseFlashTile } from "../schedules/gpu/attention/flash-tile.js";
import type { AttentionPlanOptions } from "./attention.js";
import { chooseKernels, type KernelChoice, planOf } from "./kernel-choice.js";
import type { PlannedReplay } from "./planned-replay.js";

type MakeBackward = (w: AttentionBackwardWorkload, gpu: Gpu, options: FlashBackwardOptions) => FlashBackward;

const MAKERS: Readonly<Record<FlashBackward["id"], MakeBackward>> = {
  "flash-attention-2-backward": flashAttention2Backward,
  "flash-attention-3-backward": flashAttention3Backward,
  "attention-backward-two-passes": attentionBackwardTwoPasses,
};

/** @throws InputError when no kernel fits the GPU, or the one named is not known or does not fit. */
export function planAttentionBackward(
  w: AttentionBackwardWorkload,
  gpu: Gpu,
  options: AttentionPlanOptions,
): readonly PlannedReplay[] {
  const { schedule, stages, threads, ctasPerSm } = options;
  const tile = options.tile === undefined ? undefined : parseFlashTile(options.tile);
  const kernel = { describe: describeFlashBackward, layOut: layOutFlashBackward, lift: liftableFlashBackward };
  const kernels: KernelChoice = Object.fromEntries(
    Object.entries(MAKERS).map(([id, make]) => [
      id,
      () => [planOf(make(w, gpu, { tile, stages, threads, ctasPerSm }), gpu, id, kernel)],
    ]),
  );
  return chooseKernels(kernels, schedule);
}
