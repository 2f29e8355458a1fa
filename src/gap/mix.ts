import type { CacheModel } from "../caches/index.js";
import { createCache } from "../caches/index.js";
import { checkInteger, InputError } from "../errors.js";
import type { Gpu, Interface } from "../machines/machine.js";
import type { PlannedReplay } from "../plan/planned.js";
import { arrayOfTile, collectTraffic, totalsOf } from "../replay/collect.js";
import { formatExecution } from "../replay/execution.js";
import type { L2Model } from "../replay/l2/l2-model.js";
import { replayLockStep } from "../replay/lock-step.js";
import { replayTileSchedule } from "../replay/replay.js";
import { secondsSideBySide } from "../replay/time-without-clock.js";
import type { ReplayedTraffic, Traffic } from "../replay/traffic.js";
import { checkResidentTogether } from "../schedules/tiles/residency.js";
import { sideBySide } from "../schedules/tiles/side-by-side.js";

/** Two kernels at once on one GPU. */
export interface MixReport {
  /** Of both together. */
  readonly total: ReadonlyMap<Interface, Traffic>;
  /** Until the last block of both ends, an estimate; absent where no rate for the operands is known. */
  readonly seconds?: number;
  readonly kernels: readonly [MixedKernel, MixedKernel];
}

/** One of two kernels that run at once. */
export interface MixedKernel {
  readonly planned: PlannedReplay;
  /** Its blocks on each SM. */
  readonly ctasPerSm: number;
  /** Its part of the traffic beside the other kernel. */
  readonly shared: ReplayedTraffic;
  /** The same blocks in the same places with the other kernel skipped, and an estimate of their duration. */
  readonly alone: ReplayedTraffic;
}

/**
 * Replays two kernels that share SMs and L2: `mix` blocks of each resident on every SM, in lock step. Each kernel keeps its places
 * until its blocks run out; then they stay empty.
 *
 * @param model a plain cache; blocks take turns, so one with a clock or another order is refused
 * @throws InputError naming `mix` when the blocks do not fit on an SM together, `cluster` for kernels in clusters, `cache` for a
 * partitioned one, `execution` for other than lock step.
 */
export function replayMix(
  first: PlannedReplay,
  second: PlannedReplay,
  gpu: Gpu,
  mix: readonly [first: number, second: number],
  model: CacheModel,
): MixReport {
  refuseOthers([first, second], model);
  for (const ctas of mix) checkInteger("mix", ctas, 1, gpu.maximumBlocksPerSm);
  checkResidentTogether([first.block, second.block], mix, gpu);
  const layouts = [first.layOut(), second.layOut()] as const;
  const together = sideBySide(...layouts);
  const slots = mix.map((ctas) => ctas * gpu.sms) as [number, number];
  const arrayOf = arrayOfTile(together);
  const cache = createCache(model, together.tileBytes, arrayOf, together.arrays.length);
  const machine = {
    blockStart: [0, layouts[0].blockCount, together.blockCount],
    slotStart: [0, slots[0], slots[0] + slots[1]],
  };
  const sm = replayLockStep(together, slots[0] + slots[1], arrayOf, cache, machine);
  const { total, byArray } = collectTraffic(together, cache.traffic(), sm);
  const kernel = (planned: PlannedReplay, at: 0 | 1): MixedKernel => {
    const own = [...byArray].filter(([name]) => name.startsWith(`${at + 1}.`));
    const arrays = new Map(own.map(([name, interfaceIds]) => [name.slice(2), interfaceIds] as const));
    return {
      planned,
      ctasPerSm: mix[at],
      shared: { total: totalsOf(arrays), byArray: arrays },
      alone: replayTileSchedule(layouts[at], slots[at], model, planned.timing?.()),
    };
  };
  const kernels = [kernel(first, 0), kernel(second, 1)] as const;
  const launch = ({ planned, shared }: MixedKernel, at: 0 | 1) => {
    const parameters = planned.timing?.();
    return parameters && { schedule: layouts[at], slots: slots[at], parameters, total: shared.total };
  };
  const [one, other] = [launch(kernels[0], 0), launch(kernels[1], 1)];
  const seconds = one && other && secondsSideBySide([one, other]);
  return { total, kernels, ...(seconds === undefined ? {} : { seconds }) };
}

/** Typed as plain caches, models that `chooseL2` returns may still say how blocks share time. */
function refuseOthers(kernels: readonly PlannedReplay[], model: L2Model): void {
  const clustered = kernels.find(({ clusterSize }) => clusterSize !== undefined);
  const warm = kernels.find(({ resident }) => resident !== undefined);
  if (warm !== undefined) throw new InputError("resident", "none for two kernels at once", warm.label);
  if (clustered !== undefined) throw new InputError("cluster", "none for two kernels at once", clustered.label);
  if (model.policy === "partitioned")
    throw new InputError("cache", "a plain cache for two kernels at once, such as lru", "partitioned");
  const { execution = { kind: "lock-step" } } = model;
  if (execution.kind !== "lock-step")
    throw new InputError("execution", "lock-step for two kernels at once", formatExecution(execution));
}

/** Reads `1:2`. @throws InputError naming `mix`. */
export function parseMix(text: string): readonly [number, number] {
  const match = /^([1-9]\d{0,2}):([1-9]\d{0,2})$/.exec(text);
  if (match === null) throw new InputError("mix", "blocks of each kernel on an SM, such as 1:1", `'${text}'`);
  return [Number(match[1]), Number(match[2])];
}
