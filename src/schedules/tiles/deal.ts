import { InputError, shown } from "../../errors.js";
import { inOrder } from "./block-order.js";
import type { TileSchedule } from "./tile-schedule.js";

/** The forms that `withDeal` reads, for help and errors. */
export const DEALS = "round-robin, runs, chunks:COUNT";

/**
 * The schedule as a kernel remaps its block ids for dies, to which the hardware hands the blocks by turns: block i runs on die
 * i mod `dies`. `round-robin` remaps nothing; `runs` gives each die one run of neighbours in launch order; `chunks:COUNT` gives runs of
 * COUNT neighbours to the dies by turns, and leaves the blocks beyond the last whole round as they are.
 *
 * @throws InputError naming `deal` for another text, or where blocks wait for others
 */
export function withDeal(schedule: TileSchedule, text: string, dies: number): TileSchedule {
  const chunk = parseDeal(text);
  if (chunk === 1) return schedule;
  if (schedule.waits !== undefined || schedule.phaseWaits !== undefined)
    throw new InputError("deal", "round-robin for blocks that wait for others", shown(text));
  return inOrder(schedule, dealtOrder(schedule.blockCount, dies, chunk));
}

/** Neighbours in launch order that a die gets in a row; 0 stands for as many as there are. @throws InputError naming `deal`. */
export function parseDeal(text: string): number {
  const [, runs, digits] = /^(?:(runs)|chunks:(\d{1,9})|round-robin)$/.exec(text) ?? [];
  if (text === "round-robin") return 1;
  if (runs !== undefined) return 0;
  if (digits !== undefined && Number(digits) > 0) return Number(digits);
  throw new InputError("deal", `one of ${DEALS}`, shown(text));
}

/** The block of the launch order that each block id computes. */
export function dealtOrder(blocks: number, dies: number, chunk: number): Int32Array {
  if (chunk === 0) {
    // Die d has the ids d, d + dies, …: some dies one more than others.
    const perDie = Array.from({ length: dies }, (_, die) => Math.ceil((blocks - die) / dies));
    const first = perDie.map((_, die) => perDie.slice(0, die).reduce((sum, count) => sum + count, 0));
    return Int32Array.from({ length: blocks }, (_, id) => (first[id % dies] as number) + Math.floor(id / dies));
  }
  const round = dies * chunk;
  const whole = blocks - (blocks % round);
  return Int32Array.from({ length: blocks }, (_, id) => {
    if (id >= whole) return id;
    const place = Math.floor((id % round) / dies);
    return id - (id % round) + (id % dies) * chunk + place;
  });
}
