import { checkLimit } from "../../../budget.js";
import type { AttentionWorkload } from "../../../computation/attention.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import type { TiledMatrices } from "../../tiles/tile-arrays.js";
import type { BlockWork } from "../../tiles/tile-schedule.js";
import type { FlashTile } from "./flash-tile.js";

/** Of a head: its text in each array that has one. */
const BYTES_A_HEAD = 800;

/** First indices of the words of each head: `batch,head,`. */
export function headLeads(w: AttentionWorkload, heads: number): readonly string[] {
  checkLimit("memory", BYTES_A_HEAD * w.batch * heads, "the heads of a replay");
  return Array.from({ length: w.batch * heads }, (_, at) => `${Math.floor(at / heads)},${at % heads},`);
}

export type OperandArrays = Readonly<Record<"q" | "k" | "v" | "o", TiledMatrices>>;

/** Q and O in tiles of BM rows, K and V in tiles of BN rows, each as wide as the head. */
export function operandArrays(w: AttentionWorkload, { bm, bn }: FlashTile): OperandArrays {
  const columns = [w.dim, w.dim] as const;
  const ofQueries = { rows: [w.queries, bm], columns, leads: headLeads(w, w.heads) } as const;
  const ofKeys = { rows: [w.keys, bn], columns, leads: headLeads(w, w.kvHeads), wordBytes: BYTES_OF[w.dataType] } as const;
  return {
    q: { name: "Q", ...ofQueries, wordBytes: BYTES_OF[w.dataType] },
    k: { name: "K", ...ofKeys },
    v: { name: "V", ...ofKeys },
    o: { name: "O", ...ofQueries, wordBytes: BYTES_OF[w.outputType] },
  };
}

/** One word a query row, in the accumulator's type: its log-sum-exp, maximum or sum. */
export function rowStatistics(w: AttentionWorkload, name: string, bm: number): TiledMatrices {
  const leads = headLeads(w, w.heads);
  return { name, rows: [w.queries, bm], columns: [1, 1], leads, wordBytes: BYTES_OF[w.accumulator] };
}

/**
 * Tiles of keys that query tile `row` walks: all, or under a causal mask ceil(((row+1)·BM + keys − queries) / BN); none for
 * queries that see no key.
 */
export function keyTiles(w: AttentionWorkload, tile: FlashTile, row: number): number {
  const seen = w.causal ? Math.min(w.keys, (row + 1) * tile.bm + w.keys - w.queries) : w.keys;
  return Math.max(0, Math.ceil(seen / tile.bn));
}

/** The key-value head, counted over the batch, that a query head counted over the batch reads. */
export function keyHeadOf(w: AttentionWorkload, queryHead: number): number {
  const head = queryHead % w.heads;
  return ((queryHead - head) / w.heads) * w.kvHeads + Math.floor(head / (w.heads / w.kvHeads));
}

/** Attention a tile at a time: four operations a score and word of the head, in both products together, for one exponential. */
export function attentionWork({ dataType, dim }: AttentionWorkload, stages: number): Omit<BlockWork, "phaseOperations"> {
  return { kind: "attention", operandType: dataType, stages, exponentialsPerOperation: 1 / (4 * dim) };
}
