import type { AskedResident } from "../../computation/resident.js";
import { InputError } from "../../errors.js";
import type { TiledArray, TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import type { PrefetchQueue } from "../prefetch-queue.js";
import type { CellsOfTiles, PlacedSchedule, SharedCells } from "./shared-cells.js";
import { writtenArrays } from "./shared-cells.js";

/** A kernel of a sequence. */
export interface PrefetchingSchedule extends PlacedSchedule {
  readonly prefetch?: Prefetch | undefined;
}

/** What of the inputs of a kernel comes into the L2 while the kernel before it runs, for no block of that one. */
export interface Prefetch {
  /** All of an array, or its first whole tiles in so many bytes; the array named first comes first. */
  readonly arrays: readonly AskedResident[];
  /** From when on: the share of its steps that the last block of the kernel before has done; default 0, its start. */
  readonly after?: number | undefined;
}

/** Cells in the order in which they are asked for. */
export interface PrefetchedCells {
  readonly cells: Int32Array;
  readonly after: number;
}

/**
 * The cells that come into the L2 while each kernel runs, for the one after it.
 *
 * @throws InputError naming `prefetch` for an array that the kernel does not have or does not read, one that the kernel before writes, and
 * of the first kernel
 */
export function prefetchedCells(kernels: readonly PrefetchingSchedule[], shared: SharedCells): readonly PrefetchedCells[] {
  if (kernels[0]?.prefetch !== undefined)
    throw new InputError("plan: kernel 1: prefetch", "none of the first kernel, before which none runs", "some");
  return kernels.map(({ schedule: before }, at) => {
    const next = kernels[at + 1];
    if (next?.prefetch === undefined) return { cells: new Int32Array(), after: 0 };
    const { after = 0, arrays } = next.prefetch;
    if (!(after >= 0 && after <= 1))
      throw new InputError(`plan: kernel ${at + 2}: prefetch-after`, "a share of the steps, from 0 to 1", String(after));
    const cells = arrays.flatMap((asked) => cellsOf(next, at + 1, asked, shared));
    const written = writtenCells(before, shared.kernels[at] as CellsOfTiles);
    if (cells.some((cell) => written.has(cell)))
      throw new InputError(
        `plan: kernel ${at + 2}: prefetch`,
        `arrays that kernel ${at + 1} does not write`,
        "words that are still to come",
      );
    return { cells: Int32Array.from(new Set(cells)), after };
  });
}

/** Them one after another: `ask` asks for a cell and says when the next may be asked for. */
export function prefetchesOf(ahead: PrefetchedCells | undefined, ask: (cell: number) => number): PrefetchQueue | undefined {
  if (ahead === undefined || ahead.cells.length === 0) return undefined;
  const { cells, after } = ahead;
  let at = 0;
  return {
    after,
    next: () => (at === cells.length ? Number.POSITIVE_INFINITY : ask(cells[at++] as number)),
  };
}

function cellsOf(
  { schedule }: PlacedSchedule,
  kernel: number,
  { array, size }: AskedResident,
  shared: SharedCells,
): readonly number[] {
  const written = writtenArrays(schedule);
  const inputs = schedule.arrays.filter((_, index) => !written.has(index));
  const found = inputs.find(({ name }) => name.toLowerCase() === array.trim().toLowerCase());
  if (found === undefined)
    throw new InputError(
      `plan: kernel ${kernel + 1}: prefetch`,
      `inputs of this kernel: ${inputs.map(({ name }) => name).join(", ")}`,
      array,
    );
  const { cellStart, cells } = shared.kernels[kernel] as CellsOfTiles;
  const end = endOfFirst(schedule, found, size);
  return [...cells.subarray(cellStart[found.firstTile] as number, cellStart[end] as number)];
}

/** The first tile beyond so many bytes of an array. */
function endOfFirst({ tileBytes }: TileSchedule, { firstTile, tileCount }: TiledArray, size?: bigint): number {
  if (size === undefined) return firstTile + tileCount;
  let [end, left] = [firstTile, Number(size)];
  while (end < firstTile + tileCount && (tileBytes[end] as number) <= left) left -= tileBytes[end++] as number;
  return end;
}

function writtenCells(schedule: TileSchedule, { cellStart, cells }: CellsOfTiles): ReadonlySet<number> {
  const written = writtenArrays(schedule);
  return new Set(
    schedule.arrays.flatMap(({ firstTile, tileCount }, array) =>
      written.has(array) ? [...cells.subarray(cellStart[firstTile] as number, cellStart[firstTile + tileCount] as number)] : [],
    ),
  );
}
