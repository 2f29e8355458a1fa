import { checkLimit } from "../../../budget.js";
import type { GemmWorkload } from "../../../computation/gemm.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { launchOrder } from "../../tiles/launch-order.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import { BYTES_A_SEGMENT } from "./layout.js";
import { describeTiledGemm, type ProductKernel, type TiledGemmOptions, tiledGemm } from "./tiled-gemm.js";
import { layOutSegments, type WorkSegment } from "./work-segments.js";

export const STREAM_K_ENTRY: ScheduleEntry = {
  id: "stream-k",
  workload: "gemm: the last full wave and the remainder dealt out evenly by steps of k, the rest as whole tiles",
  machine: "GPU",
  parameters: "those of tiled-gemm",
  source: "Osama et al., Stream-K, PPoPP'23; CUTLASS 2's division of waves",
};

/**
 * Stream-K with data-parallel tiles: the tiles that do not fill a wave, together with one full wave where there is one, come
 * first and have their steps of k dealt out evenly and contiguously to all CTAs; the others follow as whole tiles. Sums of a
 * tile that several CTAs share meet in a workspace (accumulator words), in the CTA that began the tile. Without a remainder
 * every tile is data-parallel.
 *
 * Sources: Osama et al., Stream-K (PPoPP'23), section 4 and 5.2; CUTLASS 2's division of waves and its two steps at least a CTA.
 * CUTLASS also lets a cost model take fewer CTAs; here all take part.
 */
export interface StreamK extends ProductKernel {
  readonly id: "stream-k";
  /** CTAs launched. */
  readonly ctas: number;
  /** Tiles whose steps are dealt out, and the CTAs that take part in them. */
  readonly streamTiles: number;
  readonly streamCtas: number;
}

/** Steps that a CTA of the stream-K part has at least. */
const MINIMUM_STEPS = 2;

/** @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU. */
export function streamK(workload: GemmWorkload, gpu: Gpu, options: Omit<TiledGemmOptions, "cluster"> = {}): StreamK {
  const kernel = tiledGemm(workload, gpu, options);
  const { tile, residency } = kernel;
  const slots = gpu.sms * residency.ctasPerSm;
  const tiles = workload.batch * Math.ceil(workload.m / tile.bm) * Math.ceil(workload.n / tile.bn);
  const remainder = tiles % slots;
  const streamTiles = remainder === 0 ? 0 : tiles < slots ? tiles : remainder + slots;
  const iterations = streamTiles * Math.ceil(workload.k / tile.bk);
  const streamCtas = Math.min(slots, Math.floor(iterations / MINIMUM_STEPS) || Math.min(1, iterations));
  return { ...kernel, id: "stream-k", ctas: Math.max(streamCtas, Math.min(slots, tiles - streamTiles)), streamTiles, streamCtas };
}

/** @throws InputError when the product has more tiles or touches than a replay can walk. */
export function layOutStreamK(schedule: StreamK): TileSchedule {
  return layOutSegments(schedule, streamSegments(schedule));
}

/** What each CTA does, in order. */
export function streamSegments(schedule: StreamK): readonly (readonly WorkSegment[])[] {
  const { workload: w, tile, ctas, streamTiles, streamCtas } = schedule;
  const [rows, columns, steps] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn), Math.ceil(w.k / tile.bk)];
  checkLimit("memory", BYTES_A_SEGMENT * w.batch * rows * columns, "the tiles of a kernel");
  const order = launchOrder(schedule.order, rows, columns);
  const tileAt = (position: number): number =>
    Math.floor(position / order.length) * order.length + (order[position % order.length] as number);
  const lists = Array.from({ length: ctas }, (): WorkSegment[] => []);
  const iterations = streamTiles * steps;
  let next = 0;
  for (let cta = 0; cta < streamCtas; cta++) {
    const end = next + Math.floor(iterations / streamCtas) + (cta < iterations % streamCtas ? 1 : 0);
    while (next < end) {
      const position = Math.floor(next / steps);
      const first = next % steps;
      const last = Math.min(steps, first + end - next);
      lists[cta]?.push({ tile: tileAt(position), first, end: last });
      next += last - first;
    }
  }
  for (let position = streamTiles; position < w.batch * order.length; position++) {
    lists[(position - streamTiles) % ctas]?.push({ tile: tileAt(position), first: 0, end: steps });
  }
  return lists;
}

/** The parameters as a traffic document prints them. */
export function describeStreamK(schedule: StreamK): Readonly<Record<string, string | number>> {
  const { ctas, streamTiles, streamCtas } = schedule;
  return { ...describeTiledGemm(schedule), ctas, streamTiles, streamCtas };
}
