import { BYTES_OF } from "../../computation/data-types.js";
import { type TriangularWorkload, triangularArrays } from "../../computation/linear-algebra/triangular.js";
import { ceilDivide, floorSquareRoot, maximum, minimum } from "../../exact/integer.js";
import type { Setting, Unit } from "../bound.js";
import type { CompulsoryCertificate, TriangularInstance, TriangularSegmentsCertificate } from "../certificates/others.js";
import { compulsoryCertificate } from "../rows/compulsory.js";
import { searchSegments } from "../shared/segments.js";

/** Compulsory traffic: triangles count their places. */
export function proveCompulsoryTriangular(w: TriangularWorkload, unit: Unit): CompulsoryCertificate {
  const size = (type: keyof typeof BYTES_OF): bigint => (unit === "words" ? 1n : BigInt(BYTES_OF[type]));
  const [inputs, { name, words }] = triangularArrays(w);
  return compulsoryCertificate(
    inputs.map((input) => ({ array: input.name, words: input.words, wordSize: size(w.dataType) })),
    [{ array: name, words, wordSize: size(w.outputType) }],
  );
}

/**
 * Products over triangles and pyramids by segments (proofs/triangular-segments.md): N products of two different words each, a memory of S
 * words that starts empty,
 *
 *     Q ≥ T · ceil((N − P·V(T)) / V(S + T)),   V(X) = ⌊√(σX³/27)⌋,
 *
 * for every T, σ = 2 where a pair of words meets in two ways (syrk, syr2k, symm, cholesky), else 1. Where results are operands (trsm, cholesky, lu) the P
 * memories count as one of P·S words. At T = 2S: n²m/√(2S) for syrk, n³/(3√(2S)) for cholesky, 2n³/(3√S) for lu, n²m/√S for trmm and trsm,
 * twice syrk for syr2k and symm.
 *
 * Survives recomputation, any reduction order, sliding. Undefined where no segment is filled.
 */
export function proveTriangularSegments(w: TriangularWorkload, setting: Setting): TriangularSegmentsCertificate | undefined {
  const size = (type: keyof typeof BYTES_OF): bigint => (setting.unit === "words" ? 1n : BigInt(BYTES_OF[type]));
  const word = [w.dataType, w.outputType, w.accumulator].map((type) => size(type)).reduce(minimum);
  const { capacity, memories } = setting;
  const instance: TriangularInstance = { kind: w.kind, n: BigInt(w.n), m: BigInt(w.m), weights: { word }, capacity, memories };
  const inPlace = ["trsm", "cholesky", "lu"].includes(w.kind);
  const capacityWords = (capacity / word) * (inPlace ? memories : 1n);
  const symmetry = ["syrk", "syr2k", "symm", "cholesky"].includes(w.kind) ? 2n : 1n;
  const work = countedProducts(instance);
  const most = (budget: bigint): bigint => floorSquareRoot((symmetry * budget ** 3n) / 27n);
  const apart = inPlace ? 1n : memories;
  const found = searchSegments({
    sizes: [1n],
    capacity: capacityWords,
    memories: apart,
    work,
    held: (firstBudget, laterBudget) => ({ first: { most: most(firstBudget) }, later: { most: most(laterBudget) } }),
    roughly: (budget) => Math.sqrt((Number(symmetry) * Math.max(0, budget) ** 3) / 27),
  });
  // The search may pass by T = 2S, where the formula stands (bounds/symbolic).
  const cuts = [found.cut, maximum(1n, 2n * capacityWords)].map((cut) => {
    const [firstSegmentProducts, segmentProducts] = [most(cut), most(capacityWords + cut)];
    const left = work - apart * firstSegmentProducts;
    const laterSegments = left > 0n && segmentProducts > 0n ? ceilDivide(left, segmentProducts) : 0n;
    return { cut, firstSegmentProducts, segmentProducts, laterSegments, value: word * cut * laterSegments };
  });
  const best = cuts.reduce((x, y) => (y.value > x.value ? y : x));
  return best.value === 0n ? undefined : { theorem: "triangular-segments", instance, capacityWords, ...best };
}

/** N: products of two words in different places, off the diagonal where an array meets itself. */
function countedProducts({ kind, n, m }: TriangularInstance): bigint {
  switch (kind) {
    case "syrk":
    case "trsm":
      return ((n * (n - 1n)) / 2n) * m;
    case "syr2k":
    case "symm":
      return n * (n - 1n) * m;
    case "trmm":
      return ((n * (n + 1n)) / 2n) * m;
    case "cholesky":
      return (n * (n - 1n) * (n - 2n)) / 6n;
    case "lu":
      return ((n - 1n) * n * (2n * n - 1n)) / 6n;
  }
}
