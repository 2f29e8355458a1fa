import { attentionWorkload } from "../computation/attention.js";
import { chainWorkload } from "../computation/chain.js";
import { ffnWorkload } from "../computation/ffn.js";
import type { GemmWorkload } from "../computation/gemm.js";
import { gemmWorkload } from "../computation/gemm.js";
import { InputError, shown } from "../errors.js";
import type { Gpu } from "../machines/machine.js";
import { flashAttention2 } from "../schedules/gpu/attention/flash-attention-2.js";
import { layOutFlashForward, parseKeyOrder } from "../schedules/gpu/attention/flash-forward.js";
import { persistentAttention } from "../schedules/gpu/attention/persistent-attention.js";
import { chainBands, layOutChainBands } from "../schedules/gpu/chain/bands.js";
import { dualGemm, layOutDualGemm } from "../schedules/gpu/chain/dual-gemm.js";
import { chainSeparate, layOutChainSeparate } from "../schedules/gpu/chain/separate.js";
import type { GemmTile } from "../schedules/gpu/gemm/gemm-tile.js";
import { layOutPersistentGemm, parseKOrder, persistentGemm } from "../schedules/gpu/gemm/persistent-gemm.js";
import { layOutSplitK, parseSplitReduction, splitK } from "../schedules/gpu/gemm/split-k.js";
import { layOutStreamK, streamK } from "../schedules/gpu/gemm/stream-k.js";
import type { TiledGemmOptions } from "../schedules/gpu/gemm/tiled-gemm.js";
import { layOutTiledGemm, tiledGemm } from "../schedules/gpu/gemm/tiled-gemm.js";
import type { LaunchOrder } from "../schedules/tiles/launch-order.js";
import { parseLaunchOrder } from "../schedules/tiles/launch-order.js";
import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import type { MeasuredLaunch } from "./measured-rows.js";

/** Kinds of launches whose schedule is known and can be replayed. */
export const REPLAYABLE_KINDS: readonly string[] = [
  ...["triton-mm", "triton-persistent", "triton-stream-k", "triton-split-k"],
  ...["triton-chain", "triton-flash", "triton-persistent-flash", "triton-swiglu"],
];

/** What a launch ran: its blocks, and how many of them one SM held. */
export interface LaunchSchedule {
  readonly layout: TileSchedule;
  readonly ctasPerSm: number;
}

/** The product a launch of one of the product kernels or `cublas-mm` computed, bf16 with fp32 sums; atomic sums are stored in fp32. */
export function productOfLaunch(launch: MeasuredLaunch): GemmWorkload {
  const outputType = launch.parameters.get("reduction") === "atomic" ? { outputType: "fp32" } : {};
  return gemmWorkload({ m: parameter(launch, "M"), n: parameter(launch, "N"), k: parameter(launch, "K"), ...outputType });
}

/**
 * The schedule of a launch from its parameters, everything in bf16 with fp32 sums. Eight warps and three stages in products,
 * four warps where the tile is 64 wide, eight and two in attention: as the measured kernels were compiled.
 *
 * @throws InputError naming the line, for a kind without a known schedule or a parameter that is missing.
 */
export function scheduleOfLaunch(launch: MeasuredLaunch, gpu: Gpu): LaunchSchedule {
  switch (launch.kind) {
    case "triton-mm": {
      const schedule = tiledGemm(productOfLaunch(launch), gpu, { tile: tileOf(launch), order: orderOf(launch) });
      return { layout: layOutTiledGemm(schedule), ctasPerSm: schedule.residency.ctasPerSm };
    }
    case "triton-persistent": {
      const kOrder = parseKOrder(launch.parameters.get("korder") ?? "forward");
      const schedule = persistentGemm(productOfLaunch(launch), gpu, { ...productKernelOptions(launch), kOrder });
      return { layout: layOutPersistentGemm(schedule), ctasPerSm: schedule.residency.ctasPerSm };
    }
    case "triton-stream-k": {
      const schedule = streamK(productOfLaunch(launch), gpu, productKernelOptions(launch));
      return { layout: layOutStreamK(schedule), ctasPerSm: schedule.residency.ctasPerSm };
    }
    case "triton-split-k": {
      const reduction = parseSplitReduction(launch.parameters.get("reduction") ?? "");
      const options = { ...productKernelOptions(launch), splits: parameter(launch, "splits"), reduction };
      const schedule = splitK(productOfLaunch(launch), gpu, options);
      return { layout: layOutSplitK(schedule), ctasPerSm: schedule.residency.ctasPerSm };
    }
    case "triton-chain":
      return chainOfLaunch(launch, gpu);
    case "triton-swiglu": {
      const workload = ffnWorkload({
        tokens: parameter(launch, "M"),
        hidden: parameter(launch, "N"),
        model: parameter(launch, "K"),
        gated: true,
      });
      const schedule = dualGemm(workload, gpu, { tile: tileOf(launch), order: orderOf(launch) });
      return { layout: layOutDualGemm(schedule), ctasPerSm: schedule.residency.ctasPerSm };
    }
    case "triton-flash":
    case "triton-persistent-flash":
      return flashOfLaunch(launch, gpu);
    default:
      throw new InputError(`line ${launch.line}`, `one of ${REPLAYABLE_KINDS.join(", ")}`, shown(launch.kind));
  }
}

function chainOfLaunch(launch: MeasuredLaunch, gpu: Gpu): LaunchSchedule {
  const workload = chainWorkload({
    m: parameter(launch, "M"),
    k: parameter(launch, "K1"),
    l: parameter(launch, "N1"),
    n: parameter(launch, "N2"),
  });
  const tile = tileOf(launch);
  if (launch.parameters.get("order") === "separate") {
    const schedule = chainSeparate(workload, gpu, { tile, order: { kind: "col" } });
    return { layout: layOutChainSeparate(schedule), ctasPerSm: schedule.residency.ctasPerSm };
  }
  const schedule = chainBands(workload, gpu, { tile, band: parameter(launch, "rows") });
  return { layout: layOutChainBands(schedule), ctasPerSm: schedule.residency.ctasPerSm };
}

function flashOfLaunch(launch: MeasuredLaunch, gpu: Gpu): LaunchSchedule {
  const workload = attentionWorkload({
    heads: parameter(launch, "BH"),
    queries: parameter(launch, "S"),
    dim: parameter(launch, "D"),
  });
  const tile = { bm: parameter(launch, "BM"), bn: parameter(launch, "BN") };
  const usual = { tile, stages: 2, threads: 256, lse: false };
  const schedule =
    launch.kind === "triton-flash"
      ? flashAttention2(workload, gpu, { ...usual, keyOrder: "forward" })
      : persistentAttention(workload, gpu, {
          ...usual,
          keyOrder: parseKeyOrder(launch.parameters.get("keyorder") ?? "forward"),
          ctasPerSm: parameter(launch, "ctas"),
        });
  return { layout: layOutFlashForward(schedule), ctasPerSm: schedule.residency.ctasPerSm };
}

/** `ctas` says how many blocks of a launch one SM held, where its registers left room for fewer than the model assumes. */
function productKernelOptions(launch: MeasuredLaunch): TiledGemmOptions {
  const ctasPerSm = launch.parameters.has("ctas") ? parameter(launch, "ctas") : undefined;
  return { tile: tileOf(launch), order: orderOf(launch), ctasPerSm };
}

function tileOf(launch: MeasuredLaunch): GemmTile {
  return { bm: parameter(launch, "BM"), bn: parameter(launch, "BN"), bk: parameter(launch, "BK") };
}

function orderOf(launch: MeasuredLaunch): LaunchOrder {
  return parseLaunchOrder(launch.parameters.get("order") ?? "");
}

function parameter(launch: MeasuredLaunch, name: string): number {
  const text = launch.parameters.get(name) ?? "";
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InputError(`line ${launch.line}: ${name}`, "a whole number", shown(text));
  return Number(text);
}
