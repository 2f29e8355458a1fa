import type { Move } from "../pebble/rules.js";
import type { TwoPanels } from "../schedules/serpentine-tiles.js";
import type { OutputCornerGemm } from "../schedules/word-gemm-output-corner.js";
import { listSerpentine } from "./lift-word-serpentine.js";
import type { ProductVertices } from "./lifted.js";
import { range } from "./lifted.js";

/** Tile after tile of C without its corner, then all corners together. */
export function listOutputCorner(
  { workload, tiles }: OutputCornerGemm,
  product: ProductVertices,
  batch: number,
  moves: Move[],
): void {
  const { k } = workload;
  const [rows, columns] = [cornersOf(tiles.rows), cornersOf(tiles.columns)];
  listSerpentine(tiles, k, product, batch, moves);
  const holdsRows = rows.length <= columns.length;
  for (const q of range(0, k)) {
    const [ofRows, ofColumns] = [rows.map((i) => product.a(batch, i, q)), columns.map((j) => product.b(batch, q, j))];
    for (const word of holdsRows ? ofRows : ofColumns) moves.push(["load", word]);
    (holdsRows ? columns : rows).forEach((outer, index) => {
      const passing = (holdsRows ? ofColumns : ofRows)[index] as number;
      moves.push(["load", passing]);
      for (const inner of holdsRows ? rows : columns) {
        moves.push(holdsRows ? product.multiplyAdd(batch, inner, outer, q) : product.multiplyAdd(batch, outer, inner, q));
      }
      moves.push(["delete", passing]);
    });
    for (const word of holdsRows ? ofRows : ofColumns) moves.push(["delete", word]);
  }
  for (const i of rows) {
    for (const j of columns) {
      const sum = product.sum(batch, i, j, k - 1);
      moves.push(["store", sum], ["delete", sum]);
    }
  }
}

/** The corners' lines of all panels. */
function cornersOf([large, small]: TwoPanels): readonly number[] {
  const beyond = large.count * large.lines;
  return [
    ...range(0, large.count).map((panel) => [panel * large.lines, large.corner] as const),
    ...range(0, small.count).map((panel) => [beyond + panel * small.lines, small.corner] as const),
  ].flatMap(([first, corner]) => range(first, first + corner));
}
