import { productTypeOf } from "../../../computation/operand-types.js";
import { type BlockWriter, layOutBlocks, type TileGrid, tileAt, tileGrids } from "../../tiles/tile-arrays.js";
import type { BlockWaits, TileSchedule } from "../../tiles/tile-schedule.js";
import type { GemmTile } from "../gemm/gemm-tile.js";
import { readScales, runsOf, type SteppedScales } from "../gemm/scale-tiles.js";
import { pieceOf, type StageArrays, stageArrays, type TwoStages } from "./two-stages.js";

/** Tiles of H and of E in launch order, the two grids side by side: `[isE, row, column]`. */
export type ChainTask = readonly [ofE: boolean, row: number, column: number];

/** Grids of a chain: `rows` tile rows shared by H and E, their tile columns. */
export interface ChainGrid {
  readonly rows: number;
  readonly columnsH: number;
  readonly columnsE: number;
}

export function chainGrid(w: Pick<TwoStages, "m" | "l" | "n">, tile: GemmTile): ChainGrid {
  return { rows: Math.ceil(w.m / tile.bm), columnsH: Math.ceil(w.l / tile.bn), columnsE: Math.ceil(w.n / tile.bn) };
}

/** The arrays of a chain whose H goes through memory. */
export function chainArrays(w: TwoStages, tile: GemmTile): StageArrays {
  const { bm, bn, bk } = tile;
  return stageArrays(w, { a: [bm, bk], b: [bk, bn], h: [bm, pieceOf(tile)], d: [bk, bn], e: [bm, bn] });
}

/** What a tile of E waits for: its row of H, as with one counter a row, or all of H, as the second of two kernels. */
export type ChainWaits = "row" | "kernel";

/**
 * The blocks of a chain of products in one launch, as `tasks` orders them. A tile of H walks k, a tile of E walks l; both in
 * steps of BK. H is stored as pieces of gcd(BN, BK) columns, which both sides touch whole.
 *
 * @throws InputError when the chain has more tiles or touches than a replay can walk.
 */
export function layOutChain(
  w: TwoStages,
  tile: GemmTile,
  stages: number,
  tasks: () => Iterable<ChainTask>,
  waitsFor: ChainWaits = "row",
): TileSchedule {
  const arrays = chainArrays(w, tile);
  const { a, b, b2, h, d, e } = tileGrids(arrays).grids;
  if (h === undefined) throw new RangeError("layOutChain: H is stored");
  const [perStep, perTile] = [tile.bk / pieceOf(tile), tile.bn / pieceOf(tile)];
  const operations = 2 * tile.bm * tile.bn * tile.bk;
  return layOutBlocks(
    arrays,
    { kind: "product", operandType: productTypeOf(w), stages },
    (writer) => {
      for (const [ofE, row, column] of tasks()) {
        if (ofE) {
          readPieces(writer, [h, row], [d, column], perStep, operations);
          writer.phase(1, 0).write(tileAt(e, 0, row, column), 0);
        } else {
          writer.phase(a.columns, w.names.b.length * operations).read(tileAt(a, 0, row, 0), 1);
          for (const grid of b2 === undefined ? [b] : [b, b2]) writer.read(tileAt(grid, 0, 0, column), grid.columns);
          writer.phase(1, 0);
          writePieces(writer, [h, row], column, perTile);
        }
        writer.endBlock();
      }
    },
    () => waitsOf(chainGrid(w, tile), tasks, waitsFor),
  );
}

/** A row of a matrix stored in pieces meets a column of tiles of as many matrices, so many pieces a step; the last step may have fewer. */
export function readPieces(
  writer: BlockWriter,
  [left, row, matrix = 0]: readonly [TileGrid, row: number, matrix?: number],
  [right, column]: readonly [TileGrid, number],
  perStep: number,
  operations: number,
  scales: readonly SteppedScales[] = [],
): void {
  const full = Math.floor(left.columns / perStep);
  const phase = (first: number, steps: number, pieces: number, ofRun: readonly SteppedScales[]): void => {
    if (steps <= 0 || pieces === 0) return;
    writer.phase(steps, operations);
    for (let j = 0; j < pieces; j++) writer.read(tileAt(left, matrix, row, first * perStep + j), perStep);
    writer.read(tileAt(right, matrix, first, column), right.columns);
    readScales(writer, ofRun, first);
  };
  for (const run of runsOf(scales, 0, Math.ceil(left.columns / perStep))) {
    const end = run.first + run.steps;
    phase(run.first, Math.min(full, end) - run.first, perStep, run.scales);
    if (end > full) phase(full, 1, left.columns % perStep, run.scales);
  }
}

/** A tile of a matrix stored in pieces, so many of them. */
export function writePieces(
  writer: BlockWriter,
  [result, row, matrix = 0]: readonly [TileGrid, row: number, matrix?: number],
  column: number,
  perTile: number,
): void {
  const last = Math.min((column + 1) * perTile, result.columns);
  for (let p = column * perTile; p < last; p++) writer.write(tileAt(result, matrix, row, p), 0);
}

function waitsOf({ rows, columnsH, columnsE }: ChainGrid, tasks: () => Iterable<ChainTask>, waitsFor: ChainWaits): BlockWaits {
  const blocks = rows * (columnsH + columnsE);
  const [raises, waiting] = [new Int32Array(blocks).fill(-1), new Int32Array(blocks).fill(-1)];
  let block = 0;
  for (const [ofE, row] of tasks()) (ofE ? waiting : raises)[block++] = waitsFor === "row" ? row : 0;
  const until = new Int32Array(blocks).fill(waitsFor === "row" ? columnsH : rows * columnsH);
  return { counterCount: waitsFor === "row" ? rows : 1, raises, waitsFor: waiting, until };
}
