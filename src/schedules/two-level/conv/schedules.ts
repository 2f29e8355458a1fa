import type { ConvWorkload } from "../../../computation/conv.js";
import { checkInteger } from "../../../errors.js";
import { withBetter } from "../choice.js";
import type { ChannelPartsConv, ConvPart } from "./channel-parts.js";
import { channelPartsConv } from "./channel-parts.js";
import type { DirectConv } from "./direct.js";
import { directConvInWords } from "./direct.js";
import type { FilterStationaryConv } from "./filter-stationary.js";
import { filterStationaryConv } from "./filter-stationary.js";
import type { RunHandoverConv } from "./run-handover.js";
import { runHandoverConv } from "./run-handover.js";
import { wordConvTotal } from "./words.js";

/** A word-level schedule of a convolution. */
export type WordConv = DirectConv | FilterStationaryConv | ChannelPartsConv | RunHandoverConv;

/**
 * Word-level schedules of a convolution that fit S words, each with the best parameters found; two parts, and runs of
 * pixels that hand words over only where they beat those before them.
 *
 * @throws InputError naming `fast-words` when not even one output fits with the taps of a channel.
 */
export function wordConvs(workload: ConvWorkload, fastWords: number): readonly WordConv[] {
  checkInteger("fast-words", fastWords, 1);
  const whole = filterStationaryConv(workload, fastWords);
  const blocks = [directConvInWords(workload, fastWords), ...(whole === undefined ? [] : [whole])];
  const others = [channelPartsConv, runHandoverConv];
  return others.reduce<readonly WordConv[]>((found, next) => withBetter(found, next(workload, fastWords), wordConvTotal), blocks);
}

/** The parameters as documents print them. */
export function describeWordConv(schedule: WordConv): Readonly<Record<string, string | number>> {
  switch (schedule.id) {
    case "direct-conv": {
      const { images, rows, columns, channels } = schedule.block;
      return { id: schedule.id, block: `${images}x${rows}x${columns}x${channels}`, held: schedule.held };
    }
    case "filter-stationary":
      return {
        id: schedule.id,
        ...schedule.block,
        inFlight: schedule.inFlight,
        ...(schedule.acrossSeams === "sums" ? { acrossSeams: schedule.acrossSeams } : {}),
      };
    case "run-handover": {
      const { runs, channels, held, handed } = schedule;
      return { id: schedule.id, pixels: runs.pixels, columns: runs.columns, channels, held, handed };
    }
    case "channel-parts": {
      const [first, last] = schedule.parts;
      const texts = {
        first: first === undefined ? "" : partText(first),
        ...(last === undefined ? {} : { last: partText(last) }),
      };
      return { id: schedule.id, channels: first?.workload.outChannels ?? 0, ...texts };
    }
  }
}

function partText(part: ConvPart): string {
  if (part.id === "pixel-runs") return `${part.id} ${part.runs.pixels}x${part.channels}`;
  return `${part.id} ${part.block.channels}x${part.block.columns}`;
}
