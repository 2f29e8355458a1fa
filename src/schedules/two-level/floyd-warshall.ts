import type { ScheduleEntry } from "../schedule-entry.js";
import type { EinsumWords } from "./einsum.js";
import { type Moved, plus, sumOfTiles } from "./moved.js";

export const FLOYD_WARSHALL_ENTRIES: readonly ScheduleEntry[] = [
  {
    id: "floyd-warshall-lazy",
    workload: "floyd-warshall: tiles wait until they are operands, then take all steps that are due; what others read is stored",
    machine: "two-level",
    parameters: "rows of a tile",
    source: "this project; meets proofs/floyd-warshall.md at leading order; every move is refereed",
  },
];

/**
 * Words by tiles that wait. A tile is in fast memory for the steps of its rows, for those of its columns, and at the end; the diagonal ones
 * twice. A version is stored where a step is going to read it and where the tile leaves, once, unless it is the input.
 */
export function lazyWords(extent: number, side: number): readonly EinsumWords[] {
  const [n, rows] = [BigInt(extent), BigInt(side)];
  const inputs = n * (n - 1n);
  if (rows === n) return [ofArray("D", inputs, 0n), ofArray("P", 0n, inputs)];
  const last = n % rows === 0n ? rows : n % rows;
  const at = (tile: bigint, h: bigint, goesOn: bigint): Moved => {
    const before = tile * rows;
    // On the diagonal: a place is read at its lower index and at its upper one, and leaves after the steps of the tile and at the end.
    const own = h * (h - 1n);
    const ofFirst = tile === 0n ? 2n * (h - 1n) : 0n;
    let loads = own * (1n + goesOn) + (h > 1n ? 2n * h * (n - h) : 0n);
    let stores = own - ofFirst + 2n * (h - 1n) * (h - 2n) + own * goesOn;
    if (tile > 0n) {
      // Beside it, both ways round: the lower index is of one of the full tiles before, the upper one of this.
      loads += 2n * h * before * (2n + goesOn);
      loads += 2n * tile * ((n - h - rows) * (h + rows) + own + rows * (rows - 1n));
      const atLower = h * (before - 1n) + h * (before - tile);
      const atUpper = h * before - rows + (h - 1n) * before;
      stores += 2n * (atLower + atUpper + h * before * goesOn);
    }
    return new Map([["P", [loads, stores]]]);
  };
  const moved = plus(
    sumOfTiles(n - last, rows, (tile, h) => at(tile, h, 1n)),
    at((n - last) / rows, last, 0n),
  );
  const [loads, stores] = moved.get("P") ?? [0n, 0n];
  return [ofArray("D", inputs, 0n), ofArray("P", loads - inputs, stores)];
}

function ofArray(array: string, loads: bigint, stores: bigint): EinsumWords {
  return { array, loads, stores };
}
