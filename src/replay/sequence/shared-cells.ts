import { InputError } from "../../errors.js";
import { READ, type TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import { arrayOfTile } from "../collect.js";
import type { ArrayPlace, Segments } from "./array-place.js";
import { segmentsOf } from "./array-place.js";

/** A kernel's tiles, and where its arrays lie; one without places is the kernel's own. */
export interface PlacedSchedule {
  readonly schedule: TileSchedule;
  readonly places: ReadonlyMap<string, readonly ArrayPlace[]>;
}

/** Cells of each tile of a kernel: `cells[cellStart[t]] .. cells[cellStart[t+1])`. */
export interface CellsOfTiles {
  readonly cellStart: Int32Array;
  readonly cells: Int32Array;
}

/**
 * The arrays of kernels that run one after the other, cut so that every tile of every kernel is whole cells: bytes that all kernels have in
 * one tile each are a cell.
 */
export interface SharedCells {
  /** Names: shared arrays as their places call them, a kernel's own as `2.A`. */
  readonly arrays: readonly string[];
  readonly cellBytes: Int32Array;
  readonly arrayOfCell: Uint8Array;
  readonly kernels: readonly CellsOfTiles[];
  /** Arrays of each kernel whose cells are its tiles, and the first of them. */
  readonly wholeTiles: readonly ReadonlyMap<number, number>[];
}

/** Arrays are numbered in eight bits. */
const MOST_ARRAYS = 256;

/** An array of a kernel in a shared array. */
interface View {
  readonly kernel: number;
  readonly array: number;
  readonly place: ArrayPlace;
}

/** @throws InputError naming `plan` for more arrays than can be told apart */
export function shareCells(kernels: readonly PlacedSchedule[]): SharedCells {
  const views = new Map<string, View[]>();
  kernels.forEach(({ schedule, places }, kernel) => {
    schedule.arrays.forEach(({ name }, array) => {
      for (const place of places.get(name) ?? [{ name: `${kernel + 1}.${name}` }]) {
        const all = views.get(place.name) ?? [];
        all.push({ kernel, array, place });
        views.set(place.name, all);
      }
    });
  });
  if (views.size > MOST_ARRAYS) throw new InputError("plan", `at most ${MOST_ARRAYS} arrays in all kernels`, String(views.size));
  const cellBytes: number[] = [];
  const arrayOfCell: number[] = [];
  const pairs = kernels.map(() => ({ tiles: [] as number[], cells: [] as number[] }));
  const wholeTiles = kernels.map(() => new Map<number, number>());
  [...views.values()].forEach((own, shared) => {
    const first = cellBytes.length;
    const put = ({ kernel }: View, tile: number, cell: number): void => {
      pairs[kernel]?.tiles.push(tile);
      pairs[kernel]?.cells.push(cell);
    };
    const [only] = own;
    if (only !== undefined && own.length === 1 && only.place.columns === undefined) {
      const { schedule } = kernels[only.kernel] as PlacedSchedule;
      const { firstTile, tileCount } = schedule.arrays[only.array] as TileSchedule["arrays"][number];
      wholeTiles[only.kernel]?.set(only.array, first);
      for (let tile = firstTile; tile < firstTile + tileCount; tile++) {
        put(only, tile, cellBytes.length);
        cellBytes.push(schedule.tileBytes[tile] as number);
      }
    } else {
      const { bytes, tiles } = commonCells(own.map((view) => segmentsOfView(view, kernels)));
      for (const size of bytes) cellBytes.push(size);
      own.forEach((view, at) => {
        tiles[at]?.forEach((tile, cell) => {
          if (tile >= 0) put(view, tile, first + cell);
        });
      });
    }
    for (let cell = first; cell < cellBytes.length; cell++) arrayOfCell.push(shared);
  });
  return {
    arrays: [...views.keys()],
    cellBytes: Int32Array.from(cellBytes),
    arrayOfCell: Uint8Array.from(arrayOfCell),
    kernels: pairs.map(({ tiles, cells }, kernel) => byTile(tiles, cells, kernels[kernel] as PlacedSchedule)),
    wholeTiles,
  };
}

function segmentsOfView({ kernel, array, place }: View, kernels: readonly PlacedSchedule[]): Segments {
  const { schedule } = kernels[kernel] as PlacedSchedule;
  return segmentsOf(schedule.arrays[array] as TileSchedule["arrays"][number], schedule, place);
}

/** Cells in order of their first bytes: the size of each, and for every list of segments the tile that it is in, or −1. */
function commonCells(lists: readonly Segments[]): { readonly bytes: readonly number[]; readonly tiles: readonly number[][] } {
  let parts: Segments = { starts: [], ends: [], tiles: [] };
  const steps = lists.map((segments) => {
    const refined = refine(parts, segments);
    parts = refined.parts;
    return refined;
  });
  const bytes = new Array<number>(steps.at(-1)?.tiles.length ?? 0).fill(0);
  parts.tiles.forEach((cell, at) => {
    bytes[cell] = (bytes[cell] as number) + (parts.ends[at] as number) - (parts.starts[at] as number);
  });
  let cells = bytes.map((_, cell) => cell);
  const tiles = steps.toReversed().map((step) => {
    const own = cells.map((cell) => (cell < 0 ? -1 : (step.tiles[cell] as number)));
    cells = cells.map((cell) => (cell < 0 ? -1 : (step.parents[cell] as number)));
    return own;
  });
  return { bytes, tiles: tiles.reverse() };
}

/** Every part cut at the ends of the segments: parts of one part before and one segment's tile are one, numbered as they first appear. */
function refine(
  before: Segments,
  segments: Segments,
): { readonly parts: Segments; readonly parents: readonly number[]; readonly tiles: readonly number[] } {
  const parts = { starts: [] as number[], ends: [] as number[], tiles: [] as number[] };
  const [parents, tiles, known] = [[] as number[], [] as number[], new Map<number, number>()];
  const least = segments.tiles.reduce((first, tile) => Math.min(first, tile), Number.POSITIVE_INFINITY);
  const span = segments.tiles.reduce((last, tile) => Math.max(last, tile), 0) - least + 2;
  let [i, j, at] = [0, 0, 0];
  while (i < before.starts.length || j < segments.starts.length) {
    const one = Math.max(before.starts[i] ?? Number.POSITIVE_INFINITY, at);
    const other = Math.max(segments.starts[j] ?? Number.POSITIVE_INFINITY, at);
    const start = Math.min(one, other);
    const end = Math.min(
      one === start ? (before.ends[i] as number) : one,
      other === start ? (segments.ends[j] as number) : other,
    );
    const [parent, tile] = [
      one === start ? (before.tiles[i] as number) : -1,
      other === start ? (segments.tiles[j] as number) : -1,
    ];
    const key = (parent + 1) * span + (tile < 0 ? 0 : tile - least + 1);
    let cell = known.get(key);
    if (cell === undefined) {
      cell = parents.length;
      known.set(key, cell);
      parents.push(parent);
      tiles.push(tile);
    }
    const last = parts.tiles.length - 1;
    if (parts.tiles[last] === cell && parts.ends[last] === start) parts.ends[last] = end;
    else {
      parts.starts.push(start);
      parts.ends.push(end);
      parts.tiles.push(cell);
    }
    at = end;
    if (end === before.ends[i]) i++;
    if (end === segments.ends[j]) j++;
  }
  return { parts, parents, tiles };
}

function byTile(tiles: readonly number[], cells: readonly number[], { schedule }: PlacedSchedule): CellsOfTiles {
  const cellStart = new Int32Array(schedule.tileBytes.length + 1);
  for (const tile of tiles) cellStart[tile + 1] = (cellStart[tile + 1] as number) + 1;
  for (let tile = 0; tile < schedule.tileBytes.length; tile++) {
    cellStart[tile + 1] = (cellStart[tile + 1] as number) + (cellStart[tile] as number);
  }
  const next = cellStart.slice();
  const sorted = new Int32Array(cells.length);
  tiles.forEach((tile, at) => {
    sorted[next[tile] as number] = cells[at] as number;
    next[tile] = (next[tile] as number) + 1;
  });
  return { cellStart, cells: sorted };
}

/**
 * What bounds of the kernels rest on: words of two arrays of a kernel are distinct, and no result is written again by a later kernel, so
 * that each is stored.
 *
 * @throws InputError naming `plan` and the kernels
 */
export function checkDistinct(kernels: readonly PlacedSchedule[], { kernels: cellsOf, arrays, arrayOfCell }: SharedCells): void {
  const writer = new Int32Array(arrayOfCell.length).fill(-1);
  kernels.forEach(({ schedule }, kernel) => {
    const { cellStart, cells } = cellsOf[kernel] as CellsOfTiles;
    const owner = new Int32Array(arrayOfCell.length).fill(-1);
    const written = writtenArrays(schedule);
    schedule.arrays.forEach(({ firstTile, tileCount, name }, array) => {
      for (let at = cellStart[firstTile] as number; at < (cellStart[firstTile + tileCount] as number); at++) {
        const cell = cells[at] as number;
        const shared = arrays[arrayOfCell[cell] as number] as string;
        if (owner[cell] !== -1 && owner[cell] !== array)
          throw new InputError(
            `plan: kernel ${kernel + 1}`,
            `places of their own in ${shared} for its arrays`,
            `${schedule.arrays[owner[cell] as number]?.name} and ${name} in one`,
          );
        owner[cell] = array;
        if (!written.has(array)) continue;
        if (writer[cell] !== -1 && writer[cell] !== kernel)
          throw new InputError(
            `plan: kernel ${kernel + 1}`,
            "arrays that no other kernel writes",
            `${name} in ${shared}, which kernel ${(writer[cell] as number) + 1} writes`,
          );
        writer[cell] = kernel;
      }
    });
  });
}

/** Arrays of which a kernel writes tiles. */
export function writtenArrays(schedule: TileSchedule): ReadonlySet<number> {
  const arrayOf = arrayOfTile(schedule);
  const written = new Set<number>();
  schedule.streamWrites.forEach((kind, stream) => {
    if (kind !== READ) written.add(arrayOf[schedule.streamBase[stream] as number] as number);
  });
  return written;
}
