import type { GemmWorkload } from "../computation/gemm.js";
import { gemmWorkload } from "../computation/gemm.js";
import { InputError, shown } from "../errors.js";
import type { Gpu } from "../machines/machine.js";
import type { L2Model } from "../replay/l2-model.js";
import { replayTiledGemm } from "../replay/replay.js";
import type { Traffic } from "../replay/traffic.js";
import { parseLaunchOrder } from "../schedules/launch-order.js";
import { tiledGemm } from "../schedules/tiled-gemm.js";
import type { MeasuredLaunch } from "./measured-rows.js";

/** A replayed launch beside its counters. */
export interface ValidatedLaunch {
  readonly launch: MeasuredLaunch;
  readonly dram: Traffic;
  readonly sm: Traffic;
  /** replayed / measured − 1 */
  readonly dramReadError: number;
  readonly smReadError: number;
}

/** Quantiles of absolute relative errors. */
export interface ErrorSummary {
  readonly count: number;
  readonly median: number;
  readonly ninetiethPercentile: number;
  readonly worst: number;
}

/** Kinds of launches whose schedule is known and can be replayed. */
export const REPLAYABLE_KINDS: readonly string[] = ["triton-mm"];

/** The product a launch of kind `triton-mm` or `cublas-mm` computed, bf16 with fp32 sums. */
export function productOfLaunch(launch: MeasuredLaunch): GemmWorkload {
  return gemmWorkload({ m: parameter(launch, "M"), n: parameter(launch, "N"), k: parameter(launch, "K") });
}

/** Replays one launch of a known schedule; the same model for every row. */
export function validateLaunch(launch: MeasuredLaunch, gpu: Gpu, l2: L2Model): ValidatedLaunch {
  const tile = { bm: parameter(launch, "BM"), bn: parameter(launch, "BN"), bk: parameter(launch, "BK") };
  const order = parseLaunchOrder(launch.parameters.get("order") ?? "");
  const schedule = tiledGemm(productOfLaunch(launch), gpu, { tile, order });
  const { total } = replayTiledGemm(schedule, gpu, l2);
  const [dram, sm] = [total.get("dram-l2") as Traffic, total.get("l2-sm") as Traffic];
  const error = (replayed: bigint, counter: string): number =>
    Number(replayed) / (launch.counters.get(counter) ?? Number.NaN) - 1;
  return {
    launch,
    dram,
    sm,
    dramReadError: error(dram.reads, "dram_read_bytes"),
    smReadError: error(sm.reads, "l2_to_sm_bytes"),
  };
}

/** @throws RangeError for no errors at all: a summary of nothing would pass any check. */
export function summarizeErrors(errors: readonly number[]): ErrorSummary {
  const sorted = errors.map(Math.abs).sort((x, y) => x - y);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  if (sorted.length === 0) throw new RangeError("summarizeErrors: no rows");
  return { count: sorted.length, median: at(0.5), ninetiethPercentile: at(0.9), worst: at(1) };
}

function parameter(launch: MeasuredLaunch, name: string): number {
  const text = launch.parameters.get(name) ?? "";
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InputError(`line ${launch.line}: ${name}`, "a whole number", shown(text));
  return Number(text);
}
