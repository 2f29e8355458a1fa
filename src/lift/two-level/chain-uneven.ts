import type { Move } from "../../pebble/rules.js";
import type { UnevenChain } from "../../schedules/two-level/chain/uneven-blocks.js";
import { columnsOf, entriesStay, type UnevenPanel, type UnevenPass } from "../../schedules/two-level/chain/uneven-passes.js";
import { type ChainVertices, range, storeAndDrop } from "../lifted.js";
import { type ChainLines, chainLines, makeEntry } from "./chain-lines.js";
import { during, passWord, wordsOfColumns, wordsOfRows } from "./listing.js";

/** The moves of every panel, pass by pass. */
export function listUneven({ workload, holds, panels }: UnevenChain, chain: ChainVertices, moves: Move[]): void {
  const lines = chainLines(holds, workload, chain);
  let first = 0;
  for (const { count, panel } of panels) {
    for (const at of range(0, count)) listPanel(panel, first + at * panel.lines, lines, moves);
    first += count * panel.lines;
  }
}

/** A panel of lines from `first` on. */
function listPanel(panel: UnevenPanel, first: number, lines: ChainLines, moves: Move[]): void {
  const { passes } = panel;
  const { product, k } = lines;
  const past = first + panel.lines;
  for (const word of wordsOfRows(product, range(first, past), k)) moves.push(["load", word]);
  for (const [index, pass] of passes.entries()) {
    const here = past - pass.left;
    // After the last pass all lines leave, and nothing is stored.
    const stay = past - (passes[index + 1]?.left ?? pass.left);
    listPass({ panel, pass, there: range(first, here), away: range(here, past), stored: range(stay, here) }, lines, moves);
    const gone = range(index + 1 < passes.length ? stay : first, here);
    for (const word of wordsOfRows(product, gone, k)) moves.push(["delete", word]);
  }
}

/** One pass, in which H of the lines `stored` leaves for those that come, and of those away is loaded. */
interface Pass {
  readonly panel: UnevenPanel;
  readonly pass: UnevenPass;
  readonly there: readonly number[];
  readonly away: readonly number[];
  readonly stored: readonly number[];
}

function listPass({ panel, pass, there, away, stored }: Pass, lines: ChainLines, moves: Move[]): void {
  const first = there[0] ?? away[0] ?? 0;
  const columns = columnsOf(panel, pass).map(([j, from, past]) => [j, range(first + from, first + past)] as const);
  const stays = entriesStay({ lines: panel.lines, k: lines.k }, pass.left);
  for (const [j, own] of columns) for (const line of own) lines.start(line, j, moves);
  for (const other of range(0, lines.others)) {
    const entries = away.map((line) => lines.entry(line, other));
    during(entries, moves, () => passOne({ columns, there: new Set(there), stored, stays }, other, lines, moves));
  }
  for (const [j, own] of columns) for (const line of own) lines.end(line, j, moves);
}

interface Stage {
  readonly columns: readonly (readonly [number, readonly number[]])[];
  readonly there: ReadonlySet<number>;
  readonly stored: readonly number[];
  /** All entries of H with what passes stay; else it stays itself, and entries are made again for each column. */
  readonly stays: boolean;
}

function passOne({ columns, there, stored, stays }: Stage, other: number, lines: ChainLines, moves: Move[]): void {
  const { product, k, entry } = lines;
  if (stays) for (const q of range(0, k)) passWord(product, [...there], [q, other], moves);
  during(stays ? [] : wordsOfColumns(product, [other], k), moves, () => {
    if (!stays) {
      for (const line of stored) {
        makeEntry(lines, line, other, moves);
        storeAndDrop(entry(line, other), moves);
      }
    }
    for (const [j, own] of columns) {
      const [from, last] = [own[0] as number, own.at(-1) as number];
      lines.enter(other, j, from, moves);
      for (const line of own) {
        const again = !stays && there.has(line);
        if (again) makeEntry(lines, line, other, moves);
        moves.push(lines.use(line, other, j));
        if (again) moves.push(["delete", entry(line, other)]);
      }
      lines.leave(other, j, last + 1, moves);
    }
  });
  if (!stays) return;
  for (const line of stored) moves.push(["store", entry(line, other)]);
  for (const line of there) moves.push(["delete", entry(line, other)]);
}
