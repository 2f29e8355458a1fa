import { BYTES_OF } from "../../../computation/data-types.js";
import type { NormGemmWorkload } from "../../../computation/norm-gemm.js";
import { InputError, shown } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { formatLaunchOrder, launchOrder, settledOrder } from "../../tiles/launch-order.js";
import { residency } from "../../tiles/residency.js";
import type { TiledMatrices } from "../../tiles/tile-arrays.js";
import { arraysByName, gridsByName, kernelAfterKernel, layOutBlocks, tileAt } from "../../tiles/tile-arrays.js";
import type { BlockResources, TileSchedule } from "../../tiles/tile-schedule.js";
import { firstTileThatFits, productBlock } from "./block.js";
import type { GemmTile } from "./gemm-tile.js";
import { formatTile, USUAL_TILES } from "./gemm-tile.js";
import type { TiledKernel, TiledKernelOptions } from "./tiled-kernel.js";

export const NORM_PRODUCT_ENTRIES: readonly ScheduleEntry[] = [
  {
    id: "norm-gemm-fused",
    workload: "norm-gemm: squares summed in the loop of the product, sums scaled after it; A and the gain once a tile of C",
    machine: "GPU",
    parameters: "--tile BMxBNxBK (BN whole heads), --order, --stages, --threads, --ctas-per-sm",
    source: "ELS-RD kernl, Llama: RMSNorm + product + rotary",
  },
  {
    id: "norm-gemm-statistics",
    workload: "norm-gemm: a kernel for the sums of squares, then a product that scales its sums by them",
    machine: "GPU",
    parameters: "--tile BMxBNxBK (BN whole heads), --order, --stages, --threads, --ctas-per-sm",
    source: "the row scale as an epilogue of a product",
  },
  {
    id: "norm-gemm-prologue",
    workload: "norm-gemm: each tile of C reads its rows of A for the statistic, then again for the product",
    machine: "GPU",
    parameters: "--tile BMxBNxBK (BN whole heads), --order, --stages, --threads, --ctas-per-sm",
    source: "normalisation recomputed by every tile",
  },
  {
    id: "norm-gemm-separate",
    workload: "norm-gemm: a kernel that stores the normalised rows, a product, and one for the rotary embedding",
    machine: "GPU",
    parameters: "--tile BMxBNxBK, --order, --stages, --threads, --ctas-per-sm",
    source: "a framework in eager mode",
  },
  {
    id: "norm-gemm-strip",
    workload: "norm-gemm: BM normalised rows stay in shared memory while all of B passes; A once",
    machine: "GPU",
    parameters: "--tile BMxBNxBK (BN whole heads), --stages, --threads, --ctas-per-sm",
    source: "chain-fused-smem with a normalisation in place of the first product",
  },
];

/** Tile, launch order, and the block's resources. */
export type NormProductOptions = TiledKernelOptions;

/**
 * C = (RMSNorm(A) ⊙ gain) · B by the place of the statistic, a CTA a tile of C but for the strip:
 *
 * * `norm-gemm-separate`: a kernel that stores the normalised rows N, a product N·B; a third kernel for the rotary embedding;
 * * `norm-gemm-statistics`: a kernel that stores a sum of squares a row, then a product that reads A and the gain and scales its sums;
 * * `norm-gemm-prologue`: each tile reads its rows of A for the statistic, then again for the product;
 * * `norm-gemm-fused`: squares are summed in the loop of the product, whose sums are scaled after it: A once a tile, as the gain;
 * * `norm-gemm-strip`: a CTA keeps BM normalised rows in shared memory and walks all of B: A once.
 *
 * The rotary embedding, where there is one, is the epilogue of a tile: heads are whole within BN.
 * Source of the fused kernel: kernl's Llama kernels (ELS-RD), RMSNorm + product + rotary.
 */
export interface NormProduct extends TiledKernel<NormProductId, NormGemmWorkload> {
  /** `norm-gemm-separate`: rows of A that a block of the first kernel takes, and how often it reads them. */
  readonly normRows: number;
  readonly normSweeps: 1 | 2;
}

/** Places of the statistic; `NormProduct` says what each is. */
export type NormProductId = (typeof NORM_PRODUCT_IDS)[number];

export const NORM_PRODUCT_IDS = [
  "norm-gemm-separate",
  "norm-gemm-statistics",
  "norm-gemm-prologue",
  "norm-gemm-fused",
  "norm-gemm-strip",
] as const;

/** Narrow strips of long rows, and tiles that are whole heads of 256. */
const STRIPS: readonly GemmTile[] = [64, 32, 16].flatMap((bm) => [128, 64].map((bn) => ({ bm, bn, bk: 64 })));
const WIDE: readonly GemmTile[] = [
  { bm: 64, bn: 256, bk: 64 },
  { bm: 64, bn: 256, bk: 32 },
];

/** Tiles that are whole heads where no usual one is: heads of 96 do not divide 128 or 256. */
function wholeHeads(tiles: readonly GemmTile[], headDim: number): readonly GemmTile[] {
  if (headDim === 0) return [];
  return tiles.map((tile) => ({ ...tile, bn: headDim * Math.max(1, Math.floor(tile.bn / headDim)) }));
}

/**
 * Plans a normalised product on a GPU.
 *
 * @throws InputError naming `tile` when it cuts a head in two, or its kernel (with the strip, BM whole rows of A) does not fit; `stages`,
 * `threads` or `ctas-per-sm`.
 */
export function normProduct(id: NormProductId, w: NormGemmWorkload, gpu: Gpu, options: NormProductOptions = {}): NormProduct {
  if (!NORM_PRODUCT_IDS.includes(id)) throw new InputError("schedule", `one of ${NORM_PRODUCT_IDS.join(", ")}`, shown(id));
  const usual = [...USUAL_TILES, ...WIDE, ...(id === "norm-gemm-strip" ? STRIPS : [])];
  return firstTileThatFits(options.tile === undefined ? [...usual, ...wholeHeads(usual, w.headDim)] : [options.tile], (tile) => {
    if (w.headDim > 0 && tile.bn % w.headDim !== 0 && tile.bn < w.n) {
      throw new InputError("tile", `BN that is whole heads of ${w.headDim}`, formatTile(tile));
    }
    const product = productBlock(tile, 1, w, gpu, options);
    const word = BYTES_OF[w.dataType];
    const { stages } = product;
    const sharedMemoryBytes =
      id === "norm-gemm-separate"
        ? product.block.sharedMemoryBytes
        : id === "norm-gemm-strip"
          ? word * (tile.bm * w.k + stages * tile.bk * tile.bn)
          : product.block.sharedMemoryBytes + stages * tile.bk * word;
    const block: BlockResources = { ...product.block, sharedMemoryBytes };
    const text = id === "norm-gemm-strip" ? `${formatTile(tile)} with ${tile.bm}x${w.k} of A kept` : formatTile(tile);
    return {
      id,
      workload: w,
      tile,
      order: settledOrder(options.order ?? { kind: "row" }, tile, gpu.sms),
      stages,
      ...normRowsOf(w, tile, gpu),
      block,
      residency: residency(block, gpu, text, options.ctasPerSm),
    };
  });
}

const MOST_NORM_ROWS = 16;

/** Rows that stay in a block while they are normalised, a part of the product's BM; one row that is too long is read twice. */
function normRowsOf(w: NormGemmWorkload, { bm }: GemmTile, gpu: Gpu): Pick<NormProduct, "normRows" | "normSweeps"> {
  const rows = Math.floor(gpu.sharedMemoryPerBlockBytes / (w.k * BYTES_OF[w.dataType]));
  let part = Math.min(bm, MOST_NORM_ROWS);
  while (part > 1 && (part > rows || bm % part !== 0)) part--;
  return { normRows: part, normSweeps: rows < 1 ? 2 : 1 };
}

/** Its arrays by name, in the order of their tiles. */
export function normProductArrays(schedule: NormProduct): Readonly<Record<string, TiledMatrices>> {
  const { id, workload: w, tile } = schedule;
  const [operand, sum] = [BYTES_OF[w.dataType], BYTES_OF[w.accumulator]];
  const cut = (
    name: string,
    rows: readonly [number, number],
    columns: readonly [number, number],
    wordBytes = operand,
  ): TiledMatrices => ({ name, rows, columns, wordBytes });
  const [m, n, k] = [[w.m, tile.bm] as const, [w.n, tile.bn] as const, [w.k, tile.bk] as const];
  const separate = id === "norm-gemm-separate";
  const parts = [w.m, schedule.normRows] as const;
  const half = w.headDim / 2;
  const result = BYTES_OF[w.outputType];
  const tables = half === 0 ? [] : ["cos", "sin"].map((name) => cut(name, m, [half, half]));
  return arraysByName([
    cut("A", separate ? parts : m, k),
    cut("gain", [1, 1], k),
    cut("B", k, n),
    ...tables,
    ...(separate ? [cut("N", parts, k)] : []),
    ...(separate && half > 0 ? [cut("P", m, n, result)] : []),
    ...(id === "norm-gemm-statistics" ? [cut("V", m, [1, 1], sum)] : []),
    cut("C", m, n, result),
  ]);
}

/** The schedule as tiles for the replay. @throws InputError when there are more tiles or touches than a replay can walk. */
export function layOutNormProduct(schedule: NormProduct): TileSchedule {
  const { id, workload: w, tile, order, stages, normRows, normSweeps } = schedule;
  const arrays = normProductArrays(schedule);
  const grid = gridsByName(arrays);
  const [a, b, c, gain] = [grid("A"), grid("B"), grid("C"), grid("gain")];
  const rotary = w.headDim > 0;
  const steps = b.rows;
  const operations = 2 * tile.bm * tile.bn * tile.bk;
  const tiles = c.rows * c.columns;
  // Separate: rows of N for a tile's BM rows of the product.
  const partsPerTile = tile.bm / normRows;
  const partsOf = (row: number): readonly number[] =>
    Array.from({ length: Math.min(partsPerTile, a.rows - row * partsPerTile) }, (_, at) => row * partsPerTile + at);
  const kernels = {
    "norm-gemm-separate": [a.rows, tiles, ...(rotary ? [tiles] : [])],
    "norm-gemm-statistics": [a.rows, tiles],
    "norm-gemm-prologue": [tiles],
    "norm-gemm-fused": [tiles],
    "norm-gemm-strip": [c.rows],
  }[id];
  return layOutBlocks(
    arrays,
    { kind: "product", operandType: w.dataType, stages },
    (writer) => {
      const epilogue = (row: number, column: number): void => {
        if (rotary && id !== "norm-gemm-strip") {
          writer.phase(1, 0);
          for (const name of ["cos", "sin"]) writer.read(tileAt(grid(name), 0, row, 0), 0);
        }
        writer.phase(1, 0).write(tileAt(c, 0, row, column), 0);
      };
      const ofTiles = (visit: (row: number, column: number) => void): void => {
        for (const t of launchOrder(order, c.rows, c.columns)) {
          visit(Math.floor(t / c.columns), t % c.columns);
          writer.endBlock();
        }
      };
      switch (id) {
        case "norm-gemm-separate": {
          const normal = grid("N");
          for (let row = 0; row < a.rows; row++) {
            writer.phase(steps, 0).read(tileAt(a, 0, row, 0), 1);
            writer.phase(steps, 0);
            if (normSweeps === 2) writer.read(tileAt(a, 0, row, 0), 1);
            writer
              .read(tileAt(gain, 0, 0, 0), 1)
              .write(tileAt(normal, 0, row, 0), 1)
              .endBlock();
          }
          const product = rotary ? grid("P") : c;
          ofTiles((row, column) => {
            writer.phase(steps, operations);
            for (const part of partsOf(row)) writer.read(tileAt(normal, 0, part, 0), 1);
            writer.read(tileAt(b, 0, 0, column), b.columns);
            writer.phase(1, 0).write(tileAt(product, 0, row, column), 0);
          });
          if (!rotary) return;
          ofTiles((row, column) => {
            writer.phase(1, 0).read(tileAt(product, 0, row, column), 0);
            for (const name of ["cos", "sin"]) writer.read(tileAt(grid(name), 0, row, 0), 0);
            writer.write(tileAt(c, 0, row, column), 0);
          });
          return;
        }
        case "norm-gemm-strip":
          for (let row = 0; row < c.rows; row++) {
            writer.phase(steps, 0).read(tileAt(a, 0, row, 0), 1);
            writer.phase(steps, 0).read(tileAt(gain, 0, 0, 0), 1);
            if (rotary) for (const name of ["cos", "sin"]) writer.phase(1, 0).read(tileAt(grid(name), 0, row, 0), 0);
            for (let column = 0; column < c.columns; column++) {
              writer.phase(steps, operations).read(tileAt(b, 0, 0, column), b.columns);
              epilogue(row, column);
            }
            writer.endBlock();
          }
          return;
        case "norm-gemm-statistics":
          for (let row = 0; row < a.rows; row++) {
            writer.phase(steps, 0).read(tileAt(a, 0, row, 0), 1);
            writer
              .phase(1, 0)
              .write(tileAt(grid("V"), 0, row, 0), 0)
              .endBlock();
          }
          break;
        default:
      }
      ofTiles((row, column) => {
        if (id === "norm-gemm-prologue") writer.phase(steps, 0).read(tileAt(a, 0, row, 0), 1);
        writer.phase(steps, operations).read(tileAt(a, 0, row, 0), 1);
        writer.read(tileAt(gain, 0, 0, 0), 1).read(tileAt(b, 0, 0, column), b.columns);
        if (id === "norm-gemm-statistics") writer.phase(1, 0).read(tileAt(grid("V"), 0, row, 0), 0);
        epilogue(row, column);
      });
    },
    () => kernelAfterKernel(kernels),
  );
}

/** The parameters as a traffic document prints them. */
export function describeNormProduct(schedule: NormProduct): Readonly<Record<string, string | number>> {
  const { id, tile, order, stages, normRows, normSweeps, block, residency } = schedule;
  return {
    id,
    tile: formatTile(tile),
    ...(id === "norm-gemm-strip" ? {} : { order: formatLaunchOrder(order) }),
    ...(id === "norm-gemm-separate" ? { normRows, normReadsOfA: normSweeps } : {}),
    stages,
    ...block,
    ...residency,
  };
}
