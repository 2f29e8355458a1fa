import type { Move } from "../../pebble/rules.js";
import type { UnevenChain } from "../../schedules/two-level/chain/uneven-blocks.js";
import type { UnevenPanel, UnevenPass } from "../../schedules/two-level/chain/uneven-passes.js";
import { columnsOf, entriesStay } from "../../schedules/two-level/chain/uneven-passes.js";
import type { ChainVertices } from "../lifted.js";
import { range } from "../lifted.js";

/** What stays and what passes, by line of a panel and by number of what passes. */
interface Lines {
  /** Words that stay with a line, and that come past with what passes. */
  readonly held: (line: number) => readonly number[];
  readonly passing: (other: number) => readonly number[];
  readonly others: number;
  readonly k: number;
  /** H's entry: made of all words, or of one more of those that pass. */
  readonly entry: (line: number, other: number) => number;
  readonly add: (line: number, other: number, q: number) => Move;
  /** An entry of H meets column j of the second product. */
  readonly use: (line: number, other: number, j: number) => Move;
  /** Entries (line, j) come at the start of a pass and leave at its end. */
  readonly start: (line: number, j: number, moves: Move[]) => void;
  readonly end: (line: number, j: number, moves: Move[]) => void;
  /** What meets these lines in column j comes and goes. */
  readonly enter: (other: number, j: number, lines: readonly [number, number], moves: Move[]) => void;
  readonly leave: (other: number, j: number, lines: readonly [number, number], moves: Move[]) => void;
}

/** The moves of every panel, pass by pass. */
export function listUneven({ workload, holds, panels }: UnevenChain, chain: ChainVertices, moves: Move[]): void {
  let first = 0;
  for (const { count, panel } of panels) {
    for (const at of range(0, count).map((index) => first + index * panel.lines)) {
      listPanel(panel, holds === "rows" ? rowsFrom(at, workload, chain) : columnsFrom(at, workload, chain), moves);
    }
    first += count * panel.lines;
  }
}

/** Rows of A and E from one on; columns of B, and D's rows word by word, pass. */
function rowsFrom(at: number, { k, l }: UnevenChain["workload"], { first, second }: ChainVertices): Lines {
  return {
    held: (line) => range(0, k).map((q) => first.a(0, at + line, q)),
    passing: (p) => range(0, k).map((q) => first.b(0, q, p)),
    others: l,
    k,
    entry: (line, p) => second.a(0, at + line, p),
    add: (line, p, q) => first.multiplyAdd(0, at + line, p, q),
    use: (line, p, j) => second.multiplyAdd(0, at + line, j, p),
    start: () => undefined,
    end: (line, j, moves) => {
      const sum = second.sum(0, at + line, j, l - 1);
      moves.push(["store", sum], ["delete", sum]);
    },
    enter: (p, j, _, moves) => moves.push(["load", second.b(0, p, j)]),
    leave: (p, j, _, moves) => moves.push(["delete", second.b(0, p, j)]),
  };
}

/** Columns of B and rows of D from one on; rows of A, and sums of E word by word, pass. */
function columnsFrom(at: number, { m, k }: UnevenChain["workload"], { first, second }: ChainVertices): Lines {
  return {
    held: (line) => range(0, k).map((q) => first.b(0, q, at + line)),
    passing: (i) => range(0, k).map((q) => first.a(0, i, q)),
    others: m,
    k,
    entry: (line, i) => second.a(0, i, at + line),
    add: (line, i, q) => first.multiplyAdd(0, i, at + line, q),
    use: (line, i, j) => second.multiplyAdd(0, i, j, at + line),
    start: (line, j, moves) => moves.push(["load", second.b(0, at + line, j)]),
    end: (line, j, moves) => moves.push(["delete", second.b(0, at + line, j)]),
    enter: (i, j, [from], moves) => {
      if (at + from > 0) moves.push(["load", second.sum(0, i, j, at + from - 1)]);
    },
    leave: (i, j, [, past], moves) => {
      const sum = second.sum(0, i, j, at + past - 1);
      moves.push(["store", sum], ["delete", sum]);
    },
  };
}

function listPanel(panel: UnevenPanel, lines: Lines, moves: Move[]): void {
  const { passes } = panel;
  for (const line of range(0, panel.lines)) for (const word of lines.held(line)) moves.push(["load", word]);
  for (const [index, pass] of passes.entries()) {
    const here = panel.lines - pass.left;
    // After the last pass all lines leave, and nothing is stored.
    const stay = panel.lines - (passes[index + 1]?.left ?? pass.left);
    listPass(panel, pass, range(stay, here), lines, moves);
    const gone = range(index + 1 < passes.length ? stay : 0, here);
    for (const line of gone) for (const word of lines.held(line)) moves.push(["delete", word]);
  }
}

/** One pass, in which H of the lines `stored` leaves for those that come. */
function listPass(panel: UnevenPanel, pass: UnevenPass, stored: readonly number[], lines: Lines, moves: Move[]): void {
  const columns = columnsOf(panel, pass);
  for (const [j, from, past] of columns) for (const line of range(from, past)) lines.start(line, j, moves);
  for (const other of range(0, lines.others)) {
    const stage = { here: panel.lines - pass.left, columns, stored, other };
    for (const line of range(stage.here, panel.lines)) moves.push(["load", lines.entry(line, other)]);
    if (entriesStay({ lines: panel.lines, k: lines.k }, pass.left)) keepEntries(stage, lines, moves);
    else makeAgain(stage, lines, moves);
    for (const line of range(stage.here, panel.lines)) moves.push(["delete", lines.entry(line, other)]);
  }
  for (const [j, from, past] of columns) for (const line of range(from, past)) lines.end(line, j, moves);
}

interface Stage {
  /** Lines that are there. */
  readonly here: number;
  readonly columns: readonly (readonly [number, number, number])[];
  readonly stored: readonly number[];
  readonly other: number;
}

/** All entries of H with what passes stay while its words, then those of the second product, pass. */
function keepEntries({ here, columns, stored, other }: Stage, lines: Lines, moves: Move[]): void {
  for (const [q, word] of lines.passing(other).entries()) {
    moves.push(["load", word]);
    for (const line of range(0, here)) moves.push(lines.add(line, other, q));
    moves.push(["delete", word]);
  }
  for (const [j, from, past] of columns) {
    lines.enter(other, j, [from, past], moves);
    for (const line of range(from, past)) moves.push(lines.use(line, other, j));
    lines.leave(other, j, [from, past], moves);
  }
  for (const line of stored) moves.push(["store", lines.entry(line, other)]);
  for (const line of range(0, here)) moves.push(["delete", lines.entry(line, other)]);
}

/** What passes stays while a word of the second product after another meets entries made again for it. */
function makeAgain({ here, columns, stored, other }: Stage, lines: Lines, moves: Move[]): void {
  const words = lines.passing(other);
  const make = (line: number): void => {
    for (const q of words.keys()) moves.push(lines.add(line, other, q));
  };
  for (const word of words) moves.push(["load", word]);
  for (const line of stored) {
    make(line);
    moves.push(["store", lines.entry(line, other)], ["delete", lines.entry(line, other)]);
  }
  for (const [j, from, past] of columns) {
    lines.enter(other, j, [from, past], moves);
    for (const line of range(from, past)) {
      if (line < here) make(line);
      moves.push(lines.use(line, other, j));
      if (line < here) moves.push(["delete", lines.entry(line, other)]);
    }
    lines.leave(other, j, [from, past], moves);
  }
  for (const word of words) moves.push(["delete", word]);
}
