import { type AttentionOptions, attentionWorkload } from "../computation/attention.js";
import { chainWorkload } from "../computation/chain.js";
import { groupedGemmWorkload } from "../computation/experts/grouped-gemm.js";
import { moeWorkload } from "../computation/experts/moe.js";
import { ffnWorkload } from "../computation/ffn.js";
import type { GemmWorkload } from "../computation/gemm.js";
import { gemmWorkload } from "../computation/gemm.js";
import { elementwiseWorkload, normWorkload, rotaryWorkload, softmaxWorkload } from "../computation/row-workloads.js";
import { InputError, shown } from "../errors.js";
import type { Gpu } from "../machines/machine.js";
import { flashAttention2 } from "../schedules/gpu/attention/flash-attention-2.js";
import { flashDecoding, layOutFlashDecoding } from "../schedules/gpu/attention/flash-decoding.js";
import { layOutFlashForward, parseKeyOrder } from "../schedules/gpu/attention/flash-forward.js";
import type { FlashTile } from "../schedules/gpu/attention/flash-tile.js";
import { persistentAttention } from "../schedules/gpu/attention/persistent-attention.js";
import { chainBands, layOutChainBands } from "../schedules/gpu/chain/bands.js";
import { dualGemm, layOutDualGemm } from "../schedules/gpu/chain/dual-gemm.js";
import { chainSeparate, layOutChainSeparate } from "../schedules/gpu/chain/separate.js";
import { moe } from "../schedules/gpu/experts/moe.js";
import { layOutMoe } from "../schedules/gpu/experts/moe-layout.js";
import type { GemmTile } from "../schedules/gpu/gemm/gemm-tile.js";
import { groupedGemm, layOutGroupedGemm } from "../schedules/gpu/gemm/grouped-gemm.js";
import { layOutPersistentGemm, parseKOrder, persistentGemm } from "../schedules/gpu/gemm/persistent-gemm.js";
import { layOutSplitK, parseSplitReduction, splitK } from "../schedules/gpu/gemm/split-k.js";
import { layOutStreamK, streamK } from "../schedules/gpu/gemm/stream-k.js";
import type { TiledGemmOptions } from "../schedules/gpu/gemm/tiled-gemm.js";
import { layOutTiledGemm, tiledGemm } from "../schedules/gpu/gemm/tiled-gemm.js";
import { layOutScan } from "../schedules/gpu/recurrence/scan-layout.js";
import { layOutRowPasses, rowPasses } from "../schedules/gpu/rows/passes.js";
import { withHints } from "../schedules/tiles/eviction-hints.js";
import type { LaunchOrder } from "../schedules/tiles/launch-order.js";
import { parseLaunchOrder } from "../schedules/tiles/launch-order.js";
import type { Residency } from "../schedules/tiles/residency.js";
import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import { layOutWordByWord, wordByWord } from "../schedules/two-level/word-by-word.js";
import { SCAN_KINDS, scanOfLaunch } from "./launch-scan.js";
import type { MeasuredLaunch } from "./measured-rows.js";

/** Kinds of launches whose schedule is known and can be replayed. */
export const REPLAYABLE_KINDS: readonly string[] = [
  ...["triton-mm", "triton-persistent", "triton-stream-k", "triton-split-k"],
  ...["triton-chain", "triton-flash", "triton-persistent-flash", "triton-flash-decode", "triton-latent", "triton-swiglu"],
  ...["triton-grouped", "triton-contiguous", "triton-window", "triton-packed"],
  ...["triton-moe-permuted", "triton-moe-gathered", "triton-moe-scattered"],
  ...["cuda-hint", "triton-softmax", "triton-rmsnorm", "triton-layernorm", "triton-elementwise", "triton-rotary"],
  ...SCAN_KINDS,
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
 * four warps where the tile is 64 wide, eight and two in attention unless `warps` says otherwise: as the measured kernels were
 * compiled.
 *
 * @throws InputError naming the line, for a kind without a known schedule or a parameter that is missing.
 */
export function scheduleOfLaunch(launch: MeasuredLaunch, gpu: Gpu): LaunchSchedule {
  switch (launch.kind) {
    case "triton-mm": {
      const schedule = tiledGemm(productOfLaunch(launch), gpu, { tile: tileOf(launch), order: orderOf(launch) });
      return launched(launch, layOutTiledGemm(schedule), schedule.residency);
    }
    case "cuda-hint": {
      const options = { tile: tileOf(launch), order: orderOf(launch), threads: 256, ctasPerSm: ctasOf(launch) };
      const schedule = tiledGemm(productOfLaunch(launch), gpu, options);
      return launched(launch, withHints(layOutTiledGemm(schedule), hintsOf(launch)), schedule.residency);
    }
    case "triton-persistent": {
      const kOrder = parseKOrder(launch.parameters.get("korder") ?? "forward");
      const schedule = persistentGemm(productOfLaunch(launch), gpu, { ...productKernelOptions(launch), kOrder });
      return launched(launch, layOutPersistentGemm(schedule), schedule.residency);
    }
    case "triton-packed": {
      const sizes = { m: parameter(launch, "M"), n: parameter(launch, "N"), k: parameter(launch, "K") };
      const workload = gemmWorkload({ ...sizes, rightType: "int4", groupSize: 128, scaleType: "bf16" });
      const schedule = tiledGemm(workload, gpu, { tile: tileOf(launch), order: orderOf(launch) });
      return launched(launch, layOutTiledGemm(schedule), schedule.residency);
    }
    case "triton-grouped":
    case "triton-contiguous":
      return groupedOfLaunch(launch, gpu);
    case "triton-moe-permuted":
    case "triton-moe-gathered":
    case "triton-moe-scattered":
      return moeOfLaunch(launch, gpu);
    case "triton-stream-k": {
      const schedule = streamK(productOfLaunch(launch), gpu, productKernelOptions(launch));
      return launched(launch, layOutStreamK(schedule), schedule.residency);
    }
    case "triton-split-k": {
      const reduction = parseSplitReduction(launch.parameters.get("reduction") ?? "");
      const options = { tile: tileOf(launch), order: orderOf(launch), splits: parameter(launch, "splits"), reduction };
      const schedule = splitK(productOfLaunch(launch), gpu, options);
      return launched(launch, layOutSplitK(schedule), schedule.residency);
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
      return launched(launch, layOutDualGemm(schedule), schedule.residency);
    }
    case "triton-flash":
    case "triton-window":
    case "triton-persistent-flash":
      return flashOfLaunch(launch, gpu);
    case "triton-flash-decode":
    case "triton-latent":
      return decodeOfLaunch(launch, gpu);
    case "triton-softmax":
    case "triton-rmsnorm":
    case "triton-layernorm":
    case "triton-elementwise":
    case "triton-rotary":
      return rowsOfLaunch(launch, gpu);
    case "triton-scan-recurrent":
    case "triton-scan-fused": {
      const schedule = scanOfLaunch(launch, gpu, (name) => parameter(launch, name));
      return launched(launch, layOutScan(schedule), schedule.residency);
    }
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
    return launched(launch, layOutChainSeparate(schedule), schedule.residency);
  }
  const schedule = chainBands(workload, gpu, { tile, band: parameter(launch, "rows") });
  return launched(launch, layOutChainBands(schedule), schedule.residency);
}

/** Group after group, each by rows (`row`), columns or groups (`expert-…`), or in one order over whole tiles of all groups (contiguous). */
function groupedOfLaunch(launch: MeasuredLaunch, gpu: Gpu): LaunchSchedule {
  const workload = groupedGemmWorkload({ rows: rowsOf(launch), n: parameter(launch, "N"), k: parameter(launch, "K") });
  const order = parseLaunchOrder((launch.parameters.get("order") ?? "").replace("expert-", ""));
  const id = launch.kind === "triton-contiguous" ? "grouped-gemm-contiguous" : "grouped-gemm-persistent";
  const schedule = groupedGemm(id, workload, gpu, { tile: tileOf(launch), order, ctasPerSm: ctasOf(launch) });
  return launched(launch, layOutGroupedGemm(schedule), schedule.residency);
}

/** All kernels of a mixture, whose results are added in fp32 where they are scattered. */
function moeOfLaunch(launch: MeasuredLaunch, gpu: Gpu): LaunchSchedule {
  const [topK, model, hidden] = ["topk", "model", "hidden"].map((name) => parameter(launch, name)) as [number, number, number];
  const scattered = launch.kind === "triton-moe-scattered";
  const workload = moeWorkload({ rows: rowsOf(launch), topK, model, hidden, ...(scattered ? { outputType: "fp32" } : {}) });
  const id = scattered ? "moe-scattered" : launch.kind === "triton-moe-gathered" ? "moe-gathered" : "moe-permuted";
  const schedule = moe(id, workload, gpu, { tile: tileOf(launch), order: orderOf(launch) });
  return launched(launch, layOutMoe(schedule), schedule.residency);
}

function rowsOf(launch: MeasuredLaunch): readonly number[] {
  return (launch.parameters.get("rows") ?? "").split("+").map(Number);
}

function flashOfLaunch(launch: MeasuredLaunch, gpu: Gpu): LaunchSchedule {
  const workload = attentionWorkload({
    heads: parameter(launch, "BH"),
    ...(launch.parameters.has("KV") ? { kvHeads: parameter(launch, "KV") } : {}),
    queries: parameter(launch, "S"),
    dim: parameter(launch, "D"),
    causal: launch.parameters.has("causal") || launch.kind === "triton-window",
    ...maskOf(launch),
  });
  const usual = { tile: keyTileOf(launch), stages: 2, threads: threadsOf(launch, 8), lse: false };
  const schedule =
    launch.kind !== "triton-persistent-flash"
      ? flashAttention2(workload, gpu, { ...usual, keyOrder: "forward" })
      : persistentAttention(workload, gpu, {
          ...usual,
          keyOrder: parseKeyOrder(launch.parameters.get("keyorder") ?? "forward"),
          ctasPerSm: ctasOf(launch),
        });
  return launched(launch, layOutFlashForward(schedule), schedule.residency);
}

function maskOf(launch: MeasuredLaunch): { readonly window?: number; readonly sinks?: number } {
  const [window, sinks] = ["window", "sinks"].map((name) => Number(launch.parameters.get(name) ?? 0)) as [number, number];
  // A window of all keys is none.
  if (window === 0 || window >= parameter(launch, "S")) return {};
  return { window, ...(sinks === 0 ? {} : { sinks }) };
}

/** One query of each of `G` heads that share a head of keys, all as rows of one tile. */
function decodeOfLaunch(launch: MeasuredLaunch, gpu: Gpu): LaunchSchedule {
  const sizes = { batch: parameter(launch, "B"), queries: 1, keys: parameter(launch, "S") };
  const workload = attentionWorkload({ ...sizes, ...(launch.kind === "triton-latent" ? latentOf(launch) : groupsOf(launch)) });
  const schedule = flashDecoding(workload, gpu, {
    tile: keyTileOf(launch),
    splits: parameter(launch, "splits"),
    stages: 2,
    threads: threadsOf(launch, 4),
  });
  return launched(launch, layOutFlashDecoding(schedule), schedule.residency);
}

function groupsOf(launch: MeasuredLaunch): Pick<AttentionOptions, "heads" | "kvHeads" | "dim"> {
  const kvHeads = parameter(launch, "KV");
  return { heads: kvHeads * parameter(launch, "G"), kvHeads, dim: parameter(launch, "D") };
}

/** One latent for all heads, whose first words are the values. */
function latentOf(launch: MeasuredLaunch): Omit<AttentionOptions, "queries"> {
  const valueDim = parameter(launch, "DV");
  return { heads: parameter(launch, "H"), kvHeads: 1, dim: valueDim + parameter(launch, "DR"), valueDim, valuesInKeys: true };
}

/** A block a row, or for words without statistics a block of so many. */
function rowsOfLaunch(launch: MeasuredLaunch, gpu: Gpu): LaunchSchedule {
  const rows = parameter(launch, "rows");
  const threads = threadsOf(launch, 4);
  if (launch.kind === "triton-rotary" || launch.kind === "triton-elementwise") {
    const rotary = launch.kind === "triton-rotary";
    const dim = rotary ? parameter(launch, "D") : parameter(launch, "block");
    const workload = rotary
      ? rotaryWorkload({ rows, heads: parameter(launch, "heads"), dim })
      : elementwiseWorkload({ rows, columns: parameter(launch, "columns") });
    const tile = { rows: 1, columns: dim };
    const schedule = wordByWord(rotary ? "rotary-heads" : "elementwise-fused", workload, gpu, { threads, tile });
    return launched(launch, layOutWordByWord(schedule), schedule.residency);
  }
  const columns = parameter(launch, "columns");
  const workload =
    launch.kind === "triton-softmax"
      ? softmaxWorkload({ rows, columns })
      : normWorkload(launch.kind === "triton-rmsnorm" ? "rmsnorm" : "layernorm", { rows, columns });
  const schedule = rowPasses("row-one-pass", workload, gpu, { threads, tile: { rows: 1, columns } });
  return launched(launch, layOutRowPasses(schedule), schedule.residency);
}

function productKernelOptions(launch: MeasuredLaunch): TiledGemmOptions {
  return { tile: tileOf(launch), order: orderOf(launch), ctasPerSm: ctasOf(launch) };
}

/** `ctas` says how many blocks of a launch one SM held, where its registers left room for another number than the model assumes. */
function launched(launch: MeasuredLaunch, layout: TileSchedule, { ctasPerSm }: Residency): LaunchSchedule {
  return { layout, ctasPerSm: ctasOf(launch) ?? ctasPerSm };
}

function ctasOf(launch: MeasuredLaunch): number | undefined {
  return launch.parameters.has("ctas") ? parameter(launch, "ctas") : undefined;
}

function threadsOf(launch: MeasuredLaunch, usualWarps: number): number {
  return 32 * (launch.parameters.has("warps") ? parameter(launch, "warps") : usualWarps);
}

function keyTileOf(launch: MeasuredLaunch): FlashTile {
  return { bm: parameter(launch, "BM"), bn: parameter(launch, "BN") };
}

function tileOf(launch: MeasuredLaunch): GemmTile {
  return { bm: parameter(launch, "BM"), bn: parameter(launch, "BN"), bk: parameter(launch, "BK") };
}

/** `nlf`: loads of A without a hint, those of B evict-last, stores of C evict-first; `persisting` in MiB. */
function hintsOf({ parameters }: MeasuredLaunch): string {
  const hints: Readonly<Record<string, string>> = { n: "normal", f: "evict-first", l: "evict-last" };
  const [letters, persisting] = [parameters.get("hints") ?? "", parameters.get("persisting")];
  const each = [...letters].map((one, i) => `${"ABC"[i]}:${hints[one]}`);
  return [...each, ...(persisting === undefined || !letters.includes("l") ? [] : [`persisting:${persisting}M`])].join(",");
}

function orderOf(launch: MeasuredLaunch): LaunchOrder {
  return parseLaunchOrder(launch.parameters.get("order") ?? "");
}

function parameter(launch: MeasuredLaunch, name: string): number {
  const text = launch.parameters.get(name) ?? "";
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InputError(`line ${launch.line}: ${name}`, "a whole number", shown(text));
  return Number(text);
}
