import { InputError } from "../../errors.js";
import type { EvictionHint, TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import type { CellsOfTiles } from "./shared-cells.js";

/** What the program sets aside for lines with evict-last: one limit for all of its kernels. */
export function setAside(kernels: readonly { readonly schedule: TileSchedule }[]): number | undefined {
  const [first, ...others] = new Set(kernels.flatMap(({ schedule }) => schedule.persistingBytes ?? []));
  if (others.length > 0) throw new InputError("hint", "the same persisting bytes for all kernels", `${first} and ${others[0]}`);
  return first;
}

/** The hints of a kernel's arrays, by the arrays of the sequence that they lie in. */
export function hintsOfArrays(
  { arrays, hints = [] }: TileSchedule,
  { cellStart, cells }: CellsOfTiles,
  arrayOfCell: ArrayLike<number>,
  none: readonly EvictionHint[],
): readonly EvictionHint[] {
  const found = new Map<number, EvictionHint>();
  arrays.forEach(({ firstTile, tileCount, name }, own) => {
    const [hint = "normal", start, end] = [
      hints[own],
      cellStart[firstTile] as number,
      cellStart[firstTile + tileCount] as number,
    ];
    for (let at = start; at < end; at++) {
      const array = arrayOfCell[cells[at] as number] as number;
      if ((found.get(array) ?? hint) !== hint) throw new InputError("hint", "one hint for arrays that lie in one", name);
      found.set(array, hint);
    }
  });
  return none.map((hint, array) => found.get(array) ?? hint);
}
