import type { Cdag } from "../pebble/cdag.js";
import type { TiledArrays } from "../schedules/tiles/tile-arrays.js";
import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import { vertexNamed } from "./lifted.js";

/**
 * All that lifting needs to know of a kernel schedule beyond the tiles it touches. What a block computes follows from the graph:
 * everything between the words it reads and the words it writes, each value in the first step that has its operands.
 */
export interface LiftableKernel {
  readonly layout: TileSchedule;
  /**
   * The work, vertices weighing their bytes, words of an array named as `expand` names them: `A[0,1]`. Where blocks add to tiles in
   * the L2, `C[0,1]+s` is what the s-th of them adds to a word (in launch order), and `C[0,1]@v` the word after v additions; then
   * the graph depends on the order in which they come.
   */
  readonly graph: Cdag | ((order: AddOrder) => Cdag);
  /** How each array of the layout is cut into its tiles, in the layout's order. */
  readonly cuts: readonly (TileCut | ListedTiles)[];
  /** Arrays whose tiles are written again and again; what the v-th write of a word leaves there is `O[0,1]@v`, from 0. */
  readonly rewritten?: ReadonlySet<string>;
  /** Arrays a tile of which serves several steps: a block keeps it until it reads another one of the array. */
  readonly lasting?: ReadonlySet<string>;
  /** A block writes one output tile after another and keeps nothing between them. */
  readonly walksTiles?: true;
  /** Bytes of operands, sums and statistics that a running block has room for. */
  readonly roomBytes: number;
  /** Where a block is a cluster whose CTAs write one tile each: the room of one CTA. */
  readonly ctaRoomBytes?: number;
}

/** Of a tile that blocks add to in the L2, the adders in the order in which they come, numbered in launch order. */
export type AddOrder = (tile: number) => readonly number[];

/** Matrices of one width, cut into tiles row by row. */
export interface TileCut {
  /** Extent and side of a tile. */
  readonly rows: readonly [extent: number, side: number];
  /** Rows of each matrix, where they are not those of `rows`. */
  readonly heights?: readonly number[];
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
  return Object.values(arrays).map(({ rows, heights, columns, leads }) => ({
    ...{ rows, columns },
    ...(heights === undefined ? {} : { heights }),
    ...(leads === undefined ? {} : { leads }),
  }));
}

/** The vertices that tiles hold. */
export interface TileWords {
  /** The words of a tile, row by row, after so many writes of it; rewritten arrays alone have more than one version. */
  of(tile: number, version: number): readonly number[];
  /** What an adder adds to the words of a tile. */
  added(tile: number, adder: number): readonly number[];
  /** What names the place of a word in memory, which all of its versions share. */
  placeOf(word: number): number;
}

/** @throws RangeError when the cuts do not match the layout; asked for a word that the graph lacks, the result throws one. */
export function wordsOfTiles({ layout, cuts, rewritten }: LiftableKernel, graph: Cdag): TileWords {
  const vertex = vertexNamed(graph);
  const names: (readonly string[])[] = [];
  const isRewritten: boolean[] = [];
  layout.arrays.forEach(({ name, firstTile, tileCount }, array) => {
    if (names.length !== firstTile) throw new RangeError(`lift: ${name} does not begin at tile ${names.length}`);
    for (const words of namesOfTiles(name, cuts[array] as TileCut | ListedTiles)) names.push(words);
    if (names.length !== firstTile + tileCount) throw new RangeError(`lift: ${name} is not cut into ${tileCount} tiles`);
    for (let tile = firstTile; tile < names.length; tile++) isRewritten.push(rewritten?.has(name) === true);
  });
  const only = new Map<number, readonly number[]>();
  const places = new Map<number, number>();
  return {
    of: (tile, version) => {
      const known = only.get(tile);
      if (known !== undefined) return known;
      const ofTile = names[tile] ?? [];
      if (!isRewritten[tile]) {
        const words = ofTile.map(vertex);
        only.set(tile, words);
        return words;
      }
      return ofTile.map((name) => {
        const word = vertex(`${name}@${version}`);
        places.set(word, vertex(`${name}@0`));
        return word;
      });
    },
    added: (tile, adder) => (names[tile] ?? []).map((name) => vertex(`${name}+${adder}`)),
    placeOf: (word) => places.get(word) ?? word,
  };
}

/** The names of the words of an array's tiles. */
function namesOfTiles(name: string, cut: TileCut | ListedTiles): readonly (readonly string[])[] {
  if ("tiles" in cut) return cut.tiles;
  const { rows, heights, columns, leads = [""] } = cut;
  const tiles: (readonly string[])[] = [];
  leads.forEach((lead, matrix) => {
    const height = heights?.[matrix] ?? rows[0];
    for (let i = 0; i < height; i += rows[1]) {
      for (let j = 0; j < columns[0]; j += columns[1]) {
        const words: string[] = [];
        for (let r = i; r < Math.min(i + rows[1], height); r++) {
          for (let c = j; c < Math.min(j + columns[1], columns[0]); c++) words.push(`${name}[${lead}${r},${c}]`);
        }
        tiles.push(words);
      }
    }
  });
  return tiles;
}
