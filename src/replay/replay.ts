import { LruCache } from "../caches/lru.js";
import type { CacheTraffic } from "../caches/tile-cache.js";
import type { Gpu, Interface } from "../machines/machine.js";
import type { TileSchedule } from "../schedules/tile-schedule.js";
import type { TiledGemm } from "../schedules/tiled-gemm.js";
import { layOutTiledGemm } from "../schedules/tiled-gemm.js";
import type { WordGemm } from "../schedules/word-gemm.js";
import type { L2Model } from "./l2-model.js";
import type { SmTraffic } from "./lock-step.js";
import { replayLockStep } from "./lock-step.js";
import type { ReplayedTraffic, Traffic } from "./traffic.js";

/** Replays a tiled product on a GPU: every SM's blocks in lock step through one L2. */
export function replayTiledGemm(schedule: TiledGemm, gpu: Gpu, l2: L2Model): ReplayedTraffic {
  return replayTileSchedule(layOutTiledGemm(schedule), gpu.sms * schedule.residency.ctasPerSm, l2);
}

/** Replays any tile schedule with `slots` blocks at a time. */
export function replayTileSchedule(layout: TileSchedule, slots: number, l2: L2Model): ReplayedTraffic {
  const arrayOf = arrayOfTile(layout);
  const cache = new LruCache(l2.bytes, layout.tileBytes, arrayOf, layout.arrays.length);
  const sm = replayLockStep(layout, slots, arrayOf, cache);
  return collect(layout, cache.traffic(), sm);
}

/** Index of the array each tile belongs to. */
export function arrayOfTile(layout: TileSchedule): Uint8Array {
  const arrayOf = new Uint8Array(layout.tileBytes.length);
  layout.arrays.forEach((array, index) => {
    arrayOf.fill(index, array.firstTile, array.firstTile + array.tileCount);
  });
  return arrayOf;
}

function collect(layout: TileSchedule, dram: CacheTraffic, sm: SmTraffic): ReplayedTraffic {
  const byArray = new Map<string, ReadonlyMap<Interface, Traffic>>();
  layout.arrays.forEach((array, index) => {
    byArray.set(
      array.name,
      new Map<Interface, Traffic>([
        [
          "dram-l2",
          {
            reads: wholeBytes(dram.readBytes[index]),
            writes: wholeBytes(dram.writeBytes[index]),
            dirtyAtEnd: wholeBytes(dram.dirtyAtEndBytes[index]),
          },
        ],
        ["l2-sm", { reads: wholeBytes(sm.readBytes[index]), writes: wholeBytes(sm.writeBytes[index]) }],
      ]),
    );
  });
  const total = new Map<Interface, Traffic>();
  for (const face of ["dram-l2", "l2-sm"] as const) {
    const parts = [...byArray.values()].map((faces) => faces.get(face) as Traffic);
    const sum = (pick: (traffic: Traffic) => bigint): bigint => parts.reduce((all, traffic) => all + pick(traffic), 0n);
    const [reads, writes] = [sum((t) => t.reads), sum((t) => t.writes)];
    total.set(face, face === "dram-l2" ? { reads, writes, dirtyAtEnd: sum((t) => t.dirtyAtEnd ?? 0n) } : { reads, writes });
  }
  return { total, byArray };
}

/** Counters are doubles; beyond 2^53 they would no longer be exact, so that is an error rather than a wrong count. */
function wholeBytes(count: number | undefined): bigint {
  if (count === undefined || !Number.isSafeInteger(count)) throw new RangeError(`replay: byte count ${count} is not exact`);
  return BigInt(count);
}

/** The counts of a word-level schedule on the textbook machine; it manages its fast memory itself. */
export function wordTraffic(schedule: WordGemm): ReplayedTraffic {
  const { a, b, c } = schedule.words;
  const face = (reads: bigint, writes: bigint): ReadonlyMap<Interface, Traffic> => new Map([["slow-fast", { reads, writes }]]);
  return {
    total: face(a + b, c),
    byArray: new Map([
      ["A", face(a, 0n)],
      ["B", face(b, 0n)],
      ["C", face(0n, c)],
    ]),
  };
}
