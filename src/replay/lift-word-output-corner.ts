import type { Move } from "../pebble/rules.js";
import type { OutputCornerGemm, TwoPanels } from "../schedules/word-gemm-output-corner.js";
import type { ProductVertices } from "./lifted.js";
import { range, transposed } from "./lifted.js";

/** Tile after tile of C without its corner, then all corners together. */
export function listOutputCorner(schedule: OutputCornerGemm, product: ProductVertices, batch: number, moves: Move[]): void {
  const { k } = schedule.workload;
  const [down, across] = [panelsOf(schedule.rows), panelsOf(schedule.columns)];
  const rows = down.flatMap(({ corner }) => corner);
  const columns = across.flatMap(({ corner }) => corner);
  const [cutRows, cutColumns] = [new Set(rows), new Set(columns)];
  for (const high of down) {
    for (const wide of across) {
      const stays = (i: number, j: number): boolean => !(cutRows.has(i) && cutColumns.has(j));
      keepSums({ product, batch, k, rows: high.lines, columns: wide.lines, stays }, moves);
    }
  }
  keepSums({ product, batch, k, rows, columns, stays: () => true }, moves);
}

/** Rows or columns of a panel, and those of its corner. */
interface Panel {
  readonly lines: readonly number[];
  readonly corner: readonly number[];
}

function panelsOf([large, small]: TwoPanels): readonly Panel[] {
  const beyond = large.count * large.lines;
  return [
    ...range(0, large.count).map((panel) => ({ ...large, first: panel * large.lines })),
    ...range(0, small.count).map((panel) => ({ ...small, first: beyond + panel * small.lines })),
  ].map(({ first, lines, corner }) => ({ lines: range(first, first + lines), corner: range(first, first + corner) }));
}

/** Some sums of C in one tile. */
interface Sums {
  readonly product: ProductVertices;
  readonly batch: number;
  readonly k: number;
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly stays: (i: number, j: number) => boolean;
}

/** For each of k the shorter of a column of A and a row of B is held while the words of the other pass; then the sums are stored. */
function keepSums(sums: Sums, moves: Move[]): void {
  const { product, batch, k, rows, columns, stays } = sums;
  if (rows.length > columns.length) {
    keepSums({ product: transposed(product), batch, k, rows: columns, columns: rows, stays: (j, i) => stays(i, j) }, moves);
    return;
  }
  for (const q of range(0, k)) {
    for (const i of rows) moves.push(["load", product.a(batch, i, q)]);
    for (const j of columns) {
      moves.push(["load", product.b(batch, q, j)]);
      for (const i of rows) if (stays(i, j)) moves.push(product.multiplyAdd(batch, i, j, q));
      moves.push(["delete", product.b(batch, q, j)]);
    }
    for (const i of rows) moves.push(["delete", product.a(batch, i, q)]);
  }
  for (const i of rows) {
    for (const j of columns) {
      if (!stays(i, j)) continue;
      const sum = product.sum(batch, i, j, k - 1);
      moves.push(["store", sum], ["delete", sum]);
    }
  }
}
