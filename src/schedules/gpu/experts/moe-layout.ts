import { checkLimit } from "../../../budget.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import { routedTokens } from "../../../computation/experts/routing.js";
import { productTypeOf, rightTypeOf } from "../../../computation/operand-types.js";
import { launchOrder } from "../../tiles/launch-order.js";
import {
  type BlockWriter,
  kernelAfterKernel,
  layOutBlocks,
  type TiledArrays,
  type TiledMatrices,
  type TileGrid,
  tileAt,
  tileGrids,
} from "../../tiles/tile-arrays.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import { readPieces, writePieces } from "../chain/tiles.js";
import { pieceOf } from "../chain/two-stages.js";
import { BYTES_A_SEGMENT } from "../gemm/layout.js";
import { readScales, runsOf, type SteppedScales } from "../gemm/scale-tiles.js";
import { combineOf, type Moe } from "./moe.js";
import { ScalesOfExperts, scaleMatrices } from "./moe-scales.js";

/** Arrays of a mixture's kernels: tokens, their copies for each expert, weights, the intermediate, results of each expert, and the output. */
type MoeArrays = Readonly<Record<"x" | "u" | "d" | "y", TiledMatrices>> & {
  readonly copies?: TiledMatrices;
  /** Absent where experts are not gated. */
  readonly g?: TiledMatrices;
  /** Absent where it stays in the block. */
  readonly h?: TiledMatrices;
  readonly results?: TiledMatrices;
};

/** Rows of X, Y and results that are touched by their indices are tiles of one row. */
function moeArrays({ id, workload: w, tile: { bm, bn, bk } }: Moe): MoeArrays {
  const [operand, right, output] = [BYTES_OF[w.dataType], BYTES_OF[rightTypeOf(w)], BYTES_OF[w.outputType]];
  const busy = w.rows.flatMap((rows, e) => (rows === 0 ? [] : [{ rows, lead: `${e},` }]));
  const [heights, leads] = [busy.map(({ rows }) => rows), busy.map(({ lead }) => lead)];
  const ofExperts = (name: string, side: number, columns: readonly [number, number], wordBytes: number): TiledMatrices => ({
    ...{ name, columns, wordBytes, heights, leads },
    rows: [Math.max(...heights), side],
  });
  const weights = (name: string, rows: readonly [number, number], columns: readonly [number, number]): TiledMatrices => ({
    ...{ name, rows, columns, leads },
    wordBytes: right,
  });
  const tokens = heights.reduce((sum, rows) => sum + rows, 0) / w.topK;
  const front = (name: string): TiledMatrices => weights(name, [w.model, bk], [w.hidden, bn]);
  const isSummedLater = combineOf({ id, workload: w }) === "kernel";
  return {
    x: { name: "X", rows: [tokens, 1], columns: [w.model, bk], wordBytes: operand },
    ...(id === "moe-permuted" ? { copies: ofExperts("XE", bm, [w.model, bk], operand) } : {}),
    ...(w.gated ? { g: front("Wg") } : {}),
    u: front("Wu"),
    ...(id === "moe-fused" ? {} : { h: ofExperts("H", bm, [w.hidden, pieceOf({ bm, bn, bk })], operand) }),
    d: weights("Wd", [w.hidden, bk], [w.model, bn]),
    ...(isSummedLater ? { results: ofExperts("YE", 1, [w.model, bn], output) } : {}),
    y: { name: "Y", rows: [tokens, 1], columns: [w.model, bn], wordBytes: output },
  };
}

/** The same, and their scales by name. */
export function moeMatrices(schedule: Moe): TiledArrays {
  return { ...moeArrays(schedule), ...scaleMatrices(schedule) };
}

/** One launch. */
interface Launch {
  readonly blocks: number;
  readonly write: (writer: BlockWriter) => void;
}

/** A row of tiles of an expert. */
interface RowOfTiles {
  /** The expert among those with rows. */
  readonly expert: number;
  readonly row: number;
  readonly tokens: readonly number[];
}

/**
 * The blocks of the launches of a mixture, one launch after the other. Experts come one after the other, each in the launch order, with a
 * block a tile.
 *
 * @throws InputError when there are more tiles or touches than a replay can walk.
 */
export function layOutMoe(schedule: Moe): TileSchedule {
  const launches = new MoeLaunches(schedule).all();
  const work = { kind: "product", operandType: productTypeOf(schedule.workload), stages: schedule.stages } as const;
  return layOutBlocks(
    moeMatrices(schedule),
    work,
    (writer) => {
      for (const { write } of launches) write(writer);
    },
    () => kernelAfterKernel(launches.map(({ blocks }) => blocks)),
  );
}

class MoeLaunches {
  readonly #schedule: Moe;
  readonly #grids: { readonly [Name in keyof MoeArrays]: TileGrid };
  /** Rows of tiles of each expert. */
  readonly #experts: readonly (readonly RowOfTiles[])[];
  readonly #operations: number;
  readonly #scales: ScalesOfExperts;

  constructor(schedule: Moe) {
    const { id, workload, tile } = schedule;
    this.#schedule = schedule;
    const { grids } = tileGrids({ ...moeArrays(schedule), ...scaleMatrices(schedule) });
    this.#grids = grids;
    this.#scales = new ScalesOfExperts(id, workload, tile, grids);
    this.#experts = routedTokens(workload)
      .filter((tokens) => tokens.length > 0)
      .map((tokens, expert) =>
        Array.from({ length: Math.ceil(tokens.length / tile.bm) }, (_, row) => ({
          ...{ expert, row },
          tokens: tokens.slice(row * tile.bm, (row + 1) * tile.bm),
        })),
      );
    this.#operations = 2 * tile.bm * tile.bn * tile.bk;
  }

  all(): readonly Launch[] {
    const { id } = this.#schedule;
    const { copies, results } = this.#grids;
    const isAdded = combineOf(this.#schedule) === "l2-adds";
    return [
      ...(copies === undefined ? [] : [this.#copy(copies)]),
      ...(isAdded ? [this.#zero()] : []),
      ...(id === "moe-fused" ? [this.#fused()] : this.#products()),
      ...(results === undefined ? [] : [this.#combine(results)]),
    ];
  }

  #copy(copies: TileGrid): Launch {
    const { x } = this.#grids;
    return this.#launch(this.#experts.flat(), (writer, { expert, row, tokens }) => {
      writer.phase(x.columns, 0);
      for (const token of tokens) writer.read(tileAt(x, 0, token, 0), 1);
      writer.write(tileAt(copies, expert, row, 0), 1);
      for (const [reads, write, tiles] of this.#scales.copied(tokens, expert, row)) {
        writer.phase(tiles, 0);
        for (const first of reads) writer.read(first, 1);
        writer.write(write, 1);
      }
    });
  }

  #zero(): Launch {
    const { y } = this.#grids;
    return this.#launch([...Array(y.rows).keys()], (writer, token) =>
      writer.phase(y.columns, 0).write(tileAt(y, 0, token, 0), 1),
    );
  }

  #products(): readonly Launch[] {
    const { u, d, h } = this.#grids;
    const { bn, bk } = this.#schedule.tile;
    const piece = pieceOf(this.#schedule.tile);
    if (h === undefined) throw new RangeError("moe: H is stored");
    return [
      this.#launch(this.#tiles(u.columns), (writer, [one, column]) => {
        this.#makeH(writer, one, column);
        writePieces(writer.phase(1, 0), [h, one.row, one.expert], column, bn / piece);
        for (const tile of this.#scales.ofTileOfH(one.expert, one.row, column)) writer.write(tile, 0);
      }),
      this.#launch(this.#tiles(d.columns), (writer, [one, column]) => {
        const scales = this.#scalesOfSecond(one, column);
        readPieces(writer, [h, one.row, one.expert], [d, column], bk / piece, this.#operations, scales);
        this.#handOver(writer, one, column);
      }),
    ];
  }

  #fused(): Launch {
    const { u, d } = this.#grids;
    return this.#launch(this.#experts.flat(), (writer, one) => {
      for (let column = 0; column < u.columns; column++) this.#makeH(writer, one, column);
      for (let column = 0; column < d.columns; column++) {
        for (const run of runsOf(this.#scalesOfSecond(one, column), 0, d.rows)) {
          writer.phase(run.steps, this.#operations).read(tileAt(d, one.expert, run.first, column), d.columns);
          readScales(writer, run.scales, run.first);
        }
        this.#handOver(writer, one, column);
      }
    });
  }

  #combine(results: TileGrid): Launch {
    const { y } = this.#grids;
    const { bm } = this.#schedule.tile;
    const ofTokens = Array.from({ length: y.rows }, (): number[] => []);
    for (const { expert, row, tokens } of this.#experts.flat())
      tokens.forEach((token, i) => void ofTokens[token]?.push(tileAt(results, expert, row * bm + i, 0)));
    return this.#launch([...ofTokens.entries()], (writer, [token, own]) => {
      writer.phase(y.columns, 0);
      for (const tile of own) writer.read(tile, 1);
      writer.write(tileAt(y, 0, token, 0), 1);
    });
  }

  #launch<Task>(tasks: readonly Task[], write: (writer: BlockWriter, task: Task) => void): Launch {
    return {
      blocks: tasks.length,
      write: (writer) => {
        for (const task of tasks) {
          write(writer, task);
          writer.endBlock();
        }
      },
    };
  }

  /** Tiles of one of both products, expert after expert. */
  #tiles(columns: number): readonly (readonly [RowOfTiles, column: number])[] {
    const { order } = this.#schedule;
    checkLimit("memory", BYTES_A_SEGMENT * columns * this.#experts.flat().length, "the tiles of a kernel");
    return this.#experts.flatMap((rows) =>
      Array.from(launchOrder(order, rows.length, columns), (t) => {
        return [rows[Math.floor(t / columns)] as RowOfTiles, t % columns] as const;
      }),
    );
  }

  /** A tile of H, with both of its sums where experts are gated. */
  #makeH(writer: BlockWriter, { expert, row, tokens }: RowOfTiles, column: number): void {
    const { x, copies, g, u } = this.#grids;
    const fronts = g === undefined ? [u] : [g, u];
    const scales = [
      ...(copies === undefined ? this.#scales.ofTokens(tokens) : this.#scales.ofRow("XE", expert, row)),
      ...this.#scales.ofWeights(["Wg", "Wu"], expert, column),
    ];
    for (const run of runsOf(scales, 0, x.columns)) {
      writer.phase(run.steps, fronts.length * this.#operations);
      if (copies === undefined) for (const token of tokens) writer.read(tileAt(x, 0, token, run.first), 1);
      else writer.read(tileAt(copies, expert, row, run.first), 1);
      for (const grid of fronts) writer.read(tileAt(grid, expert, run.first, column), grid.columns);
      readScales(writer, run.scales, run.first);
    }
  }

  #scalesOfSecond({ expert, row }: RowOfTiles, column: number): readonly SteppedScales[] {
    return [...this.#scales.ofRow("H", expert, row), ...this.#scales.ofWeights(["Wd"], expert, column)];
  }

  /** The results of a row of tiles in some columns. */
  #handOver(writer: BlockWriter, { expert, row, tokens }: RowOfTiles, column: number): void {
    const { results, y } = this.#grids;
    const { tile } = this.#schedule;
    const isAdded = combineOf(this.#schedule) === "l2-adds";
    writer.phase(1, 0);
    tokens.forEach((token, i) => {
      if (results !== undefined) writer.write(tileAt(results, expert, row * tile.bm + i, column), 0);
      else if (isAdded) writer.add(tileAt(y, 0, token, column), 0);
      else writer.write(tileAt(y, 0, token, column), 0);
    });
  }
}
