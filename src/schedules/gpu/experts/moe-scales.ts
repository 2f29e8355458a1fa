import { BYTES_OF } from "../../../computation/data-types.js";
import type { MoeWorkload } from "../../../computation/experts/moe.js";
import { tokensOf } from "../../../computation/experts/routing.js";
import { InputError } from "../../../errors.js";
import { type TiledArrays, type TiledMatrices, type TileGrid, tileAt } from "../../tiles/tile-arrays.js";
import type { GemmTile } from "../gemm/gemm-tile.js";
import { type ScaledProduct, type ScaleTiles, type SteppedScales, scaleBytesOfStep, scaleTiles } from "../gemm/scale-tiles.js";

/** Scales, or zero points, of one array of a mixture's kernels. */
interface MoeScales {
  /** X, its copies XE, H, or weights. */
  readonly of: "X" | "XE" | "Wg" | "Wu" | "H" | "Wd";
  readonly matrices: TiledMatrices;
  readonly tiles: ScaleTiles;
}

/** Both products over the rows of all experts. */
function productsOf(w: MoeWorkload): { readonly first: ScaledProduct; readonly second: ScaledProduct } {
  const m = w.rows.reduce((sum, rows) => sum + rows, 0);
  const { model, hidden, scales } = w;
  const scaled = scales === undefined ? {} : { scales };
  return { first: { m, n: hidden, k: model, ...scaled }, second: { m, n: model, k: hidden, ...scaled } };
}

/**
 * The arrays of scales that the kernels touch. Rows of X are scaled as the input of the first product, and H as that of the second, where it
 * is stored.
 *
 * @throws InputError naming `tile` where a tile's sides and a block's do not divide one another.
 */
function moeScales(id: string, w: MoeWorkload, tile: GemmTile): readonly MoeScales[] {
  if (w.scales === undefined) return [];
  const { first, second } = productsOf(w);
  const busy = w.rows.flatMap((rows, e) => (rows === 0 ? [] : [{ rows, lead: `${e},` }]));
  const [heights, leads] = [busy.map(({ rows }) => rows), busy.map(({ lead }) => lead)];
  const arrays = (tiles: ScaleTiles, of: MoeScales["of"], cut: Pick<TiledMatrices, "rows" | "heights" | "leads">): MoeScales => ({
    ...{ of, tiles },
    matrices: { name: `${tiles.name.slice(0, 1)}${of}`, columns: tiles.columns, wordBytes: tiles.wordBytes, ...cut },
  });
  const ofRows: Pick<TiledMatrices, "rows" | "heights" | "leads"> = { rows: [Math.max(...heights), tile.bm], heights, leads };
  const ofFirst = scaleTiles(first, tile).flatMap((tiles): readonly MoeScales[] => {
    if (tiles.operand === "b")
      return (w.gated ? (["Wg", "Wu"] as const) : (["Wu"] as const)).map((of) => arrays(tiles, of, { rows: tiles.rows, leads }));
    const copies = id === "moe-permuted" ? [arrays(tiles, "XE", ofRows)] : [];
    return [arrays(tiles, "X", { rows: [tokensOf(w), 1] }), ...copies];
  });
  const ofSecond = scaleTiles(second, tile).flatMap((tiles): readonly MoeScales[] => {
    if (tiles.operand === "b") return [arrays(tiles, "Wd", { rows: tiles.rows, leads })];
    if (id === "moe-fused") return [];
    columnsOfH(w, tile);
    return [arrays(tiles, "H", ofRows)];
  });
  return [...ofFirst, ...ofSecond];
}

/** The columns of H that one tile of its scales is for: a CTA makes whole ones. @throws InputError naming `tile` */
function columnsOfH({ hidden, scales }: MoeWorkload, { bn, bk }: GemmTile): number {
  const [, block] = scales?.a ?? [1, 1];
  const columns = Math.min(hidden, Math.max(block, bk));
  if (bn % columns !== 0 && bn < hidden)
    throw new InputError("tile", `BN a multiple of BK and of the ${block} columns of H that share a scale`, `BN ${bn}, BK ${bk}`);
  return columns;
}

/** The matrices of scales by their names. @throws InputError as `moeScales` */
export function scaleMatrices({
  id,
  workload,
  tile,
}: {
  readonly id: string;
  readonly workload: MoeWorkload;
  readonly tile: GemmTile;
}): TiledArrays {
  return Object.fromEntries(moeScales(id, workload, tile).map(({ matrices }) => [matrices.name, matrices]));
}

/** Bytes of scales beside the operands in one stage of the pipeline, of both products' the more. */
export function moeScaleBytesOfStep(w: MoeWorkload, tile: GemmTile): number {
  const { first, second } = productsOf(w);
  const gates = w.gated ? scaleTiles(first, tile).filter(({ operand }) => operand === "b") : [];
  const beside = gates.reduce((sum, { rows, columns, wordBytes }) => sum + Math.ceil(rows[1] * columns[1] * wordBytes), 0);
  return Math.max(scaleBytesOfStep(first, tile) + beside, scaleBytesOfStep(second, tile));
}

/** Bytes of the scales of some columns of BM rows of H. */
export function scaleBytesOfH({ scales }: MoeWorkload, { bm }: GemmTile, columns: number): number {
  if (scales?.a === undefined) return 0;
  const words = bm * Math.ceil(columns / scales.a[1]);
  return Math.ceil(words * (BYTES_OF[scales.dataType] + (scales.zeroType === undefined ? 0 : BYTES_OF[scales.zeroType])));
}

/** Where the scales of a mixture's kernels lie. */
export class ScalesOfExperts {
  readonly #scales: readonly (MoeScales & { readonly grid: TileGrid })[];
  readonly #workload: MoeWorkload;
  readonly #tile: GemmTile;

  /** @param grids of the matrices of `scaleMatrices`, by their names */
  constructor(id: string, w: MoeWorkload, tile: GemmTile, grids: Readonly<Record<string, TileGrid>>) {
    this.#scales = moeScales(id, w, tile).map((one) => ({ ...one, grid: grids[one.matrices.name] as TileGrid }));
    this.#workload = w;
    this.#tile = tile;
  }

  /** Of gathered rows of X. */
  ofTokens(tokens: readonly number[]): readonly SteppedScales[] {
    return this.#along("X", ({ grid }) => tokens.map((token) => tileAt(grid, 0, token, 0)));
  }

  /** Of a row of tiles of X's copies, or of H. */
  ofRow(of: "XE" | "H", expert: number, row: number): readonly SteppedScales[] {
    return this.#along(of, ({ grid }) => [tileAt(grid, expert, row, 0)]);
  }

  /** Of a column of tiles of an expert's weights. */
  ofWeights(of: readonly ("Wg" | "Wu" | "Wd")[], expert: number, column: number): readonly SteppedScales[] {
    return of.flatMap((name) =>
      this.#along(
        name,
        ({ grid, tiles }) => [tileAt(grid, expert, 0, tiles.first(0, column))],
        ({ grid }) => grid.columns,
      ),
    );
  }

  /** Tiles of the scales of a tile of H. */
  ofTileOfH(expert: number, row: number, column: number): readonly number[] {
    return this.#named("H").flatMap(({ grid }) => {
      const perColumn = this.#tile.bn / columnsOfH(this.#workload, this.#tile);
      const first = Math.floor(column * perColumn);
      const end = Math.min(grid.columns, Math.ceil((column + 1) * perColumn));
      return Array.from({ length: end - first }, (_, i) => tileAt(grid, expert, row, first + i));
    });
  }

  /** Tiles of the scales of gathered rows of X, each with its place among the tiles of a row, and of their copies. */
  copied(
    tokens: readonly number[],
    expert: number,
    row: number,
  ): readonly (readonly [reads: readonly number[], write: number, tiles: number])[] {
    const copies = this.#named("XE");
    return this.#named("X").map(({ grid }, i) => {
      const to = copies[i] as (typeof copies)[number];
      return [tokens.map((token) => tileAt(grid, 0, token, 0)), tileAt(to.grid, expert, row, 0), grid.columns];
    });
  }

  #named(of: MoeScales["of"]): readonly (MoeScales & { readonly grid: TileGrid })[] {
    return this.#scales.filter((one) => one.of === of);
  }

  #along(
    of: MoeScales["of"],
    firstTiles: (one: MoeScales & { readonly grid: TileGrid }) => readonly number[],
    strideOf: (one: MoeScales & { readonly grid: TileGrid }) => number = () => 1,
  ): readonly SteppedScales[] {
    return this.#named(of).map((one) => ({ period: one.tiles.period, firstTiles: firstTiles(one), stride: strideOf(one) }));
  }
}
