import { BYTES_OF } from "../../computation/data-types.js";
import { type ElementwiseWorkload, type RotaryWorkload, rowInputs, rowWords } from "../../computation/row-workloads.js";
import { InputError } from "../../errors.js";
import type { Gpu } from "../../machines/machine.js";
import type { RowKernelOptions, RowTile } from "../gpu/rows/tile.js";
import { blockInRegisters, checkedRowTile, formatRowTile, usualRowTile } from "../gpu/rows/tile.js";
import type { ScheduleEntry } from "../schedule-entry.js";
import type { Residency } from "../tiles/residency.js";
import { arraysByName, gridsByName, kernelAfterKernel, layOutBlocks, type TiledMatrices, tileAt } from "../tiles/tile-arrays.js";
import type { BlockResources, TileSchedule } from "../tiles/tile-schedule.js";

export const WORD_BY_WORD_ENTRIES: readonly ScheduleEntry[] = [
  {
    id: "elementwise-fused",
    workload: "elementwise: all operands of a tile, then the result",
    machine: "GPU",
    parameters: "--tile ROWSxCOLUMNS, --threads, --ctas-per-sm",
    source: "any fusing compiler",
  },
  {
    id: "elementwise-separate",
    workload: "elementwise: a kernel an operand, the first a function of X1 alone, results between them in memory",
    machine: "GPU",
    parameters: "--tile ROWSxCOLUMNS, --threads, --ctas-per-sm",
    source: "a framework in eager mode: silu, then the product with the gate",
  },
  {
    id: "rotary-rows",
    workload: "rotary: cosines and sines of some rows once for all their heads",
    machine: "GPU",
    parameters: "--tile ROWSxCOLUMNS (whole heads), --threads, --ctas-per-sm",
    source: "the kernel's least reads",
  },
  {
    id: "rotary-heads",
    workload: "rotary: a block a head, each with the tables anew",
    machine: "GPU",
    parameters: "--tile ROWSxCOLUMNS (whole heads), --threads, --ctas-per-sm",
    source: "Triton kernels of grid (rows, heads)",
  },
];

/**
 * Kernels without statistics, a block a tile:
 *
 * * `elementwise-fused`: all operands of a tile, then the result: one pass;
 * * `elementwise-separate`: a kernel an operand, the first a function of X1 alone; results between them go through memory;
 * * `rotary-rows`: the tables of some rows once for all their heads;
 * * `rotary-heads`: a block a head, each with the tables anew.
 */
export interface WordByWord {
  readonly id: WordByWordId;
  readonly workload: ElementwiseWorkload | RotaryWorkload;
  readonly tile: RowTile;
  readonly block: BlockResources;
  readonly residency: Residency;
}

/** Kernels without statistics; `WordByWord` says what each is. */
export type WordByWordId = "elementwise-fused" | "elementwise-separate" | "rotary-rows" | "rotary-heads";

/**
 * Plans an elementwise kernel or a rotary embedding on a GPU.
 *
 * @throws InputError naming `inputs` where one operand is to be split into kernels; `tile` where it cuts a head in two, or does not fit.
 */
export function wordByWord(
  id: WordByWordId,
  w: ElementwiseWorkload | RotaryWorkload,
  gpu: Gpu,
  options: RowKernelOptions = {},
): WordByWord {
  if (w.kind === "elementwise" && w.inputs < (id === "elementwise-separate" ? 2 : 1)) {
    const what = w.inputs === 0 ? "1: no replay is of stores alone" : "2 for a kernel an operand";
    throw new InputError("inputs", `at least ${what}`, String(w.inputs));
  }
  const tile = options.tile === undefined ? usual(w, id) : checkedRowTile(options.tile);
  if (w.kind === "rotary" && tile.columns % w.dim !== 0) {
    throw new InputError("tile", `columns that are whole heads of ${w.dim}`, formatRowTile(tile));
  }
  const words = 2 * tile.rows * Math.min(tile.columns, rowWords(w));
  const registersPerWord = Math.max(1, BYTES_OF[w.accumulator] / 4);
  return { id, workload: w, tile, ...blockInRegisters({ words, registersPerWord }, gpu, formatRowTile(tile), options) };
}

function usual(w: ElementwiseWorkload | RotaryWorkload, id: WordByWordId): RowTile {
  if (w.kind === "elementwise") return usualRowTile(w.rows, w.columns);
  // Heads one after another would make a block's chain of loads long, and blocks few.
  const steps = id === "rotary-heads" ? w.heads : Math.ceil(rowWords(w) / usualRowTile(1, rowWords(w)).columns);
  const columns = Math.ceil(w.heads / steps) * w.dim;
  return { rows: usualRowTile(w.rows, columns).rows, columns };
}

/** Its arrays by name, in the order of their tiles. */
export function wordByWordArrays({ id, workload: w, tile }: WordByWord): Readonly<Record<string, TiledMatrices>> {
  const columns = rowWords(w);
  const rows = [w.rows, tile.rows] as const;
  const inputs = rowInputs(w).map(
    (array): TiledMatrices => ({
      name: array.name,
      rows,
      columns: [array.columns, array.columns === columns ? tile.columns : array.columns],
      wordBytes: BYTES_OF[w.dataType],
    }),
  );
  const result = (name: string): TiledMatrices => ({
    name,
    rows,
    columns: [columns, tile.columns],
    wordBytes: BYTES_OF[w.outputType],
  });
  const between = id === "elementwise-separate" ? inputs.slice(1).map((_, i) => result(`T${i + 1}`)) : [];
  return arraysByName([...inputs, ...between, result("Y")]);
}

/** The schedule as tiles for the replay. @throws InputError when there are more tiles or touches than a replay can walk. */
export function layOutWordByWord(schedule: WordByWord): TileSchedule {
  const { id, workload: w } = schedule;
  const arrays = wordByWordArrays(schedule);
  const grid = gridsByName(arrays);
  const y = grid("Y");
  const tiles = y.rows * y.columns;
  if (w.kind === "rotary") {
    return layOutBlocks(arrays, undefined, (writer) => {
      const [columns, steps] = id === "rotary-heads" ? [y.columns, 1] : [1, y.columns];
      for (let row = 0; row < y.rows; row++) {
        for (let column = 0; column < columns; column++) {
          writer.phase(1, 0);
          for (const table of ["cos", "sin"]) writer.read(tileAt(grid(table), 0, row, 0), 0);
          writer.phase(steps, 0).read(tileAt(grid("X"), 0, row, column), 1);
          writer.write(tileAt(y, 0, row, column), 1).endBlock();
        }
      }
    });
  }
  const names = rowInputs(w).map(({ name }) => name);
  const kernels: readonly (readonly [reads: readonly string[], writes: string])[] =
    id === "elementwise-fused"
      ? [[names, "Y"]]
      : names.map((name, i) => [i === 0 ? [name] : [`T${i}`, name], i === names.length - 1 ? "Y" : `T${i + 1}`]);
  return layOutBlocks(
    arrays,
    undefined,
    (writer) => {
      for (const [reads, writes] of kernels) {
        for (let tile = 0; tile < tiles; tile++) {
          writer.phase(1, 0);
          for (const name of reads) writer.read(grid(name).first + tile, 0);
          writer.write(grid(writes).first + tile, 0).endBlock();
        }
      }
    },
    () => kernelAfterKernel(kernels.map(() => tiles)),
  );
}

/** The parameters as a traffic document prints them. */
export function describeWordByWord({ id, tile, block, residency }: WordByWord): Readonly<Record<string, string | number>> {
  return { id, tile: formatRowTile(tile), ...block, ...residency };
}
