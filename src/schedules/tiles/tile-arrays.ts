import { ScheduleWriter } from "./schedule-writer.js";
import type { ArrayGrid, BlockWaits, BlockWork, TiledArray, TileSchedule } from "./tile-schedule.js";
import { checkReplayable, fillTileBytes, withGrid } from "./tiled-array.js";

/** Matrices of one width that a kernel touches tile by tile. */
export interface TiledMatrices {
  readonly name: string;
  /** Extent and side of a tile. */
  readonly rows: readonly [extent: number, side: number];
  /** Rows of each matrix, where they are not those of `rows`. */
  readonly heights?: readonly number[] | undefined;
  readonly columns: readonly [extent: number, side: number];
  readonly wordBytes: number;
  /** The first indices of each matrix's words as graphs name them, one entry a matrix; default `[""]`, one matrix. */
  readonly leads?: readonly string[] | undefined;
}

/** The arrays of a kernel by short names, in the order of their tiles. */
export type TiledArrays = Readonly<Record<string, TiledMatrices>>;

/** Where the tiles of some matrices are: numbered row by row, matrix by matrix. */
export interface TileGrid {
  readonly first: number;
  readonly rows: number;
  readonly columns: number;
  /** Rows of tiles before each matrix, where they differ. */
  readonly starts?: readonly number[];
}

/** The tile in a row and column of a matrix. */
export function tileAt({ first, rows, columns, starts }: TileGrid, matrix: number, row: number, column: number): number {
  const before = starts === undefined ? matrix * rows : (starts[matrix] as number);
  return first + (before + row) * columns + column;
}

/** Rows of tiles before each matrix, and of all; undefined where all matrices are alike. */
function rowStarts({ rows, heights }: TiledMatrices): readonly number[] | undefined {
  if (heights === undefined) return undefined;
  const starts = [0];
  for (const height of heights) starts.push((starts.at(-1) as number) + Math.ceil(height / rows[1]));
  return starts;
}

function gridOf(array: TiledMatrices, first: number): { readonly grid: TileGrid; readonly tileCount: number } {
  const { rows, columns, leads = [""] } = array;
  const starts = rowStarts(array);
  const grid = { first, rows: Math.ceil(rows[0] / rows[1]), columns: Math.ceil(columns[0] / columns[1]) };
  const tileCount = (starts?.at(-1) ?? leads.length * grid.rows) * grid.columns;
  return { grid: starts === undefined ? grid : { ...grid, starts }, tileCount };
}

/** Numbers the tiles of all arrays one after the other. @throws InputError when there are more than a replay can number. */
export function tileGrids<Arrays extends object>(
  arrays: Arrays & TiledArrays,
): { readonly grids: { readonly [Name in keyof Arrays]: TileGrid }; readonly tileCount: number } {
  let first = 0;
  const grids = Object.entries<TiledMatrices>(arrays).map(([key, array]) => {
    const { grid, tileCount } = gridOf(array, first);
    first += tileCount;
    return [key, grid] as const;
  });
  checkReplayable(first, 0);
  return { grids: Object.fromEntries(grids) as { readonly [Name in keyof Arrays]: TileGrid }, tileCount: first };
}

/** Arrays under their own names, for kernels whose arrays follow from the workload. */
export function arraysByName(arrays: readonly TiledMatrices[]): TiledArrays {
  return Object.fromEntries(arrays.map((array) => [array.name, array]));
}

/** Where the tiles of each are. @throws RangeError for a name that is none of theirs. */
export function gridsByName(arrays: TiledArrays): (name: string) => TileGrid {
  const grids = new Map(Object.entries(tileGrids(arrays).grids as Readonly<Record<string, TileGrid>>));
  return (name) => {
    const grid = grids.get(name);
    if (grid === undefined) throw new RangeError(`gridsByName: no array ${name}`);
    return grid;
  };
}

/** What a kernel's blocks write themselves to: `phase`, its streams, …, `endBlock`. */
export interface BlockWriter {
  phase(steps: number, operations: number): BlockWriter;
  read(base: number, stride: number): BlockWriter;
  write(base: number, stride: number): BlockWriter;
  add(base: number, stride: number): BlockWriter;
  endBlock(): void;
}

function gridOfBytes({ rows, heights, columns, wordBytes, leads = [""] }: TiledMatrices): ArrayGrid {
  const bytes = [columns[0] * wordBytes, columns[1] * wordBytes] as const;
  return { matrices: leads.length, rows, columns: bytes, ...(heights === undefined ? {} : { heights }) };
}

/**
 * Lays out the blocks that `write` makes; `waits` is asked for when they are written. Without `work` moving its bytes is all that takes a
 * block time.
 *
 * @throws InputError when there are more touches than a replay can walk.
 */
export function layOutBlocks(
  arrays: TiledArrays,
  work: Omit<BlockWork, "phaseOperations"> | undefined,
  write: (writer: BlockWriter) => void,
  waits?: () => BlockWaits,
): TileSchedule {
  const { tileCount: tiles } = tileGrids(arrays);
  const writer = new ScheduleWriter();
  write(writer);
  const tileBytes = new Int32Array(tiles);
  let firstTile = 0;
  const tiled = Object.values(arrays).map((array): TiledArray => {
    const { name, rows, heights, columns, wordBytes, leads = [""] } = array;
    const { grid, tileCount } = gridOf(array, firstTile);
    if (heights === undefined) fillTileBytes(tileBytes, firstTile, leads.length, rows, columns, wordBytes);
    heights?.forEach((height, matrix) => {
      fillTileBytes(tileBytes, tileAt(grid, matrix, 0, 0), 1, [height, rows[1]], columns, wordBytes);
    });
    const own = withGrid({ name, firstTile, tileCount }, gridOfBytes(array));
    firstTile += tileCount;
    return own;
  });
  return writer.finish(tiled, tileBytes, work, waits?.());
}

/** Kernels launched one after the other: the blocks of each start when all of the one before are done. */
export function kernelAfterKernel(blocks: readonly number[]): BlockWaits {
  const total = blocks.reduce((sum, count) => sum + count, 0);
  const [raises, waitsFor, until] = [new Int32Array(total), new Int32Array(total).fill(-1), new Int32Array(total)];
  let first = 0;
  blocks.forEach((count, kernel) => {
    raises.fill(kernel, first, first + count);
    if (kernel > 0) {
      waitsFor.fill(kernel - 1, first, first + count);
      until.fill(blocks[kernel - 1] as number, first, first + count);
    }
    first += count;
  });
  return { counterCount: blocks.length, raises, waitsFor, until };
}
