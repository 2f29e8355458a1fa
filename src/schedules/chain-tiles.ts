import type { ChainWorkload } from "../computation/chain.js";
import { BYTES_OF } from "../computation/data-types.js";
import type { GemmTile } from "./gemm-tile.js";
import { ScheduleWriter } from "./schedule-writer.js";
import type { TiledArray, TileSchedule } from "./tile-schedule.js";
import { checkReplayable, fillTileBytes } from "./tiled-array.js";

/** Tiles of H and of E in launch order, the two grids side by side: `[isE, row, column]`. */
export type ChainTask = readonly [ofE: boolean, row: number, column: number];

/** Grids of a chain: `rows` tile rows shared by H and E, their tile columns. */
export interface ChainGrid {
  readonly rows: number;
  readonly columnsH: number;
  readonly columnsE: number;
}

export function chainGrid(w: ChainWorkload, tile: GemmTile): ChainGrid {
  return { rows: Math.ceil(w.m / tile.bm), columnsH: Math.ceil(w.l / tile.bn), columnsE: Math.ceil(w.n / tile.bn) };
}

/** Columns of a piece of H. */
export function chainPiece(tile: GemmTile): number {
  return greatestCommonDivisor(tile.bn, tile.bk);
}

/**
 * The blocks of a chain of products in one launch, as `tasks` orders them. A tile of H walks k, a tile of E walks l; both in
 * steps of BK. H is stored as pieces of gcd(BN, BK) columns, which both sides touch whole. A tile of E waits until every tile
 * of its row of H is stored, as with one counter a row that producers raise and consumers poll.
 *
 * @throws InputError when the chain has more tiles or touches than a replay can walk.
 */
export function layOutChain(w: ChainWorkload, tile: GemmTile, stages: number, tasks: Iterable<ChainTask>): TileSchedule {
  const { rows, columnsH, columnsE } = chainGrid(w, tile);
  const piece = chainPiece(tile);
  const [perStep, perTile, pieces] = [tile.bk / piece, tile.bn / piece, Math.ceil(w.l / piece)];
  const stepsH = Math.ceil(w.k / tile.bk);
  const [fullSteps, lastPieces] = [Math.floor(pieces / perStep), pieces % perStep];
  const stepsE = fullSteps + (lastPieces > 0 ? 1 : 0);
  const counts = [rows * stepsH, stepsH * columnsH, rows * pieces, stepsE * columnsE, rows * columnsE];
  const firsts = counts.map((_, array) => counts.slice(0, array).reduce((sum, count) => sum + count, 0));
  const [firstA, firstB, firstH, firstD, firstE] = firsts as [number, number, number, number, number];
  const tileCount = firstE + rows * columnsE;
  const phasesE = (fullSteps > 0 ? 1 : 0) + (lastPieces > 0 ? 1 : 0) + 1;
  const streamsE = (fullSteps > 0 ? perStep + 1 : 0) + (lastPieces > 0 ? lastPieces + 1 : 0) + 1;
  const touches = rows * (columnsH * 2 * stepsH + pieces + columnsE * (pieces + stepsE + 1));
  checkReplayable(tileCount, touches);

  const tileBytes = new Int32Array(tileCount);
  const word = BYTES_OF[w.dataType];
  fillTileBytes(tileBytes, firstA, 1, [w.m, tile.bm], [w.k, tile.bk], word);
  fillTileBytes(tileBytes, firstB, 1, [w.k, tile.bk], [w.l, tile.bn], word);
  fillTileBytes(tileBytes, firstH, 1, [w.m, tile.bm], [w.l, piece], word);
  fillTileBytes(tileBytes, firstD, 1, [w.l, tile.bk], [w.n, tile.bn], word);
  fillTileBytes(tileBytes, firstE, 1, [w.m, tile.bm], [w.n, tile.bn], BYTES_OF[w.outputType]);

  const blocks = rows * (columnsH + columnsE);
  const operations = 2 * tile.bm * tile.bn * tile.bk;
  const writer = new ScheduleWriter({
    blocks,
    phases: rows * (2 * columnsH + phasesE * columnsE),
    streams: rows * (2 * columnsH + pieces + streamsE * columnsE),
  });
  const raises = new Int32Array(blocks).fill(-1);
  const waitsFor = new Int32Array(blocks).fill(-1);
  let block = 0;
  for (const [ofE, row, column] of tasks) {
    if (ofE) {
      waitsFor[block] = row;
      const d = firstD + column;
      if (fullSteps > 0) {
        writer.phase(fullSteps, operations);
        for (let j = 0; j < perStep; j++) writer.read(firstH + row * pieces + j, perStep);
        writer.read(d, columnsE);
      }
      if (lastPieces > 0) {
        writer.phase(1, operations);
        for (let j = 0; j < lastPieces; j++) writer.read(firstH + row * pieces + fullSteps * perStep + j, 0);
        writer.read(d + fullSteps * columnsE, 0);
      }
      writer.phase(1, 0).write(firstE + row * columnsE + column, 0);
    } else {
      raises[block] = row;
      writer
        .phase(stepsH, operations)
        .read(firstA + row * stepsH, 1)
        .read(firstB + column, columnsH);
      writer.phase(1, 0);
      const last = Math.min((column + 1) * perTile, pieces);
      for (let p = column * perTile; p < last; p++) writer.write(firstH + row * pieces + p, 0);
    }
    writer.endBlock();
    block++;
  }
  const arrays = ["A", "B", "H", "D", "E"].map(
    (name, array): TiledArray => ({ name, firstTile: firsts[array] as number, tileCount: counts[array] as number }),
  );
  const until = new Int32Array(blocks).fill(columnsH);
  const waits = { counterCount: rows, raises, waitsFor, until };
  return writer.finish(arrays, tileBytes, { kind: "product", operandType: w.dataType, stages }, waits);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
