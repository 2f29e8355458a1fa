import { ceilDivide, greatestCommonDivisor } from "../../exact/integer.js";
import type { ProductInstance, ResidentArray, WholePassesCertificate } from "../certificates/gemm.js";
import { type SlicesOfKind, wholePasses } from "../shared/whole-passes.js";

/**
 * A matrix product by memories of one of its arrays (proofs/gemm-whole-passes.md). Between cuts a memory sees `fits` words of that array
 * at most; the products that a slice of the other two arrays has left over from whole memories take rows and columns of their own:
 *
 *     resident A:   Q ≥ n·(p·φ(fits) + φ(mk − p·fits) − wC·m) + wO·mn,   p = ⌊mk/fits⌋, fits = ⌈S/wA⌉,
 *
 * φ(u) the least weight of rows (accumulators) and columns (words of B) that cover u pairs: k words of B a pass where k is short, whole
 * passes where a continuous bound counts parts of one. B likewise; C with accumulators no wider than outputs, k slices, and no stores
 * beside. Any number of memories. Survives recomputation, any reduction order, sliding. Returns undefined where less than one memory is
 * filled.
 */
export function proveGemmWholePasses(instance: ProductInstance): WholePassesCertificate | undefined {
  let best: WholePassesCertificate | undefined;
  for (const resident of RESIDENTS) {
    const shape = shapeOf(instance, resident);
    if (shape === undefined) continue;
    const { fits, stores } = shape;
    const value = wholePasses([shape], fits, 1n, stores);
    if (value !== undefined && value > (best?.value ?? 0n))
      best = { theorem: "gemm-whole-passes", instance, resident, fits, value };
  }
  return best;
}

const RESIDENTS: readonly ResidentArray[] = ["a", "b", "c"];

interface Shape extends SlicesOfKind {
  /** Words of the resident array that fill a memory. */
  readonly fits: bigint;
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
      // An interval of an accumulator has to pay for itself.
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
