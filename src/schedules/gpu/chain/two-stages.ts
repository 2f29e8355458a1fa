import type { ChainWorkload } from "../../../computation/chain.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import type { FfnWorkload } from "../../../computation/ffn.js";
import { rightTypeOf } from "../../../computation/operand-types.js";
import type { WordTypes } from "../../../computation/word-types.js";
import type { TiledMatrices } from "../../tiles/tile-arrays.js";
import type { GemmTile } from "../gemm/gemm-tile.js";

/**
 * A chain of two products, or a feed-forward block, as its kernels see it: H (m×l) from A (m×k) and one or two matrices B (k×l),
 * then E (m×n) from H and D (l×n).
 */
export interface TwoStages extends WordTypes {
  readonly m: number;
  readonly k: number;
  readonly l: number;
  readonly n: number;
  readonly names: {
    readonly a: string;
    /** Two where their products meet word by word in H. */
    readonly b: readonly string[];
    readonly h: string;
    readonly d: string;
    readonly e: string;
  };
}

export function stagesOf(w: ChainWorkload | FfnWorkload): TwoStages {
  if (w.kind === "chain") return { ...w, names: { a: "A", b: ["B"], h: "H", d: "D", e: "E" } };
  const { tokens: m, model: k, hidden: l, ...types } = w;
  return { ...types, m, k, l, n: k, names: { a: "X", b: w.gated ? ["Wg", "Wu"] : ["Wu"], h: "H", d: "Wd", e: "Y" } };
}

/** Sides of the tiles of each array. */
export interface StageSides {
  readonly a: readonly [rows: number, columns: number];
  readonly b: readonly [rows: number, columns: number];
  /** Absent where H stays in the block. */
  readonly h?: readonly [rows: number, columns: number];
  readonly d: readonly [rows: number, columns: number];
  readonly e: readonly [rows: number, columns: number];
}

export type StageArrays = Readonly<Record<"a" | "b" | "d" | "e", TiledMatrices>> & {
  /** The second matrix B of a gated block. */
  readonly b2?: TiledMatrices;
  readonly h?: TiledMatrices;
};

/** The arrays of both stages, cut into tiles. */
export function stageArrays({ m, k, l, n, names, outputType, ...types }: TwoStages, sides: StageSides): StageArrays {
  const [operand, right] = [BYTES_OF[types.dataType], BYTES_OF[rightTypeOf(types)]];
  const cut = (
    name: string,
    extents: readonly [number, number],
    side: readonly [number, number],
    wordBytes: number,
  ): TiledMatrices => ({ name, rows: [extents[0], side[0]], columns: [extents[1], side[1]], wordBytes });
  const [first, second] = names.b as readonly [string, string?];
  return {
    a: cut(names.a, [m, k], sides.a, operand),
    b: cut(first, [k, l], sides.b, right),
    ...(second === undefined ? {} : { b2: cut(second, [k, l], sides.b, right) }),
    ...(sides.h === undefined ? {} : { h: cut(names.h, [m, l], sides.h, operand) }),
    d: cut(names.d, [l, n], sides.d, right),
    e: cut(names.e, [m, n], sides.e, BYTES_OF[outputType]),
  };
}

/** Columns of a piece of H in memory, which producers and consumers touch whole. */
export function pieceOf({ bn, bk }: GemmTile): number {
  return greatestCommonDivisor(bn, bk);
}

export function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
