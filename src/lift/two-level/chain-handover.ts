import type { Move } from "../../pebble/rules.js";
import type { HandoverChain } from "../../schedules/two-level/chain/panel-handover.js";
import type { PartlyFusedChain } from "../../schedules/two-level/chain/partly-fused.js";
import type { PiecesChain } from "../../schedules/two-level/chain/row-pieces.js";
import { handedAt, pieceOf } from "../../schedules/two-level/chain/row-pieces.js";
import type { WordChain } from "../../schedules/two-level/chain/schedules.js";
import { besideEntries } from "../../schedules/two-level/chain/strips.js";
import { listStripColumn, storeSums } from "../gpu/strips.js";
import type { Cell, ChainVertices, ProductVertices } from "../lifted.js";
import { onColumns, range, runs } from "../lifted.js";
import { stripsOfChain } from "./chain-strips.js";
import { listWordGemm } from "./gemm.js";

/** Sums of E that a fused strip adds up from the last column of H to the first: of every second panel that hands over. */
export function sumsOfOtherPanels(schedule: WordChain): readonly Cell[] {
  const cells = (rows: readonly number[], columns: readonly number[]): readonly Cell[] =>
    rows.flatMap((i) => columns.map((j): Cell => [i, j]));
  if (schedule.id === "chain-row-pieces") {
    const others = panelsInPieces(schedule).filter((_, panel) => panel % 2 === 1);
    const all = range(0, schedule.workload.n);
    return others.flatMap(({ rows, piece }) => [
      ...cells(rows, all),
      ...(piece === undefined ? [] : cells([piece.row], piece.columns)),
    ]);
  }
  if (schedule.id !== "chain-panel-handover" && schedule.id !== "chain-partly-fused") return [];
  const columns = schedule.id === "chain-partly-fused" ? schedule.width : schedule.workload.n;
  const panels = runs(schedule.workload.m, schedule.rows).filter((_, panel) => panel % 2 === 1);
  return panels.flatMap(([i0, i1]) => cells(range(i0, i1), range(0, columns)));
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
  const { m, k, n } = workload;
  const entriesStay = rows * (k + n) + front * k + back * n + besideEntries(1, rows) <= fastWords;
  const panels = runs(m, rows).map(([i0, i1]) => ({ rows: range(i0, i1) }));
  const strip = { workload, storesH, entriesStay, slice: { from: handed, front, back }, handedAt: () => handed };
  listPanels(strip, panels, chain, moves);
}

/** The same without a slice, some panels with a piece of a further row. */
export function listRowPieces(schedule: PiecesChain, chain: ChainVertices, moves: Move[]): void {
  const { workload, rows, panels, entriesStay } = schedule;
  const further = workload.m - panels * rows;
  const strip = {
    workload,
    storesH: false,
    entriesStay,
    slice: { from: 0, front: 0, back: 0 },
    handedAt: (turn: number) => handedAt(schedule, further, turn),
  };
  listPanels(strip, panelsInPieces(schedule), chain, moves);
}

function panelsInPieces(schedule: PiecesChain): readonly Panel[] {
  return range(0, schedule.panels).map((panel) => {
    const piece = pieceOf(schedule, panel);
    return {
      rows: range(panel * schedule.rows, (panel + 1) * schedule.rows),
      ...(piece === undefined ? {} : { piece: { row: piece.row, columns: range(piece.from, piece.past) } }),
    };
  });
}

/** Rows that stay, and of a further row A and its sums in some columns of E. */
interface Panel {
  readonly rows: readonly number[];
  readonly piece?: { readonly row: number; readonly columns: readonly number[] };
}

interface HandedStrip {
  readonly workload: HandoverChain["workload"];
  readonly storesH: boolean;
  readonly entriesStay: boolean;
  /** Columns of B, and rows of D, that stay for all panels, from one on. */
  readonly slice: { readonly from: number; readonly front: number; readonly back: number };
  /** Columns of H that a panel hands over to the next. */
  readonly handedAt: (panel: number) => number;
}

function listPanels(strip: HandedStrip, panels: readonly Panel[], chain: ChainVertices, moves: Move[]): void {
  const { workload, storesH, entriesStay, slice, handedAt } = strip;
  const { k, l, n } = workload;
  const { first, second } = chain;
  const staying = [
    ...range(slice.from, slice.from + slice.front).flatMap((p) => range(0, k).map((q) => first.b(0, q, p))),
    ...range(slice.from, slice.from + slice.back).flatMap((p) => range(0, n).map((j) => second.b(0, p, j))),
  ];
  for (const word of staying) moves.push(["load", word]);
  const columns = range(0, n);
  for (const [at, panel] of panels.entries()) {
    const column = (p: number): number => (at % 2 === 0 ? p : l - 1 - p);
    const own: Turn = { ...inOrder(chain, column), k, l, n, storesH };
    const [taken, given] = [at === 0 ? 0 : handedAt(at - 1), at === panels.length - 1 ? 0 : handedAt(at)];
    takeOver(own, panel, range(0, taken), moves);
    const rows = rowsOf(panel).map(([i]) => i);
    const inPiece = new Set(panel.piece?.columns);
    const summed = (j: number): readonly number[] => (panel.piece === undefined || inPiece.has(j) ? rows : panel.rows);
    for (const p of range(taken, l - given)) {
      const behind = column(p) - slice.from;
      const held = { front: behind >= 0 && behind < slice.front, back: behind >= 0 && behind < slice.back };
      const passing = { rows, k, p, columns, summed, stored: storesH ? rows : [], held, entriesStay };
      listStripColumn(passing, stripsOfChain(own), moves);
    }
    handOver(own, panel, range(l - given, l), moves);
  }
  for (const word of staying) moves.push(["delete", word]);
}

/** Rows of which A is there, each with its columns of E. */
function rowsOf({ rows, piece }: Panel, n = 0): readonly (readonly [number, readonly number[]])[] {
  const whole = rows.map((i) => [i, range(0, n)] as const);
  return piece === undefined ? whole : [...whole, [piece.row, piece.columns]];
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
function handOver(turn: Turn, panel: Panel, columns: readonly number[], moves: Move[]): void {
  const { first, second, k, l, n } = turn;
  const together = panel.rows.slice(0, columns.length);
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
  for (const [i, sums] of rowsOf(panel, n).slice(together.length)) {
    meet(turn, i, columns, sums, moves);
    storeSums(second, sums, () => [i], l, moves);
    for (const q of range(0, k)) moves.push(["delete", first.a(0, i, q)]);
  }
}

/** The same backwards: row after row comes, then a few together, as the columns go. */
function takeOver(turn: Turn, panel: Panel, columns: readonly number[], moves: Move[]): void {
  const { first, second, k, n } = turn;
  const together = panel.rows.slice(0, columns.length);
  for (const [i, sums] of rowsOf(panel, n).slice(together.length)) {
    for (const q of range(0, k)) moves.push(["load", first.a(0, i, q)]);
    meet(turn, i, columns, sums, moves);
  }
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
function meet(turn: Turn, i: number, columns: readonly number[], sums: readonly number[], moves: Move[]): void {
  const { first, second, k } = turn;
  for (const p of columns) {
    for (const q of range(0, k)) moves.push(first.multiplyAdd(0, i, p, q));
    for (const j of sums) moves.push(second.multiplyAdd(0, i, j, p));
    dropEntry(turn, i, p, moves);
  }
}

function dropEntry({ second, storesH }: Turn, i: number, p: number, moves: Move[]): void {
  if (storesH) moves.push(["store", second.a(0, i, p)]);
  moves.push(["delete", second.a(0, i, p)]);
}
