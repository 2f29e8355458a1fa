import { checkInteger } from "../../errors.js";
import type { DramTimes } from "./dram-queue.js";

/** What the partitioned L2 needs to know of a GPU; times in seconds, under the load of a running kernel. */
export interface PartitionedL2Shape extends DramTimes {
  /** Partitions, each next to its own half of the SMs. */
  readonly partitions: 1 | 2;
  readonly partitionBytes: number;
  /** Entries of one set; a piece may lie in one set of each partition, chosen by a hash. */
  readonly ways: number;
  /** Sixteenths of the ways that keep lines with evict-last; default 3. */
  readonly lastSixteenths?: number;
  /** From a load's issue to its data: hit in the SM's own partition, and in the other. */
  readonly nearHitSeconds: number;
  readonly farHitSeconds: number;
}

/** The most bytes that the driver sets aside of an L2 for lines with evict-last: 10/16, as an H100 has it. */
export function mostPersistingBytes(l2Bytes: number): number {
  return Math.floor((l2Bytes * 10) / 16);
}

/**
 * The ways that `cudaLimitPersistingL2CacheSize` sets aside: whole sixteenths of the L2, one at least, as counters of an H100 have it
 * (data/h100-l2-persisting.csv).
 *
 * @throws InputError naming `hint` above the most that the driver grants
 */
export function persistingSixteenths(l2Bytes: number, bytes: number): number {
  checkInteger("hint: persisting", bytes, 0, mostPersistingBytes(l2Bytes));
  return Math.max(1, Math.ceil((16 * bytes) / l2Bytes));
}

/** What a program's bytes for lines with evict-last come to, where it asks for some. @throws InputError naming `hint` */
export function lastSixteenths(
  { persistingBytes }: { readonly persistingBytes?: number | undefined },
  { partitions, partitionBytes }: Pick<PartitionedL2Shape, "partitions" | "partitionBytes">,
): Pick<PartitionedL2Shape, "lastSixteenths"> {
  return persistingBytes === undefined
    ? {}
    : { lastSixteenths: persistingSixteenths(partitions * partitionBytes, persistingBytes) };
}

/** Traffic that the cache saw beside `CacheTraffic`. */
export interface PartitionTraffic {
  /** Fetched or forwarded from one partition to the other. */
  readonly fabricBytes: number;
  /** Write-backs of lines that were dirty before the kernel began. */
  readonly foreignWriteBytes: number;
}
