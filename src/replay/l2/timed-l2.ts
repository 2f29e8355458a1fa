/** An L2 of partitions as blocks touch it in time. */
export interface TimedL2 {
  /** In seconds: when the coming touches are issued, and the latest arrival of what they ask for. Set and read by the caller. */
  readonly times: Float64Array;
  /** An SM next to partition `side` reads a tile at `times[0]`; `times[1]` rises to when all of it has arrived. */
  read(tile: number, side: number): void;
  /** An SM next to partition `side` writes a whole tile. */
  write(tile: number, side: number): void;
  /** Pieces of a tile. */
  entriesOf(tile: number): number;
}
