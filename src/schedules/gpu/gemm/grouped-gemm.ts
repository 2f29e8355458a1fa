import { checkLimit } from "../../../budget.js";
import type { GroupedGemmWorkload } from "../../../computation/experts/grouped-gemm.js";
import { productTypeOf } from "../../../computation/operand-types.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { launchOrder } from "../../tiles/launch-order.js";
import { ScheduleWriter } from "../../tiles/schedule-writer.js";
import { kernelAfterKernel } from "../../tiles/tile-arrays.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import { type BlockRow, type GroupedLayout, layOutGroups, productOfAll } from "./grouped-layout.js";
import { BYTES_A_SEGMENT } from "./layout.js";
import { readScales, runsOf, scaleBytesOfStep } from "./scale-tiles.js";
import { describeTiledKernel, type TiledKernel, type TiledKernelOptions, tiledKernel } from "./tiled-kernel.js";

/** Kernels of products of groups. */
export type GroupedGemmId =
  | "grouped-gemm-persistent"
  | "grouped-gemm-contiguous"
  | "grouped-gemm-masked"
  | "grouped-gemm-separate";

const entry = (id: GroupedGemmId, workload: string, source: string): ScheduleEntry => ({
  id,
  workload: `grouped-gemm: ${workload}`,
  machine: "GPU",
  parameters: "--tile BMxBNxBK, --order, --stages, --threads, --ctas-per-sm",
  source,
});

export const GROUPED_GEMM_ENTRIES: readonly ScheduleEntry[] = [
  entry(
    "grouped-gemm-persistent",
    "as many CTAs as fit walk the tiles of all groups, group after group (expert-major), each group in the launch order",
    "CUTLASS grouped GEMM; Triton tutorial 08",
  ),
  entry(
    "grouped-gemm-contiguous",
    "the same in one launch order over the rows of all groups together, each group padded to whole tiles of rows, which are read and stored",
    "DeepGEMM, m_grouped_fp8_gemm_nt_contiguous",
  ),
  entry(
    "grouped-gemm-masked",
    "group after group, every tile of rows whole: rows beyond a group's are read and stored too",
    "DeepGEMM, m_grouped_fp8_gemm_nt_masked",
  ),
  entry(
    "grouped-gemm-separate",
    "a launch of the tiled product for each group with rows, one after the other",
    "a loop over cuBLAS",
  ),
];

/** A kernel, or a kernel a group, of products of groups with every parameter resolved. */
export interface GroupedGemm extends TiledKernel<GroupedGemmId, GroupedGemmWorkload> {
  /** CTAs launched, by all launches. */
  readonly ctas: number;
}

/** Does the kernel read and store whole tiles of rows, also where a group ends within one? */
export function isPadded({ id }: Pick<GroupedGemm, "id">): boolean {
  return id === "grouped-gemm-contiguous" || id === "grouped-gemm-masked";
}

/** @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU */
export function groupedGemm(
  id: GroupedGemmId,
  workload: GroupedGemmWorkload,
  gpu: Gpu,
  options: TiledKernelOptions = {},
): GroupedGemm {
  const kernel = tiledKernel(id, workload, gpu, options, {
    besideOfStep: (tile) => scaleBytesOfStep(productOfAll(workload), tile),
  });
  const { tile, residency } = kernel;
  const blockRows = workload.rows.reduce((sum, rows) => sum + Math.ceil(rows / tile.bm), 0);
  const tiles = blockRows * Math.ceil(workload.n / tile.bn);
  return { ...kernel, ctas: id === "grouped-gemm-separate" ? tiles : Math.min(gpu.sms * residency.ctasPerSm, tiles) };
}

/**
 * The blocks of the kernel for the replay. Per step of k a tile reads BM rows of its group, each of its own where rows are gathered, and a
 * tile of the group's B, and the scales of both where they are new; after the last it writes its tile of C.
 *
 * @throws InputError when there are more tiles or touches than a replay can walk.
 */
export function layOutGroupedGemm(schedule: GroupedGemm): TileSchedule {
  const { workload: w, tile, stages, ctas } = schedule;
  const layout = layOutGroups(w, tile, isPadded(schedule));
  const { columns, blockRows, steps, arrays, tileBytes, arrivingBytes, readsOfRow, scalesOf } = layout;
  checkLimit("memory", BYTES_A_SEGMENT * blockRows.length * columns, "the tiles of a kernel");
  const order = launched(schedule, layout);
  const lists = dealt(order, ctas);
  const writer = new ScheduleWriter();
  for (const list of lists) {
    for (const at of list) {
      const column = at % columns;
      const row = blockRows[(at - column) / columns] as BlockRow;
      for (const run of runsOf(scalesOf(row, column), 0, steps)) {
        writer.phase(run.steps, 2 * tile.bm * tile.bn * tile.bk);
        for (const first of readsOfRow(row)) writer.read(first + run.first, 1);
        writer.read(row.firstB + column + run.first * columns, columns);
        readScales(writer, run.scales, run.first);
      }
      writer.phase(1, 0).write(row.firstC + column, 0);
    }
    writer.endBlock();
  }
  const blocks = blocksOfGroups(layout);
  const waits = schedule.id === "grouped-gemm-separate" && blocks.length > 1 ? kernelAfterKernel(blocks) : undefined;
  const work = { kind: "product", operandType: productTypeOf(w), stages, arrivingBytes } as const;
  return writer.finish(arrays, tileBytes, work, waits);
}

/** Tiles of C, numbered by rows of tiles over all groups, in the order in which they are launched. */
function launched({ id, order }: GroupedGemm, { blockRows, columns, groupStarts }: GroupedLayout): readonly number[] {
  if (id === "grouped-gemm-contiguous") return [...launchOrder(order, blockRows.length, columns)];
  // Groups of one height have one order.
  const orders = new Map<number, Int32Array>();
  return groupStarts.flatMap((start, g) => {
    const height = (groupStarts[g + 1] ?? blockRows.length) - start;
    const own = orders.get(height) ?? launchOrder(order, height, columns);
    orders.set(height, own);
    return Array.from(own, (tile) => start * columns + tile);
  });
}

/** Tiles dealt out in turn; as many CTAs as tiles have one each. */
function dealt(order: readonly number[], ctas: number): readonly (readonly number[])[] {
  const lists = Array.from({ length: ctas }, (): number[] => []);
  order.forEach((tile, place) => {
    lists[place % ctas]?.push(tile);
  });
  return lists;
}

function blocksOfGroups({ groupStarts, blockRows, columns }: GroupedLayout): readonly number[] {
  return groupStarts.map((start, g) => ((groupStarts[g + 1] ?? blockRows.length) - start) * columns);
}

/** The parameters as a traffic document prints them. */
export function describeGroupedGemm(schedule: GroupedGemm): Readonly<Record<string, string | number>> {
  return { ...describeTiledKernel(schedule), ctas: schedule.ctas };
}
