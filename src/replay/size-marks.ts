import { MOST_MARK } from "./piece-sets.js";

/** The mark of a dirty piece where there are too many sizes for one each. */
export const SOME_SIZE: number = MOST_MARK;

/** Sizes of pieces by marks: a piece that leaves lies anywhere in memory, and its tile with it. */
export class SizeMarks {
  readonly #bytesOf: number[] = [0];

  /** From 1 on: its mark, or `SOME_SIZE`. */
  of(bytes: number): number {
    const known = this.#bytesOf.indexOf(bytes, 1);
    if (known > 0) return known;
    return this.#bytesOf.length < SOME_SIZE ? this.#bytesOf.push(bytes) - 1 : SOME_SIZE;
  }

  bytes(mark: number): number {
    return this.#bytesOf[mark] as number;
  }
}
