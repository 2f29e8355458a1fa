import { BYTES_OF } from "../../computation/data-types.js";
import type { GemmWorkload } from "../../computation/gemm.js";
import { productTypeOf, rateOf, rightTypeOf } from "../../computation/operand-types.js";
import type { Workload } from "../../computation/workload.js";
import type { PlannedReplay } from "../../plan/planned.js";
import type { ExecutionParameters } from "../../replay/event-driven/parameters.js";
import { secondsPerOperation } from "../../replay/event-driven/step-times.js";
import { type GemmTile, parseTile } from "../../schedules/gpu/gemm/gemm-tile.js";

/** Estimates add up the same seconds in another order. */
const ROUNDED = 1 - 1e-9;

/** Blocks that a plan launches, and how often a block begins, and a tile of C is stored, after all steps of a slot before. */
interface Blocks {
  readonly count: number;
  readonly begins: number;
  readonly stores: number;
  /** Steps of each, where none has fewer. */
  readonly steps?: number;
}

/**
 * Seconds that `durationsWithoutClock` estimates at least for a plan, by what its tile and the workload say of its steps: nothing is laid
 * out. 0 where they do not tell.
 */
export function leastOfSteps(workload: Workload, { fields, slots }: PlannedReplay, parameters: ExecutionParameters): number {
  const { rate, sms, nearHitSeconds, farHitSeconds, launchSeconds, turnaroundSeconds } = parameters;
  if (workload.kind !== "gemm" || "cluster" in fields || "loads" in fields) return 0;
  const operandType = productTypeOf(workload);
  if (rateOf(parameters.peakOperationsPerSecond, operandType) === undefined) return 0;
  const tile = parseTile(String(fields["tile"]));
  const { m, n, k, batch, dataType } = workload;
  const [rows, columns, deep] = [Math.ceil(m / tile.bm), Math.ceil(n / tile.bn), Math.ceil(k / tile.bk)];
  const blocks = blocksOf(workload, tile, fields);
  if (blocks === undefined) return 0;
  // Of a walk backwards the last step, which may be a short one, stands for the others.
  const words = k % tile.bk === 0 ? tile.bk : 0;
  const secondsOf = (bytes: number): number => {
    const arrival = (rate.arrivalShare * bytes) / parameters.sharedMemoryBytesPerSecond;
    const operations = 2 * tile.bm * tile.bn * tile.bk * secondsPerOperation({ operandType }, parameters);
    return sms * Math.max(operations + arrival, bytes / parameters.l2BytesPerSecond);
  };
  const used = Math.min(slots, blocks.count);
  // A slot's steps follow each other, and take turns with those of others on its SM.
  const inSlot = (bytes: number): number => {
    const step = secondsOf(bytes);
    return Math.max(step + rate.pauseSeconds, Math.ceil(used / sms) * step);
  };
  const [a, b] = [words * BYTES_OF[dataType], words * BYTES_OF[rightTypeOf(workload)]];
  const begins = (nearHitSeconds + farHitSeconds) / 2;
  const between = Math.max(0, turnaroundSeconds - rate.epilogueSeconds);
  const all = batch * rows * columns * deep * inSlot((a * m) / rows + (b * n) / columns);
  const besides = blocks.begins * begins + blocks.stores * rate.epilogueSeconds + (blocks.begins - used) * between;
  const inTurn = Math.ceil(blocks.count / used);
  const shortest = a * (m - (rows - 1) * tile.bm) + b * (n - (columns - 1) * tile.bn);
  const block = (blocks.steps ?? 0) * inSlot(shortest) + begins + rate.epilogueSeconds;
  const waves = blocks.steps === undefined ? 0 : inTurn * block + (inTurn - 1) * between;
  return ROUNDED * (launchSeconds + Math.max((all + besides) / used, waves));
}

/** Of kernels whose CTAs walk k for one tile of C after another and read a tile of each operand in a step. */
function blocksOf(
  { m, n, k, batch }: GemmWorkload,
  { bm, bn, bk }: GemmTile,
  fields: PlannedReplay["fields"],
): Blocks | undefined {
  const tiles = batch * Math.ceil(m / bm) * Math.ceil(n / bn);
  const steps = Math.ceil(k / bk);
  const { id, ctas, splits, streamTiles, scheduler, reduction } = fields;
  if (id === "tiled-gemm" || (id === "persistent-gemm" && scheduler === "dynamic"))
    return { count: tiles, begins: tiles, stores: tiles, steps };
  if (id === "persistent-gemm") return { count: Number(ctas), begins: Number(ctas), stores: tiles };
  if (id === "stream-k") return { count: Number(ctas), begins: Number(ctas), stores: tiles - Number(streamTiles) };
  if (id !== "split-k" || reduction !== "serial") return undefined;
  const slices = Number(splits);
  const last = steps - (slices - 1) * Math.ceil(steps / slices);
  return { count: tiles * slices, begins: tiles * slices, stores: tiles * slices, steps: last };
}
