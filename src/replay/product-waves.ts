import { PrefixSums } from "../caches/lru/prefix-sums.js";
import { WeightedRecency } from "../caches/lru/weighted-recency.js";
import { BYTES_OF } from "../computation/data-types.js";
import { rightTypeOf } from "../computation/operand-types.js";
import type { TiledGemm } from "../schedules/gpu/gemm/tiled-gemm.js";
import { launchOrder } from "../schedules/tiles/launch-order.js";

/** A touch of a panel (a tile row of A, or a tile column of B, all of k) by one block. */
export interface PanelTouch {
  readonly array: 0 | 1;
  /** Bytes of the rows or columns of the panel at one place of k. */
  readonly extent: number;
  readonly wave: number;
  /** The wave of the last touch before; −1 when there was none. */
  readonly lastWave: number;
  /** Extents of the distinct panels touched since then, this one included; 0 when there was none. */
  readonly depth: number;
  /** Extents of the distinct panels of the waves from `lastWave` to before this one, and of those after `lastWave` to this one. */
  readonly since: number;
  readonly through: number;
}

/** What the waves of a tiled product touch, seen in one k step, and what they write. */
export interface ProductWaves {
  /** Bytes of C of each wave. */
  readonly outputBytes: Float64Array;
  /** Extents of the panels whose last touch is after each wave. */
  readonly laterExtents: Float64Array;
  /** Extents, in bytes, of rows (of A) and columns (of B) summed over blocks. */
  readonly blockExtents: readonly [number, number];
}

/**
 * Walks the blocks of a tiled product wave by wave, `slots` blocks each: in lock step all blocks of a wave run the same k step in
 * the same round, and take equally many. O(blocks · log panels), whatever k.
 */
export function walkProductWaves(
  { workload: w, tile, order }: TiledGemm,
  slots: number,
  visit: (touch: PanelTouch) => void,
): ProductWaves {
  const [rows, columns] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn)];
  const rowPanels = w.batch * rows;
  const extents = new Float64Array(rowPanels + w.batch * columns);
  const [ofA, ofB] = [BYTES_OF[w.dataType], BYTES_OF[rightTypeOf(w)]];
  for (let p = 0; p < rowPanels; p++) extents[p] = ofA * Math.min(tile.bm, w.m - (p % rows) * tile.bm);
  for (let p = rowPanels; p < extents.length; p++) {
    extents[p] = ofB * Math.min(tile.bn, w.n - ((p - rowPanels) % columns) * tile.bn);
  }
  const tiles = launchOrder(order, rows, columns);
  const blocks = w.batch * tiles.length;
  const waves = Math.ceil(blocks / slots);
  const recency = new WeightedRecency(extents);
  const lastWave = new Int32Array(extents.length).fill(-1);
  const byLastWave = new PrefixSums(waves);
  const outputBytes = new Float64Array(waves);
  const blockExtents: [number, number] = [0, 0];
  let seen = 0;
  for (let wave = 0; wave < waves; wave++) {
    const end = Math.min(blocks, (wave + 1) * slots);
    const touched = new Int32Array(2 * (end - wave * slots));
    for (let block = wave * slots, at = 0; block < end; block++) {
      const batch = Math.floor(block / tiles.length);
      const output = tiles[block - batch * tiles.length] as number;
      const row = Math.floor(output / columns);
      touched[at++] = batch * rows + row;
      touched[at++] = rowPanels + batch * columns + (output - row * columns);
    }
    const before = extentsUpTo(touched, extents, lastWave);
    const previous = seen;
    const sinceWave = (first: number): number => previous - byLastWave.before(first);
    const moved: [panel: number, from: number][] = [];
    touched.forEach((panel, index) => {
      const array = index % 2 === 0 ? 0 : 1;
      const extent = extents[panel] as number;
      const last = lastWave[panel] as number;
      const returns = last >= 0 && last < wave;
      const touch: PanelTouch = {
        ...{ array, extent, wave, lastWave: last, depth: recency.access(panel) },
        since: returns ? sinceWave(last) : 0,
        through: returns ? sinceWave(last + 1) + before(last) : 0,
      };
      visit(touch);
      blockExtents[array] += extent;
      if (last === wave) return;
      lastWave[panel] = wave;
      moved.push([panel, last]);
    });
    // The sums over waves stay as they were before this wave until it is over.
    for (const [panel, from] of moved) {
      const extent = extents[panel] as number;
      if (from >= 0) byLastWave.add(from, -extent);
      else seen += extent;
      byLastWave.add(wave, extent);
    }
    for (let at = 0; at < touched.length; at += 2) {
      const area = (extents[touched[at] as number] as number) * (extents[touched[at + 1] as number] as number);
      outputBytes[wave] = (outputBytes[wave] as number) + (area / (ofA * ofB)) * BYTES_OF[w.outputType];
    }
  }
  const laterExtents = Float64Array.from(outputBytes, (_, wave) => seen - byLastWave.before(wave + 1));
  return { outputBytes, laterExtents, blockExtents };
}

/** Extents of the distinct panels touched whose last wave so far is at most the one asked for. */
function extentsUpTo(touched: Int32Array, extents: Float64Array, lastWave: Int32Array): (wave: number) => number {
  const byWave = new Map<number, number>();
  for (const panel of new Set(touched)) {
    const last = lastWave[panel] as number;
    byWave.set(last, (byWave.get(last) ?? 0) + (extents[panel] as number));
  }
  const sums = new Map<number, number>();
  let sum = 0;
  for (const [wave, extent] of [...byWave].sort(([x], [y]) => x - y)) {
    sum += extent;
    sums.set(wave, sum);
  }
  return (wave) => sums.get(wave) ?? 0;
}
