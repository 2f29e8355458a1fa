import { InputError, shown } from "../errors.js";
import type { Gpu } from "../machines/machine.js";

/** CTAs of one cluster: their tiles of C form so many rows and columns. */
export interface ClusterShape {
  readonly rows: number;
  readonly columns: number;
}

/** Reads `2x1`. @throws InputError naming `cluster`. */
export function parseClusterShape(text: string): ClusterShape {
  const match = /^([1-9]\d?)x([1-9]\d?)$/.exec(text);
  const [rows, columns] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || rows * columns < 2) {
    throw new InputError("cluster", "rows x columns of at least two tiles of C, such as 2x1", shown(text));
  }
  return { rows, columns };
}

export function formatClusterShape({ rows, columns }: ClusterShape): string {
  return `${rows}x${columns}`;
}

export function clusterSize({ rows, columns }: ClusterShape): number {
  return rows * columns;
}

/** Clusters that run at once with one CTA an SM; SMs that do not fill one stay idle. @throws InputError naming `cluster`. */
export function clustersOfGpu(gpu: Gpu, shape: ClusterShape): number {
  const size = clusterSize(shape);
  if (size > gpu.maximumClusterSize) {
    const most = gpu.maximumClusterSize < 2 ? "a GPU with clusters" : `at most ${gpu.maximumClusterSize} CTAs on ${gpu.name}`;
    throw new InputError("cluster", most, `${formatClusterShape(shape)} on ${gpu.id}`);
  }
  return Math.floor(gpu.sms / size);
}
