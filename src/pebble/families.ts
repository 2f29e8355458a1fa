import { access, type Computation } from "../computation/computation.js";
import { checkInteger, InputError } from "../errors.js";
import { buildCdag, type Cdag } from "./cdag.js";
import { type ExpansionOptions, expand } from "./expand.js";

/** The `2^log2n`-point FFT: `log2n + 1` layers of butterflies, layer 0 the inputs, the last the outputs (Hong and Kung 1981). */
export function fft(log2n: number): Cdag {
  checkInteger("log2n", log2n, 1, 20);
  const n = 2 ** log2n;
  const edges: [number, number][] = [];
  for (let layer = 0; layer < log2n; layer++) {
    for (let i = 0; i < n; i++) {
      edges.push([layer * n + i, (layer + 1) * n + i], [layer * n + i, (layer + 1) * n + (i ^ (1 << layer))]);
    }
  }
  return buildCdag({ vertices: n * (log2n + 1), edges });
}

/** The complete binary tree with `2^height` leaves, which are the inputs; vertex 0 is the root and the output. */
export function binaryTree(height: number): Cdag {
  checkInteger("height", height, 1, 20);
  const vertices = 2 ** (height + 1) - 1;
  const edges = Array.from({ length: vertices - 1 }, (_, i): [number, number] => [i + 1, i >> 1]);
  return buildCdag({ vertices, edges });
}

/** The pyramid of the given height: `height + 1` sources, each further row one shorter, each vertex over two neighbours. */
export function pyramid(height: number): Cdag {
  checkInteger("height", height, 1, 1000);
  const edges: [number, number][] = [];
  let row = 0;
  for (let width = height + 1; width > 1; width--) {
    for (let i = 0; i + 1 < width; i++) edges.push([row + i, row + width + i], [row + i + 1, row + width + i]);
    row += width;
  }
  return buildCdag({ vertices: row + 1, edges });
}

/** The diamond: a `rows x columns` grid, each vertex over its upper and left neighbours; one input corner, one output corner. */
export function diamond(rows: number, columns: number = rows): Cdag {
  checkInteger("rows", rows, 1, 1000);
  checkInteger("columns", columns, 1, 1000);
  const edges: [number, number][] = [];
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      if (i > 0) edges.push([(i - 1) * columns + j, i * columns + j]);
      if (j > 0) edges.push([i * columns + j - 1, i * columns + j]);
    }
  }
  return buildCdag({ vertices: rows * columns, edges });
}

/** A path of `length` vertices. */
export function path(length: number): Cdag {
  checkInteger("length", length, 1, 2 ** 24);
  return buildCdag({ vertices: length, edges: Array.from({ length: length - 1 }, (_, i): [number, number] => [i, i + 1]) });
}

/** C(m x n) = A(m x k) B(k x n) at word level. */
export function matrixProduct(m: number, n: number, k: number, options: ExpansionOptions = {}): Cdag {
  return matrixChain([m, k, n], options);
}

/** The chain of products of matrices `extents[0] x extents[1]`, `extents[1] x extents[2]`, ... evaluated from the left. */
export function matrixChain(extents: readonly number[], options: ExpansionOptions = {}): Cdag {
  if (extents.length < 3) throw new InputError("extents", "at least three, for two matrices", String(extents.length));
  const index = (i: number): string => `i${i}`;
  const factors = extents.length - 1;
  const isLast = (f: number): boolean => f === factors - 1;
  const product = (f: number): string => (isLast(f) ? "C" : f === 0 ? "A0" : `P${f}`);
  const computation: Computation = {
    name: `product ${extents.join(" x ")}`,
    statements: Array.from({ length: factors - 1 }, (_, s) => ({
      output: access(product(s + 1), index(0), index(s + 2)),
      operands: [access(product(s), index(0), index(s + 1)), access(`A${s + 1}`, index(s + 1), index(s + 2))],
    })),
    arrays: [
      ...Array.from({ length: factors }, (_, f) => matrix(`A${f}`, "input", extents[f] as number, extents[f + 1] as number)),
      ...Array.from({ length: factors - 1 }, (_, s) =>
        matrix(product(s + 1), isLast(s + 1) ? "output" : "intermediate", extents[0] as number, extents[s + 2] as number),
      ),
    ],
    extents: Object.fromEntries(extents.map((extent, i) => [index(i), checkInteger(`extents[${i}]`, extent, 1)])),
    accumulator: "fp32",
  };
  return expand(computation, options);
}

function matrix(
  name: string,
  role: "input" | "output" | "intermediate",
  rows: number,
  columns: number,
): Computation["arrays"][number] {
  return { name, role, dataType: "fp32", shape: [rows, columns] };
}

/**
 * A random layered DAG: `layers` rows of `width` vertices, each vertex beyond the first row over 1 to `degree` different
 * vertices of the row before. Vertices without successors are outputs. The same seed gives the same graph.
 */
export function randomLayered(seed: number, layers: number, width: number, degree: number): Cdag {
  checkInteger("seed", seed, 0);
  checkInteger("layers", layers, 2, 10_000);
  checkInteger("width", width, 1, 10_000);
  checkInteger("degree", degree, 1, width);
  const random = splitMix32(seed);
  const edges: [number, number][] = [];
  for (let v = width; v < layers * width; v++) {
    const row = Math.floor(v / width) - 1;
    const operands = new Set<number>();
    const wanted = 1 + (random() % degree);
    while (operands.size < wanted) operands.add(row * width + (random() % width));
    for (const u of operands) edges.push([u, v]);
  }
  return buildCdag({ vertices: layers * width, edges });
}

/** SplitMix32: a seeded stream of unsigned 32-bit integers. */
function splitMix32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
}
