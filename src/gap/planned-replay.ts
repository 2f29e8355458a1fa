import type { LiftableKernel } from "../replay/liftable-kernel.js";
import type { LruCurve } from "../replay/lru-curve.js";
import type { BlockResources, TileSchedule } from "../schedules/tile-schedule.js";

export type ScheduleFields = Readonly<Record<string, string | number | boolean>>;

/** A kernel schedule with every parameter resolved, ready to be replayed. */
export interface PlannedReplay {
  /** Short name for tables: `tiled-gemm group:16`. */
  readonly label: string;
  readonly fields: ScheduleFields;
  readonly block: BlockResources;
  /** Blocks that run at once on the whole GPU. */
  readonly slots: number;
  /** SMs of a block, where a block of the replay is a cluster; 1 where left out. */
  readonly clusterSize?: number;
  readonly layOut: () => TileSchedule;
  /** All of its traffic through an LRU, where it is known without walking every step. */
  readonly closedForm?: () => LruCurve;
  /** What its moves are in the pebble game. */
  readonly lift: () => LiftableKernel;
}
