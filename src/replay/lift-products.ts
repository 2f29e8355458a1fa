import { chainComputation } from "../computation/chain.js";
import { BYTES_OF } from "../computation/data-types.js";
import { ffnFrontComputation } from "../computation/ffn.js";
import { gemmComputation } from "../computation/gemm.js";
import type { WordTypes } from "../computation/word-types.js";
import { expand } from "../pebble/expand.js";
import { splitProduct } from "../pebble/split-product.js";
import type { ChainBands } from "../schedules/chain-bands.js";
import { layOutChainBands } from "../schedules/chain-bands.js";
import type { ChainSeparate } from "../schedules/chain-separate.js";
import { layOutChainSeparate } from "../schedules/chain-separate.js";
import { chainArrays } from "../schedules/chain-tiles.js";
import type { DualGemm } from "../schedules/dual-gemm.js";
import { layOutDualGemm } from "../schedules/dual-gemm.js";
import type { GemmTile } from "../schedules/gemm-tile.js";
import type { PersistentGemm } from "../schedules/persistent-gemm.js";
import { layOutPersistentGemm } from "../schedules/persistent-gemm.js";
import type { SplitK } from "../schedules/split-k.js";
import { layOutSplitK } from "../schedules/split-k.js";
import type { SplitReduction } from "../schedules/split-sums.js";
import type { StationaryGemm } from "../schedules/stationary-gemm.js";
import { layOutStationaryGemm } from "../schedules/stationary-gemm.js";
import type { TileSchedule } from "../schedules/tile-schedule.js";
import type { ProductKernel, TiledGemm } from "../schedules/tiled-gemm.js";
import { layOutTiledGemm } from "../schedules/tiled-gemm.js";
import { stagesOf } from "../schedules/two-stages.js";
import type { LiftableKernel, TileCut } from "./liftable-kernel.js";
import { cutsOf } from "./liftable-kernel.js";
import { MAXIMUM_LIFTED_VERTICES } from "./lifted.js";

const BYTES = { weights: "bytes", maximumVertices: MAXIMUM_LIFTED_VERTICES } as const;

/** The moves of a tiled product, ready for the referee. @throws InputError when the product is too large to list. */
export function liftableTiledGemm(schedule: TiledGemm): LiftableKernel {
  return liftableProduct(schedule, layOutTiledGemm(schedule));
}

/** The same work by CTAs that walk many tiles each. @throws InputError when the product is too large to list. */
export function liftablePersistentGemm(schedule: PersistentGemm): LiftableKernel {
  return { ...liftableProduct(schedule, layOutPersistentGemm(schedule)), walksTiles: true };
}

/** The moves of a product with k in slices; adds in the L2 have none. @throws InputError when it is too large to list. */
export function liftableSplitK(schedule: SplitK): LiftableKernel {
  return liftableSlices(schedule, layOutSplitK(schedule));
}

/** The moves of a kernel that keeps a tile of B or of A. @throws InputError when the product is too large to list. */
export function liftableStationaryGemm(schedule: StationaryGemm): LiftableKernel {
  const kernel = liftableSlices(schedule, layOutStationaryGemm(schedule));
  return { ...kernel, roomBytes: kernel.roomBytes + schedule.heldBytes };
}

function liftableProduct(kernel: ProductKernel, layout: TileSchedule): LiftableKernel {
  const { workload: w, tile } = kernel;
  return { graph: expand(gemmComputation(w), BYTES), layout, cuts: productCuts(kernel), roomBytes: productRoom(w, tile, 1) };
}

type ProductCuts = readonly [a: TileCut, b: TileCut, c: TileCut];

function productCuts({ workload: w, tile }: ProductKernel): ProductCuts {
  const leads = w.batch > 1 ? Array.from({ length: w.batch }, (_, b) => `${b},`) : [""];
  return [
    { rows: [w.m, tile.bm], columns: [w.k, tile.bk], leads },
    { rows: [w.k, tile.bk], columns: [w.n, tile.bn], leads },
    { rows: [w.m, tile.bm], columns: [w.n, tile.bn], leads },
  ];
}

/** A product whose slices of k meet in memory. */
function liftableSlices(
  kernel: ProductKernel & { readonly splits: number; readonly reduction: SplitReduction },
  layout: TileSchedule,
): LiftableKernel {
  const { workload: w, tile, splits, reduction } = kernel;
  const perSlice = Math.ceil(Math.ceil(w.k / tile.bk) / splits) * tile.bk;
  const cuts = productCuts(kernel);
  const roomBytes = productRoom(w, tile, 1);
  if (reduction === "parallel") {
    const c = cuts[2];
    const leads = Array.from({ length: splits }, (_, s) => (c.leads ?? [""]).map((lead) => `${s},${lead}`)).flat();
    const graph = splitProduct(w, perSlice, "in a workspace", MAXIMUM_LIFTED_VERTICES);
    const partials = splits * tile.bm * tile.bn * BYTES_OF[w.accumulator];
    return { layout, graph, cuts: [...cuts, { ...c, leads }], roomBytes: roomBytes + partials };
  }
  if (splits === 1) return liftableProduct(kernel, layout);
  const graph = splitProduct(w, perSlice, "in C", MAXIMUM_LIFTED_VERTICES);
  // The sums so far, as stored, beside a slice's own.
  const stored = tile.bm * tile.bn * BYTES_OF[w.outputType];
  return { layout, graph, cuts, rewritten: new Set(["C"]), roomBytes: roomBytes + stored };
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
  const weights = { rows: [w.model, tile.bk], columns: [w.hidden, tile.bn] } as const;
  return {
    graph: expand(ffnFrontComputation(w), BYTES),
    layout: layOutDualGemm(schedule),
    cuts: [
      { rows: [w.tokens, tile.bm], columns: [w.model, tile.bk] },
      weights,
      weights,
      { rows: [w.tokens, tile.bm], columns: [w.hidden, tile.bn] },
    ],
    roomBytes: productRoom(w, tile, 2),
  };
}

/** Tiles of sums, finished in place, and one tile of A with as many of B. */
function productRoom(types: WordTypes, { bm, bn, bk }: GemmTile, sumTiles: number): number {
  const operand = BYTES_OF[types.dataType];
  const sum = Math.max(BYTES_OF[types.accumulator], BYTES_OF[types.outputType], operand);
  return sumTiles * bm * bn * sum + (bm + sumTiles * bn) * bk * operand;
}
