import type { CacheTraffic } from "../caches/tiles/tile-cache.js";
import type { Interface } from "../machines/machine.js";
import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import type { SmTraffic } from "./lock-step.js";
import type { ReplayedTraffic, Traffic } from "./traffic.js";

/** Index of the array each tile belongs to. */
export function arrayOfTile(layout: TileSchedule): Uint8Array {
  const arrayOf = new Uint8Array(layout.tileBytes.length);
  layout.arrays.forEach((array, index) => {
    arrayOf.fill(index, array.firstTile, array.firstTile + array.tileCount);
  });
  return arrayOf;
}

/** Per array and in total: DRAM traffic of the cache, and bytes into and out of the dies, clusters of SMs, where there are any, and SMs. */
export function collectTraffic(
  layout: Pick<TileSchedule, "deliveredBytes" | "portTraffic"> & { readonly arrays: readonly { readonly name: string }[] },
  dram: CacheTraffic,
  sm: SmTraffic,
  dies?: CacheTraffic,
): ReplayedTraffic {
  const byArray = new Map<string, ReadonlyMap<Interface, Traffic>>();
  layout.arrays.forEach((array, index) => {
    const touched = { reads: wholeBytes(sm.readBytes[index]), writes: wholeBytes(sm.writeBytes[index]) };
    const delivered = layout.deliveredBytes?.[index];
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
        ...(dies === undefined
          ? []
          : [["l3-l2", { reads: wholeBytes(dies.readBytes[index]), writes: wholeBytes(dies.writeBytes[index]) }] as const]),
        ...(delivered === undefined ? [] : [["l2-cluster", touched] as const]),
        ["l2-sm", delivered === undefined ? touched : { ...touched, reads: wholeBytes(delivered) }],
      ]),
    );
  });
  for (const { name, loadBytes, storeBytes } of layout.portTraffic ?? []) {
    const moved = { reads: wholeBytes(loadBytes), writes: wholeBytes(storeBytes) };
    byArray.set(name, new Map<Interface, Traffic>([["l2-sm", moved]]));
  }
  return { total: totalsOf(byArray), byArray };
}

/** Sums over arrays, interface by interface. */
export function totalsOf(byArray: ReadonlyMap<string, ReadonlyMap<Interface, Traffic>>): ReadonlyMap<Interface, Traffic> {
  const total = new Map<Interface, Traffic>();
  for (const interfaceId of ["dram-l2", "l3-l2", "l2-cluster", "l2-sm"] as const) {
    const parts = [...byArray.values()].flatMap((interfaceIds) => interfaceIds.get(interfaceId) ?? []);
    if (parts.length === 0) continue;
    const sum = (pick: (traffic: Traffic) => bigint): bigint => parts.reduce((all, traffic) => all + pick(traffic), 0n);
    const [reads, writes] = [sum((t) => t.reads), sum((t) => t.writes)];
    total.set(
      interfaceId,
      interfaceId === "dram-l2" ? { reads, writes, dirtyAtEnd: sum((t) => t.dirtyAtEnd ?? 0n) } : { reads, writes },
    );
  }
  return total;
}

/** Counters are doubles; beyond 2^53 they would no longer be exact, so that is an error rather than a wrong count. */
export function wholeBytes(count: number | undefined): bigint {
  if (count === undefined || !Number.isSafeInteger(count)) throw new RangeError(`replay: byte count ${count} is not exact`);
  return BigInt(count);
}
