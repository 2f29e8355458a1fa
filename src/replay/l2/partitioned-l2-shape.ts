/** What the partitioned L2 needs to know of a GPU; times in seconds, under the load of a running kernel. */
export interface PartitionedL2Shape {
  /** Partitions, each next to its own half of the SMs. */
  readonly partitions: 1 | 2;
  readonly partitionBytes: number;
  /** Entries of one set; a piece may lie in one set of each partition, chosen by a hash. */
  readonly ways: number;
  /** From a load's issue to its data: hit in the SM's own partition, hit in the other, miss in the home partition. */
  readonly nearHitSeconds: number;
  readonly farHitSeconds: number;
  readonly missSeconds: number;
  /** Reads and write-backs share it. */
  readonly dramBytesPerSecond: number;
}

/** Traffic that the cache saw beside `CacheTraffic`. */
export interface PartitionTraffic {
  /** Fetched or forwarded from one partition to the other. */
  readonly fabricBytes: number;
  /** Write-backs of lines that were dirty before the kernel began. */
  readonly foreignWriteBytes: number;
}
