import type { BlockWaits, TileSchedule } from "../schedules/tiles/tile-schedule.js";

/** The counters that blocks, or phases, of a schedule wait for, as they stand during a replay. */
export class BlockGates {
  readonly #waits: BlockWaits | undefined;
  readonly #counters: Int32Array;

  /** Gates between the phases of blocks: its "blocks" are phases. */
  static ofPhases({ phaseWaits }: TileSchedule): BlockGates {
    return new BlockGates(phaseWaits === undefined ? {} : { waits: phaseWaits });
  }

  constructor(schedule: Pick<TileSchedule, "waits">) {
    this.#waits = schedule.waits;
    this.#counters = new Int32Array(schedule.waits?.counterCount ?? 0);
  }

  /** Whether the block may touch its first tile. */
  isOpen(block: number): boolean {
    const waits = this.#waits;
    if (waits === undefined) return true;
    const counter = waits.waitsFor[block] as number;
    return counter < 0 || (this.#counters[counter] as number) >= (waits.until[block] as number);
  }

  /** Counts a finished block; false when nobody can wait for it. */
  finished(block: number): boolean {
    const counter = this.#waits?.raises[block] ?? -1;
    if (counter < 0) return false;
    this.#counters[counter] = (this.#counters[counter] as number) + 1;
    return true;
  }
}
