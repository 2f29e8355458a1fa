import type { Resident } from "../computation/resident.js";
import { InputError } from "../errors.js";
import type { LiftableKernel } from "../lift/liftable-kernel.js";
import type { Gpu } from "../machines/machine.js";
import type { LruCurve } from "../replay/curves/lru-curve.js";
import type { ExecutionParameters } from "../replay/event-driven/parameters.js";
import type { ClusterShape } from "../schedules/tiles/cluster-shape.js";
import { clusterSize, clustersOfGpu, formatClusterShape } from "../schedules/tiles/cluster-shape.js";
import type { BlockResources, TileSchedule } from "../schedules/tiles/tile-schedule.js";

export type ScheduleFields = Readonly<Record<string, string | number | boolean>>;

/** A kernel schedule with every parameter resolved, ready to be replayed. */
export interface PlannedReplay {
  /** Short name for tables: `tiled-gemm group:16`. */
  readonly label: string;
  readonly fields: ScheduleFields;
  readonly block: BlockResources;
  /** Blocks that run at once on the whole GPU. */
  readonly slots: number;
  /** SMs of a block, where a block of the replay is a cluster; 1 where absent. */
  readonly clusterSize?: number;
  readonly layOut: () => TileSchedule;
  /** Operations in 32 bits on plain lanes in place of its products on matrix units; absent, these are there. */
  readonly laneOperations?: number;
  /** All of its traffic through an LRU, where it is known without walking every step. */
  readonly closedForm?: () => LruCurve;
  /** The rates that an estimate of its duration presumes; absent, only the event-driven replay has one. */
  readonly timing?: () => ExecutionParameters;
  /** What the kernel before left in the L2; absent, nothing. */
  readonly resident?: readonly Resident[];
  /** What its moves are in the pebble game. */
  readonly lift: () => LiftableKernel;
}

/** The plan of a kernel whose blocks are clusters of CTAs. @throws InputError naming `cluster` where the GPU has none of that size. */
export function inClusters(plan: PlannedReplay, gpu: Gpu, cluster: ClusterShape, ctasPerSm: number): PlannedReplay {
  const slots = clustersOfGpu(gpu, cluster) * ctasPerSm;
  return { ...plan, label: `${plan.label} ${formatClusterShape(cluster)}`, slots, clusterSize: clusterSize(cluster) };
}

/** In place of a lift: of clusters of this kernel no moves are known. */
export function notInClusters(id: string): () => LiftableKernel {
  return () => {
    throw new InputError("cluster", "none for the referee, or tiled-gemm in clusters", id);
  };
}
