// Cases of the theorems about a product with a sparse operand: random patterns, and schedules that know them.

import { proveGemmSegments } from "../../build/bounds/gemm/segments.js";
import { proveGemmSparseSegments } from "../../build/bounds/gemm/sparse.js";
import { withSomeSums } from "./products.js";

const PAIRS = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
];
const least = (values) => values.reduce((x, y) => (y < x ? y : x));

/** Rows that each column keeps: all alike, one of a few patterns, or at random; like columns are neighbours, as a kernel may order them. */
function patternOf(random, n, groups) {
  const drawn = () => Array.from({ length: groups }, (_, g) => random.of(PAIRS).map((at) => 4 * g + at)).flat();
  const known = Array.from({ length: random.of([1, 2, 3, n]) }, drawn);
  return Array.from({ length: n }, () => random.of(known)).sort((x, y) => (`${x}` < `${y}` ? -1 : 1));
}

function drawnProduct(random) {
  const side = () => random.scale(1, random.of([6, 40, 120]));
  const [m, n, k] = [side(), side(), 8 * random.scale(1, random.of([1, 4, 12]))];
  const size = () => random.of([1, 2, 4, 8]);
  const weights =
    random.unit() < 0.5 ? { a: 1, b: 1, partial: 1, output: 1 } : { a: size(), b: size(), partial: size(), output: size() };
  const words = random.scale(5, random.of([12, 100, 2000]));
  return { m, n, k, weights, words, pattern: patternOf(random, n, k / 4) };
}

/** Different rows that columns `first .. end)` keep, or all where the dense operand is loaded whole. */
function keptRows({ k, pattern }, first, end, isWhole) {
  return isWhole ? k : new Set(pattern.slice(first, end).flat()).size;
}

/** Bytes of the cheapest schedule known: tiles of C, columns of B or rows of A that stay, in words of the widest size. */
function sparseCost(drawn, isWhole) {
  const { m, n, k, weights: w, words } = drawn;
  const ofColumn = (k / 2) * w.b + k / 8;
  const outputs = m * n * w.output;
  const costs = [];
  const blocks = (columns) => {
    const all = [];
    for (let first = 0; first < n; first += columns)
      all.push([Math.min(columns, n - first), keptRows(drawn, first, first + columns, isWhole)]);
    return all;
  };
  for (let columns = 1; columns <= n; columns = Math.ceil(1.3 * columns)) {
    const own = blocks(columns);
    // Sums, a column of A, a byte about each column of B, and a word of B.
    const rows = Math.min(m, Math.floor((words - 1 - columns) / (columns + 1)));
    if (rows >= 1) costs.push(own.reduce((sum, [c, used]) => sum + m * used * w.a + Math.ceil(m / rows) * c * ofColumn, outputs));
    // Columns of B, the row of A that they take, and a sum.
    if (columns * (k / 2 + k / 8) + k + 1 <= words)
      costs.push(own.reduce((sum, [c, used]) => sum + m * used * w.a + c * ofColumn, outputs));
  }
  const used = keptRows(drawn, 0, n, isWhole);
  // Rows of A, a column of B with its metadata, and a sum.
  const rows = Math.floor((words - k / 2 - k / 8 - 1) / used);
  if (rows >= 1) costs.push(outputs + m * used * w.a + Math.ceil(m / rows) * n * ofColumn);
  return costs.length === 0 ? undefined : BigInt(least(costs));
}

function instanceOf({ m, n, k, weights, words }, memories) {
  const big = Object.fromEntries(Object.entries(weights).map(([name, size]) => [name, BigInt(size)]));
  const capacity = BigInt(words * Math.max(...Object.values(weights)));
  return { extents: { batch: 1n, m: BigInt(m), n: BigInt(n), k: BigInt(k / 2) }, weights: big, capacity, memories };
}

export const SPARSE_CASES = {
  "gemm-sparse-segments": (random) => {
    const drawn = drawnProduct(random);
    const cost = sparseCost(drawn, false);
    if (cost === undefined) return { certificates: [], cost: 0n };
    const one = instanceOf(drawn, BigInt(random.of([1, 1, 2, 3])));
    const { partial, output } = one.weights;
    const narrow = { ...one, weights: { ...one.weights, partial: partial < output ? partial : output } };
    const metadata = [{ array: "metadata", words: BigInt((drawn.n * drawn.k) / 8), wordSize: 1n }];
    const certificates = [narrow, one, withSomeSums(random, one)].map((sized) =>
      proveGemmSparseSegments(proveGemmSegments(sized), metadata),
    );
    return { certificates, cost };
  },
  "gemm-sparse-whole-operand": (random) => {
    const drawn = drawnProduct(random);
    const cost = sparseCost(drawn, true);
    if (cost === undefined) return { certificates: [], cost: 0n };
    const { m, n, k, weights } = drawn;
    const list = (array, words, wordSize) => ({ array, words: BigInt(words), wordSize: BigInt(wordSize) });
    const inputs = [list("A", m * k, weights.a), list("B", (k / 2) * n, weights.b), list("metadata", (k / 8) * n, 1)];
    const outputs = [list("C", m * n, weights.output)];
    const sum = (arrays) => arrays.reduce((total, { words, wordSize }) => total + words * wordSize, 0n);
    const [reads, writes] = [sum(inputs), sum(outputs)];
    return {
      certificates: [{ theorem: "gemm-sparse-whole-operand", inputs, outputs, reads, writes, value: reads + writes }],
      cost,
    };
  },
};
