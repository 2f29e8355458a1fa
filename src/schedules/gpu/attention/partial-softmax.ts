import { type AttentionWorkload, valueDimOf } from "../../../computation/attention.js";
import { productTypeOf } from "../../../computation/operand-types.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { kernelAfterKernel, layOutBlocks, type TiledMatrices, tileAt, tileGrids } from "../../tiles/tile-arrays.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import { keyHeadOf, operandArrays, rowStatistics, valueArray } from "./arrays.js";
import { type AttentionStages, type AttentionStagesOptions, attentionStages, scoreArray, seenTiles } from "./stages.js";

export const ATTENTION_PARTIAL_SOFTMAX_ENTRY: ScheduleEntry = {
  id: "attention-partial-softmax",
  workload: "attention: S stored, a kernel for each row's maximum and sum, then exp and division inside S·V",
  machine: "GPU",
  parameters: "--tile BMxBN, --stages, --threads, --ctas-per-sm",
  source: "Chen et al., Speed Is All You Need, 2023",
};

/**
 * Attention with the softmax fused in part: S = Q·Kᵀ is stored, a second kernel reduces each row to its maximum and its sum of
 * exponentials, the third applies them to S inside O = P·V. P is never stored: S is written once and read twice.
 * Source: Chen et al., "Speed Is All You Need", 2023.
 */
export interface AttentionPartialSoftmax extends AttentionStages {
  readonly id: "attention-partial-softmax";
}

/**
 * Plans attention whose scores are stored with partial softmax statistics, on a GPU.
 *
 * @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm` when the products' kernel does not fit the GPU.
 */
export function attentionPartialSoftmax(
  w: AttentionWorkload,
  gpu: Gpu,
  options: AttentionStagesOptions = {},
): AttentionPartialSoftmax {
  return attentionStages("attention-partial-softmax", w, gpu, options, ({ bm }) => bm);
}

type PartialSoftmaxArrays = Readonly<Record<"q" | "k" | "s" | "maximum" | "sum" | "v" | "o", TiledMatrices>>;

export function attentionPartialSoftmaxArrays({ workload: w, tile }: AttentionPartialSoftmax): PartialSoftmaxArrays {
  const { q, k, o } = operandArrays(w, tile);
  const v = valueArray(w, tile);
  const statistics = { maximum: rowStatistics(w, "M", tile.bm), sum: rowStatistics(w, "L", tile.bm) };
  return { q, k, s: scoreArray(w, "S", tile.bm, tile), ...statistics, v, o };
}

/** The schedule as tiles for the replay. @throws InputError when the attention has more tiles or touches than a replay can walk. */
export function layOutAttentionPartialSoftmax(schedule: AttentionPartialSoftmax): TileSchedule {
  const { workload: w, tile, stages } = schedule;
  const arrays = attentionPartialSoftmaxArrays(schedule);
  const { q, k, s, maximum, sum, v, o } = tileGrids(arrays).grids;
  const { heads, seen, ofAll } = seenTiles(schedule);
  const scoreBlocks = heads * seen.reduce((total, count) => total + count, 0);
  const reducedBlocks = heads * seen.filter((count) => count > 0).length;
  return layOutBlocks(
    arrays,
    { kind: "product", operandType: productTypeOf(w), stages },
    (writer) => {
      ofAll((head, row, count) => {
        for (let column = 0; column < count; column++) {
          writer.phase(1, 2 * tile.bm * tile.bn * w.dim).read(tileAt(q, head, row, 0), 0);
          writer.read(tileAt(k, keyHeadOf(w, head), column, 0), 0);
          writer
            .phase(1, 0)
            .write(tileAt(s, head, row, column), 0)
            .endBlock();
        }
      });
      ofAll((head, row, count) => {
        if (count === 0) return;
        writer.phase(count, 0).read(tileAt(s, head, row, 0), 1);
        writer
          .phase(1, 0)
          .write(tileAt(maximum, head, row, 0), 0)
          .write(tileAt(sum, head, row, 0), 0)
          .endBlock();
      });
      ofAll((head, row, count) => {
        if (count > 0) {
          writer
            .phase(1, 0)
            .read(tileAt(maximum, head, row, 0), 0)
            .read(tileAt(sum, head, row, 0), 0);
          writer.phase(count, 2 * tile.bm * tile.bn * valueDimOf(w));
          writer.read(tileAt(s, head, row, 0), 1).read(tileAt(v, keyHeadOf(w, head), 0, 0), 1);
        }
        writer
          .phase(1, 0)
          .write(tileAt(o, head, row, 0), 0)
          .endBlock();
      });
    },
    () => kernelAfterKernel([scoreBlocks, reducedBlocks, heads * seen.length]),
  );
}
