import type { Move } from "../../pebble/rules.js";
import type { PanelsGemm } from "../../schedules/two-level/gemm/panel-handover.js";
import type { ProductVertices } from "../lifted.js";
import { range, storeAndDrop, transposed } from "../lifted.js";
import type { Panel } from "./corner.js";
import { makeSum, meetCorners, panelsOf, passPanel } from "./corner.js";

/** Panels that stay while the other operand passes there and back, and hand its last columns over where it turns. */
export function listPanelsGemm(schedule: PanelsGemm, product: ProductVertices, batch: number, moves: Move[]): void {
  const { handed, workload } = schedule;
  const [columns, oriented] = schedule.transposed === true ? [workload.m, transposed(product)] : [workload.n, product];
  const panels = panelsOf(schedule.corner, workload.k, oriented, batch);
  if (schedule.corner.width > 0) meetCorners(panels, columns, moves);
  for (const [at, panel] of panels.entries()) {
    const column = (turn: number): number => (at % 2 === 0 ? turn : columns - 1 - turn);
    const [isFirst, isLast] = [at === 0, at === panels.length - 1];
    if (isFirst) for (const word of panel.held) moves.push(["load", word]);
    else takeOver(panel, range(0, handed).map(column), moves);
    for (const turn of range(isFirst ? 0 : handed, isLast ? columns : columns - handed)) passPanel(panel, column(turn), moves);
    if (isLast) for (const word of panel.held) moves.push(["delete", word]);
    else handOver(panel, range(columns - handed, columns).map(column), moves);
  }
}

/** Columns come as lines leave: a few whole lines together, whose sums all stay, then line after line. */
function handOver(panel: Panel, columns: readonly number[], moves: Move[]): void {
  const { product, batch, k } = panel;
  const [alone, together] = linesOf(panel, columns.length);
  for (const q of range(0, k)) {
    for (const column of columns) moves.push(["load", product.b(batch, q, column)]);
    multiplyAll(panel, together, columns, q, moves);
    for (const line of together) moves.push(["delete", product.a(batch, line, q)]);
  }
  for (const line of together) for (const column of columns) storeAndDrop(product.sum(batch, line, column, k - 1), moves);
  for (const line of alone) {
    meet(panel, line, columns, moves);
    for (const q of heldOf(panel, line)) moves.push(["delete", product.a(batch, line, q)]);
  }
}

/** The same backwards: line after line comes, then a few together, as the columns go. */
function takeOver(panel: Panel, columns: readonly number[], moves: Move[]): void {
  const { product, batch, k } = panel;
  const [alone, together] = linesOf(panel, columns.length);
  for (const line of alone) {
    for (const q of heldOf(panel, line)) moves.push(["load", product.a(batch, line, q)]);
    meet(panel, line, columns, moves);
  }
  for (const q of range(0, k)) {
    for (const line of together) moves.push(["load", product.a(batch, line, q)]);
    multiplyAll(panel, together, columns, q, moves);
    for (const column of columns) moves.push(["delete", product.b(batch, q, column)]);
  }
  for (const line of together) for (const column of columns) storeAndDrop(product.sum(batch, line, column, k - 1), moves);
}

/** Lines that go one by one, those with a corner among them, and the whole ones that go together. */
function linesOf({ lines, corner }: Panel, handed: number): readonly [readonly number[], readonly number[]] {
  const together = lines.filter((line) => !corner.has(line)).slice(-handed);
  return [lines.filter((line) => !together.includes(line)), together];
}

/** Inner indices of the line's words that stay. */
function heldOf({ corner, width, k }: Panel, line: number): readonly number[] {
  return range(corner.has(line) ? width : 0, k);
}

function multiplyAll(
  { product, batch }: Panel,
  lines: readonly number[],
  columns: readonly number[],
  q: number,
  moves: Move[],
): void {
  for (const line of lines) for (const column of columns) moves.push(product.multiplyAdd(batch, line, column, q));
}

/** A line meets columns that are there, one sum at a time. */
function meet(panel: Panel, line: number, columns: readonly number[], moves: Move[]): void {
  for (const column of columns) {
    makeSum(panel, line, column, moves);
    storeAndDrop(panel.product.sum(panel.batch, line, column, panel.k - 1), moves);
  }
}
