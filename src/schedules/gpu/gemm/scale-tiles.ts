import type { ScaleArray } from "../../../computation/block-scales.js";
import { scaleArrays } from "../../../computation/block-scales.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import type { GemmWorkload } from "../../../computation/gemm.js";
import { InputError } from "../../../errors.js";
import type { GemmTile } from "./gemm-tile.js";

/** The scales, or zero points, of one operand as a product's kernel reads them: the blocks that a tile of the operand touches are a tile of scales. */
export interface ScaleTiles {
  readonly name: ScaleArray["name"];
  readonly operand: "a" | "b";
  /** Blocks, and blocks in a tile. */
  readonly rows: readonly [extent: number, side: number];
  readonly columns: readonly [extent: number, side: number];
  readonly wordBytes: number;
  /** Tiles of one batch element. */
  readonly tileCount: number;
  /** Steps of k that read the same tile. */
  readonly period: number;
  /** From one tile to the next along k. */
  readonly stride: number;
  /** The tile of step 0 for the output tile in a row and a column. */
  readonly first: (row: number, column: number) => number;
}

/** Extents of a product and its scales. */
export type ScaledProduct = Pick<GemmWorkload, "m" | "n" | "k" | "scales">;

/** @throws InputError naming `tile` where a tile's sides and a block's do not divide one another. */
export function scaleTiles(w: ScaledProduct, tile: GemmTile): readonly ScaleTiles[] {
  return scaleArrays(w).map(({ name, dataType, operand, block }) => {
    const named = { name, operand, wordBytes: BYTES_OF[dataType] };
    if (operand === "a") {
      const [down, along] = [cut("BM", w.m, tile.bm, block[0]), cut("BK", w.k, tile.bk, block[1])];
      const first = (row: number): number => Math.floor(row / down.period) * along.count;
      return { ...named, ...gridOf(down, along), period: along.period, stride: 1, first };
    }
    const [along, across] = [cut("BK", w.k, tile.bk, block[0]), cut("BN", w.n, tile.bn, block[1])];
    const first = (_row: number, column: number): number => Math.floor(column / across.period);
    return { ...named, ...gridOf(along, across), period: along.period, stride: across.count, first };
  });
}

function gridOf(rows: Cut, columns: Cut): Pick<ScaleTiles, "rows" | "columns" | "tileCount"> {
  return { rows: rows.tiles, columns: columns.tiles, tileCount: rows.count * columns.count };
}

interface Cut {
  readonly tiles: readonly [extent: number, side: number];
  readonly count: number;
  /** Operand tiles that lie in one block. */
  readonly period: number;
}

function cut(name: string, extent: number, side: number, block: number): Cut {
  // One block over all of a side is cut by no tile.
  const whole = block >= extent ? Math.max(side, Math.ceil(extent / side) * side) : block;
  if (side % whole !== 0 && whole % side !== 0) {
    throw new InputError("tile", `${name} a multiple or a divisor of the ${block} that share a scale`, String(side));
  }
  const [blocks, blocksOfTile] = [Math.ceil(extent / block), Math.max(1, side / whole)];
  return { tiles: [blocks, blocksOfTile], count: Math.ceil(blocks / blocksOfTile), period: Math.max(1, whole / side) };
}

/** Bytes of the scales beside one tile of A and one of B. */
export function scaleBytesOfStep(w: ScaledProduct, tile: GemmTile): number {
  return scaleTiles(w, tile).reduce((sum, { rows, columns, wordBytes }) => sum + Math.ceil(rows[1] * columns[1] * wordBytes), 0);
}

/** Steps `first .. first + steps)` of k in which the same arrays are read, the scales among them. */
export interface StepsRun<Tiles extends Lasting = ScaleTiles> {
  readonly first: number;
  readonly steps: number;
  readonly scales: readonly Tiles[];
}

/** Tiles each of which serves so many steps. */
interface Lasting {
  readonly period: number;
}

/** Without scales one phase; a tile of scales that serves several steps is read with the first of them. */
export function runsOf<Tiles extends Lasting>(scales: readonly Tiles[], first: number, end: number): readonly StepsRun<Tiles>[] {
  const runs: StepsRun<Tiles>[] = [];
  const lasting = scales.filter(({ period }) => period > 1);
  const every = scales.filter(({ period }) => period === 1);
  for (let step = first; step < end; ) {
    const fresh = lasting.filter(({ period }) => step === first || step % period === 0);
    if (fresh.length > 0)
      runs.push({ first: step++, steps: 1, scales: scales.filter((one) => !lasting.includes(one) || fresh.includes(one)) });
    const next = lasting.reduce((least, { period }) => Math.min(least, Math.ceil(step / period) * period), end);
    if (next > step) runs.push({ first: step, steps: next - step, scales: every });
    step = next;
  }
  return runs;
}

/** Tiles of scales that a tile of C reads: those of step 0, and how far on those of the next steps are. */
export interface SteppedScales extends Lasting {
  readonly firstTiles: readonly number[];
  readonly stride: number;
}

/** Reads of the scales that are new in a step. */
export function readScales(
  writer: { read(base: number, stride: number): unknown },
  scales: readonly SteppedScales[],
  step: number,
): void {
  for (const { firstTiles, period, stride } of scales) {
    const beyond = Math.floor(step / period) * stride;
    for (const first of firstTiles) writer.read(first + beyond, stride);
  }
}
