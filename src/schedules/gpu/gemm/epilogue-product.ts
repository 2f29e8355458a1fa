import { BYTES_OF } from "../../../computation/data-types.js";
import { type EpilogueGemmWorkload, epilogueArrays } from "../../../computation/fused/epilogue-gemm.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { launchOrder } from "../../tiles/launch-order.js";
import {
  arraysByName,
  type BlockWriter,
  gridsByName,
  kernelAfterKernel,
  layOutBlocks,
  type TiledArrays,
  tileAt,
} from "../../tiles/tile-arrays.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import { type TiledKernel, type TiledKernelOptions, tiledKernel } from "./tiled-kernel.js";

const PARAMETERS = "--tile BMxBNxBK, --order, --stages, --threads, --ctas-per-sm";

export const EPILOGUE_PRODUCT_ENTRIES: readonly ScheduleEntry[] = [
  {
    id: "epilogue-fused",
    workload: "gemm --epilogue: one CTA a tile of C, whose sums meet the arrays of the epilogue before they are stored",
    machine: "GPU",
    parameters: PARAMETERS,
    source: "CUTLASS, epilogues with visitors; cuBLASLt, epilogues",
  },
  {
    id: "epilogue-separate",
    workload: "gemm --epilogue: a product stored as its operands are, then a kernel for the epilogue",
    machine: "GPU",
    parameters: PARAMETERS,
    source: "a framework in eager mode, its elementwise kernels in one",
  },
];

export type EpilogueProductId = "epilogue-fused" | "epilogue-separate";

/** A tiled product whose epilogue is in the kernel, or in one of its own. */
export type EpilogueProduct = TiledKernel<EpilogueProductId, EpilogueGemmWorkload>;

/** Plans it on a GPU. @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm` when the product does not fit the GPU. */
export function epilogueProduct(
  id: EpilogueProductId,
  w: EpilogueGemmWorkload,
  gpu: Gpu,
  options: TiledKernelOptions = {},
): EpilogueProduct {
  return tiledKernel(id, w, gpu, options);
}

/** Its arrays by name, in the order of their tiles. */
export function epilogueProductArrays({ id, workload: w, tile }: EpilogueProduct): TiledArrays {
  const [m, n, k] = [[w.m, tile.bm] as const, [w.n, tile.bn] as const, [w.k, tile.bk] as const];
  const operand = BYTES_OF[w.dataType];
  return arraysByName([
    { name: "A", rows: m, columns: k, wordBytes: operand },
    { name: "B", rows: k, columns: n, wordBytes: operand },
    ...epilogueArrays(w).map(({ name, rows, columns, dataType }) => ({
      name,
      rows: rows === 1 ? ([1, 1] as const) : m,
      columns: columns === 1 ? ([1, 1] as const) : n,
      wordBytes: BYTES_OF[dataType],
    })),
    ...(id === "epilogue-separate" ? [{ name: "P", rows: m, columns: n, wordBytes: operand }] : []),
    { name: "C", rows: m, columns: n, wordBytes: BYTES_OF[w.outputType] },
  ]);
}

/** The schedule as tiles for the replay. @throws InputError when there are more tiles or touches than a replay can walk. */
export function layOutEpilogueProduct(schedule: EpilogueProduct): TileSchedule {
  const { id, workload: w, tile, order, stages } = schedule;
  const arrays = epilogueProductArrays(schedule);
  const grid = gridsByName(arrays);
  const [a, b, c] = [grid("A"), grid("B"), grid("C")];
  const isSeparate = id === "epilogue-separate";
  const tiles = c.rows * c.columns;
  const beside = epilogueArrays(w);
  const readBeside = (writer: BlockWriter, row: number, column: number): void => {
    for (const { name, rows, columns } of beside)
      writer.read(tileAt(grid(name), 0, rows === 1 ? 0 : row, columns === 1 ? 0 : column), 0);
  };
  return layOutBlocks(
    arrays,
    { kind: "product", operandType: w.dataType, stages },
    (writer) => {
      const sequence = launchOrder(order, c.rows, c.columns);
      for (const at of sequence) {
        const [row, column] = [Math.floor(at / c.columns), at % c.columns];
        writer.phase(b.rows, 2 * tile.bm * tile.bn * tile.bk).read(tileAt(a, 0, row, 0), 1);
        writer.read(tileAt(b, 0, 0, column), b.columns);
        writer.phase(1, 0);
        if (!isSeparate) readBeside(writer, row, column);
        writer.write(tileAt(isSeparate ? grid("P") : c, 0, row, column), 0).endBlock();
      }
      if (!isSeparate) return;
      for (const at of sequence) {
        const [row, column] = [Math.floor(at / c.columns), at % c.columns];
        writer.phase(1, 0).read(tileAt(grid("P"), 0, row, column), 0);
        readBeside(writer, row, column);
        writer.write(tileAt(c, 0, row, column), 0).endBlock();
      }
    },
    () => kernelAfterKernel(isSeparate ? [tiles, tiles] : [tiles]),
  );
}
