import type { Move } from "../../pebble/rules.js";
import type { HandoverChain } from "../../schedules/two-level/chain/panel-handover.js";
import type { PartlyFusedChain } from "../../schedules/two-level/chain/partly-fused.js";
import type { WordChain } from "../../schedules/two-level/chain/schedules.js";
import { besideEntries } from "../../schedules/two-level/chain/strips.js";
import type { Cell, ChainVertices } from "../lifted.js";
import { range, renumbered, runs } from "../lifted.js";
import { listWordGemm } from "./gemm.js";
import { during, storeSums, wordsOfColumns } from "./listing.js";
import { listStripColumn, stripsOfChain } from "./strips.js";

/** Sums of E that a fused strip adds up from the last column of H to the first: of every second panel that hands over. */
export function sumsOfOtherPanels(schedule: WordChain): readonly Cell[] {
  if (schedule.id !== "chain-panel-handover" && schedule.id !== "chain-partly-fused") return [];
  const columns = range(0, schedule.id === "chain-partly-fused" ? schedule.width : schedule.workload.n);
  const panels = runs(schedule.workload.m, schedule.rows).filter((_, panel) => panel % 2 === 1);
  return panels.flatMap(([i0, i1]) => range(i0, i1).flatMap((i) => columns.map((j): Cell => [i, j])));
}

/** A strip stores its columns of H; the other columns of E are a product of their own. */
export function listPartlyFused(schedule: PartlyFusedChain, chain: ChainVertices, fastWords: number, moves: Move[]): void {
  const { workload, width, rows, handed, rest } = schedule;
  const strip = { workload: { ...workload, n: width }, rows, handed, front: 0, back: 0, storesH: true };
  listPanelHandover(strip, chain, fastWords, moves);
  const others = renumbered(chain.second, { column: (j) => width + j });
  listWordGemm(rest, others, fastWords, moves);
}

/** Panels there and back through the columns of H, beside a slice of B and D: those from `handed` on. */
export function listPanelHandover(
  schedule: Omit<HandoverChain, "id" | "words"> & { readonly storesH?: boolean },
  chain: ChainVertices,
  fastWords: number,
  moves: Move[],
): void {
  const { workload, handed, front, back, storesH = false } = schedule;
  const { m, k, l, n } = workload;
  const { first, second } = chain;
  const entriesStay = schedule.rows * (k + n) + front * k + back * n + besideEntries(1, schedule.rows) <= fastWords;
  const staying = [
    ...wordsOfColumns(first, range(handed, handed + front), k),
    ...range(handed, handed + back).flatMap((p) => range(0, n).map((j) => second.b(0, p, j))),
  ];
  const columns = range(0, n);
  const panels = runs(m, schedule.rows);
  during(staying, moves, () => {
    for (const [at, [i0, i1]] of panels.entries()) {
      const rows = range(i0, i1);
      const column = (p: number): number => (at % 2 === 0 ? p : l - 1 - p);
      const own: Turn = { ...inOrder(chain, column), k, l, n, storesH };
      const [taken, given] = [at === 0 ? 0 : handed, at === panels.length - 1 ? 0 : handed];
      takeOver(own, rows, range(0, taken), moves);
      for (const p of range(taken, l - given)) {
        const behind = column(p) - handed;
        const held = { front: behind >= 0 && behind < front, back: behind >= 0 && behind < back };
        const passing = { rows, k, p, columns, summed: () => rows, stored: storesH ? rows : [], held, entriesStay };
        listStripColumn(passing, stripsOfChain(own), moves);
      }
      handOver(own, rows, range(l - given, l), moves);
    }
  });
}

/** The chain with its columns of H in the order in which a panel takes them, and its extents. */
interface Turn extends ChainVertices {
  readonly k: number;
  readonly l: number;
  readonly n: number;
  /** Entries of H are stored when they have met D. */
  readonly storesH: boolean;
}

/** Sums of E are counted in the order in which they are added already. */
function inOrder({ first, second }: ChainVertices, column: (p: number) => number): ChainVertices {
  return { first: renumbered(first, { column }), second: renumbered(second, { inner: column }) };
}

/** The last columns of a panel come as its rows leave: a few rows whose H stays for all of them, then row after row. */
function handOver(turn: Turn, rows: readonly number[], columns: readonly number[], moves: Move[]): void {
  const { first, second, k, l, n } = turn;
  const together = rows.slice(0, columns.length);
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
  for (const i of rows.slice(together.length)) {
    meet(turn, i, columns, moves);
    storeSums(second, range(0, n), () => [i], l, moves);
    for (const q of range(0, k)) moves.push(["delete", first.a(0, i, q)]);
  }
}

/** The same backwards: row after row comes, then a few together, as the columns go. */
function takeOver(turn: Turn, rows: readonly number[], columns: readonly number[], moves: Move[]): void {
  const { first, second, k, n } = turn;
  const together = rows.slice(0, columns.length);
  for (const i of rows.slice(together.length)) {
    for (const q of range(0, k)) moves.push(["load", first.a(0, i, q)]);
    meet(turn, i, columns, moves);
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
