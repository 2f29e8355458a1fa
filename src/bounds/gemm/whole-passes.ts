import { ceilDivide, greatestCommonDivisor } from "../../exact/integer.js";
import type { ProductInstance, ProductPassesCertificate, ResidentArray } from "../certificates/gemm.js";
import { type Lines, leastOfParts, PARTS_BITS } from "../shared/whole-passes.js";

/**
 * A matrix product by memories of one of its arrays (proofs/gemm-whole-passes.md). Between cuts a memory sees `fits` words of that array at
 * most; the products that a slice of the other two arrays has left over from whole memories take rows and columns of their own:
 *
 *     resident A:   Q ≥ n·(p·φ(fits) + φ(mk − p·fits) − wC·m) + wO·mn,   p = ⌊mk/fits⌋, fits = ⌈S/wA⌉,
 *
 * φ(u) the least weight of rows (sums) and columns (words of B) that cover u pairs: k words of B a pass where k is short, whole passes
 * where a continuous bound counts parts of one. B likewise; C with sums no wider than outputs, k slices, and no stores beside. Any number
 * of memories. Survives recomputation, any reduction order, sliding. Returns undefined where less than one memory is filled.
 */
export function proveProductPasses(instance: ProductInstance): ProductPassesCertificate | undefined {
  let best: ProductPassesCertificate | undefined;
  for (const resident of RESIDENTS) {
    const shape = shapeOf(instance, resident);
    // Not one word fits where the memory is smaller than every size.
    if (shape === undefined || shape.fits < 1n || shape.rows.count * shape.columns.count < shape.fits) continue;
    const value = provenTraffic(shape);
    if (value > (best?.value ?? 0n)) best = { theorem: "product-passes", instance, resident, fits: shape.fits, value };
  }
  return best;
}

const RESIDENTS: readonly ResidentArray[] = ["a", "b", "c"];

/** A slice's matrix of words of the resident array; its lines are words of the two others. */
interface Shape {
  readonly slices: bigint;
  readonly rows: Lines;
  readonly columns: Lines;
  /** Words of the resident array that fill a memory. */
  readonly fits: bigint;
  /** Weight of the rows that each slice has for nothing: a sum's first interval. */
  readonly free: bigint;
  /** Stores beside what slices pay. */
  readonly stores: bigint;
}

function shapeOf({ extents, weights, capacity }: ProductInstance, resident: ResidentArray): Shape | undefined {
  const { batch, m, n, k } = extents;
  const { a, b, partial, output } = weights;
  const used = capacity - (capacity % [a, b].reduce(greatestCommonDivisor, partial));
  const sums = (count: bigint) => ({ rows: { count, weight: partial }, free: partial * count, stores: output * batch * m * n });
  switch (resident) {
    case "a":
      return { slices: batch * n, ...sums(m), columns: { count: k, weight: b }, fits: ceilDivide(used, a) };
    case "b":
      return { slices: batch * m, ...sums(n), columns: { count: k, weight: a }, fits: ceilDivide(used, b) };
    case "c":
      // An interval of a sum has to pay for itself.
      if (partial > output) return undefined;
      return {
        slices: batch * k,
        rows: { count: m, weight: a },
        columns: { count: n, weight: b },
        fits: ceilDivide(used, partial),
        free: 0n,
        stores: 0n,
      };
  }
}

function provenTraffic({ slices, rows, columns, fits, free, stores }: Shape): bigint {
  const paid = leastOfParts(rows, columns, fits) - (free << PARTS_BITS);
  return ceilDivide(slices * paid, 1n << PARTS_BITS) + stores;
}
