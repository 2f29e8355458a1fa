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
  readonly cuts: readonly (TileCut | ListedTiles)[];
  /** Arrays whose tiles are written again and again; what the v-th write of a word leaves there is `O[0,1]@v`, from 0. */
  readonly rewritten?: ReadonlySet<string>;
  /** A block writes one output tile after another and keeps nothing between them. */
  readonly walksTiles?: true;
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

/** The names of the words of each tile, where they are not a matrix's. */
export interface ListedTiles {
  readonly tiles: readonly (readonly string[])[];
}

/** The cuts of a layout made of the same arrays. */
export function cutsOf(arrays: TiledArrays): readonly TileCut[] {
  return Object.values(arrays).map(({ rows, columns, leads }) =>
    leads === undefined ? { rows, columns } : { rows, columns, leads },
  );
}

/** The vertices that tiles hold. */
export interface TileWords {
  /** The words of a tile, row by row, after so many writes of it; rewritten arrays alone have more than one version. */
  of(tile: number, version: number): readonly number[];
  /** What names the place of a word in memory, which all of its versions share. */
  placeOf(word: number): number;
}

/** @throws RangeError when the graph lacks a word, or the cuts do not match the layout. */
export function wordsOfTiles({ layout, graph, cuts, rewritten }: LiftableKernel): TileWords {
  const vertexOf = new Map((graph.names ?? []).map((name, vertex) => [name, vertex] as const));
  const vertexNamed = (word: string): number => {
    const vertex = vertexOf.get(word);
    if (vertex === undefined) throw new RangeError(`lift: the graph has no word ${word}`);
    return vertex;
  };
  const names: (readonly string[])[] = [];
  const first = new Map<number, readonly number[]>();
  layout.arrays.forEach(({ name, firstTile, tileCount }, array) => {
    if (names.length !== firstTile) throw new RangeError(`lift: ${name} does not begin at tile ${names.length}`);
    for (const words of namesOfTiles(name, cuts[array] as TileCut | ListedTiles)) names.push(words);
    if (names.length !== firstTile + tileCount) throw new RangeError(`lift: ${name} is not cut into ${tileCount} tiles`);
    if (rewritten?.has(name) === true) return;
    for (let tile = firstTile; tile < firstTile + tileCount; tile++) first.set(tile, (names[tile] ?? []).map(vertexNamed));
  });
  const places = new Map<number, number>();
  return {
    of: (tile, version) => {
      const only = first.get(tile);
      if (only !== undefined) return only;
      return (names[tile] ?? []).map((name) => {
        const word = vertexNamed(`${name}@${version}`);
        places.set(word, vertexNamed(`${name}@0`));
        return word;
      });
    },
    placeOf: (word) => places.get(word) ?? word,
  };
}

/** The names of the words of an array's tiles. */
function namesOfTiles(name: string, cut: TileCut | ListedTiles): readonly (readonly string[])[] {
  if ("tiles" in cut) return cut.tiles;
  const { rows, columns, leads = [""] } = cut;
  const tiles: (readonly string[])[] = [];
  for (const lead of leads) {
    for (let i = 0; i < rows[0]; i += rows[1]) {
      for (let j = 0; j < columns[0]; j += columns[1]) {
        const words: string[] = [];
        for (let r = i; r < Math.min(i + rows[1], rows[0]); r++) {
          for (let c = j; c < Math.min(j + columns[1], columns[0]); c++) words.push(`${name}[${lead}${r},${c}]`);
        }
        tiles.push(words);
      }
    }
  }
  return tiles;
}
