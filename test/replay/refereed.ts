import { expect } from "vitest";
import type { Bound, Setting } from "../../src/bounds/bound.js";
import type { LiftableKernel } from "../../src/lift/liftable-kernel.js";
import type { LiftedReplay } from "../../src/lift/lifted.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftTileSchedule } from "../../src/lift/tile-schedule.js";
import { replayTileSchedule } from "../../src/replay/replay.js";

/** Every interface of a kernel agrees with its replay, and no bound given on all traffic is above it. */
export function expectRefereed(
  kernel: LiftableKernel,
  slots: number,
  l2: Parameters<typeof liftTileSchedule>[2],
  boundsOf: (setting: Setting) => readonly Bound[],
): readonly LiftedReplay[] {
  const replayed = replayTileSchedule(kernel.layout, slots, l2);
  const all = liftTileSchedule(kernel, slots, l2, replayed);
  for (const lifted of all) {
    expect(refereeLifted(lifted)).toMatchObject({ agrees: true, cost: lifted.replayed });
    const { fastCapacity } = lifted.game;
    const processors = lifted.game.processors - (lifted.adder === undefined ? 0 : 1);
    const setting = { interface: lifted.interface, unit: "bytes", fastMemory: "bytes" } as const;
    const bounds = boundsOf({ ...setting, capacity: BigInt(fastCapacity), memories: BigInt(processors) });
    for (const bound of bounds.filter(({ scope }) => scope === "total")) {
      expect(bound.value <= lifted.replayed, `${bound.id} ${bound.value} > ${lifted.replayed} over ${lifted.interface}`).toBe(
        true,
      );
    }
  }
  return all;
}
