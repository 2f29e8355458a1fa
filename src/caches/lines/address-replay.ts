import type { LineModel } from "../create.js";
import { createLineCache, lineGeometry } from "../create.js";
import type { AddressTrace } from "../formats/external-trace.js";
import { lineTrace } from "../formats/external-trace.js";
import type { CacheTraffic } from "../tiles/tile-cache.js";

/**
 * Replays accesses to ranges of bytes through a cache of lines: sets follow from addresses, a write that covers a sector in part
 * fetches it where the model says so.
 *
 * @throws InputError as `createCache`, or naming `trace`.
 */
export function replayAddresses(model: LineModel, accesses: AddressTrace): CacheTraffic {
  const { options } = lineGeometry(model);
  const { lineBytes, sectorBytes } = options;
  const { trace, lineNumbers } = lineTrace(accesses, lineBytes);
  const cache = createLineCache(model, new Uint8Array(lineNumbers.length), 1, lineNumbers);
  let at = 0;
  for (let t = 0; t < accesses.addresses.length; t++) {
    const start = accesses.addresses[t] as number;
    const end = start + (accesses.sizes[t] as number);
    for (let from = start; from < end; ) {
      const line = trace.ids[at++] as number;
      const lineStart = (lineNumbers[line] as number) * lineBytes;
      const to = Math.min(end, lineStart + lineBytes);
      const [first, past] = [from - lineStart, to - lineStart];
      const touched = sectorRange(Math.floor(first / sectorBytes), Math.ceil(past / sectorBytes));
      if (accesses.writes[t] === 1) {
        cache.write(line, touched, sectorRange(Math.ceil(first / sectorBytes), Math.floor(past / sectorBytes)));
      } else cache.read(line, touched);
      from = to;
    }
  }
  return cache.traffic();
}

/** Bits `from` to `past` − 1, none when that is empty. */
function sectorRange(from: number, past: number): number {
  return past > from ? 2 ** past - 2 ** from : 0;
}
