import type { Move } from "../../pebble/rules.js";
import type { Corner } from "../../schedules/two-level/gemm/corner.js";
import type { InputCornerGemm } from "../../schedules/two-level/gemm/input-but-corner.js";
import { placed } from "../../schedules/two-level/gemm/serpentine-tiles.js";
import type { ProductVertices } from "../lifted.js";
import { range, renumbered, storeAndDrop, transposed } from "../lifted.js";
import { during, passing, passWord, wordsOfColumns } from "./listing.js";

/** A product whose rows stay, of `k` words each, and how many columns pass. */
interface Lines {
  readonly product: ProductVertices;
  readonly others: number;
  readonly k: number;
}

/** Panels of A (or, transposed, of B) that stay but for their corners, whose products come first. */
export function listInputCorner(schedule: InputCornerGemm, whole: ProductVertices, batch: number, moves: Move[]): void {
  const { m, n, k } = schedule.workload;
  const own = renumbered(whole, { batch: () => batch });
  const lines = schedule.transposed === true ? { product: transposed(own), others: m, k } : { product: own, others: n, k };
  const panels = panelsOf(schedule.corner, lines);
  meetCorners(panels, lines, moves);
  for (const panel of panels) {
    during(panel.held, moves, () => {
      for (const column of range(0, lines.others)) {
        // Word by word beside its sums, or all at once beside one sum, whichever takes less room.
        const sumsStay = panel.lines.length <= k;
        if (sumsStay) passColumn(panel, column, lines, moves);
        during(sumsStay ? [] : wordsOfColumns(lines.product, [column], k), moves, () => {
          for (const line of panel.lines) {
            if (!sumsStay) makeSum(panel, line, column, lines, moves);
            lines.product.finish(0, line, column, moves);
          }
        });
      }
    });
  }
}

/** Lines that stay, and the words of them that do: all but `width` words of each in the corner. */
export interface Panel {
  readonly lines: readonly number[];
  readonly corner: ReadonlySet<number>;
  readonly width: number;
  readonly held: readonly number[];
}

export function panelsOf({ panels, width }: Corner, { product, k }: Lines): readonly Panel[] {
  return placed(panels).map(({ first, lines, corner }) => {
    const cut = new Set(range(first, first + corner));
    const all = range(first, first + lines);
    const held = all.flatMap((line) => range(cut.has(line) ? width : 0, k).map((q) => product.a(0, line, q)));
    return { lines: all, corner: cut, width, held };
  });
}

/** The corners of all panels meet their words of every column. */
export function meetCorners(panels: readonly Panel[], lines: Pick<Lines, "product" | "others">, moves: Move[]): void {
  const inCorners = panels.flatMap(({ corner }) => [...corner]);
  meetFirstWords(inCorners, panels[0]?.width ?? 0, lines, moves);
}

/** The first `width` words of some lines meet those of every column; the shorter of a column's words and its sums stays meanwhile. */
export function meetFirstWords(
  lines: readonly number[],
  width: number,
  { product, others }: Pick<Lines, "product" | "others">,
  moves: Move[],
): void {
  const words = lines.flatMap((line) => range(0, width).map((q) => product.a(0, line, q)));
  during(words, moves, () => {
    for (const other of range(0, others)) {
      const column = wordsOfColumns(product, [other], width);
      const store = (line: number): void => storeAndDrop(product.sum(0, line, other, width - 1), moves);
      if (lines.length <= width) {
        passing(column, moves, (q) => {
          for (const line of lines) moves.push(product.multiplyAdd(0, line, other, q));
        });
        lines.forEach(store);
      } else {
        during(column, moves, () => {
          for (const line of lines) {
            for (const q of range(0, width)) moves.push(product.multiplyAdd(0, line, other, q));
            store(line);
          }
        });
      }
    }
  });
}

/** One sum, its column being there; one of the corner goes on from where it was stored. */
export function makeSum(
  { corner, width }: Panel,
  line: number,
  other: number,
  lines: Pick<Lines, "product" | "k">,
  moves: Move[],
): void {
  const { product, k } = lines;
  if (corner.has(line)) moves.push(["load", product.sum(0, line, other, width - 1)]);
  for (const q of range(corner.has(line) ? width : 0, k)) moves.push(product.multiplyAdd(0, line, other, q));
}

/** All sums of a column, whose words pass one by one; those of the corner go on from where they were stored. */
export function passColumn({ lines: own, corner, width }: Panel, other: number, lines: Lines, moves: Move[]): void {
  const { product, k } = lines;
  for (const line of corner) moves.push(["load", product.sum(0, line, other, width - 1)]);
  for (const q of range(0, k)) {
    const meeting = q >= width ? own : own.filter((line) => !corner.has(line));
    passWord(product, meeting, [q, other], moves);
  }
}
