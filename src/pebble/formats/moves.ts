import { InputError, shown } from "../../errors.js";
import type { Move } from "../rules.js";

const LETTERS = { l: "load", s: "store", c: "compute", d: "delete" } as const;

/** Moves of a game of one fast memory on one line: `l0,l1,c4:0,s4` loads 0 and 1, computes 4 in the place of 0 and stores it. */
export function formatMoves(moves: readonly Move[]): string {
  return moves.map((move) => (move[0] === "slide" ? `c${move[1]}:${move[2]}` : `${move[0][0]}${move[1]}`)).join(",");
}

/** Reads what `formatMoves` writes. @throws InputError naming the first that is no move */
export function parseMoves(text: string, subject = "moves"): readonly Move[] {
  if (text.trim() === "") return [];
  return text.split(",").map((word) => {
    const [, letter, vertex, from] = /^ *([lscd])(\d{1,9})(?::(\d{1,9}))? *$/.exec(word) ?? [];
    if (letter === undefined || (from !== undefined && letter !== "c")) {
      throw new InputError(
        subject,
        "moves such as l0,l1,c4,s4,d0: load, store, compute and delete of a vertex, c4:0 in the place of 0",
        shown(word),
      );
    }
    if (from !== undefined) return ["slide", Number(vertex), Number(from)];
    return [LETTERS[letter as keyof typeof LETTERS], Number(vertex)];
  });
}
