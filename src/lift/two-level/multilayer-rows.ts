import type { Move } from "../../pebble/rules.js";
import type { FusedRows, WeightsCorner } from "../../schedules/two-level/multilayer/rows.js";
import type { RowsStep } from "../../schedules/two-level/multilayer/steps.js";
import type { ProductVertices } from "../lifted.js";
import { range, runs, transposed } from "../lifted.js";
import { meetFirstWords } from "./corner.js";
import { during, passWord, storeSums, wordsOfRows } from "./listing.js";

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
  if (corner !== undefined) {
    meetFirstWords(range(0, corner.height), corner.width, { product: transposed(stage(first)), others: m }, moves);
  }
  const staying = turns.filter(({ weights }) => weights === "stay").flatMap(wordsOf);
  during(staying, moves, () => {
    for (const [i0, i1] of runs(m, rows)) for (const turn of turns) listTurn(turn, range(i0, i1), moves);
  });
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
  if (turn.weights === "stream") turnRows(turn, rows, false, moves);
  else {
    during(turn.weights === "hold" ? wordsOf(turn) : [], moves, () => {
      for (const i of rows) turnRows(turn, [i], true, moves);
    });
  }
}

/** The weights are there already and stay, or pass word by word. */
function turnRows(turn: Turn, rows: readonly number[], held: boolean, moves: Move[]): void {
  const [first, second] = turn.layers;
  if (first === undefined) return;
  if (second !== undefined) turnPair(turn, first, second, rows, held, moves);
  else if (turn.leaves) turnLast(first, rows, held, moves);
  else turnLayer(turn, first, rows, held, moves);
}

/** Every word of a row meets its weights and goes. */
function turnLayer({ enters, corner }: Turn, layer: Layer, rows: readonly number[], held: boolean, moves: Move[]): void {
  const { product, k, n } = layer;
  for (const j of range(0, n)) bringSum(layer, corner, rows, j, moves);
  for (const p of range(0, k)) {
    if (enters) for (const i of rows) moves.push(["load", product.a(0, i, p)]);
    for (const j of range(0, n)) if (!isCut(corner, p, j)) passWord(product, rows, [p, j], moves, { held });
    for (const i of rows) moves.push(["delete", product.a(0, i, p)]);
  }
}

/** Sum after sum is finished, stored, and goes. */
function turnLast({ product, k, n }: Layer, rows: readonly number[], held: boolean, moves: Move[]): void {
  for (const j of range(0, n)) {
    for (const p of range(0, k)) passWord(product, rows, [p, j], moves, { held });
    storeSums(product, [j], () => rows, k, moves);
  }
  for (const word of wordsOfRows(product, rows, k)) moves.push(["delete", word]);
}

/** Column after column of the array between is finished, meets its row of the second weights, and goes. */
function turnPair(
  { enters, leaves, corner }: Turn,
  first: Layer,
  second: Layer,
  rows: readonly number[],
  held: boolean,
  moves: Move[],
): void {
  const words = wordsOfRows(first.product, rows, first.k);
  if (enters) for (const word of words) moves.push(["load", word]);
  for (const j of range(0, first.n)) {
    bringSum(first, corner, rows, j, moves);
    for (const p of range(0, first.k)) if (!isCut(corner, p, j)) passWord(first.product, rows, [p, j], moves, { held });
    for (const c of range(0, second.n)) passWord(second.product, rows, [j, c], moves, { held });
    for (const i of rows) moves.push(["delete", second.product.a(0, i, j)]);
  }
  for (const word of words) moves.push(["delete", word]);
  for (const i of leaves ? rows : []) storeSums(second.product, range(0, second.n), () => [i], second.k, moves);
}
