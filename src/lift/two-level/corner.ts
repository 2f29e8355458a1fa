import type { Move } from "../../pebble/rules.js";
import type { CornerChain } from "../../schedules/two-level/chain/all-but-corner.js";
import { piece } from "../../schedules/two-level/chain/all-but-corner.js";
import type { CornerGemm } from "../../schedules/two-level/gemm/all-but-corner.js";
import type { Corner } from "../../schedules/two-level/gemm/corner.js";
import { placed } from "../../schedules/two-level/gemm/serpentine-tiles.js";
import type { ChainVertices, ProductVertices } from "../lifted.js";
import { range, storeAndDrop, transposed } from "../lifted.js";

/** Panels of A (or, transposed, of B) that stay but for their corners, whose products come first. */
export function listCornerGemm(schedule: CornerGemm, product: ProductVertices, batch: number, moves: Move[]): void {
  const { k } = schedule.workload;
  const [columns, oriented] =
    schedule.transposed === true ? [schedule.workload.m, transposed(product)] : [schedule.workload.n, product];
  const panels = panelsOf(schedule.corner, k, oriented, batch);
  meetCorners(panels, columns, moves);
  for (const panel of panels) {
    for (const word of panel.held) moves.push(["load", word]);
    for (const column of range(0, columns)) passPanel(panel, column, moves);
    for (const word of panel.held) moves.push(["delete", word]);
  }
}

/** A column passes a panel: word by word beside its sums, or all at once beside one sum, whichever takes less room. */
export function passPanel(panel: Panel, column: number, moves: Move[]): void {
  const { product, batch, k, lines } = panel;
  if (lines.length <= k) {
    passColumn(panel, column, moves);
    for (const line of lines) storeAndDrop(product.sum(batch, line, column, k - 1), moves);
    return;
  }
  const words = range(0, k).map((q) => product.b(batch, q, column));
  for (const word of words) moves.push(["load", word]);
  for (const line of lines) {
    makeSum(panel, line, column, moves);
    storeAndDrop(product.sum(batch, line, column, k - 1), moves);
  }
  for (const word of words) moves.push(["delete", word]);
}

/** Rows of A and E, or columns of B and their rows of D, that stay but for corners of A or B. */
export function listCornerChain(schedule: CornerChain, chain: ChainVertices, moves: Move[]): void {
  const { m, k, l, n } = schedule.workload;
  const use: Use = { second: chain.second, n, repeats: schedule.repeats, words: piece(schedule.repeats, schedule.workload) };
  if (schedule.holds === "rows") {
    const panels = panelsOf(schedule.corner, k, chain.first, 0);
    meetCorners(panels, l, moves);
    for (const panel of panels) {
      for (const word of panel.held) moves.push(["load", word]);
      for (const p of range(0, l)) useColumn(panel, p, use, moves);
      for (const i of panel.lines) for (const j of range(0, n)) storeAndDrop(chain.second.sum(0, i, j, l - 1), moves);
      for (const word of panel.held) moves.push(["delete", word]);
    }
    return;
  }
  const panels = panelsOf(schedule.corner, k, transposed(chain.first), 0);
  meetCorners(panels, m, moves);
  for (const panel of panels) {
    const ofD = panel.lines.flatMap((p) => range(0, n).map((j) => chain.second.b(0, p, j)));
    for (const word of [...panel.held, ...ofD]) moves.push(["load", word]);
    for (const i of range(0, m)) useRow(panel, i, use, moves);
    for (const word of [...panel.held, ...ofD]) moves.push(["delete", word]);
  }
}

/** Lines of a product that stay, and the words of them that do. */
export interface Panel {
  readonly product: ProductVertices;
  readonly batch: number;
  readonly k: number;
  readonly lines: readonly number[];
  readonly corner: ReadonlySet<number>;
  readonly width: number;
  readonly held: readonly number[];
}

export function panelsOf({ panels, width }: Corner, k: number, product: ProductVertices, batch: number): readonly Panel[] {
  return placed(panels).map(({ first, lines, corner }) => {
    const cut = new Set(range(first, first + corner));
    const all = range(first, first + lines);
    const held = all.flatMap((line) => range(cut.has(line) ? width : 0, k).map((q) => product.a(batch, line, q)));
    return { product, batch, k, lines: all, corner: cut, width, held };
  });
}

/** The corners of all panels meet their words of every column; the shorter of a column's words and its sums stays meanwhile. */
export function meetCorners(panels: readonly Panel[], columns: number, moves: Move[]): void {
  const [first] = panels;
  if (first === undefined) return;
  const { product, batch, width } = first;
  const lines = panels.flatMap(({ corner }) => [...corner]);
  const words = lines.flatMap((line) => range(0, width).map((q) => product.a(batch, line, q)));
  for (const word of words) moves.push(["load", word]);
  for (const column of range(0, columns)) {
    const passing = range(0, width).map((q) => product.b(batch, q, column));
    if (lines.length <= width) {
      passing.forEach((word, q) => {
        moves.push(["load", word]);
        for (const line of lines) moves.push(product.multiplyAdd(batch, line, column, q));
        moves.push(["delete", word]);
      });
      for (const line of lines) storeAndDrop(product.sum(batch, line, column, width - 1), moves);
    } else {
      for (const word of passing) moves.push(["load", word]);
      for (const line of lines) {
        for (const q of range(0, width)) moves.push(product.multiplyAdd(batch, line, column, q));
        storeAndDrop(product.sum(batch, line, column, width - 1), moves);
      }
      for (const word of passing) moves.push(["delete", word]);
    }
  }
  for (const word of words) moves.push(["delete", word]);
}

/** All sums of a column, whose words pass one by one; those of the corner go on from where they were stored. */
function passColumn({ product, batch, k, lines, corner, width }: Panel, column: number, moves: Move[]): void {
  for (const line of corner) moves.push(["load", product.sum(batch, line, column, width - 1)]);
  for (const q of range(0, k)) {
    moves.push(["load", product.b(batch, q, column)]);
    for (const line of lines) {
      if (q >= width || !corner.has(line)) moves.push(product.multiplyAdd(batch, line, column, q));
    }
    moves.push(["delete", product.b(batch, q, column)]);
  }
}

/** One sum, the words of its column being there. */
export function makeSum({ product, batch, k, corner, width }: Panel, line: number, column: number, moves: Move[]): void {
  if (corner.has(line)) moves.push(["load", product.sum(batch, line, column, width - 1)]);
  for (const q of range(corner.has(line) ? width : 0, k)) moves.push(product.multiplyAdd(batch, line, column, q));
}

/** What a chain does with lines of H. */
interface Use {
  readonly second: ProductVertices;
  readonly n: number;
  readonly repeats: boolean;
  /** Words that stay while the lines are gone through. */
  readonly words: number;
}

/** Column p of H is made and meets row p of D; sums of E stay. */
function useColumn(panel: Panel, p: number, { second, n, repeats, words }: Use, moves: Move[]): void {
  const { product, k, lines } = panel;
  if (lines.length > words && !repeats) {
    const row = range(0, n).map((j) => second.b(0, p, j));
    for (const word of row) moves.push(["load", word]);
    entryByEntry(panel, p, moves, (i) => {
      for (const j of range(0, n)) moves.push(second.multiplyAdd(0, i, j, p));
    });
    for (const word of row) moves.push(["delete", word]);
    return;
  }
  const meet: Meet = (j, through) => {
    moves.push(["load", second.b(0, p, j)]);
    through((i) => moves.push(second.multiplyAdd(0, i, j, p)));
    moves.push(["delete", second.b(0, p, j)]);
  };
  if (lines.length > words) {
    repeatEntries(panel, p, n, moves, meet);
    return;
  }
  passColumn(panel, p, moves);
  for (const j of range(0, n)) meet(j, (use) => lines.forEach(use));
  for (const i of lines) moves.push(["delete", product.sum(0, i, p, k - 1)]);
}

/** The panel's entries of row i of H are made and meet D; sums of E come and go. */
function useRow(panel: Panel, i: number, { second, n, repeats, words }: Use, moves: Move[]): void {
  const { product, k, lines } = panel;
  const [first, last] = [lines[0] as number, lines.at(-1) as number];
  const unfinished = range(0, first > 0 ? n : 0).map((j) => second.sum(0, i, j, first - 1));
  if (lines.length > words && !repeats) {
    for (const sum of unfinished) moves.push(["load", sum]);
    entryByEntry(panel, i, moves, (p) => {
      for (const j of range(0, n)) moves.push(second.multiplyAdd(0, i, j, p));
    });
    for (const j of range(0, n)) storeAndDrop(second.sum(0, i, j, last), moves);
    return;
  }
  const meet: Meet = (j, through) => {
    for (const sum of unfinished.slice(j, j + 1)) moves.push(["load", sum]);
    through((p) => moves.push(second.multiplyAdd(0, i, j, p)));
    storeAndDrop(second.sum(0, i, j, last), moves);
  };
  if (lines.length > words) {
    repeatEntries(panel, i, n, moves, meet);
    return;
  }
  passColumn(panel, i, moves);
  for (const j of range(0, n)) meet(j, (use) => lines.forEach(use));
  for (const p of lines) moves.push(["delete", product.sum(0, p, i, k - 1)]);
}
/** Word or sum j passes while all lines use it, in order. */
type Meet = (j: number, through: (use: (line: number) => void) => void) => void;

/** The column's words stay while one entry after another is made, used and dropped. */
function entryByEntry(panel: Panel, column: number, moves: Move[], use: (line: number) => void): void {
  const { product, k, lines } = panel;
  const words = range(0, k).map((q) => product.b(0, q, column));
  for (const word of words) moves.push(["load", word]);
  for (const line of lines) {
    makeSum(panel, line, column, moves);
    use(line);
    moves.push(["delete", product.sum(0, line, column, k - 1)]);
  }
  for (const word of words) moves.push(["delete", word]);
}

/** The column's words and the corner's entries stay; every other entry is made again for each of n words that pass. */
function repeatEntries(panel: Panel, column: number, n: number, moves: Move[], meet: Meet): void {
  const { product, k, lines, corner } = panel;
  const words = range(0, k).map((q) => product.b(0, q, column));
  const dropEntry = (line: number): number => moves.push(["delete", product.sum(0, line, column, k - 1)]);
  for (const word of words) moves.push(["load", word]);
  for (const line of corner) makeSum(panel, line, column, moves);
  for (const j of range(0, n)) {
    meet(j, (use) => {
      for (const line of lines) {
        if (!corner.has(line)) makeSum(panel, line, column, moves);
        use(line);
        if (!corner.has(line)) dropEntry(line);
      }
    });
  }
  for (const line of corner) dropEntry(line);
  for (const word of words) moves.push(["delete", word]);
}
