import { createCache } from "../caches/index.js";
import { InputError } from "../errors.js";
import type { Gpu } from "../machines/machine.js";
import type { TiledGemm } from "../schedules/gpu/gemm/tiled-gemm.js";
import { layOutTiledGemm } from "../schedules/gpu/gemm/tiled-gemm.js";
import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import { arrayOfTile, collectTraffic } from "./collect.js";
import { lruTrafficAt } from "./curves/lru-curve.js";
import { tiledLruCurve } from "./curves/tiled-lru-curve.js";
import type { ExecutionParameters } from "./event-driven/parameters.js";
import type { EventReplay } from "./event-driven/replay.js";
import { replayEvents } from "./event-driven/replay.js";
import { checkExecution, stepsOfTurn } from "./execution.js";
import { DieL2s } from "./l2/die-l2s.js";
import type { L2Model } from "./l2/l2-model.js";
import { isLruInLockStep } from "./l2/l2-model.js";
import { replayLockStep } from "./lock-step.js";
import { issued } from "./longest-first.js";
import { durationsWithoutClock } from "./time-without-clock.js";
import type { ReplayedTraffic } from "./traffic.js";
import { warmCache } from "./warm-cache.js";

/** Replays a tiled product on a GPU: every SM's blocks at once through one L2. */
export function replayTiledGemm(schedule: TiledGemm, gpu: Gpu, l2: L2Model): ReplayedTraffic {
  const slots = gpu.sms * schedule.residency.ctasPerSm;
  const inClosedForm = isLruInLockStep(l2) && schedule.workload.scales === undefined;
  const closed = inClosedForm ? lruTrafficAt(tiledLruCurve(schedule, slots), [l2.bytes])[0] : undefined;
  return closed ?? replayTileSchedule(layOutTiledGemm(schedule), slots, l2);
}

/** The traffic of an event-driven replay with the duration and the blocks of its launch, where it kept time. */
export function timedTraffic({ traffic, seconds }: EventReplay, { blockCount }: TileSchedule): ReplayedTraffic {
  return seconds === undefined ? traffic : { ...traffic, seconds, blocks: blockCount };
}

/** Replays any tile schedule with `slots` blocks at a time; with `timing`, caches without a clock have an estimate of the duration too. */
export function replayTileSchedule(
  launched: TileSchedule,
  slots: number,
  l2: L2Model,
  timing?: ExecutionParameters,
): ReplayedTraffic {
  if (l2.policy === "partitioned") {
    const replay = replayEvents(launched, slots, l2.parameters, { execution: l2.execution });
    return replay.seconds === undefined
      ? withSeconds(replay.traffic, launched, slots, l2.parameters)
      : timedTraffic(replay, launched);
  }
  if (launched.hints !== undefined) throw new InputError("hint", "--cache partitioned, of which rules are known", l2.policy);
  if (l2.execution !== undefined) checkExecution(l2.execution);
  const layout = issued(launched, l2.execution);
  const arrayOf = arrayOfTile(layout);
  const { dies, l3Bytes: bytes = l2.bytes } = l2;
  const cache = warmCache(layout, () => createCache({ ...l2, bytes }, layout.tileBytes, arrayOf, layout.arrays.length));
  const turn = stepsOfTurn(l2.execution);
  if (dies !== undefined) {
    const l2s = new DieL2s({ dies, bytes: l2.bytes }, cache, layout.tileBytes, arrayOf, layout.arrays.length);
    const sm = replayLockStep(layout, slots, arrayOf, l2s, { dies }, turn);
    const moved = l2s.finish();
    return withSeconds(collectTraffic(layout, moved.dram, sm, moved.dies), layout, slots, timing);
  }
  const sm = replayLockStep(layout, slots, arrayOf, cache, undefined, turn);
  return withSeconds(collectTraffic(layout, cache.traffic(), sm), layout, slots, timing);
}

/** Traffic counted without a clock, with an estimate of the duration where rates are known. */
export function withSeconds(
  traffic: ReplayedTraffic,
  schedule: TileSchedule,
  slots: number,
  timing: ExecutionParameters | undefined,
): ReplayedTraffic {
  const seconds = timing && durationsWithoutClock(schedule, slots, timing)?.(traffic.total);
  return seconds === undefined ? traffic : { ...traffic, seconds };
}
