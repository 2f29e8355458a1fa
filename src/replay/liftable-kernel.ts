import type { Cdag } from "../pebble/cdag.js";
import type { TiledArrays } from "../schedules/tile-arrays.js";
import type { TileSchedule } from "../schedules/tile-schedule.js";

/**
 * All that lifting needs to know of a kernel schedule beyond the tiles it touches. What a block computes follows from the graph:
 * everything between the words it reads and the words it writes, each value in the first step that has its operands.
 */
export interface LiftableKernel {
  readonly layout: TileSchedule;
  /** The work, vertices weighing their bytes, words of an array named as `expand` names them: `A[0,1]`. */
  readonly graph: Cdag;
  /** How each array of the layout is cut into its tiles, in the layout's order. */
  readonly cuts: readonly TileCut[];
  /** Bytes of operands, sums and statistics that a running block has room for. */
  readonly roomBytes: number;
}

/** Matrices of one size, cut into tiles row by row. */
export interface TileCut {
  /** Extent and side of a tile. */
  readonly rows: readonly [extent: number, side: number];
  readonly columns: readonly [extent: number, side: number];
  /** The first indices of each matrix's words, one entry a matrix; `[""]` where there is one matrix. */
  readonly leads?: readonly string[];
}

/** The cuts of a layout made of the same arrays. */
export function cutsOf(arrays: TiledArrays): readonly TileCut[] {
  return Object.values(arrays).map(({ rows, columns, leads }) =>
    leads === undefined ? { rows, columns } : { rows, columns, leads },
  );
}

/** The words of every tile, row by row. @throws RangeError when the graph lacks one, or the cuts do not match the layout. */
export function wordsOfTiles({ layout, graph, cuts }: LiftableKernel): readonly (readonly number[])[] {
  const vertexOf = new Map((graph.names ?? []).map((name, vertex) => [name, vertex] as const));
  const tiles: (readonly number[])[] = [];
  layout.arrays.forEach(({ name, firstTile, tileCount }, array) => {
    if (tiles.length !== firstTile) throw new RangeError(`lift: ${name} does not begin at tile ${tiles.length}`);
    const { rows, columns, leads = [""] } = cuts[array] as TileCut;
    for (const lead of leads) {
      for (let i = 0; i < rows[0]; i += rows[1]) {
        for (let j = 0; j < columns[0]; j += columns[1]) {
          const words: number[] = [];
          for (let r = i; r < Math.min(i + rows[1], rows[0]); r++) {
            for (let c = j; c < Math.min(j + columns[1], columns[0]); c++) {
              const word = `${name}[${lead}${r},${c}]`;
              const vertex = vertexOf.get(word);
              if (vertex === undefined) throw new RangeError(`lift: the graph has no word ${word}`);
              words.push(vertex);
            }
          }
          tiles.push(words);
        }
      }
    }
    if (tiles.length !== firstTile + tileCount) throw new RangeError(`lift: ${name} is not cut into ${tileCount} tiles`);
  });
  return tiles;
}
