import { ceilDivide, maximum, minimum } from "../../exact/integer.js";
import type { ProductInstance, WaveClass, WaveClassCertificate } from "../certificates/gemm.js";
import { panelsOfBlocks } from "./panel-weight.js";

/** Every number of windows up to this is tried, then a geometric grid. */
const EVERY_COUNT_TO = 512n;

/**
 * A class of kernels for the matrix product (proofs/gemm-one-cta-per-tile.md): each block owns one BM×BN tile of C and fetches its panels of
 * A and B through the cache while it runs; blocks start in any launch order, at most W run at once. With windows of N blocks
 * in launch order, q = ceil(blocks / N),
 *
 *     loads ≥ floor(E/M)·f(M) + f(E mod M) − (q − 1)·L,     f(x) = min { k·wA·r + k·wB·c : r·c ≥ x, r ≤ m, c ≤ n },
 *
 * M = min(mn, N·BM·BN), E the outputs less (W − 1)·BM·BN for each cut between windows; nothing is subtracted where
 * blocks walk k in step and N is a multiple of W. `instance.capacity` is L, the bytes of the cache.
 *
 * Hypotheses: positive extents and weights; a cold cache; nothing passes from block to block inside an SM. N is the best found;
 * any N proves a bound.
 */
export function proveProductWaveClass(instance: ProductInstance, kernel: WaveClass): WaveClassCertificate {
  const { batch, m, n } = instance.extents;
  const blocks = batch * ceilDivide(m, kernel.tile.bm) * ceilDivide(n, kernel.tile.bn);
  const most = ceilDivide(blocks, kernel.slots);
  let best = withWindow(instance, kernel, blocks, blocks);
  for (let count = 2n; count <= most; count = count < EVERY_COUNT_TO ? count + 1n : (count * 101n) / 100n) {
    const candidate = withWindow(instance, kernel, blocks, ceilDivide(blocks, count));
    if (candidate.reads > best.reads) best = candidate;
  }
  return best;
}

function withWindow(instance: ProductInstance, kernel: WaveClass, blocks: bigint, atLeast: bigint): WaveClassCertificate {
  const { extents, weights, capacity } = instance;
  const { batch, m, n } = extents;
  const window = kernel.inStep ? kernel.slots * ceilDivide(atLeast, kernel.slots) : atLeast;
  const windows = ceilDivide(blocks, window);
  const tile = kernel.tile.bm * kernel.tile.bn;
  const cut = kernel.inStep ? 0n : (kernel.slots - 1n) * tile;
  const outputs = maximum(0n, batch * m * n - (windows - 1n) * cut);
  const largest = minimum(m * n, window * tile);
  const reads = maximum(0n, panelsOfBlocks(instance, outputs, largest) - (windows - 1n) * capacity);
  const writes = weights.output * batch * m * n;
  return { theorem: "product-wave-class", instance, kernel, window, windows, outputs, reads, writes, value: reads + writes };
}
