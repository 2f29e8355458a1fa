import { convOutputs } from "../../computation/conv.js";
import { BYTES_OF } from "../../computation/data-types.js";
import type { GemmWorkload } from "../../computation/gemm.js";
import { InputError } from "../../errors.js";
import type { Cdag } from "../../pebble/cdag.js";
import { convolutionByTaps, type ProductWord, type SliceWriter, slicedProduct } from "../../pebble/product-kernels.js";
import { type ImplicitGemm, implicitGemmGroups, layOutImplicitGemm } from "../../schedules/gpu/gemm/implicit-gemm.js";
import { layOutSplitK, type SplitK, type SplitReduction } from "../../schedules/gpu/gemm/split-k.js";
import { layOutStationaryGemm, type StationaryGemm } from "../../schedules/gpu/gemm/stationary-gemm.js";
import { layOutStreamK, type StreamK, streamSegments } from "../../schedules/gpu/gemm/stream-k.js";
import type { ProductKernel } from "../../schedules/gpu/gemm/tiled-gemm.js";
import type { TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import type { AddOrder, LiftableKernel, ListedTiles } from "../liftable-kernel.js";
import { MAXIMUM_LIFTED_VERTICES, range, runs } from "../lifted.js";
import { productCuts, productRoom } from "./products.js";

/**
 * The moves of a product in slices of k, ready for the referee: slices that go on from what C has, that meet in a workspace, or
 * that are added to C in the L2.
 *
 * @throws InputError when the product is too large to list, or has block scales.
 */
export function liftableSplitK(schedule: SplitK): LiftableKernel {
  return liftableSlices(schedule, layOutSplitK(schedule));
}

/** The moves of a kernel that keeps a tile of B or of A. @throws InputError when the product is too large to list. */
export function liftableStationaryGemm(schedule: StationaryGemm): LiftableKernel {
  const kernel = liftableSlices(schedule, layOutStationaryGemm(schedule));
  return { ...kernel, roomBytes: kernel.roomBytes + schedule.heldBytes };
}

function liftableSlices(
  schedule: ProductKernel & { readonly splits: number; readonly reduction: SplitReduction },
  layout: TileSchedule,
): LiftableKernel {
  const { workload: w, tile, splits, reduction } = schedule;
  refuseScales(w);
  const [sum, output] = [BYTES_OF[w.accumulator], BYTES_OF[w.outputType]];
  const perSlice = Math.ceil(Math.ceil(w.k / tile.bk) / splits) * tile.bk;
  const slices = Array.from({ length: splits }, (_, s) => [s * perSlice, Math.min(w.k, (s + 1) * perSlice)] as const);
  const product = (write: (graph: SliceWriter, word: ProductWord) => void): Cdag =>
    slicedProduct(w, 2 * splits + 1, MAXIMUM_LIFTED_VERTICES, write);
  const kernel = { layout, cuts: productCuts(schedule) };
  switch (reduction) {
    case "serial":
      return {
        ...kernel,
        graph: product((graph, word) => {
          let before: number | undefined;
          slices.forEach(([first, end], s) => {
            const name = `C[${word.name}]@${s}`;
            if (before === undefined) before = graph.slice(word, name, output, first, end);
            else before = graph.sum(name, output, [before, graph.slice(word, `C[${word.name}]/${s}`, sum, first, end)]);
          });
          graph.output(before as number);
        }),
        rewritten: new Set(["C"]),
        roomBytes: productRoom(w, tile, 1, output),
      };
    case "parallel": {
      const [cutA, cutB, cutC] = kernel.cuts;
      const leads = slices.flatMap((_, s) => (cutC.leads ?? [""]).map((lead) => `${s},${lead}`));
      return {
        ...kernel,
        graph: product((graph, word) => {
          const parts = slices.map(([first, end], s) => graph.slice(word, `partials[${s},${word.name}]`, sum, first, end));
          graph.output(graph.sum(`C[${word.name}]`, output, parts));
        }),
        cuts: [cutA, cutB, cutC, { ...cutC, leads }],
        roomBytes: productRoom(w, tile, 1, 2 * sum),
      };
    }
    case "atomic": {
      const graph = (order: AddOrder): Cdag =>
        product((graph, word) => {
          const parts = slices.map(([first, end], s) => graph.slice(word, `C[${word.name}]+${s}`, output, first, end));
          let before = graph.preset(`C[${word.name}]@0`, output);
          order(firstC + tileOf(schedule, word)).forEach((s, v) => {
            before = graph.sum(`C[${word.name}]@${v + 1}`, output, [before, parts[s] as number]);
          });
          graph.output(before);
        });
      const firstC = kernel.layout.arrays.find(({ name }) => name === "C")?.firstTile ?? 0;
      // The adder has two words of C; it is given as much room as a block.
      return { ...kernel, graph, rewritten: new Set(["C"]), roomBytes: Math.max(productRoom(w, tile, 1), 2 * output) };
    }
  }
}

/** The moves of stream-K, whose partial sums take whole tiles of the workspace. @throws InputError when it is too large to list. */
export function liftableStreamK(schedule: StreamK): LiftableKernel {
  const { workload: w, tile } = schedule;
  refuseScales(w);
  const [sum, output] = [BYTES_OF[w.accumulator], BYTES_OF[w.outputType]];
  const steps = Math.ceil(w.k / tile.bk);
  const ctas = streamSegments(schedule);
  const cuts = productCuts(schedule);
  const layout = layOutStreamK(schedule);
  /** Segments of each tile with their CTAs, in order of k. */
  const segmentsOf = new Map<number, (readonly [cta: number, first: number, end: number])[]>();
  ctas.forEach((list, cta) => {
    for (const { tile: c, first, end } of list) segmentsOf.set(c, [...(segmentsOf.get(c) ?? []), [cta, first, end]]);
  });
  for (const segments of segmentsOf.values()) segments.sort(([, a], [, b]) => a - b);
  const graph = slicedProduct(
    w,
    steps,
    MAXIMUM_LIFTED_VERTICES,
    (graph, word) => {
      const segments = segmentsOf.get(tileOf(schedule, word)) ?? [];
      const place = `${word.row % tile.bm},${word.column % tile.bn}`;
      const alone = segments.length === 1;
      const sums = segments.map(([cta, first, end]) => {
        const name = first > 0 ? `partials[${cta},${place}]` : `C[${word.name}]${alone ? "" : "/0"}`;
        return graph.slice(word, name, alone ? output : sum, first * tile.bk, Math.min(w.k, end * tile.bk));
      });
      graph.output(alone ? (sums[0] as number) : graph.sum(`C[${word.name}]`, output, sums));
    },
    (graph) => {
      // A tile at the edge of C leaves a part of its workspace unused, which is stored and loaded as well.
      for (const [c, segments] of segmentsOf) {
        const [rows, columns] = extentOf(schedule, c);
        for (const [cta, first] of segments) {
          if (first === 0) continue;
          for (let r = 0; r < tile.bm; r++) {
            for (let j = 0; j < tile.bn; j++) if (r >= rows || j >= columns) graph.preset(`partials[${cta},${r},${j}]`, sum);
          }
        }
      }
    },
  );
  const leads = ctas.map((_, cta) => `${cta},`);
  const workspace = { rows: [tile.bm, tile.bm], columns: [tile.bn, tile.bn], leads } as const;
  return {
    graph,
    layout,
    cuts: layout.arrays.length > cuts.length ? [...cuts, workspace] : cuts,
    walksTiles: true,
    roomBytes: productRoom(w, tile, 1, sum),
  };
}

/** The moves of a convolution as a product, ready for the referee. @throws InputError when it is too large to list. */
export function liftableImplicitGemm(schedule: ImplicitGemm): LiftableKernel {
  const { workload: w, tile } = schedule;
  const { groups, inputs, outputs } = implicitGemmGroups(schedule);
  const taps = w.kernel[0] * w.kernel[1];
  const layout = layOutImplicitGemm(schedule);
  const graph = convolutionByTaps(w, MAXIMUM_LIFTED_VERTICES);
  const [height, width] = convOutputs(w);
  /** Channels of all groups in steps that end with their group. */
  const steps = (perGroup: number, side: number): readonly (readonly number[])[] =>
    range(0, groups).flatMap((group) =>
      runs(perGroup, side).map(([first, past]) => range(group * perGroup + first, group * perGroup + past)),
    );
  const pixels = (count: number, side: number, name: string, channels: readonly (readonly number[])[]): ListedTiles => ({
    tiles: runs(count, side).flatMap((some) =>
      channels.map((own) => range(...some).flatMap((pixel) => own.map((channel) => `${name}[${pixel},${channel}]`))),
    ),
  });
  const cuts: LiftableKernel["cuts"] = [
    pixels(w.batch * w.height * w.width, 1, "In", steps(inputs, tile.bk)),
    {
      tiles: range(0, groups * taps).flatMap((at) =>
        runs(inputs, tile.bk).flatMap((some) =>
          runs(outputs, tile.bn).map((others) => {
            const [group, tap] = [Math.floor(at / taps), at % taps];
            const own = range(...others).map((o) => group * outputs + o);
            return range(...some).flatMap((c) => own.map((o) => `W[${tap},${c},${o}]`));
          }),
        ),
      ),
    },
    pixels(w.batch * height * width, tile.bm, "Out", steps(outputs, tile.bn)),
  ];
  return { graph, layout, cuts, roomBytes: productRoom(w, tile, 1) };
}

/** The tile of C that a word is in, numbered over all batches. */
function tileOf({ workload: w, tile }: ProductKernel, { batch, row, column }: ProductWord): number {
  const [rows, columns] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn)];
  return (batch * rows + Math.floor(row / tile.bm)) * columns + Math.floor(column / tile.bn);
}

/** Rows and columns of C in one of its tiles. */
function extentOf({ workload: w, tile }: ProductKernel, c: number): readonly [number, number] {
  const [rows, columns] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn)];
  const [row, column] = [Math.floor(c / columns) % rows, c % columns];
  return [Math.min(tile.bm, w.m - row * tile.bm), Math.min(tile.bn, w.n - column * tile.bn)];
}

function refuseScales({ scales }: GemmWorkload): void {
  if (scales === undefined) return;
  throw new InputError("scales", "no block scales, or a tiled or persistent product, for the referee", "products of slices of k");
}
