import type { ConvWorkload } from "../computation/conv.js";
import type { DirectConv } from "./word-conv-direct.js";
import { directConvInWords } from "./word-conv-direct.js";
import type { FilterStationaryConv } from "./word-conv-filter.js";
import { filterStationaryConv } from "./word-conv-filter.js";

export type WordConv = DirectConv | FilterStationaryConv;

/**
 * Every word-level schedule of a convolution that fits S words, each with the best parameters found.
 *
 * @throws InputError naming `fast-words` when not even one output fits with the taps of a channel.
 */
export function wordConvs(workload: ConvWorkload, fastWords: number): readonly WordConv[] {
  const whole = filterStationaryConv(workload, fastWords);
  return [directConvInWords(workload, fastWords), ...(whole === undefined ? [] : [whole])];
}

/** The parameters as documents print them. */
export function describeWordConv(schedule: WordConv): Readonly<Record<string, string | number>> {
  if (schedule.id === "filter-stationary") return { id: schedule.id, ...schedule.block };
  const { images, rows, columns, channels } = schedule.block;
  return { id: schedule.id, block: `${images}x${rows}x${columns}x${channels}`, held: schedule.held };
}
