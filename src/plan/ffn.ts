import type { FfnWorkload } from "../computation/ffn.js";
import { liftableDualGemm } from "../lift/gpu/products.js";
import { liftableFfnWhole, liftableStagesFused } from "../lift/gpu/stages.js";
import type { Gpu } from "../machines/machine.js";
import { describeDualGemm, dualGemm, layOutDualGemm } from "../schedules/gpu/chain/dual-gemm.js";
import type { FfnSequence } from "../schedules/gpu/chain/ffn-whole.js";
import { describeFfnWhole, ffnWhole, layOutFfnWhole } from "../schedules/gpu/chain/ffn-whole.js";
import { describeStagesFused, layOutStagesFused, stagesFused } from "../schedules/gpu/chain/stages-fused.js";
import { parseTile } from "../schedules/gpu/gemm/gemm-tile.js";
import { formatLaunchOrder } from "../schedules/tiles/launch-order.js";
import type { StagesPlanOptions } from "./chains.js";
import { CHAIN_ORDERS, stageOptions, usualBands } from "./chains.js";
import { chooseKernels, planOf } from "./kernel-choice.js";
import type { PlannedReplay } from "./planned-replay.js";

/** @throws InputError when no kernel fits the GPU, or the one named is not known, does not fit or does not know an option. */
export function planFfn(w: FfnWorkload, gpu: Gpu, options: StagesPlanOptions): readonly PlannedReplay[] {
  const { schedule, orders = CHAIN_ORDERS, serpentine = false, stages, threads, ctasPerSm } = options;
  const tile = options.tile === undefined ? undefined : parseTile(options.tile);
  const block = { tile, stages, threads, ctasPerSm };
  const whole = (sequence: FfnSequence, label: string): PlannedReplay =>
    planOf(ffnWhole(w, gpu, sequence, block), gpu, label, {
      describe: describeFfnWhole,
      layOut: layOutFfnWhole,
      lift: liftableFfnWhole,
    });
  const kernels = {
    "ffn-separate": () => orders.map((order) => whole({ id: "ffn-separate", order }, `ffn-separate ${formatLaunchOrder(order)}`)),
    "ffn-bands": () => {
      const { tile: chosen } = ffnWhole(w, gpu, { id: "ffn-bands", band: 1, serpentine }, block);
      const label = `ffn-bands${serpentine ? " serpentine" : ""}`;
      const bands = options.bands ?? usualBands(Math.ceil(w.tokens / chosen.bm));
      return bands.map((band) => whole({ id: "ffn-bands", band, serpentine }, `${label} ${band}`));
    },
    "ffn-fused": () => {
      const made = stagesFused("ffn-fused", "shared memory", w, gpu, block);
      return [
        planOf(made, gpu, made.id, { describe: describeStagesFused, layOut: layOutStagesFused, lift: liftableStagesFused }),
      ];
    },
    "dual-gemm": () =>
      orders.map((order) => {
        const made = dualGemm(w, gpu, { ...block, order });
        const kernel = { layOut: layOutDualGemm, lift: liftableDualGemm };
        const describe = (one: typeof made) => ({ ...describeDualGemm(one), computes: "H = silu(X·Wg) ⊙ (X·Wu)" });
        return planOf(made, gpu, `dual-gemm ${formatLaunchOrder(order)}`, { ...kernel, describe });
      }),
  };
  return chooseKernels(kernels, schedule, stageOptions(options, ["ffn-separate", "dual-gemm"], "ffn-bands"));
}
