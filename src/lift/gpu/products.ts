import { chainComputation } from "../../computation/chain.js";
import { ffnFrontComputation } from "../../computation/ffn.js";
import { type GemmWorkload, gemmComputation } from "../../computation/gemm.js";
import type { WordTypes } from "../../computation/word-types.js";
import { expand } from "../../pebble/expand.js";
import { type ChainBands, layOutChainBands } from "../../schedules/gpu/chain/bands.js";
import { type DualGemm, dualGemmArrays, layOutDualGemm } from "../../schedules/gpu/chain/dual-gemm.js";
import { type ChainSeparate, layOutChainSeparate } from "../../schedules/gpu/chain/separate.js";
import { chainArrays } from "../../schedules/gpu/chain/tiles.js";
import { stagesOf } from "../../schedules/gpu/chain/two-stages.js";
import { stepBytes } from "../../schedules/gpu/gemm/block.js";
import type { GemmTile } from "../../schedules/gpu/gemm/gemm-tile.js";
import { dealtTiles, layOutPersistentGemm, type PersistentGemm } from "../../schedules/gpu/gemm/persistent-gemm.js";
import { scaleBytesOfStep, scaleTiles } from "../../schedules/gpu/gemm/scale-tiles.js";
import { layOutTiledGemm, type ProductKernel, type TiledGemm } from "../../schedules/gpu/gemm/tiled-gemm.js";
import type { TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import { cutsOf, type LiftableKernel, type TileCut } from "../liftable-kernel.js";
import { MAXIMUM_LIFTED_VERTICES, type Orders, range, sumBytes } from "../lifted.js";

const BYTES = { weights: "bytes", maximumVertices: MAXIMUM_LIFTED_VERTICES } as const;

/** The moves of a tiled product, ready for the referee. @throws InputError when the product is too large to list. */
export function liftableTiledGemm(schedule: TiledGemm): LiftableKernel {
  const kernel = liftableProduct(schedule, layOutTiledGemm(schedule));
  const { workload: w, tile, cluster } = schedule;
  if (cluster === undefined) return kernel;
  const { rows, columns } = cluster;
  // The CTAs of a cluster hold their operands together, once.
  const together = { ...tile, bm: rows * tile.bm, bn: columns * tile.bn };
  const scales = scaleTiles(w, tile).reduce(
    (sum, one) => sum + (one.operand === "a" ? rows : columns) * one.rows[1] * one.columns[1] * one.wordBytes,
    0,
  );
  return { ...kernel, roomBytes: productRoom(w, together, 1) + scales, ctaRoomBytes: kernel.roomBytes };
}

/** The same work by CTAs that walk many tiles each. @throws InputError when the product is too large to list. */
export function liftablePersistentGemm(schedule: PersistentGemm): LiftableKernel {
  return { ...liftableProduct(schedule, layOutPersistentGemm(schedule), backwardSums(schedule)), walksTiles: true };
}

/** Words of C in the tiles that a sawtooth walks from the last step of k down, with that order. */
function backwardSums(schedule: PersistentGemm): Orders {
  if (schedule.kOrder === "forward") return new Map();
  const { workload: w, tile } = schedule;
  const [rows, columns] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn)];
  const backwards = dealtTiles(schedule).flatMap((list) => list.filter((segment) => segment.backwards === true));
  const order = [...range(0, w.k)].reverse();
  return new Map(
    backwards.flatMap(({ tile: at }) => {
      const [lead, row, column] = [leadsOf(w)[Math.floor(at / (rows * columns))], Math.floor(at / columns) % rows, at % columns];
      const lines = range(row * tile.bm, Math.min(w.m, (row + 1) * tile.bm));
      const across = range(column * tile.bn, Math.min(w.n, (column + 1) * tile.bn));
      return lines.flatMap((i) => across.map((j) => [`C[${lead}${i},${j}]`, order] as const));
    }),
  );
}

function liftableProduct(schedule: ProductKernel, layout: TileSchedule, orders: Orders = new Map()): LiftableKernel {
  const { workload: w, tile } = schedule;
  return {
    graph: expand(gemmComputation(w), { ...BYTES, orders }),
    layout,
    cuts: [...productCuts(schedule), ...scaleTiles(w, tile).map(({ rows, columns }) => ({ rows, columns, leads: leadsOf(w) }))],
    roomBytes: productRoom(w, tile, 1) + scaleBytesOfStep(w, tile),
  };
}

/** What names of words begin with in each element of a batch. */
function leadsOf({ batch }: GemmWorkload): readonly string[] {
  return batch > 1 ? Array.from({ length: batch }, (_, b) => `${b},`) : [""];
}

/** How A, B and C are cut into tiles. */
export function productCuts({ workload: w, tile }: ProductKernel): readonly [a: TileCut, b: TileCut, c: TileCut] {
  const leads = leadsOf(w);
  return [
    { rows: [w.m, tile.bm], columns: [w.k, tile.bk], leads },
    { rows: [w.k, tile.bk], columns: [w.n, tile.bn], leads },
    { rows: [w.m, tile.bm], columns: [w.n, tile.bn], leads },
  ];
}

/** The moves of a chain's kernel, ready for the referee. @throws InputError when the chain is too large to list. */
export function liftableChain(schedule: ChainSeparate | ChainBands): LiftableKernel {
  const { workload: w, tile } = schedule;
  return {
    graph: expand(chainComputation(w), BYTES),
    layout: schedule.id === "chain-bands" ? layOutChainBands(schedule) : layOutChainSeparate(schedule),
    cuts: cutsOf(chainArrays(stagesOf(w), tile)),
    roomBytes: productRoom(w, tile, 1),
  };
}

/** The first half of a gated block: its graph ends in H. @throws InputError when it is too large to list. */
export function liftableDualGemm(schedule: DualGemm): LiftableKernel {
  const { workload: w, tile } = schedule;
  return {
    graph: expand(ffnFrontComputation(w), BYTES),
    layout: layOutDualGemm(schedule),
    cuts: cutsOf(dualGemmArrays(schedule)),
    roomBytes: productRoom(w, tile, 2),
  };
}

/** Tiles of sums, finished in place, and one tile of A with as many of B, whose place other words may take: `beside` bytes of them. */
export function productRoom(types: WordTypes, { bm, bn, bk }: GemmTile, sumTiles: number, beside: number = 0): number {
  const operands = stepBytes({ bm, bn, bk }, sumTiles, types);
  return sumTiles * bm * bn * sumBytes(types) + Math.max(operands, beside);
}
