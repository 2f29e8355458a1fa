import { InputError } from "../../errors.js";
import type { Gpu } from "../../machines/machine.js";
import { executionOf, replayPlanned } from "../../plan/planned.js";
import type { L2Model } from "../../replay/l2/l2-model.js";
import type { ArrayPlace } from "../../replay/sequence/array-place.js";
import { leastPitch } from "../../replay/sequence/array-place.js";
import type { SequenceTraffic } from "../../replay/sequence/sequence.js";
import { replaySequence } from "../../replay/sequence/sequence.js";
import { checkDistinct, shareCells } from "../../replay/sequence/shared-cells.js";
import type { ReplayedTraffic } from "../../replay/traffic.js";
import type { TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import { didYouMean } from "../../text/nearest-name.js";
import type { KernelOfPlan } from "./kernel-of-plan.js";
import type { SequenceBound } from "./sequence-bound.js";
import { bytesPrefetched, bytesTouchedBefore, sequenceBound } from "./sequence-bound.js";

/** Kernels that ran one after the other through one L2, beside each from a cold L2. */
export interface SequenceReport {
  readonly gpu: Gpu;
  readonly cache: L2Model;
  readonly kernels: readonly KernelOfPlan[];
  readonly traffic: SequenceTraffic;
  /** The same without any prefetch, where there is one. */
  readonly unprefetched?: SequenceTraffic;
  /** Each kernel alone. */
  readonly cold: readonly ReplayedTraffic[];
  /** Absent where a schedule computes only a part of its workload. */
  readonly bound?: SequenceBound;
}

/**
 * Replays a plan of kernels through one L2 that starts empty, and each of them from a cold one.
 *
 * @throws InputError naming `plan` and the kernel for an array that it does not have or that does not fit its place, words that two arrays
 * of a kernel share, and results that a later kernel writes again
 */
export function sequenceReport(kernels: readonly KernelOfPlan[], gpu: Gpu, cache: L2Model): SequenceReport {
  if (kernels.length === 0) throw new InputError("plan", "at least one kernel", "none");
  const sequenced = kernels.map(({ planned, places = {}, prefetch }, kernel) => {
    const schedule = planned.layOut();
    checkPlaces(schedule, places, `plan: kernel ${kernel + 1}`);
    const lists = new Map(Object.entries(places).map(([array, place]) => [array, [place]] as const));
    return { schedule, places: lists, prefetch, slots: planned.slots, timing: executionOf(planned, cache) };
  });
  const cells = shareCells(sequenced);
  checkDistinct(sequenced, cells);
  const traffic = replaySequence(sequenced, cache);
  const cold = kernels.map(({ planned }) => replayPlanned(planned, cache));
  const unprefetched = kernels.some(({ prefetch }) => prefetch !== undefined)
    ? {
        unprefetched: replaySequence(
          sequenced.map(({ prefetch: _, ...kernel }) => kernel),
          cache,
        ),
      }
    : {};
  const partly = kernels.some(({ planned }) => planned.fields["computes"] !== undefined);
  const bound = partly
    ? undefined
    : sequenceBound(kernels, gpu, cache, bytesTouchedBefore(cells), bytesPrefetched(sequenced, cells));
  return { gpu, cache, kernels, traffic, cold, ...unprefetched, ...(bound === undefined ? {} : { bound }) };
}

function checkPlaces({ arrays }: TileSchedule, places: Readonly<Record<string, ArrayPlace>>, subject: string): void {
  const names = arrays.map(({ name }) => name);
  for (const [name, place] of Object.entries(places)) {
    const array = arrays.find((one) => one.name === name);
    if (array === undefined)
      throw new InputError(`${subject}: arrays`, `some of ${names.join(", ")}${didYouMean(name, names)}`, name);
    if (array.grid === undefined && (place.pitch !== undefined || place.interleaved !== undefined))
      throw new InputError(
        `${subject}: ${name}`,
        "a place without pitch and interleaved: its tiles are no rows of a matrix",
        "them",
      );
    if (place.pitch !== undefined && place.pitch < leastPitch(array, place))
      throw new InputError(`${subject}: ${name}`, `a pitch of at least ${leastPitch(array, place)} bytes`, `${place.pitch}`);
    if (array.grid?.heights !== undefined && (place.interleaved ?? 1) > 1)
      throw new InputError(`${subject}: ${name}`, "no interleaved matrices of unequal heights", String(place.interleaved));
  }
}
