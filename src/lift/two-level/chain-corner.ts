import type { Move } from "../../pebble/rules.js";
import { type CornerChain, piece } from "../../schedules/two-level/chain/all-but-corner.js";
import { type ChainVertices, range } from "../lifted.js";
import { type ChainLines, chainLines, makeEntry } from "./chain-lines.js";
import { makeSum, meetCorners, type Panel, panelsOf, passColumn } from "./corner.js";
import { during, wordsOfColumns } from "./listing.js";

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

/** All entries with what passes stay, whose words pass one by one. */
function keepEntries(panel: Panel, other: number, lines: ChainLines, moves: Move[]): void {
  const { n, entry } = lines;
  passColumn(panel, other, lines, moves);
  for (const j of range(0, n)) meetColumn(panel.lines, other, j, lines, moves);
  for (const line of panel.lines) moves.push(["delete", entry(line, other)]);
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
