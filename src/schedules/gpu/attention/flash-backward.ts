import { valueDimOf } from "../../../computation/attention.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import { type AttentionBackwardWorkload, forwardOf } from "../../../computation/fused/attention-backward.js";
import type { TiledMatrices } from "../../tiles/tile-arrays.js";
import type { FittedKernel } from "../gemm/block.js";
import { keyRows, queryRows, rowStatistics } from "./arrays.js";
import { type FlashTile, formatFlashTile } from "./flash-tile.js";

/**
 * How the query heads of a key-value head come to one dK and dV: each stores its own in words of the result, which a kernel adds up; each
 * adds to accumulators in the L2, which a kernel converts; or one CTA walks all of them. The last wherever no heads share keys.
 */
export type GroupSums = "expanded" | "l2-adds" | "in-cta";

/** Backward kernels that hold a tile of K and V with their gradients and walk Q and dO once for each. */
export interface FlashBackward extends FittedKernel<FlashTile> {
  readonly id: "flash-attention-2-backward" | "flash-attention-3-backward" | "attention-backward-two-passes";
  readonly workload: AttentionBackwardWorkload;
  /** Tiles of keys add their share of dQ to accumulators in the L2, or a second pass holds tiles of queries and makes P anew. */
  readonly queryGradient: "l2-adds" | "second-pass";
  readonly groups: GroupSums;
  /** Whether a tile of keys meets the queries from the last tile to the first. */
  readonly backwards: boolean;
  /** Heads outside, sequences inside; or the other way round. */
  readonly launch: "heads-first" | "sequences-first";
}

type Arrays = Readonly<Record<"q" | "k" | "v" | "dO" | "l" | "d" | "dQ" | "dK" | "dV", TiledMatrices>> &
  Partial<Readonly<Record<"sumsOfQ" | "sumsOfK" | "sumsOfV", TiledMatrices>>>;

/** Its arrays in the order of their tiles: operands, row statistics, what lies between the kernels, gradients. */
export function flashBackwardArrays({ workload: w, tile, queryGradient, groups }: FlashBackward): Arrays {
  const forward = forwardOf(w);
  const [operand, output, sum] = [BYTES_OF[w.dataType], BYTES_OF[w.outputType], BYTES_OF[w.accumulator]];
  const [dim, valueDim] = [w.dim, valueDimOf(w)];
  const ofQueries = queryRows(forward, tile.bm);
  const ofKeys = keyRows(forward, tile.bn);
  const ofHeads = keyRows({ ...forward, kvHeads: w.heads }, tile.bn);
  const matrices = (name: string, rows: typeof ofKeys, columns: number, wordBytes: number): TiledMatrices => ({
    name,
    ...rows,
    columns: [columns, columns],
    wordBytes,
  });
  return {
    q: matrices("Q", ofQueries, dim, operand),
    k: matrices("K", ofKeys, dim, operand),
    v: matrices("V", ofKeys, valueDim, operand),
    dO: matrices("dO", ofQueries, valueDim, operand),
    l: rowStatistics(forward, "L", tile.bm),
    d: rowStatistics(forward, "D", tile.bm),
    ...(queryGradient === "l2-adds" ? { sumsOfQ: matrices("sums of dQ", ofQueries, dim, sum) } : {}),
    ...(groups === "l2-adds"
      ? { sumsOfK: matrices("sums of dK", ofKeys, dim, sum), sumsOfV: matrices("sums of dV", ofKeys, valueDim, sum) }
      : {}),
    ...(groups === "expanded"
      ? { sumsOfK: matrices("dK of heads", ofHeads, dim, output), sumsOfV: matrices("dV of heads", ofHeads, valueDim, output) }
      : {}),
    dQ: matrices("dQ", ofQueries, dim, output),
    dK: matrices("dK", ofKeys, dim, output),
    dV: matrices("dV", ofKeys, valueDim, output),
  };
}

/** The parameters as a traffic document prints them; `combine` says how sums leave the SMs, where they do. */
export function describeFlashBackward(schedule: FlashBackward): Readonly<Record<string, string | number>> {
  const { id, tile, stages, queryGradient, groups, block, residency } = schedule;
  // Heads that are added up in words of the result are partial sums as narrow as that.
  const combine = groups === "expanded" ? "l2-adds" : "wide-l2-adds";
  return {
    id,
    tile: formatFlashTile(tile),
    stages,
    ...(queryGradient === "l2-adds" ? { combine } : {}),
    ...block,
    ...residency,
  };
}
