import { BYTES_OF } from "../../computation/data-types.js";
import type { TriangularKind, TriangularWorkload } from "../../computation/linear-algebra/triangular.js";
import { triangularArrays } from "../../computation/linear-algebra/triangular.js";
import { ceilDivide, floorSquareRoot, maximum, minimum } from "../../exact/integer.js";
import type { Setting, Unit } from "../bound.js";
import type { CompulsoryCertificate, TriangularInstance, TriangularSegmentsCertificate } from "../certificates/others.js";
import { compulsoryCertificate } from "../rows/compulsory.js";
import { searchSegments } from "../shared/segments.js";

/** Compulsory traffic: triangles count their places. */
export function proveCompulsoryTriangular(w: TriangularWorkload, unit: Unit): CompulsoryCertificate {
  const size = (type: keyof typeof BYTES_OF): bigint => (unit === "words" ? 1n : BigInt(BYTES_OF[type]));
  const [inputs, outputs] = triangularArrays(w);
  return compulsoryCertificate(
    inputs.map((input) => ({ array: input.name, words: input.words, wordSize: size(w.dataType) })),
    outputs.map((output) => ({ array: output.name, words: output.words, wordSize: size(w.outputType) })),
  );
}

/** What a theorem on these workloads counts. */
interface Counting {
  readonly theorem: TriangularSegmentsCertificate["theorem"];
  /** N, the products that are counted. */
  readonly products: (n: bigint, m: bigint) => bigint;
  /** V(X), the most of them in a segment of so many words. */
  readonly most: (budget: bigint, m: bigint) => bigint;
  /** V without rounding. */
  readonly roughly: (budget: number, m: number) => number;
  /** The cut of the formula (bounds/symbolic), which the search may pass by. */
  readonly cut: (capacity: bigint, m: bigint) => bigint;
  /** Results are operands: all memories count as one. */
  readonly inPlace: boolean;
  /** Words that move beside the clock, negative where the clock has more ticks than words move. */
  readonly beside: (n: bigint, m: bigint) => bigint;
}

/** Three words a product: the places read and written number a, b and c, of which at most √(σ·a·b·c) products are. */
function products(counted: Counting["products"], { symmetry = 1n, inPlace = false } = {}): Counting {
  return {
    theorem: "triangular-segments",
    products: counted,
    most: (budget) => floorSquareRoot((symmetry * budget ** 3n) / 27n),
    roughly: (budget) => Math.sqrt((Number(symmetry) * Math.max(0, budget) ** 3) / 27),
    cut: (capacity) => 2n * capacity,
    inPlace,
    beside: () => 0n,
  };
}

const below = (n: bigint): bigint => (n * (n - 1n)) / 2n;
const pyramid = (n: bigint): bigint => (n * (n - 1n) * (n - 2n)) / 3n;

/** Updates of columns of gram-schmidt: whole columns of A meet whole ones of Q, but for two updates of a column at the ends of a segment. */
const HOURGLASS: Counting = {
  theorem: "gram-schmidt-hourglass",
  products: (n, m) => m * below(n),
  most: (budget, m) => {
    const columns = budget / m;
    return 2n * budget + (columns > 2n ? m * ((columns - 2n) ** 2n / 4n) : 0n);
  },
  roughly: (budget, m) => 2 * Math.max(0, budget) + (m * Math.max(0, budget / m - 2) ** 2) / 4,
  cut: (capacity, m) => capacity + 2n * m,
  inPlace: true,
  // Q is stored, which pays for its ticks and leaves those of its first column over, and so is R.
  beside: (n, m) => below(n) + n + m,
};

/** Every word of floyd-warshall in three parts of its life, the first two of which end with the value that others read. */
const THREE_LIVES: Counting = {
  ...products((n) => (n - 1n) * (n - 2n) ** 2n, { inPlace: true }),
  theorem: "floyd-warshall-without-recomputation",
  beside: (n) => -(n - 1n) * (3n * n - 8n),
};

const COUNTINGS: Readonly<Record<TriangularKind, readonly Counting[]>> = {
  syrk: [products((n, m) => below(n) * m, { symmetry: 2n })],
  syr2k: [products((n, m) => 2n * below(n) * m, { symmetry: 2n })],
  symm: [products((n, m) => 2n * below(n) * m, { symmetry: 2n })],
  trmm: [products((n, m) => (below(n) + n) * m)],
  trsm: [products((n, m) => below(n) * m, { inPlace: true })],
  cholesky: [products((n) => pyramid(n) / 2n, { symmetry: 2n, inPlace: true })],
  lu: [products((n) => (below(n) * (2n * n - 1n)) / 3n, { inPlace: true })],
  "gram-schmidt": [HOURGLASS],
  "floyd-warshall": [products(pyramid, { inPlace: true }), THREE_LIVES],
};

/**
 * Triangles, pyramids and factorizations by segments: N products, a memory of S words that starts empty,
 *
 *     Q ≥ T · ceil((N − P·V(T)) / V(S + T)) + B
 *
 * for every T (proofs/triangular-segments.md, gram-schmidt-hourglass.md, floyd-warshall.md). Where results are operands the P memories
 * count as one of P·S words. V(X) = ⌊√(σX³/27)⌋ and B = 0 but for two theorems: of gram-schmidt V(X) is about (X + 2m)²/(4m).
 *
 * None where no segment is filled.
 */
export function proveTriangularSegments(w: TriangularWorkload, setting: Setting): readonly TriangularSegmentsCertificate[] {
  return COUNTINGS[w.kind].flatMap((counting) => proveCounting(counting, w, setting));
}

function proveCounting(counting: Counting, w: TriangularWorkload, setting: Setting): readonly TriangularSegmentsCertificate[] {
  const size = (type: keyof typeof BYTES_OF): bigint => (setting.unit === "words" ? 1n : BigInt(BYTES_OF[type]));
  const word = [w.dataType, w.outputType, w.accumulator].map((type) => size(type)).reduce(minimum);
  const { capacity, memories } = setting;
  const instance: TriangularInstance = { kind: w.kind, n: BigInt(w.n), m: BigInt(w.m), weights: { word }, capacity, memories };
  const { theorem, inPlace } = counting;
  const capacityWords = (capacity / word) * (inPlace ? memories : 1n);
  const work = counting.products(instance.n, instance.m);
  const beside = counting.beside(instance.n, instance.m);
  const most = (budget: bigint): bigint => counting.most(budget, instance.m);
  const apart = inPlace ? 1n : memories;
  const found = searchSegments({
    sizes: [1n],
    capacity: capacityWords,
    memories: apart,
    work,
    held: (firstBudget, laterBudget) => ({ first: { most: most(firstBudget) }, later: { most: most(laterBudget) } }),
    roughly: (budget) => counting.roughly(budget, w.m),
  });
  const cuts = [found.cut, maximum(1n, counting.cut(capacityWords, instance.m))].map((cut) => {
    const [firstSegmentProducts, segmentProducts] = [most(cut), most(capacityWords + cut)];
    const left = work - apart * firstSegmentProducts;
    const laterSegments = left > 0n && segmentProducts > 0n ? ceilDivide(left, segmentProducts) : 0n;
    const value = word * (cut * laterSegments + beside);
    return { cut, firstSegmentProducts, segmentProducts, laterSegments, value };
  });
  const best = cuts.reduce((x, y) => (y.value > x.value ? y : x));
  return best.laterSegments === 0n || best.value <= 0n ? [] : [{ theorem, instance, capacityWords, ...best }];
}
