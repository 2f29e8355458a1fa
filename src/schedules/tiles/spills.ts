import { InputError, shown } from "../../errors.js";
import type { TileSchedule } from "./tile-schedule.js";

/** Name of the spilled registers among the arrays of a traffic. */
export const SPILLED = "spilled registers";

/**
 * The schedule with the bytes that each thread spills, `STORES,LOADS` as `ptxas -v` prints them: every step of the main loop is taken to
 * run all of them, past the L1 and within the L2.
 *
 * @throws InputError naming `spill-bytes` for another text, or a schedule without a main loop.
 */
export function withSpills(schedule: TileSchedule, text: string, threads: number): TileSchedule {
  const [, stores, loads] = /^(\d{1,6}),(\d{1,6})$/.exec(text) ?? [];
  if (stores === undefined)
    throw new InputError("spill-bytes", "bytes of spill stores and spill loads of a thread, such as 16,20", shown(text));
  const { phaseSteps, work } = schedule;
  if (work === undefined) throw new InputError("spill-bytes", "a kernel of matrix products for it", "another");
  const steps = phaseSteps.reduce((sum, count, phase) => sum + ((work.phaseOperations[phase] ?? 0) > 0 ? count : 0), 0);
  const [storeBytes, loadBytes] = [threads * Number(stores), threads * Number(loads)];
  const spills = { stepBytes: storeBytes + loadBytes, storeBytes: steps * storeBytes, loadBytes: steps * loadBytes };
  return { ...schedule, spills };
}
