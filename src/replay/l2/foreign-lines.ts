import { FOREIGN, type PieceSets } from "../piece-sets.js";
import { scramble } from "./set-hash.js";

/** Puts about `lines` lines of earlier kernels, dirty, into sets of so many partitions, as many in each. */
export function placeForeignLines(sets: PieceSets, partitions: number, setsOfPartition: number, lines: number): void {
  const count = Math.round(lines / partitions);
  for (let side = 0; side < partitions; side++) {
    for (let line = 0; line < count; line++) {
      const set = side * setsOfPartition + (scramble(line * 77 + 5) % setsOfPartition);
      sets.put(set, sets.replace(set), FOREIGN);
    }
  }
}
