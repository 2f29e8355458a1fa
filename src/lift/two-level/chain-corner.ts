import type { Move } from "../../pebble/rules.js";
import type { CornerChain } from "../../schedules/two-level/chain/all-but-corner.js";
import { piece } from "../../schedules/two-level/chain/all-but-corner.js";
import type { Corner } from "../../schedules/two-level/gemm/corner.js";
import { placed } from "../../schedules/two-level/gemm/serpentine-tiles.js";
import type { ChainVertices } from "../lifted.js";
import { range, storeAndDrop } from "../lifted.js";
import type { ChainLines } from "./chain-lines.js";
import { chainLines, makeEntry } from "./chain-lines.js";
import { during, passing, passWord, wordsOfColumns } from "./listing.js";

/** Rows of A and E, or columns of B and their rows of D, that stay but for corners of A or B. */
export function listCornerChain({ workload, holds, repeats, corner }: CornerChain, chain: ChainVertices, moves: Move[]): void {
  const lines = chainLines(holds, workload, chain);
  const panels = panelsOf(corner, lines);
  meetCorners(panels, lines, moves);
  for (const panel of panels) {
    during(panel.held, moves, () => {
      for (const line of panel.lines) for (const j of range(0, lines.n)) lines.start(line, j, moves);
      const listed = panel.lines.length <= piece(repeats, workload) ? keepEntries : repeats ? repeatEntries : entryByEntry;
      for (const other of range(0, lines.others)) listed(panel, other, lines, moves);
      for (const line of panel.lines) for (const j of range(0, lines.n)) lines.end(line, j, moves);
    });
  }
}

/** Lines that stay, and the words of them that do: all but `width` words of each in the corner. */
interface Panel {
  readonly lines: readonly number[];
  readonly corner: ReadonlySet<number>;
  readonly width: number;
  readonly held: readonly number[];
}

function panelsOf({ panels, width }: Corner, { product, k }: ChainLines): readonly Panel[] {
  return placed(panels).map(({ first, lines, corner }) => {
    const cut = new Set(range(first, first + corner));
    const all = range(first, first + lines);
    const held = all.flatMap((line) => range(cut.has(line) ? width : 0, k).map((q) => product.a(0, line, q)));
    return { lines: all, corner: cut, width, held };
  });
}

/** The corners of all panels meet their words of every column; the shorter of a column's words and its sums stays meanwhile. */
function meetCorners(panels: readonly Panel[], { product, others, add }: ChainLines, moves: Move[]): void {
  const width = panels[0]?.width ?? 0;
  const lines = panels.flatMap(({ corner }) => [...corner]);
  const words = lines.flatMap((line) => range(0, width).map((q) => product.a(0, line, q)));
  during(words, moves, () => {
    for (const other of range(0, others)) {
      const column = wordsOfColumns(product, [other], width);
      const store = (line: number): void => storeAndDrop(product.sum(0, line, other, width - 1), moves);
      if (lines.length <= width) {
        passing(column, moves, (q) => {
          for (const line of lines) moves.push(add(line, other, q));
        });
        lines.forEach(store);
      } else {
        during(column, moves, () => {
          for (const line of lines) {
            for (const q of range(0, width)) moves.push(add(line, other, q));
            store(line);
          }
        });
      }
    }
  });
}

/** An entry of H, its column being there; one of the corner goes on from where it was stored. */
function makeSum({ corner, width }: Panel, line: number, other: number, lines: ChainLines, moves: Move[]): void {
  if (corner.has(line)) moves.push(["load", lines.product.sum(0, line, other, width - 1)]);
  makeEntry(lines, line, other, moves, corner.has(line) ? width : 0);
}

/** All entries with what passes stay, whose words pass one by one. */
function keepEntries({ lines: own, corner, width }: Panel, other: number, lines: ChainLines, moves: Move[]): void {
  const { product, k, n, entry } = lines;
  for (const line of corner) moves.push(["load", product.sum(0, line, other, width - 1)]);
  for (const q of range(0, k)) {
    const meeting = q >= width ? own : own.filter((line) => !corner.has(line));
    passWord(product, meeting, [q, other], moves);
  }
  for (const j of range(0, n)) meetColumn(own, other, j, lines, moves);
  for (const line of own) moves.push(["delete", entry(line, other)]);
}

/** What passes stays, with all that it meets, while one entry after another is made, used and dropped. */
function entryByEntry(panel: Panel, other: number, lines: ChainLines, moves: Move[]): void {
  const { product, k, n, entry, use } = lines;
  const [first, last] = [panel.lines[0] as number, panel.lines.at(-1) as number];
  for (const j of range(0, n)) lines.enter(other, j, first, moves);
  during(wordsOfColumns(product, [other], k), moves, () => {
    for (const line of panel.lines) {
      makeSum(panel, line, other, lines, moves);
      for (const j of range(0, n)) moves.push(use(line, other, j));
      moves.push(["delete", entry(line, other)]);
    }
  });
  for (const j of range(0, n)) lines.leave(other, j, last + 1, moves);
}

/** What passes and the corner's entries stay; every other entry is made again for each column that it meets. */
function repeatEntries(panel: Panel, other: number, lines: ChainLines, moves: Move[]): void {
  const { product, k, n, entry } = lines;
  during(wordsOfColumns(product, [other], k), moves, () => {
    for (const line of panel.corner) makeSum(panel, line, other, lines, moves);
    for (const j of range(0, n)) meetColumn(panel.lines, other, j, lines, moves, panel.corner);
    for (const line of panel.corner) moves.push(["delete", entry(line, other)]);
  });
}

/** Entries meet column j; with `kept` the others are made for it and dropped. */
function meetColumn(
  own: readonly number[],
  other: number,
  j: number,
  lines: ChainLines,
  moves: Move[],
  kept: ReadonlySet<number> = new Set(own),
): void {
  lines.enter(other, j, own[0] as number, moves);
  for (const line of own) {
    if (!kept.has(line)) makeEntry(lines, line, other, moves);
    moves.push(lines.use(line, other, j));
    if (!kept.has(line)) moves.push(["delete", lines.entry(line, other)]);
  }
  lines.leave(other, j, (own.at(-1) as number) + 1, moves);
}
