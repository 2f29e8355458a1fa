import type { ArrayGrid, TiledArray, TileSchedule } from "../../schedules/tiles/tile-schedule.js";

/** Where the words of a kernel's array lie in an array that several kernels share. All in bytes. */
export interface ArrayPlace {
  /** The shared array. */
  readonly name: string;
  /** Of the first word; default 0. */
  readonly offset?: number | undefined;
  /** From a row to the next; default: rows lie one after the other. */
  readonly pitch?: number | undefined;
  /** Matrices that lie side by side in a row, as the heads of attention in the rows of tokens; default 1. */
  readonly interleaved?: number | undefined;
  /** The columns of the kernel's array that lie there; default all. */
  readonly columns?: readonly [from: number, to: number] | undefined;
}

/** Runs of bytes in rising order, each of one tile. */
export interface Segments {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly tiles: readonly number[];
}

/** Segments as they are found. */
class SegmentList implements Segments {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly tiles: number[] = [];

  add(start: number, end: number, tile: number): void {
    const last = this.tiles.length - 1;
    if (this.tiles[last] === tile && this.ends[last] === start) this.ends[last] = end;
    else {
      this.starts.push(start);
      this.ends.push(end);
      this.tiles.push(tile);
    }
  }
}

/** Bytes of a row with what lies beside it. */
export function leastPitch({ grid }: TiledArray, { interleaved = 1, columns }: ArrayPlace): number {
  const [from, to] = columns ?? [0, grid?.columns[0] ?? 0];
  return interleaved * (to - from);
}

/**
 * The bytes of each tile of an array at its place. An array whose tiles are no rectangles of matrices lies tile after tile.
 *
 * @throws RangeError where rows overlap
 */
export function segmentsOf(array: TiledArray, { tileBytes }: Pick<TileSchedule, "tileBytes">, place: ArrayPlace): Segments {
  const { grid, firstTile, tileCount } = array;
  const { offset = 0 } = place;
  const list = new SegmentList();
  if (grid === undefined) {
    let at = offset;
    for (let tile = firstTile; tile < firstTile + tileCount; tile++) {
      list.add(at, at + (tileBytes[tile] as number), tile);
      at += tileBytes[tile] as number;
    }
    return list;
  }
  const least = leastPitch(array, place);
  const pitch = place.pitch ?? least;
  if (pitch < least) throw new RangeError(`segmentsOf: a pitch of ${pitch} bytes for rows of ${least}`);
  const { interleaved = 1, columns: [from, to] = [0, grid.columns[0]] } = place;
  let [first, base] = [firstTile, offset];
  for (let matrix = 0; matrix < grid.matrices; matrix += interleaved) {
    const rows = heightOf(grid, matrix);
    const tilesOfRow = Math.ceil(grid.columns[0] / grid.columns[1]);
    const tilesOfMatrix = Math.ceil(rows / grid.rows[1]) * tilesOfRow;
    const together = Math.min(interleaved, grid.matrices - matrix);
    for (let row = 0; row < rows; row++) {
      for (let beside = 0; beside < together; beside++) {
        const start = base + row * pitch + beside * (to - from) - from;
        const firstOfRow = first + beside * tilesOfMatrix + Math.floor(row / grid.rows[1]) * tilesOfRow;
        for (let column = Math.floor(from / grid.columns[1]); column * grid.columns[1] < to; column++) {
          const [left, right] = [Math.max(from, column * grid.columns[1]), Math.min(to, (column + 1) * grid.columns[1])];
          list.add(start + left, start + right, firstOfRow + column);
        }
      }
    }
    first += together * tilesOfMatrix;
    base += rows * pitch;
  }
  return list;
}

function heightOf({ rows, heights }: ArrayGrid, matrix: number): number {
  return heights?.[matrix] ?? rows[0];
}
