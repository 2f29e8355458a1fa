import { BYTES_OF } from "../../../computation/data-types.js";
import { rowInputs, type StatisticsWorkload } from "../../../computation/row-workloads.js";
import { InputError, shown } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { Residency } from "../../tiles/residency.js";
import type { TiledMatrices } from "../../tiles/tile-arrays.js";
import { arraysByName, gridsByName, kernelAfterKernel, layOutBlocks, tileAt } from "../../tiles/tile-arrays.js";
import type { BlockResources, TileSchedule } from "../../tiles/tile-schedule.js";
import type { BlockOnSm, RowKernelOptions, RowTile } from "./tile.js";
import { blockInRegisters, blockInSharedMemory, checkedRowTile, formatRowTile, usualRowTile } from "./tile.js";

export const ROW_PASSES_ENTRIES: readonly ScheduleEntry[] = [
  {
    id: "row-one-pass",
    workload:
      "softmax, rmsnorm, layernorm: rows stay in registers or shared memory, X is read once; gain and shift by every block",
    machine: "GPU",
    parameters: "--tile ROWSxCOLUMNS of a step, --threads, --ctas-per-sm",
    source: "Triton's fused softmax and layer norm",
  },
  {
    id: "row-two-passes",
    workload: "softmax, rmsnorm, layernorm: statistics as the columns come (online softmax, sums of x and x²), then X again",
    machine: "GPU",
    parameters: "--tile ROWSxCOLUMNS of a step, --threads, --ctas-per-sm",
    source: "Milakov and Gimelshein, Online normalizer calculation for softmax, 2018",
  },
  {
    id: "row-three-passes",
    workload: "softmax, layernorm: the maximum, then the sum (the mean, then the variance), then X a third time",
    machine: "GPU",
    parameters: "--tile ROWSxCOLUMNS of a step, --threads, --ctas-per-sm",
    source: "the usual safe softmax; Milakov and Gimelshein 2018",
  },
  {
    id: "row-two-kernels",
    workload: "softmax, rmsnorm, layernorm: a kernel that stores the statistics, then one that reads them and X again",
    machine: "GPU",
    parameters: "--tile ROWSxCOLUMNS of a step, --threads, --ctas-per-sm",
    source: "Chen et al., Speed Is All You Need, 2023, for the softmax of attention",
  },
];

/**
 * Softmax or normalisation of rows, a block for `tile.rows` of them:
 *
 * * `row-one-pass`: the rows stay in the block from the statistics to the result, X is read once;
 * * `row-two-passes`: statistics as the columns come (online softmax, sums of x and x²), then X again for the result;
 * * `row-three-passes`: one statistic after the other (maximum, then sum; mean, then variance), then X a third time;
 * * `row-two-kernels`: a kernel that stores the statistics, then one that reads them and X again.
 *
 * Gain and shift are read by every block. Whether X comes from the L2 the second time is the replay's matter.
 * Sources: Triton's fused softmax (one pass); Milakov and Gimelshein, Online normalizer calculation for softmax, 2018.
 */
export interface RowPasses {
  readonly id: RowPassesId;
  readonly workload: StatisticsWorkload;
  readonly tile: RowTile;
  /** Where whole rows stay; `nothing` where only a step's tile does. */
  readonly keeps: "registers" | "shared memory" | "nothing";
  readonly block: BlockResources;
  readonly residency: Residency;
}

/** The ways in which rows pass a block; `RowPasses` says what each is. */
export type RowPassesId = "row-one-pass" | "row-two-passes" | "row-three-passes" | "row-two-kernels";

/** How often each of them reads X. */
const SWEEPS: Readonly<Record<RowPassesId, number>> = {
  "row-one-pass": 1,
  "row-two-passes": 2,
  "row-three-passes": 3,
  "row-two-kernels": 2,
};

/**
 * Plans a softmax or a normalisation on a GPU.
 *
 * @throws InputError naming `columns` where a whole row has to stay and does not fit, `schedule` where RMSNorm, which has one statistic,
 * is to take three passes; `tile`, `threads` or `ctas-per-sm`.
 */
export function rowPasses(id: RowPassesId, w: StatisticsWorkload, gpu: Gpu, options: RowKernelOptions = {}): RowPasses {
  if (!Object.hasOwn(SWEEPS, id)) throw new InputError("schedule", `one of ${Object.keys(SWEEPS).join(", ")}`, shown(id));
  if (id === "row-three-passes" && w.kind === "rmsnorm") {
    throw new InputError("schedule", "row-two-passes: RMSNorm has one statistic, which no other waits for", id);
  }
  const tile = options.tile === undefined ? usualTile(id, w) : checkedRowTile(options.tile);
  const text = formatRowTile(tile);
  const registersPerWord = Math.max(1, BYTES_OF[w.accumulator] / 4);
  if (id !== "row-one-pass") {
    const words = tile.rows * Math.min(tile.columns, w.columns);
    return { id, workload: w, tile, keeps: "nothing", ...blockInRegisters({ words, registersPerWord }, gpu, text, options) };
  }
  const words = tile.rows * w.columns;
  const whole = `${text} with ${tile.rows}x${w.columns} of X kept`;
  const places: readonly (readonly [RowPasses["keeps"], () => BlockOnSm])[] = [
    ["registers", () => blockInRegisters({ words, registersPerWord }, gpu, whole, options)],
    ["shared memory", () => blockInSharedMemory(words * BYTES_OF[w.dataType], gpu, whole, options)],
  ];
  for (const [keeps, make] of places) {
    try {
      return { id, workload: w, tile, keeps, ...make() };
    } catch (error) {
      if (!(error instanceof InputError && error.subject === "tile")) throw error;
    }
  }
  const most = Math.floor(gpu.sharedMemoryPerBlockBytes / BYTES_OF[w.dataType] / tile.rows);
  throw new InputError(
    "columns",
    `at most ${most} for ${tile.rows} row(s) that stay in one block of ${gpu.name}`,
    `${w.columns}`,
  );
}

/** Of two kernels, as many rows as have statistics for a line of 128 bytes. */
function usualTile(id: RowPassesId, w: StatisticsWorkload): RowTile {
  if (id !== "row-two-kernels") return usualRowTile(w.rows, w.columns);
  return { rows: Math.min(w.rows, 32), columns: Math.min(w.columns, 128) };
}

type RowArrays = Readonly<Record<string, TiledMatrices>>;

/** Names of the statistics of a row in memory, one word each in the accumulator's type. */
const STATISTICS: Readonly<Record<StatisticsWorkload["kind"], readonly string[]>> = {
  softmax: ["M", "L"],
  rmsnorm: ["V"],
  layernorm: ["S", "V"],
};

/** Its arrays, in the order of their tiles. */
export function rowPassesArrays({ id, workload: w, tile }: RowPasses): RowArrays {
  const columns = [w.columns, tile.columns] as const;
  const inputs = rowInputs(w).map(
    (array, at): TiledMatrices => ({
      name: array.name,
      rows: at > 0 ? [1, 1] : [w.rows, tile.rows],
      columns,
      wordBytes: BYTES_OF[w.dataType],
    }),
  );
  const stored = id === "row-two-kernels" ? STATISTICS[w.kind] : [];
  const statistic = (name: string): TiledMatrices => ({
    name,
    rows: [w.rows, tile.rows],
    columns: [1, 1],
    wordBytes: BYTES_OF[w.accumulator],
  });
  const y: TiledMatrices = { name: "Y", rows: [w.rows, tile.rows], columns, wordBytes: BYTES_OF[w.outputType] };
  return arraysByName([...inputs, ...stored.map(statistic), y]);
}

/** A softmax or normalisation as tiles for the replay. @throws InputError when there are more tiles or touches than a replay can walk. */
export function layOutRowPasses(schedule: RowPasses): TileSchedule {
  const { id, workload: w } = schedule;
  const arrays = rowPassesArrays(schedule);
  const grid = gridsByName(arrays);
  const [x, y] = [grid("X"), grid("Y")];
  const shared = rowInputs(w)
    .slice(1)
    .map(({ name }) => grid(name));
  const statistics = id === "row-two-kernels" ? STATISTICS[w.kind].map(grid) : [];
  const sweeps = SWEEPS[id];
  return layOutBlocks(
    arrays,
    undefined,
    (writer) => {
      const result = (row: number, again: boolean): void => {
        writer.phase(x.columns, 0);
        if (again) writer.read(tileAt(x, 0, row, 0), 1);
        for (const vector of shared) writer.read(tileAt(vector, 0, 0, 0), 1);
        writer.write(tileAt(y, 0, row, 0), 1).endBlock();
      };
      if (statistics.length > 0) {
        for (let row = 0; row < x.rows; row++) {
          writer.phase(x.columns, 0).read(tileAt(x, 0, row, 0), 1);
          writer.phase(1, 0);
          for (const statistic of statistics) writer.write(tileAt(statistic, 0, row, 0), 0);
          writer.endBlock();
        }
        for (let row = 0; row < x.rows; row++) {
          writer.phase(1, 0);
          for (const statistic of statistics) writer.read(tileAt(statistic, 0, row, 0), 0);
          result(row, true);
        }
        return;
      }
      for (let row = 0; row < x.rows; row++) {
        for (let sweep = 0; sweep < Math.max(1, sweeps - 1); sweep++) writer.phase(x.columns, 0).read(tileAt(x, 0, row, 0), 1);
        result(row, sweeps > 1);
      }
    },
    () => kernelAfterKernel(statistics.length > 0 ? [x.rows, x.rows] : [x.rows]),
  );
}

/** The parameters as a traffic document prints them. */
export function describeRowPasses(schedule: RowPasses): Readonly<Record<string, string | number>> {
  const { id, tile, keeps, block, residency } = schedule;
  return { id, tile: formatRowTile(tile), keepsRows: keeps, ...block, ...residency };
}
