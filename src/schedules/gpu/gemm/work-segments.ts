import { BYTES_OF } from "../../../computation/data-types.js";
import { productTypeOf } from "../../../computation/operand-types.js";
import { ScheduleWriter } from "../../tiles/schedule-writer.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import { layOutProduct } from "./layout.js";
import { type StepsRange, writeSteps } from "./steps.js";
import type { ProductKernel } from "./tiled-gemm.js";

/** Steps of k for one tile of C, numbered over all batches. */
export interface WorkSegment extends StepsRange {
  readonly tile: number;
}

/**
 * A product whose CTAs each walk a list of segments, all CTAs at once. A segment that begins within k stores its sums as the
 * partial of its CTA; the CTA that begins the tile waits for the partials of those that go on with it, adds them and stores C.
 * So a CTA stores at most one partial, as in stream-K.
 *
 * @throws InputError when the product has more tiles or touches than a replay can walk.
 */
export function layOutSegments(kernel: ProductKernel, ctas: readonly (readonly WorkSegment[])[]): TileSchedule {
  const { workload: w, tile, stages } = kernel;
  const steps = Math.ceil(w.k / tile.bk);
  const peers = peersOf(ctas);
  const partials = [...peers.values()].reduce((sum, list) => sum + list.length, 0);
  let touches = partials;
  for (const list of ctas) for (const { first, end } of list) touches += 2 * (end - first) + 1;
  const product = layOutProduct(
    w,
    tile,
    touches,
    partials === 0 ? undefined : { tiles: ctas.length, wordBytes: BYTES_OF[w.accumulator] },
  );
  const { columns, firstC, firstWorkspace } = product;
  const perBatch = product.rows * columns;
  const writer = new ScheduleWriter();
  const operations = 2 * tile.bm * tile.bn * tile.bk;
  ctas.forEach((list, cta) => {
    for (const segment of list) {
      const { tile: c, first, end } = segment;
      writeSteps(writer, product, Math.floor(c / perBatch), c % perBatch, segment, operations);
      writer.phase(1, 0);
      if (first > 0) {
        writer.write(firstWorkspace + cta, 0).raise(c);
        continue;
      }
      if (end < steps) {
        const others = peers.get(c) ?? [];
        writer.waitFor(c, others.length);
        for (const other of others) writer.read(firstWorkspace + other, 0);
      }
      writer.write(firstC + c, 0);
    }
    writer.endBlock();
  });
  return writer.finish(product.arrays, product.tileBytes, { kind: "product", operandType: productTypeOf(w), stages });
}

/** For each tile the CTAs that go on with it. */
function peersOf(ctas: readonly (readonly WorkSegment[])[]): ReadonlyMap<number, readonly number[]> {
  const peers = new Map<number, number[]>();
  ctas.forEach((list, cta) => {
    for (const { tile, first } of list) {
      if (first === 0) continue;
      const known = peers.get(tile);
      if (known === undefined) peers.set(tile, [cta]);
      else known.push(cta);
    }
  });
  return peers;
}
