import { InputError, shown } from "../../errors.js";
import { mainLoopSteps, withPortTraffic } from "./port-traffic.js";
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
  if (schedule.work === undefined) throw new InputError("spill-bytes", "a kernel of matrix products for it", "another");
  const steps = mainLoopSteps(schedule);
  const [storeBytes, loadBytes] = [threads * Number(stores), threads * Number(loads)];
  const stepBytes = storeBytes + loadBytes;
  return withPortTraffic(schedule, { name: SPILLED, stepBytes, storeBytes: steps * storeBytes, loadBytes: steps * loadBytes });
}
