/** A tile as a library's kernel name has it: which of its sides runs along the columns of a row-major C, and how tiles are launched. */
export interface NamedTile {
  readonly rows: number;
  readonly columns: number;
  readonly k: number;
  readonly stages?: number | undefined;
  readonly cluster?: readonly [rows: number, columns: number] | undefined;
  /** `tiles`: a block a tile. `swizzle`: so too, in panels of columns that the grid tells. `persistent`: blocks that walk tiles. */
  readonly launch: "tiles" | "swizzle" | "persistent";
  readonly loads: "masked" | "bulk";
  /** Bytes that the epilogue of a tile reads for each of its columns. */
  readonly epilogueBytesAColumn?: number;
  readonly order?: string;
  readonly presumed?: string;
}
