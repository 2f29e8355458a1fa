import type { GraphView } from "../answers/game.js";

/** A lesson: words of `redblue pebble`, the words to reach, and what reaching them shows. */
export interface Level {
  readonly title: string;
  readonly text: string;
  readonly goal: number;
  readonly task: string;
  readonly insight: string;
}

/** From one product to a fused chain. Every goal is the optimum. */
export const LEVELS: readonly Level[] = [
  {
    title: "One product",
    text: "gemm --m 1 --n 1 --k 1 --fast 3 --no-slide",
    goal: 3,
    task: "Load A and B, compute C, store C.",
    insight:
      "Every input is loaded at least once and every output stored at least once: this compulsory traffic remains in any order.",
  },
  {
    title: "Reuse",
    text: "gemm --m 2 --n 2 --k 1 --fast 3 --no-slide",
    goal: 9,
    task: "Four products of two rows and two columns, in a fast memory for one product. Which word do you keep?",
    insight: "Turning round at the end of a row uses the word at hand again: a good order saves loads without any more memory.",
  },
  {
    title: "Accumulators",
    text: "gemm --m 2 --n 1 --k 2 --fast 5 --no-slide",
    goal: 8,
    task: "Each element of C is the sum of two products. Do not let a partial sum leave.",
    insight:
      "A partial sum that leaves the fast memory is stored and loaded again, so accumulators stay until they are complete.",
  },
  {
    title: "A tile",
    text: "gemm --m 2 --n 2 --k 2 --fast 7 --no-slide",
    goal: 12,
    task: "Keep all four elements of C, and let columns of A and rows of B pass by.",
    insight:
      "A tile of accumulators uses every word of A and B as often as the tile is wide: the larger the tile, the fewer the loads.",
  },
  {
    title: "A fused chain",
    text: "chain --m 2 --k 1 --l 2 --n 1 --fast 6 --no-slide",
    goal: 8,
    task: "Two products after each other: H = A·B, E = H·D. Use every element of H at once.",
    insight:
      "In a fused chain the intermediate never leaves the fast memory: its stores and loads, half the traffic of two kernels, are saved.",
  },
];

/** Graphs that no workload gives, by the names of their files. */
export const FILES: Readonly<Record<string, { readonly title: string; readonly graph: GraphView }>> = {
  "fft-4.json": { title: "FFT of 4 points", graph: butterflies() },
  "tree.json": { title: "Tree with 8 leaves", graph: tree() },
  "diamond.json": { title: "Diamond, 3×3", graph: diamond() },
};

/** What the list of graphs offers, as words of `redblue pebble`. */
export const GRAPHS: readonly { readonly title: string; readonly text: string }[] = [
  { title: "Product 2×2×2", text: "gemm --m 2 --n 2 --k 2 --fast 5 --no-slide" },
  { title: "Product 3×2×2", text: "gemm --m 3 --n 2 --k 2 --fast 5 --no-slide" },
  { title: "Chain of two products", text: "chain --m 2 --k 1 --l 2 --n 1 --fast 4 --no-slide" },
  ...Object.entries(FILES).map(([name, { title }]) => ({ title, text: `${name} --fast 4 --no-slide` })),
];

/** Two layers of butterflies over four inputs. */
function butterflies(): GraphView {
  const edges = [0, 1].flatMap((layer) =>
    [0, 1, 2, 3].flatMap((i): [number, number][] => [
      [4 * layer + i, 4 * layer + 4 + i],
      [4 * layer + i, 4 * layer + 4 + (i ^ (1 << layer))],
    ]),
  );
  return { vertices: 12, edges, outputs: [8, 9, 10, 11] };
}

/** Complete and binary; vertex 0 is the root. */
function tree(): GraphView {
  return { vertices: 15, edges: Array.from({ length: 14 }, (_, i): [number, number] => [i + 1, i >> 1]), outputs: [0] };
}

/** Each vertex over its upper and its left neighbour. */
function diamond(): GraphView {
  const edges = Array.from({ length: 9 }, (_, v) => v).flatMap((v): [number, number][] => [
    ...(v >= 3 ? [[v - 3, v] as [number, number]] : []),
    ...(v % 3 > 0 ? [[v - 1, v] as [number, number]] : []),
  ]);
  return { vertices: 9, edges, outputs: [8] };
}
