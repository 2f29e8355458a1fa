import type { Move } from "../pebble/rules.js";
import type { WordChain } from "../schedules/word-chain.js";
import type { HandoverChain } from "../schedules/word-chain-handover.js";
import type { PartlyFusedChain } from "../schedules/word-chain-partly-fused.js";
import { besideEntries } from "../schedules/word-slice.js";
import { listStripColumn, storeSums } from "./lift-strips.js";
import { stripsOfChain } from "./lift-word-chain-strips.js";
import { listWordGemm } from "./lift-word-gemm.js";
import type { Cell, ChainVertices, ProductVertices } from "./lifted.js";
import { onColumns, range, runs } from "./lifted.js";

/** Sums of E that a fused strip adds up from the last column of H to the first: of every second panel that hands over. */
export function sumsOfOtherPanels(schedule: WordChain): readonly Cell[] {
  if (schedule.id !== "chain-panel-handover" && schedule.id !== "chain-partly-fused") return [];
  const columns = schedule.id === "chain-partly-fused" ? schedule.width : schedule.workload.n;
  const panels = runs(schedule.workload.m, schedule.rows).filter((_, panel) => panel % 2 === 1);
  return panels.flatMap(([i0, i1]) => range(i0, i1).flatMap((i) => range(0, columns).map((j): Cell => [i, j])));
}

/** A strip stores its columns of H; the other columns of E are a product of their own. */
export function listPartlyFused(schedule: PartlyFusedChain, chain: ChainVertices, fastWords: number, moves: Move[]): void {
  const { workload, width, rows, handed, rest } = schedule;
  const strip = { workload: { ...workload, n: width }, rows, handed, front: 0, back: 0, storesH: true };
  listPanelHandover(strip, chain, fastWords, moves);
  const others = onColumns(chain.second, (j) => width + j);
  listWordGemm(rest, others, fastWords, moves);
}

/** Panels there and back through the columns of H, beside a slice of B and D. */
export function listPanelHandover(
  schedule: Omit<HandoverChain, "id" | "words"> & { readonly storesH?: boolean },
  chain: ChainVertices,
  fastWords: number,
  moves: Move[],
): void {
  const { workload, rows, handed, front, back, storesH = false } = schedule;
  const { m, k, l, n } = workload;
  const { first, second } = chain;
  const slice = [
    ...range(handed, handed + front).flatMap((p) => range(0, k).map((q) => first.b(0, q, p))),
    ...range(handed, handed + back).flatMap((p) => range(0, n).map((j) => second.b(0, p, j))),
  ];
  for (const word of slice) moves.push(["load", word]);
  const entriesStay = rows * (k + n) + front * k + back * n + besideEntries(1, rows) <= fastWords;
  const panels = runs(m, rows);
  for (const [panel, [i0, i1]] of panels.entries()) {
    const all = range(i0, i1);
    const column = (p: number): number => (panel % 2 === 0 ? p : l - 1 - p);
    const own: Turn = { ...inOrder(chain, column), k, l, n, storesH };
    const [isFirst, isLast] = [panel === 0, panel === panels.length - 1];
    if (isFirst) loadRows(own, all, moves);
    else takeOver(own, all, range(0, handed), moves);
    for (const p of range(isFirst ? 0 : handed, isLast ? l : l - handed)) {
      const behind = column(p) - handed;
      const held = { front: behind >= 0 && behind < front, back: behind >= 0 && behind < back };
      const columns = range(0, n);
      const strip = { rows: all, k, p, columns, summed: () => all, stored: storesH ? all : [], held, entriesStay };
      listStripColumn(strip, stripsOfChain(own), moves);
    }
    if (isLast) {
      storeSums(own.second, range(0, n), () => all, l, moves);
      for (const i of all) for (const q of range(0, k)) moves.push(["delete", first.a(0, i, q)]);
    } else handOver(own, all, range(l - handed, l), moves);
  }
  for (const word of slice) moves.push(["delete", word]);
}

/** The chain with its columns of H in the order in which a panel takes them, and its extents. */
interface Turn extends ChainVertices {
  readonly k: number;
  readonly l: number;
  readonly n: number;
  /** Entries of H are stored when they have met D. */
  readonly storesH: boolean;
}

function inOrder({ first, second }: ChainVertices, column: (p: number) => number): ChainVertices {
  const ofE: ProductVertices = {
    a: (batch, i, p) => second.a(batch, i, column(p)),
    b: (batch, p, j) => second.b(batch, column(p), j),
    // Sums are counted in the order in which they are added already.
    sum: second.sum,
    multiplyAdd: second.multiplyAdd,
    finish: second.finish,
  };
  return { first: onColumns(first, column), second: ofE };
}

/** The last columns of a panel come as its rows leave: a few rows whose H stays for all of them, then row after row. */
function handOver(turn: Turn, rows: readonly number[], columns: readonly number[], moves: Move[]): void {
  const { first, second, k, l, n } = turn;
  const [together, others] = [rows.slice(0, columns.length), rows.slice(columns.length)];
  for (const q of range(0, k)) {
    for (const p of columns) moves.push(["load", first.b(0, q, p)]);
    for (const i of together) for (const p of columns) moves.push(first.multiplyAdd(0, i, p, q));
    for (const i of together) moves.push(["delete", first.a(0, i, q)]);
  }
  for (const j of range(0, n)) {
    for (const p of columns) moves.push(["load", second.b(0, p, j)]);
    for (const i of together) for (const p of columns) moves.push(second.multiplyAdd(0, i, j, p));
    storeSums(second, [j], () => together, l, moves);
  }
  for (const i of together) for (const p of columns) dropEntry(turn, i, p, moves);
  for (const i of others) {
    meet(turn, i, columns, moves);
    storeSums(second, range(0, n), () => [i], l, moves);
    for (const q of range(0, k)) moves.push(["delete", first.a(0, i, q)]);
  }
}

/** The same backwards: row after row comes, then a few together, as the columns go. */
function takeOver(turn: Turn, rows: readonly number[], columns: readonly number[], moves: Move[]): void {
  const { first, second, k, n } = turn;
  const alone = rows.length - columns.length;
  for (const i of rows.slice(0, alone)) {
    loadRows(turn, [i], moves);
    meet(turn, i, columns, moves);
  }
  const together = rows.slice(alone);
  for (const q of range(0, k)) {
    for (const i of together) moves.push(["load", first.a(0, i, q)]);
    for (const i of together) for (const p of columns) moves.push(first.multiplyAdd(0, i, p, q));
    for (const p of columns) moves.push(["delete", first.b(0, q, p)]);
  }
  for (const j of range(0, n)) {
    for (const i of together) for (const p of columns) moves.push(second.multiplyAdd(0, i, j, p));
    for (const p of columns) moves.push(["delete", second.b(0, p, j)]);
  }
  for (const i of together) for (const p of columns) dropEntry(turn, i, p, moves);
}

/** A row meets columns that are there, one entry of H at a time. */
function meet(turn: Turn, i: number, columns: readonly number[], moves: Move[]): void {
  const { first, second, k, n } = turn;
  for (const p of columns) {
    for (const q of range(0, k)) moves.push(first.multiplyAdd(0, i, p, q));
    for (const j of range(0, n)) moves.push(second.multiplyAdd(0, i, j, p));
    dropEntry(turn, i, p, moves);
  }
}

function dropEntry({ second, storesH }: Turn, i: number, p: number, moves: Move[]): void {
  if (storesH) moves.push(["store", second.a(0, i, p)]);
  moves.push(["delete", second.a(0, i, p)]);
}

function loadRows({ first, k }: Turn, rows: readonly number[], moves: Move[]): void {
  for (const i of rows) for (const q of range(0, k)) moves.push(["load", first.a(0, i, q)]);
}
