import { markOf, pieceOf } from "./piece-sets.js";
import { SizeMarks, SOME_SIZE } from "./size-marks.js";
import type { TilePieces } from "./tile-pieces.js";
import { pieceBytes, tileOfPiece } from "./tile-pieces.js";

/** Bytes of pieces as a cache asks for them: of one tile after another, and of dirty pieces as they leave. */
export class PieceSizes {
  readonly #pieces: TilePieces;
  readonly #marks: SizeMarks = new SizeMarks();
  /** The tile whose pieces were last sized, and what each of these has, or −1 where they differ. */
  #sizedTile = -1;
  #evenBytes = -1;

  constructor(pieces: TilePieces) {
    this.#pieces = pieces;
  }

  /** Of a piece of a tile. */
  of(tile: number, piece: number): number {
    if (this.#sizedTile !== tile) {
      const { pieceStart, tileBytes } = this.#pieces;
      const even = (tileBytes[tile] as number) / ((pieceStart[tile + 1] as number) - (pieceStart[tile] as number));
      this.#evenBytes = Number.isInteger(even) ? even : -1;
      this.#sizedTile = tile;
    }
    return this.#evenBytes >= 0 ? this.#evenBytes : pieceBytes(this.#pieces, tile, piece);
  }

  /** The mark of a dirty piece of so many bytes. */
  markOf(bytes: number): number {
    return this.#marks.of(bytes);
  }

  /** Of the piece in a dirty entry. */
  ofDirty(entry: number): number {
    const mark = markOf(entry);
    if (mark !== SOME_SIZE) return this.#marks.bytes(mark);
    return pieceBytes(this.#pieces, tileOfPiece(this.#pieces, pieceOf(entry)), pieceOf(entry));
  }
}
