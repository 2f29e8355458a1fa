import { type AttentionWorkload, ownKeyColumns, valueDimOf, wordsOfKey } from "../../../computation/attention.js";
import { sequenceKinds } from "../../../computation/attention-mask.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import { rightTypeOf } from "../../../computation/operand-types.js";
import { InputError, shown } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import { didYouMean } from "../../../text/nearest-name.js";
import { type ClusterShape, formatClusterShape } from "../../tiles/cluster-shape.js";
import { layOutBlocks, type TiledMatrices, tileAt, tileGrids } from "../../tiles/tile-arrays.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import { checkReplayable } from "../../tiles/tiled-array.js";
import type { FittedKernel } from "../gemm/block.js";
import {
  attentionWork,
  keyGrids,
  type OperandArrays,
  operandArrays,
  rowStatistics,
  sequenceOf,
  tileOperations,
} from "./arrays.js";
import { type FlashTile, formatFlashTile } from "./flash-tile.js";
import { type KeyRun, keyRuns, onceASequence, queryTilesOf, writeKeys } from "./key-runs.js";

/**
 * The order in which query tiles are launched: upwards or, longest first under a causal mask, downwards head by head; or
 * downwards over sections of heads whose keys and values fit the L2 together, the head fastest; or upwards over all heads, the head
 * fastest.
 */
export type QueryOrder = "ascending" | "longest-first" | "head-sections" | "heads-fastest";

const QUERY_ORDERS: readonly QueryOrder[] = ["ascending", "longest-first", "head-sections", "heads-fastest"];

/** Reads a query order. @throws InputError naming `query-order`. */
export function parseQueryOrder(text: string): QueryOrder {
  const found = QUERY_ORDERS.find((order) => order === text);
  if (found === undefined) throw new InputError("query-order", `one of ${QUERY_ORDERS.join(", ")}`, shown(text));
  return found;
}

/**
 * How a CTA walks the keys: from the first tile to the last, from the last to the first, or `sawtooth`, forward and backward by turns in
 * the query tiles of a CTA that has many. The keys that end one tile are then the first of the next, and still in the L2.
 */
export type KeyOrder = "forward" | "backward" | "sawtooth";

const KEY_ORDERS: readonly KeyOrder[] = ["forward", "backward", "sawtooth"];

/** Reads an order of keys. @throws InputError naming `key-order`. */
export function parseKeyOrder(text: string): KeyOrder {
  const found = KEY_ORDERS.find((order) => order === text);
  if (found === undefined)
    throw new InputError("key-order", `one of ${KEY_ORDERS.join(", ")}${didYouMean(text, KEY_ORDERS)}`, shown(text));
  return found;
}

/** A forward kernel that holds a tile of Q and its sums of O and walks K and V once for each. */
export interface FlashForward extends FittedKernel<FlashTile> {
  readonly id: "flash-attention-2" | "flash-attention-3" | "flash-attention-4" | "persistent-attention";
  readonly workload: AttentionWorkload;
  readonly keyOrder: KeyOrder;
  readonly queryOrder: QueryOrder;
  /** CTAs launched where each walks many query tiles: CTA g those at places g, g + CTAs, … of the order; else one CTA a tile. */
  readonly ctas?: number;
  /** Whether the log-sum-exp of each row, which the backward pass and merging of parts need, is stored beside O. */
  readonly lse: boolean;
  /** CTAs of neighbouring query tiles of a head that receive K and V by multicast. */
  readonly cluster?: ClusterShape;
}

/** CTAs of a launch where each walks many query tiles: as many as fit the GPU, and no more than there are tiles. */
export function persistentCtas(workload: AttentionWorkload, tile: FlashTile, gpu: Gpu, ctasPerSm: number): number {
  const tiles = sequenceKinds(workload).reduce(
    (sum, { count, queries }) => sum + count * workload.heads * Math.ceil(queries / tile.bm),
    0,
  );
  return Math.min(gpu.sms * ctasPerSm, tiles);
}

/** Its arrays; the log-sum-exp is the last. */
export function flashForwardArrays({ workload: w, tile, lse }: FlashForward): FlashForwardArrays {
  const operands = operandArrays(w, tile);
  return lse ? { ...operands, lse: rowStatistics(w, "LSE", tile.bm) } : operands;
}

type FlashForwardArrays = OperandArrays & { readonly lse?: TiledMatrices };

/** The schedule as tiles for the replay. @throws InputError when the attention has more tiles or touches than a replay can walk. */
export function layOutFlashForward(schedule: FlashForward): TileSchedule {
  const { workload: w, tile, cluster } = schedule;
  const together = cluster?.rows ?? 1;
  const arrays = flashForwardArrays(schedule);
  const { grids } = tileGrids(arrays);
  const { q, o, lse } = grids;
  const keys = keyGrids(w, grids);
  const runsOf = onceASequence(w, (head, row) => keyRuns(w, tile, sequenceOf(w, head), row));
  const operations = together * tileOperations(w, tile);
  checkReplayable(0, keyTouches(schedule, runsOf));
  const layout = layOutBlocks(arrays, attentionWork(schedule), (writer) => {
    for (const list of queryTilesOfCtas(schedule)) {
      for (const { head, row: first, backwards } of list) {
        // Without a mask, as in clusters, every query tile meets all keys.
        const runs = runsOf(head, first);
        const [from, end] = [first * together, (first + 1) * together];
        // A tile that sees no key is set to zero without being read, as the kernels' early exit does.
        if (runs.length > 0) {
          writer.phase(1, 0);
          for (let row = from; row < end; row++) writer.read(tileAt(q, head, row, 0), 0);
          writeKeys(writer, schedule, keys, { head, runs, backwards }, operations);
        }
        writer.phase(1, 0);
        for (let row = from; row < end; row++) writer.write(tileAt(o, head, row, 0), 0);
        if (lse === undefined) continue;
        for (let row = from; row < end; row++) writer.write(tileAt(lse, head, row, 0), 0);
      }
      writer.endBlock();
    }
  });
  if (cluster === undefined) return layout;
  const heads = w.batch * w.heads;
  const keyBytes = BYTES_OF[rightTypeOf(w)] * heads * Math.ceil(w.queries / tile.bm) * w.keys;
  const delivered: Readonly<Record<string, number>> = {
    Q: BYTES_OF[w.dataType] * heads * w.dim * w.queries,
    K: ownKeyColumns(w) * keyBytes,
    KR: (w.sharedKeyColumns ?? 0) * keyBytes,
    V: valueDimOf(w) * keyBytes,
  };
  return { ...layout, deliveredBytes: layout.arrays.map(({ name }) => delivered[name] ?? 0) };
}

/** Tiles of keys and values that all CTAs read: known before the schedule is laid out, which takes as long as a replay. */
function keyTouches(
  { workload: w, tile, cluster }: FlashForward,
  runsOf: (head: number, row: number) => readonly KeyRun[],
): number {
  const ofHead = (head: number): number => {
    const rows = Math.floor(queryTilesOf(w, tile.bm, head) / (cluster?.rows ?? 1));
    let tiles = 0;
    for (let row = 0; row < rows; row++) for (const { count } of runsOf(head, row)) tiles += count;
    return tiles;
  };
  const sequences = w.lengths === undefined ? [0] : w.lengths.map((_, i) => i);
  const heads = w.lengths === undefined ? w.batch * w.heads : w.heads;
  const arrays = w.sharedKeyColumns === undefined ? 2 : 3;
  return arrays * heads * sequences.reduce((sum, i) => sum + ofHead(i * w.heads), 0);
}

/** A query tile, or a cluster of them, and the way in which it meets its keys. */
export interface QueryTile {
  /** Counted over the batch. */
  readonly head: number;
  readonly row: number;
  readonly backwards: boolean;
}

/** The query tiles of each CTA, in launch order. */
export function queryTilesOfCtas(schedule: FlashForward): readonly (readonly QueryTile[])[] {
  const { keyOrder, ctas } = schedule;
  const lists: QueryTile[][] = [];
  let at = 0;
  for (const [head, row] of queryTiles(schedule)) {
    const [cta, place] = ctas === undefined ? [at, 0] : [at % ctas, Math.floor(at / ctas)];
    const backwards = keyOrder === "sawtooth" ? place % 2 === 1 : keyOrder === "backward";
    if (place === 0) lists.push([]);
    lists[cta]?.push({ head, row, backwards });
    at++;
  }
  return lists;
}

/** Bytes of the L2 that the sections of heads are cut for. */
const SECTION_BYTES = 32 * 2 ** 20;

/** Query tiles, or clusters of them, in launch order: the head counted over the batch, and the row. */
function* queryTiles(schedule: FlashForward): Generator<readonly [head: number, row: number]> {
  const { id, workload: w, tile, queryOrder, cluster } = schedule;
  const rows = Math.ceil(w.queries / tile.bm) / (cluster?.rows ?? 1);
  const heads = w.batch * w.heads;
  const has = (head: number, row: number): boolean => w.lengths === undefined || row < queryTilesOf(w, tile.bm, head);
  if (queryOrder === "head-sections") {
    const section = headsInSection(w);
    for (let first = 0; first < heads; first += section) {
      const beyond = Math.min(first + section, heads);
      for (let row = rows - 1; row >= 0; row--) {
        for (let head = first; head < beyond; head++) if (has(head, row)) yield [head, row];
      }
    }
    return;
  }
  if (queryOrder === "heads-fastest") {
    for (let row = 0; row < rows; row++) for (let head = 0; head < heads; head++) if (has(head, row)) yield [head, row];
    return;
  }
  for (let at = 0; at < heads; at++) {
    // Version 2 launches batch by batch within a head, later ones head by head within a batch.
    const head =
      id === "flash-attention-3" || id === "flash-attention-4" ? at : (at % w.batch) * w.heads + Math.floor(at / w.batch);
    const own = w.lengths === undefined ? rows : queryTilesOf(w, tile.bm, head);
    for (let row = 0; row < own; row++) yield [head, queryOrder === "ascending" ? row : own - 1 - row];
  }
}

/** The power of two of key-value heads that fit, and all query heads of each. */
function headsInSection(w: AttentionWorkload): number {
  const bytesPerHead = w.keys * wordsOfKey(w) * BYTES_OF[rightTypeOf(w)];
  const keyHeads = bytesPerHead > SECTION_BYTES ? 1 : 2 ** Math.floor(Math.log2(SECTION_BYTES / bytesPerHead));
  return keyHeads * (w.heads / w.kvHeads);
}

/** The parameters as a traffic document prints them. */
export function describeFlashForward(schedule: FlashForward): Readonly<Record<string, string | number | boolean>> {
  return {
    id: schedule.id,
    tile: formatFlashTile(schedule.tile),
    stages: schedule.stages,
    keyOrder: schedule.keyOrder,
    queryOrder: schedule.queryOrder,
    lse: schedule.lse,
    ...(schedule.ctas === undefined ? {} : { ctas: schedule.ctas }),
    ...(schedule.cluster === undefined ? {} : { cluster: formatClusterShape(schedule.cluster) }),
    ...schedule.block,
    ...schedule.residency,
  };
}
