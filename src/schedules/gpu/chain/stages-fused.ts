import type { ChainWorkload } from "../../../computation/chain.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import type { FfnWorkload } from "../../../computation/ffn.js";
import { productTypeOf, rightTypeOf } from "../../../computation/operand-types.js";
import { checkInteger } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { residency } from "../../tiles/residency.js";
import { layOutBlocks, tileAt, tileGrids } from "../../tiles/tile-arrays.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import type { FittedKernel, KernelOptions } from "../gemm/block.js";
import { blockOfSums, firstTileThatFits, sumRegisters, usualThreads } from "../gemm/block.js";
import { formatTile, type GemmTile } from "../gemm/gemm-tile.js";
import { type StageArrays, stageArrays, stagesOf, type TwoStages } from "./two-stages.js";

export const CHAIN_STAGES_FUSED_ENTRIES: readonly ScheduleEntry[] = [
  {
    id: "chain-fused-smem",
    workload:
      "chain: a CTA makes BM whole rows of H, BN columns at a time, keeps them in shared memory and multiplies them with D",
    machine: "GPU",
    parameters: "--tile BMxBNxBK, --stages, --threads, --ctas-per-sm",
    source: "CUTLASS example 13, back-to-back GEMM through shared memory",
  },
  {
    id: "chain-fused-registers",
    workload: "chain: the same with the rows of H in registers, one tile as wide as H, so that A is read once; for narrow H",
    machine: "GPU",
    parameters: "--tile BMxBNxBK (BN of E), --stages, --threads, --ctas-per-sm",
    source: "CUTLASS example 13, back-to-back GEMM in registers",
  },
  {
    id: "ffn-fused",
    workload:
      "ffn: a CTA keeps BM whole rows of H in shared memory; gated, in the two-level memory model, rows of X and Y stay; H never leaves",
    machine: "GPU, two-level",
    parameters: "--tile BMxBNxBK, --stages, --threads, --ctas-per-sm; with --fast-words rows, searched",
    source: "chain-fused-smem, with both products of a gated block at once; proofs/chain-fused.md",
  },
];

/** Tile and resources of the block, and what else the schedule leaves open. */
export type StagesFusedOptions = KernelOptions;

/** Where the BM rows of H stay that a CTA makes and uses. */
export type PlaceOfH = "registers" | "shared memory";

/**
 * Back-to-back fusion: a CTA computes BM whole rows of H, keeps them, and multiplies them with D; H never leaves the SM.
 *
 * In registers H is one tile as wide as H itself, so that A is read once; E is computed BN columns at a time. In shared memory
 * both H and E are computed BN columns at a time, and A is read again for each BN columns of H.
 */
export interface StagesFused extends FittedKernel {
  readonly id: "chain-fused-registers" | "chain-fused-smem" | "ffn-fused";
  readonly workload: ChainWorkload | FfnWorkload;
  readonly shape: TwoStages;
  readonly place: PlaceOfH;
}

const USUAL: readonly GemmTile[] = [128, 64, 32, 16].flatMap((bm) =>
  [128, 64].flatMap((bn) => [64, 32, 16].map((bk) => ({ bm, bn, bk }))),
);

/**
 * Plans two products fused in one kernel, on a GPU.
 *
 * @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm` when the rows of H do not fit with the rest.
 */
export function stagesFused(
  id: StagesFused["id"],
  place: PlaceOfH,
  workload: ChainWorkload | FfnWorkload,
  gpu: Gpu,
  options: StagesFusedOptions = {},
): StagesFused {
  const shape = stagesOf(workload);
  return { id, workload, shape, place, ...stagesFit(place, shape, gpu, options) };
}

/** Tile and room of a block that keeps BM rows of H. @throws InputError as `stagesFused`. */
export function stagesFit(
  place: PlaceOfH,
  shape: TwoStages,
  gpu: Gpu,
  options: StagesFusedOptions,
  beside: (tile: GemmTile, stages: number) => number = () => 0,
): FittedKernel {
  return firstTileThatFits(options.tile === undefined ? USUAL : [options.tile], (tile) => {
    for (const side of ["bm", "bn", "bk"] as const) checkInteger(`tile ${side.toUpperCase()}`, tile[side], 1, 65536);
    const stages = checkInteger("stages", options.stages ?? 3, 1, 64);
    const [registers, bytes] = roomOf(place, shape, tile, stages);
    const block = blockOfSums(registers, options.threads ?? usualThreads(registers), gpu, bytes + beside(tile, stages));
    const what = `${formatTile(tile)} with ${tile.bm}x${shape.l} of ${shape.names.h} kept`;
    return { tile, stages, block, residency: residency(block, gpu, what, options.ctasPerSm) };
  });
}

/** Registers of sums, and bytes of shared memory. */
function roomOf(
  place: PlaceOfH,
  shape: TwoStages,
  { bm, bn, bk }: GemmTile,
  stages: number,
): readonly [registers: number, bytes: number] {
  const { l } = shape;
  const [word, right, fronts] = [BYTES_OF[shape.dataType], BYTES_OF[rightTypeOf(shape)], shape.names.b.length];
  if (place === "shared memory") {
    return [sumRegisters(fronts * bm * bn, shape), word * bm * l + stages * bk * (bm * word + fronts * bn * right)];
  }
  // The sums of H; or H as operands beside the sums of E.
  const registers = bm * Math.max(sumRegisters(fronts * l, shape), (l * word) / 4 + sumRegisters(bn, shape));
  return [registers, stages * bk * Math.max(bm * word + fronts * l * right, bn * right)];
}

/** Its arrays; H is none of them. */
export function stagesFusedArrays({ shape, tile: { bm, bn, bk }, place }: StagesFused): StageArrays {
  const width = place === "registers" ? shape.l : bn;
  return stageArrays(shape, { a: [bm, bk], b: [bk, width], d: [bk, bn], e: [bm, bn] });
}

/** The schedule as tiles for the replay. @throws InputError when there are more tiles or touches than a replay can walk. */
export function layOutStagesFused(schedule: StagesFused): TileSchedule {
  const { shape, tile, stages } = schedule;
  const arrays = stagesFusedArrays(schedule);
  const { a, b, b2, d, e } = tileGrids(arrays).grids;
  const width = arrays.b.columns[1];
  const fronts = b2 === undefined ? [b] : [b, b2];
  return layOutBlocks(arrays, { kind: "product", operandType: productTypeOf(shape), stages }, (writer) => {
    for (let row = 0; row < e.rows; row++) {
      for (let column = 0; column < b.columns; column++) {
        writer.phase(a.columns, fronts.length * 2 * tile.bm * width * tile.bk).read(tileAt(a, 0, row, 0), 1);
        for (const grid of fronts) writer.read(tileAt(grid, 0, 0, column), grid.columns);
      }
      for (let column = 0; column < e.columns; column++) {
        writer.phase(d.rows, 2 * tile.bm * tile.bn * tile.bk).read(tileAt(d, 0, 0, column), d.columns);
        writer.phase(1, 0).write(tileAt(e, 0, row, column), 0);
      }
      writer.endBlock();
    }
  });
}

/** The parameters as a traffic document prints them. */
export function describeStagesFused(schedule: StagesFused): Readonly<Record<string, string | number>> {
  const { id, tile, place, stages, block, residency: resident } = schedule;
  return { id, tile: formatTile(tile), keepsH: place, stages, ...block, ...resident };
}
