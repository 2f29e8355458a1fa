import type { MultilayerChainWorkload } from "../computation/multilayer-chain.js";
import { liftableMultilayerChainFused, liftableMultilayerChainSeparate } from "../lift/gpu/multilayer.js";
import type { Gpu } from "../machines/machine.js";
import {
  describeMultilayerChainFused,
  layOutMultilayerChainFused,
  multilayerChainFused,
} from "../schedules/gpu/chain/multilayer-fused.js";
import {
  describeMultilayerChainSeparate,
  layOutMultilayerChainSeparate,
  multilayerChainSeparate,
} from "../schedules/gpu/chain/multilayer-separate.js";
import { parseTile } from "../schedules/gpu/gemm/gemm-tile.js";
import { formatLaunchOrder } from "../schedules/tiles/launch-order.js";
import type { StagesPlanOptions } from "./chains.js";
import { CHAIN_ORDERS } from "./chains.js";
import { chooseKernels, planOf } from "./kernel-choice.js";
import type { PlannedReplay } from "./planned-replay.js";

/** @throws InputError when no kernel fits the GPU, or the one named is not known, does not fit or does not know an option. */
export function planMultilayerChains(w: MultilayerChainWorkload, gpu: Gpu, options: StagesPlanOptions): readonly PlannedReplay[] {
  const { schedule, orders = CHAIN_ORDERS, stages, threads, ctasPerSm } = options;
  const tile = options.tile === undefined ? undefined : parseTile(options.tile);
  const block = { tile, stages, threads, ctasPerSm };
  const kernels = {
    "multilayer-separate": () => {
      const kernel = {
        describe: describeMultilayerChainSeparate,
        layOut: layOutMultilayerChainSeparate,
        lift: liftableMultilayerChainSeparate,
      };
      return orders.map((order) =>
        planOf(
          multilayerChainSeparate(w, gpu, { ...block, order }),
          gpu,
          `multilayer-separate ${formatLaunchOrder(order)}`,
          kernel,
        ),
      );
    },
    "multilayer-fused-smem": () => {
      const kernel = {
        describe: describeMultilayerChainFused,
        layOut: layOutMultilayerChainFused,
        lift: liftableMultilayerChainFused,
      };
      return [planOf(multilayerChainFused(w, gpu, block), gpu, "multilayer-fused-smem", kernel)];
    },
  };
  return chooseKernels(kernels, schedule, [
    { name: "order", given: options.orders !== undefined, kernels: ["multilayer-separate"] },
  ]);
}
