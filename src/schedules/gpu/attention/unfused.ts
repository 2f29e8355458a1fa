import { type AttentionWorkload, valueDimOf } from "../../../computation/attention.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import { productTypeOf } from "../../../computation/operand-types.js";
import { InputError } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { kernelAfterKernel, layOutBlocks, type TiledMatrices, tileAt, tileGrids } from "../../tiles/tile-arrays.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import { keyHeadOf, operandArrays, valueArray } from "./arrays.js";
import { type AttentionStages, type AttentionStagesOptions, attentionStages, scoreArray, seenTiles } from "./stages.js";

export const ATTENTION_UNFUSED_ENTRY: ScheduleEntry = {
  id: "attention-unfused",
  workload: "attention: S = Q·Kᵀ, softmax of whole rows in one pass, O = P·V, three kernels with S and P in memory",
  machine: "GPU",
  parameters: "--tile BMxBN, --stages, --threads, --ctas-per-sm",
  source: "the three steps of its definition",
};

/**
 * Attention as three kernels: S = Q·Kᵀ stored as operands, softmax of whole rows from S to P in one pass, O = P·V. Tiles that a
 * causal mask hides whole are neither computed nor touched.
 */
export interface AttentionUnfused extends AttentionStages {
  readonly id: "attention-unfused";
}

/**
 * Plans attention whose scores and probabilities are stored, on a GPU.
 *
 * @throws InputError naming `keys` when not even one row of scores fits a block; `tile`, `stages`, `threads` or `ctas-per-sm`
 * when the products' kernel does not fit the GPU.
 */
export function attentionUnfused(w: AttentionWorkload, gpu: Gpu, options: AttentionStagesOptions = {}): AttentionUnfused {
  const rowBytes = w.keys * BYTES_OF[w.dataType];
  const rows = Math.floor(gpu.sharedMemoryPerBlockBytes / rowBytes);
  if (rows < 1) {
    const most = Math.floor(gpu.sharedMemoryPerBlockBytes / BYTES_OF[w.dataType]);
    throw new InputError("keys", `at most ${most} for a softmax that holds a row of scores on ${gpu.name}`, String(w.keys));
  }
  // A part of the products' tile, so that both kernels touch the same pieces whole.
  return attentionStages("attention-unfused", w, gpu, options, ({ bm }) => {
    let part = bm;
    while (part > rows || part > 16 || bm % part !== 0) part--;
    return part;
  });
}

type UnfusedArrays = Readonly<Record<"q" | "k" | "s" | "p" | "v" | "o", TiledMatrices>>;

export function attentionUnfusedArrays({ workload: w, tile, softmaxRows }: AttentionUnfused): UnfusedArrays {
  const { q, k, o } = operandArrays(w, tile);
  const v = valueArray(w, tile);
  return { q, k, s: scoreArray(w, "S", softmaxRows, tile), p: scoreArray(w, "P", softmaxRows, tile), v, o };
}

/** The schedule as tiles for the replay. @throws InputError when the attention has more tiles or touches than a replay can walk. */
export function layOutAttentionUnfused(schedule: AttentionUnfused): TileSchedule {
  const { workload: w, tile, softmaxRows, stages } = schedule;
  const arrays = attentionUnfusedArrays(schedule);
  const { q, k, s, p, v, o } = tileGrids(arrays).grids;
  const { heads, seen, ofAll } = seenTiles(schedule);
  const parts = tile.bm / softmaxRows;
  const partsOf = (row: number): readonly number[] =>
    Array.from({ length: Math.min(parts, s.rows - row * parts) }, (_, at) => row * parts + at);
  const scoreBlocks = heads * seen.reduce((sum, count) => sum + count, 0);
  const softmaxBlocks = heads * seen.reduce((sum, count, row) => sum + (count > 0 ? partsOf(row).length : 0), 0);
  return layOutBlocks(
    arrays,
    { kind: "product", operandType: productTypeOf(w), stages },
    (writer) => {
      ofAll((head, row, count) => {
        for (let column = 0; column < count; column++) {
          writer.phase(1, 2 * tile.bm * tile.bn * w.dim).read(tileAt(q, head, row, 0), 0);
          writer.read(tileAt(k, keyHeadOf(w, head), column, 0), 0);
          writer.phase(1, 0);
          for (const part of partsOf(row)) writer.write(tileAt(s, head, part, column), 0);
          writer.endBlock();
        }
      });
      ofAll((head, row, count) => {
        if (count === 0) return;
        for (const part of partsOf(row)) {
          writer.phase(1, 0);
          for (let column = 0; column < count; column++) writer.read(tileAt(s, head, part, column), 0);
          writer
            .phase(count, 0)
            .write(tileAt(p, head, part, 0), 1)
            .endBlock();
        }
      });
      ofAll((head, row, count) => {
        if (count > 0) {
          writer.phase(count, 2 * tile.bm * tile.bn * valueDimOf(w));
          for (const part of partsOf(row)) writer.read(tileAt(p, head, part, 0), 1);
          writer.read(tileAt(v, keyHeadOf(w, head), 0, 0), 1);
        }
        writer
          .phase(1, 0)
          .write(tileAt(o, head, row, 0), 0)
          .endBlock();
      });
    },
    () => kernelAfterKernel([scoreBlocks, softmaxBlocks, heads * seen.length]),
  );
}
