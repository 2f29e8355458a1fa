import { quotientAsNumber } from "../../exact/rational.js";
import type { Interface } from "../../machines/machine.js";
import { HINT_SAVES } from "../../schedules/tiles/eviction-hints.js";
import type { ScheduleTime } from "../schedule-time.js";
import { secondsOfLoads } from "../schedule-time.js";

/** A schedule with what it moves over one interface. */
export interface Candidate {
  readonly name: string;
  readonly amount: bigint;
}

/** Amounts over one interface: the schedule, the best that are no slower, the last of these with ideal replacement, the bound. */
export interface Amounts {
  readonly own: Candidate;
  /** In another order of its blocks; absent where the interface or the kernel knows none. */
  readonly order?: Candidate | undefined;
  readonly known: Candidate;
  readonly ideal?: bigint | undefined;
  readonly bound: bigint;
}

/** What a counter beside the replay of the same schedule says. */
export function modelStep(measured: bigint | undefined, own: bigint): string {
  if (measured === undefined) return "";
  const ratio = quotientAsNumber(measured, own);
  if (ratio < 0.95)
    return "The hardware read less than the replay: the cache was warm, or the schedule or the model of the cache is not the kernel's.";
  if (ratio <= 1.05) return "The replay agrees with the counter: the levels below are about this kernel.";
  return "The hardware read more than the replay: look for other kernels in the L2, unaligned rows or a schedule other than the one named.";
}

export function orderStep(field: string, own: Candidate, order: Candidate): string {
  if (!worth(own.amount, order.amount)) return `No other ${field} tried moves clearly less in the same time: leave it.`;
  return `Change the ${field} to that of ${order.name}: it moves ${ratio(own.amount, order.amount)} less and is no slower.`;
}

export function scheduleStep(before: Candidate, known: Candidate): string {
  if (!worth(before.amount, known.amount)) return "No other kernel or tile tried moves clearly less in the same time.";
  return `Change the kernel or tile: ${known.name} moves ${ratio(before.amount, known.amount)} less and is no slower.`;
}

/** The same in the two-level memory model, which has no time. */
export function wordStep(before: Candidate, known: Candidate): string {
  if (known.amount >= before.amount) return "No other schedule known moves less.";
  return `Change the schedule: ${known.name} moves ${ratio(before.amount, known.amount)} less.`;
}

export function replacementStep(known: Candidate, ideal: bigint, hints?: HintStep): string {
  if (!worth(known.amount, ideal)) return "The cache already does about what ideal replacement would.";
  return `A cache of this size that knew the future would save this. ${hintsReach(known, ideal, hints)}; no real cache reaches all.`;
}

function hintsReach(known: Candidate, ideal: bigint, hints: HintStep | undefined): string {
  if (hints === undefined)
    return "Eviction hints reach some of it (--hint says how much: evict-first on outputs, evict-last on what is met again)";
  if (hints.best === undefined)
    return `None of ${hints.tried} eviction hints replayed reaches ${100 * HINT_SAVES} % of the bytes at no cost in time`;
  const { name, amount } = hints.best;
  const share = quotientAsNumber(known.amount - amount, known.amount - ideal);
  return `--hint ${name} reaches ${(100 * share).toFixed(0)} % of it`;
}

const MEMORIES = "between the memories";
const PLACES: Readonly<Partial<Record<Interface, string>>> = {
  "dram-l2": "over DRAM",
  "l2-sm": "into the SMs",
  "l2-cluster": "into the clusters",
};

/** What eviction hints reach of ideal replacement: how many were replayed, and the best one where it saves enough to be named. */
export interface HintStep {
  readonly tried: number;
  readonly best?: Candidate;
}

/** What fewer bytes bring in time, then what to do for them: every schedule named is no slower than the one explained. */
export function headline(
  interfaceId: Interface,
  { own, order, known, ideal, bound }: Amounts,
  orderField: string,
  time?: ScheduleTime,
): string {
  const place = PLACES[interfaceId] ?? MEMORIES;
  if (own.amount <= bound) return `The schedule moves the bound itself ${place}: no kernel can move less.`;
  if (!worth(own.amount, bound)) return `The schedule moves about the bound ${place}: no kernel moves clearly less.`;
  const parts: string[] = [];
  let least = own.amount;
  const say = (better: Candidate, what: string): void => {
    const of = parts.length === 0 ? ` of your ${ratio(own.amount, bound)} ${place}` : "";
    parts.push(`${ratio(least, better.amount)}${of} is ${what}: use ${better.name}`);
    least = better.amount;
  };
  if (order !== undefined && worth(least, order.amount)) say(order, orderField);
  if (worth(least, known.amount)) say(known, "the kernel or tile");
  const rest =
    parts.length === 0
      ? `of the ${ratio(least, bound)} that there is ${place}`
      : `of the ${ratio(least, bound)} that then remains`;
  if (ideal !== undefined && worth(least, ideal)) {
    const nobody = ideal > bound ? `, and ${ratio(ideal, bound)} no schedule known saves` : "";
    parts.push(`${rest}, ${ratio(least, ideal)} is what an ideal cache of this size would save${nobody}`);
  } else if (least > bound)
    parts.push(
      `${rest}, no ${place === MEMORIES ? "" : "other "}schedule known${place === MEMORIES ? "" : " that is as fast"} saves any`,
    );
  const text = parts.join("; ");
  const first = time === undefined ? "" : `${inTime(interfaceId, place, time, bound)} `;
  return `${first}${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const BINDING: Readonly<Record<ScheduleTime["binds"], string>> = {
  "dram-l2": "DRAM binds",
  "l2-sm": "The way into the SMs binds",
  matrix: "Matrix products bind",
  plain: "Plain arithmetic binds",
  special: "Special functions bind",
  latency: "Latency holds the kernel up",
  waves: "A last wave of few blocks holds the kernel up",
  launch: "The launch takes most of the time",
};

/** Fewer bytes are worth what the interface costs in time beyond every other resource. */
function inTime(interfaceId: Interface, place: string, time: ScheduleTime, bound: bigint): string {
  const gain = timeGain(time, interfaceId, bound);
  if (gain > 1) return `Fewer bytes ${place} could bring up to ${gain.toFixed(2)}× in time.`;
  const why = time.binds === interfaceId ? "Another resource takes as long" : BINDING[time.binds];
  return `${why}: fewer bytes ${place} bring no time.`;
}

/** Factor of time that the least bytes over an interface could bring; 1 where it is below what estimates tell apart. */
export function timeGain(time: ScheduleTime, interfaceId: Interface, bound: bigint): number {
  const gain = secondsOfLoads(time) / secondsOfLoads(time, interfaceId, Number(bound));
  return gain > 1.02 ? gain : 1;
}

/** Less by more than the models can tell apart, a fiftieth. */
function worth(from: bigint, to: bigint): boolean {
  return 50n * from > 51n * to;
}

function ratio(upper: bigint, lower: bigint): string {
  const value = quotientAsNumber(upper, lower);
  return `${value < 10 ? value.toFixed(2) : value.toFixed(1)}×`;
}
