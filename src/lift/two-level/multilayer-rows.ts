import type { Move } from "../../pebble/rules.js";
import type { FusedRows, WeightsCorner } from "../../schedules/two-level/multilayer/rows.js";
import type { RowsStep } from "../../schedules/two-level/multilayer/steps.js";
import type { ProductVertices } from "../lifted.js";
import { range, runs } from "../lifted.js";

/** Panels of rows go through all products, step by step. */
export function listFusedRows(
  { first, last, rows, steps, corner }: FusedRows,
  m: number,
  widths: readonly number[],
  stage: (q: number) => ProductVertices,
  moves: Move[],
): void {
  const turns = steps.map((step): Turn => {
    const layers = range(step.first, step.last + 1).map((q) => ({
      product: stage(q),
      k: widths[q - 1] as number,
      n: widths[q] as number,
    }));
    const enters = step.first === first;
    const cut = enters && corner !== undefined ? { corner } : {};
    return { layers, weights: step.weights, enters, leaves: step.last === last, ...cut };
  });
  if (corner !== undefined) meetCorner(corner, m, stage(first), moves);
  const staying = turns.filter(({ weights }) => weights === "stay").flatMap(wordsOf);
  for (const word of staying) moves.push(["load", word]);
  for (const [i0, i1] of runs(m, rows)) for (const turn of turns) listTurn(turn, range(i0, i1), moves);
  for (const word of staying) moves.push(["delete", word]);
}

interface Layer {
  readonly product: ProductVertices;
  readonly k: number;
  readonly n: number;
}

/** One product, or two with the array between them transient. */
interface Turn {
  readonly layers: readonly Layer[];
  readonly weights: RowsStep["weights"];
  readonly enters: boolean;
  readonly leaves: boolean;
  /** Of the first layer's weights. */
  readonly corner?: WeightsCorner;
}

/** Whether word p of weight column j is in the corner. */
function isCut(corner: WeightsCorner | undefined, p: number, j: number): boolean {
  return corner !== undefined && p < corner.width && j < corner.height;
}

/** The corner's words stay while all rows meet them; the row's words or its sums pass, the others stay meanwhile. */
function meetCorner({ width, height }: WeightsCorner, m: number, product: ProductVertices, moves: Move[]): void {
  const [words, columns] = [range(0, width), range(0, height)];
  const held = words.flatMap((p) => columns.map((j) => product.b(0, p, j)));
  for (const word of held) moves.push(["load", word]);
  for (const i of range(0, m)) {
    const keepSum = (j: number): void => {
      moves.push(["store", product.sum(0, i, j, width - 1)], ["delete", product.sum(0, i, j, width - 1)]);
    };
    if (height <= width) {
      for (const p of words) {
        moves.push(["load", product.a(0, i, p)]);
        for (const j of columns) moves.push(product.multiplyAdd(0, i, j, p));
        moves.push(["delete", product.a(0, i, p)]);
      }
      for (const j of columns) keepSum(j);
    } else {
      for (const p of words) moves.push(["load", product.a(0, i, p)]);
      for (const j of columns) {
        for (const p of words) moves.push(product.multiplyAdd(0, i, j, p));
        keepSum(j);
      }
      for (const p of words) moves.push(["delete", product.a(0, i, p)]);
    }
  }
  for (const word of held) moves.push(["delete", word]);
}

/** Partial sums of the row come back for column j. */
function bringSum(
  { product, n }: Layer,
  corner: WeightsCorner | undefined,
  rows: readonly number[],
  j: number,
  moves: Move[],
): void {
  if (corner === undefined || j >= Math.min(n, corner.height)) return;
  for (const i of rows) moves.push(["load", product.sum(0, i, j, corner.width - 1)]);
}

/** Brings a weight for some moves. */
type Pass = (weight: number, use: () => void) => void;

function wordsOf({ layers, corner }: Turn): readonly number[] {
  return layers.flatMap(({ product, k, n }, index) =>
    range(0, k).flatMap((p) =>
      range(0, n)
        .filter((j) => index > 0 || !isCut(corner, p, j))
        .map((j) => product.b(0, p, j)),
    ),
  );
}

function listTurn(turn: Turn, rows: readonly number[], moves: Move[]): void {
  if (turn.weights === "stream") {
    turnRows(turn, rows, passing(moves), moves);
    return;
  }
  const held = turn.weights === "hold" ? wordsOf(turn) : [];
  for (const word of held) moves.push(["load", word]);
  for (const i of rows) turnRows(turn, [i], (_, use) => use(), moves);
  for (const word of held) moves.push(["delete", word]);
}

function passing(moves: Move[]): Pass {
  return (weight, use) => {
    moves.push(["load", weight]);
    use();
    moves.push(["delete", weight]);
  };
}

function turnRows(turn: Turn, rows: readonly number[], pass: Pass, moves: Move[]): void {
  const [first, second] = turn.layers;
  if (first === undefined) return;
  if (second !== undefined) turnPair(turn, first, second, rows, pass, moves);
  else if (turn.leaves) turnLast(first, rows, pass, moves);
  else turnLayer(turn, first, rows, pass, moves);
}

/** Every word of a row meets its weights and goes. */
function turnLayer({ enters, corner }: Turn, layer: Layer, rows: readonly number[], pass: Pass, moves: Move[]): void {
  const { product, k, n } = layer;
  for (const j of range(0, n)) bringSum(layer, corner, rows, j, moves);
  for (const p of range(0, k)) {
    if (enters) for (const i of rows) moves.push(["load", product.a(0, i, p)]);
    for (const j of range(0, n)) if (!isCut(corner, p, j)) addAll(product, rows, p, j, pass, moves);
    for (const i of rows) moves.push(["delete", product.a(0, i, p)]);
  }
}

/** Sum after sum is finished, stored, and goes. */
function turnLast({ product, k, n }: Layer, rows: readonly number[], pass: Pass, moves: Move[]): void {
  for (const j of range(0, n)) {
    for (const p of range(0, k)) addAll(product, rows, p, j, pass, moves);
    for (const i of rows) moves.push(["store", product.sum(0, i, j, k - 1)], ["delete", product.sum(0, i, j, k - 1)]);
  }
  for (const i of rows) for (const p of range(0, k)) moves.push(["delete", product.a(0, i, p)]);
}

/** Column after column of the array between is finished, meets its row of the second weights, and goes. */
function turnPair(
  { enters, leaves, corner }: Turn,
  first: Layer,
  second: Layer,
  rows: readonly number[],
  pass: Pass,
  moves: Move[],
): void {
  const words = rows.flatMap((i) => range(0, first.k).map((p) => first.product.a(0, i, p)));
  if (enters) for (const word of words) moves.push(["load", word]);
  for (const j of range(0, first.n)) {
    bringSum(first, corner, rows, j, moves);
    for (const p of range(0, first.k)) if (!isCut(corner, p, j)) addAll(first.product, rows, p, j, pass, moves);
    for (const c of range(0, second.n)) addAll(second.product, rows, j, c, pass, moves);
    for (const i of rows) moves.push(["delete", second.product.a(0, i, j)]);
  }
  for (const word of words) moves.push(["delete", word]);
  if (!leaves) return;
  for (const i of rows) {
    for (const c of range(0, second.n)) {
      const sum = second.product.sum(0, i, c, second.k - 1);
      moves.push(["store", sum], ["delete", sum]);
    }
  }
}

function addAll(product: ProductVertices, rows: readonly number[], p: number, j: number, pass: Pass, moves: Move[]): void {
  pass(product.b(0, p, j), () => {
    for (const i of rows) moves.push(product.multiplyAdd(0, i, j, p));
  });
}
