import { InputError, shown } from "../../errors.js";
import type { Gpu } from "../../machines/machine.js";

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

/**
 * Clusters that run at once with one CTA an SM, at least one; SMs that do not fill one stay idle.
 *
 * @throws InputError naming `cluster` where rows or columns are no counts, or the GPU has no clusters of that size.
 */
export function clustersOfGpu(gpu: Gpu, shape: ClusterShape): number {
  const found = formatClusterShape(shape);
  if (![shape.rows, shape.columns].every((side) => Number.isSafeInteger(side) && side > 0)) {
    throw new InputError("cluster", "whole rows x columns of tiles of C, such as 2x1", found);
  }
  const [size, largest] = [clusterSize(shape), Math.min(gpu.maximumClusterSize, gpu.sms)];
  if (size > largest) {
    const most = gpu.maximumClusterSize < 2 ? "a GPU with clusters" : `at most ${largest} CTAs on ${gpu.name}`;
    throw new InputError("cluster", most, `${found} on ${gpu.id}`);
  }
  return Math.floor(gpu.sms / size);
}
