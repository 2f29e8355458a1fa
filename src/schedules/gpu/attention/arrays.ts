import { checkLimit } from "../../../budget.js";
import { type AttentionWorkload, ownKeyColumns, valueDimOf } from "../../../computation/attention.js";
import { type AttentionSequence, seenKeys, sequenceAt } from "../../../computation/attention-mask.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import { productTypeOf, rightTypeOf } from "../../../computation/operand-types.js";
import type { TiledMatrices, TileGrid } from "../../tiles/tile-arrays.js";
import type { BlockResources, BlockWork } from "../../tiles/tile-schedule.js";
import type { FlashTile } from "./flash-tile.js";

/** Of a head: its text in each array that has one. */
const BYTES_A_HEAD = 800;

/** First indices of the words of each head: `batch,head,`. */
export function headLeads(w: AttentionWorkload, heads: number): readonly string[] {
  checkLimit("memory", BYTES_A_HEAD * w.batch * heads, "the heads of a replay");
  return Array.from({ length: w.batch * heads }, (_, at) => `${Math.floor(at / heads)},${at % heads},`);
}

/** KR is there where heads have columns of K in common; V is absent where its words are those of K. */
export type OperandArrays = Readonly<Record<"q" | "k" | "o", TiledMatrices>> &
  Partial<Readonly<Record<"kr" | "v", TiledMatrices>>>;

/**
 * Q and O in tiles of BM rows, K and V in tiles of BN rows, each as wide as the head. Columns of K that all heads have in common are one
 * matrix a sequence. The keys of a shared prefix are matrices of their own, one a key-value head, behind those of the sequences.
 */
export function operandArrays(w: AttentionWorkload, tile: FlashTile): OperandArrays {
  const { bm, bn } = tile;
  const [columns, ownColumns, valueColumns] = [w.dim, ownKeyColumns(w), valueDimOf(w)].map(
    (width) => [width, width] as const,
  ) as [Columns, Columns, Columns];
  const shared = w.sharedKeyColumns;
  const ofQueries = queryRows(w, bm);
  const wordBytes = BYTES_OF[rightTypeOf(w)];
  return {
    q: { name: "Q", ...ofQueries, columns, wordBytes: BYTES_OF[w.dataType] },
    k: { name: "K", ...keyRows(w, bn), columns: ownColumns, wordBytes },
    ...(shared && { kr: { name: "KR", ...keyRows({ ...w, kvHeads: 1 }, bn), columns: [shared, shared], wordBytes } }),
    ...(w.valuesInKeys ? {} : { v: valueArray(w, tile) }),
    o: { name: "O", ...ofQueries, columns: valueColumns, wordBytes: BYTES_OF[w.outputType] },
  };
}

type Columns = TiledMatrices["columns"];
type MatrixRows = Pick<TiledMatrices, "rows" | "heights" | "leads">;

/** Query rows of every head of the batch in tiles of `side`. */
export function queryRows(w: AttentionWorkload, side: number): MatrixRows {
  const heights = w.queryLengths?.flatMap((rows) => new Array<number>(w.heads).fill(rows));
  return { rows: [w.queries, side], heights, leads: headLeads(w, w.heads) };
}

/** V in tiles of BN rows. */
export function valueArray(w: AttentionWorkload, { bn }: FlashTile): TiledMatrices {
  const width = valueDimOf(w);
  return {
    name: "V",
    ...keyRows(w, bn),
    columns: [width, width],
    wordBytes: BYTES_OF[rightTypeOf(w)],
  };
}

/** Tiles of keys, and the heads of a sequence that have matrices of their own there. */
export interface KeyGrid {
  readonly grid: TileGrid;
  readonly heads: number;
}

/** The tiles that a step of keys brings: K's, those of its columns in common, and V's where it has words of its own. */
export function keyGrids(
  { kvHeads }: Pick<AttentionWorkload, "kvHeads">,
  { k, kr, v }: { readonly k: TileGrid; readonly kr?: TileGrid; readonly v?: TileGrid },
): readonly KeyGrid[] {
  const of = (heads: number, grid: TileGrid | undefined): readonly KeyGrid[] => (grid === undefined ? [] : [{ grid, heads }]);
  return [...of(kvHeads, k), ...of(1, kr), ...of(kvHeads, v)];
}

/** Operations of both products on a tile of scores. */
export function tileOperations(w: AttentionWorkload, { bm, bn }: FlashTile): number {
  return 2 * bm * bn * (w.dim + valueDimOf(w));
}

/** Rows of keys of every key-value head in tiles of `side`, those of a shared prefix behind the others. */
export function keyRows(w: AttentionWorkload, side: number): MatrixRows {
  const { keys, kvHeads, lengths, sharedPrefix = 0 } = w;
  const leads = headLeads(w, kvHeads);
  if (lengths === undefined && sharedPrefix === 0) return { rows: [keys, side], leads };
  const own = (lengths ?? new Array<number>(w.batch).fill(keys)).map((length) => length - sharedPrefix);
  const heights = own.flatMap((rows) => new Array<number>(kvHeads).fill(rows));
  if (sharedPrefix === 0) return { rows: [keys, side], heights, leads };
  const prefixes = Array.from({ length: kvHeads }, (_, head) => `prefix,${head},`);
  return {
    rows: [Math.max(sharedPrefix, ...own), side],
    heights: [...heights, ...prefixes.map(() => sharedPrefix)],
    leads: [...leads, ...prefixes],
  };
}

/** One word a query row, in the accumulator's type: its log-sum-exp, maximum or sum. */
export function rowStatistics(w: AttentionWorkload, name: string, bm: number): TiledMatrices {
  return { name, ...queryRows(w, bm), columns: [1, 1], wordBytes: BYTES_OF[w.accumulator] };
}

/** The sequence of a query head counted over the batch. */
export function sequenceOf(w: AttentionWorkload, head: number): AttentionSequence {
  return sequenceAt(w, Math.floor(head / w.heads));
}

/** Tiles of keys that query tile `row` walks under no other mask than a causal one, from the first on; none where it sees no key. */
export function keyTiles(w: AttentionWorkload, tile: FlashTile, row: number): number {
  const seen = seenKeys(w, { queries: w.queries, keys: w.keys }, row * tile.bm, (row + 1) * tile.bm);
  return Math.ceil(seen.end / tile.bn);
}

/** The key-value head, counted over the batch, that a query head counted over the batch reads. */
export function keyHeadOf(w: AttentionWorkload, queryHead: number): number {
  const head = queryHead % w.heads;
  return ((queryHead - head) / w.heads) * w.kvHeads + Math.floor(head / (w.heads / w.kvHeads));
}

/** Of a key-value head counted over the batch, its matrix in arrays with so many matrices a sequence. */
export function keyMatrixOf({ kvHeads }: Pick<AttentionWorkload, "kvHeads">, { heads }: KeyGrid, keyHead: number): number {
  return heads === kvHeads ? keyHead : Math.floor(keyHead / kvHeads);
}

/** What the work of a block follows from. */
interface AttentionKernel {
  readonly workload: AttentionWorkload;
  readonly tile: FlashTile;
  readonly stages?: number;
  readonly block: BlockResources;
}

/** Attention a tile at a time: two operations a score and word of its row of Q or O, in both products together, for one exponential. */
export function attentionWork({ workload: w, tile, stages = 1, block }: AttentionKernel): Omit<BlockWork, "phaseOperations"> {
  return {
    kind: "attention",
    operandType: productTypeOf(w),
    stages,
    exponentialsPerOperation: 1 / (2 * (w.dim + valueDimOf(w))),
    softmax: { rows: tile.bm, warps: Math.ceil(block.threads / 32), isMasked: w.causal },
  };
}
