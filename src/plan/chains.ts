import type { ChainWorkload } from "../computation/chain.js";
import { liftableChain } from "../lift/gpu/products.js";
import { liftableChainRecompute, liftableStagesFused } from "../lift/gpu/stages.js";
import type { Gpu } from "../machines/machine.js";
import { chainBands, describeChainBands, layOutChainBands } from "../schedules/gpu/chain/bands.js";
import { chainRecompute, describeChainRecompute, layOutChainRecompute } from "../schedules/gpu/chain/recompute.js";
import { chainSeparate, describeChainSeparate, layOutChainSeparate } from "../schedules/gpu/chain/separate.js";
import { describeStagesFused, layOutStagesFused, stagesFused } from "../schedules/gpu/chain/stages-fused.js";
import { parseTile } from "../schedules/gpu/gemm/gemm-tile.js";
import type { LaunchOrder } from "../schedules/tiles/launch-order.js";
import { formatLaunchOrder } from "../schedules/tiles/launch-order.js";
import type { KernelOption } from "./kernel-choice.js";
import { chooseKernels, planOf } from "./kernel-choice.js";
import type { PlannedReplay } from "./planned-replay.js";

/** Options of the kernels of chains and of feed-forward blocks. */
export interface StagesPlanOptions {
  /** Only this kernel; default: each that fits. */
  readonly schedule?: string | undefined;
  /** `BMxBNxBK`. */
  readonly tile?: string | undefined;
  readonly orders?: readonly LaunchOrder[] | undefined;
  /** Tile rows of a band of `chain-bands` and `ffn-bands`. */
  readonly bands?: readonly number[] | undefined;
  /** Whether every second band walks its columns backwards; default false. */
  readonly serpentine?: boolean | undefined;
  readonly stages?: number | undefined;
  readonly threads?: number | undefined;
  readonly ctasPerSm?: number | undefined;
}

/** The orders of kernels whose launch order is one parameter among others. */
export const CHAIN_ORDERS: readonly LaunchOrder[] = [{ kind: "row" }, { kind: "col" }, { kind: "group", height: 8 }];

/** Bands worth a look where there are `rows` tile rows. */
export function usualBands(rows: number): readonly number[] {
  return [1, 2, 4, 8, 16].filter((band) => band < rows);
}

/** Which kernels know an order, and which bands. */
export function stageOptions(options: StagesPlanOptions, ordered: readonly string[], banded: string): readonly KernelOption[] {
  return [
    { name: "order", given: options.orders !== undefined, kernels: ordered },
    { name: "band", given: options.bands !== undefined, kernels: [banded] },
    { name: "serpentine", given: options.serpentine !== undefined, kernels: [banded] },
  ];
}

/** @throws InputError when no kernel fits the GPU, or the one named is not known, does not fit or does not know an option. */
export function planChains(w: ChainWorkload, gpu: Gpu, options: StagesPlanOptions): readonly PlannedReplay[] {
  const { schedule, orders = CHAIN_ORDERS, serpentine, stages, threads, ctasPerSm } = options;
  const tile = options.tile === undefined ? undefined : parseTile(options.tile);
  const block = { tile, stages, threads, ctasPerSm };
  const fused = { describe: describeStagesFused, layOut: layOutStagesFused, lift: liftableStagesFused };
  const kernels = {
    "chain-separate": () => {
      const kernel = { describe: describeChainSeparate, layOut: layOutChainSeparate, lift: liftableChain };
      return orders.map((order) =>
        planOf(chainSeparate(w, gpu, { ...block, order }), gpu, `chain-separate ${formatLaunchOrder(order)}`, kernel),
      );
    },
    "chain-bands": () => {
      const kernel = { describe: describeChainBands, layOut: layOutChainBands, lift: liftableChain };
      const label = `chain-bands${serpentine === true ? " serpentine" : ""}`;
      const rows = Math.ceil(w.m / chainBands(w, gpu, block).tile.bm);
      return (options.bands ?? usualBands(rows)).map((band) =>
        planOf(chainBands(w, gpu, { ...block, band, serpentine }), gpu, `${label} ${band}`, kernel),
      );
    },
    "chain-fused-smem": () => {
      const made = stagesFused("chain-fused-smem", "shared memory", w, gpu, block);
      return [planOf(made, gpu, made.id, fused)];
    },
    "chain-fused-registers": () => {
      const made = stagesFused("chain-fused-registers", "registers", w, gpu, block);
      return [planOf(made, gpu, made.id, fused)];
    },
    "chain-recompute": () => {
      const kernel = { describe: describeChainRecompute, layOut: layOutChainRecompute, lift: liftableChainRecompute };
      return [planOf(chainRecompute(w, gpu, block), gpu, "chain-recompute", kernel)];
    },
  };
  return chooseKernels(kernels, schedule, stageOptions(options, ["chain-separate"], "chain-bands"));
}
