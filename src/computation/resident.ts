/** Words of an input array that lie in the fast memory when an execution starts: in the L2 of a GPU, left by the kernel before. */
export interface Resident {
  readonly array: string;
  /** Bytes, or words in the two-level memory model. */
  readonly size: bigint;
}

/** The same as one asks for it; without a size all words of the array that the workload uses. */
export interface AskedResident {
  /** Its name in any case. */
  readonly array: string;
  readonly size?: bigint | undefined;
}
