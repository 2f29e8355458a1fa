// Regenerates the tables of docs/pebbling.md, or those named: optima (reference graphs with every bound beside them), computations
// (the same for small workloads), largest (graph of each family solved within a minute), processors, levels, stencils.
// Seconds and megabytes are of the machine that runs it.
import { readFileSync, writeFileSync } from "node:fs";
import {
  attentionWorkload,
  bestGraphBound,
  binaryTree,
  chainWorkload,
  convWorkload,
  diamond,
  einsumWorkload,
  ffnWorkload,
  fft,
  findOptimum,
  gemmComputation,
  gemmWorkload,
  graphBounds,
  heuristicPebbling,
  hierarchyGame,
  matrixProduct,
  proveBoundsInSetting,
  pyramid,
  stencilWorkload,
  twoLevelGame,
  workloadGraph,
  workloadPebblingReport,
} from "../build/index.js";

const SECONDS = 60;
const page = new URL("../docs/pebbling.md", import.meta.url);
const product = (m, n, k) => ({ name: `product ${m}×${n}×${k}`, graph: matrixProduct(m, n, k), extents: { m, n, k } });
const named = (name, graph) => ({ name, graph });
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

const REFERENCE = [
  ...[
    [2, 2, 3],
    [2, 3, 2],
    [3, 2, 2],
  ].flatMap((e) => range(3, 7).map((s) => [product(...e), s])),
  [product(2, 2, 2), 3],
  [product(2, 2, 2), 4],
  [product(3, 3, 2), 4],
  [product(3, 3, 2), 8],
  ...range(4, 8).map((s) => [named("FFT, 8 points", fft(3)), s]),
  ...range(3, 6).map((s) => [named("pyramid, 5 rows above the inputs", pyramid(5)), s]),
  ...range(3, 5).map((s) => [named("diamond grid 5×5", diamond(5)), s]),
  ...range(3, 6).map((s) => [named("binary tree, 32 leaves", binaryTree(5)), s]),
];

const FAMILIES = [
  ["product n×n×n, S = 2n", (n) => [product(n, n, n), 2 * n]],
  ["product n×n×1, S = 4", (n) => [product(n, n, 1), 4]],
  ["product 2×2×k, S = 4", (k) => [product(2, 2, k), 4]],
  ["FFT of 2^n points, S = 6", (n) => [named(`FFT, ${2 ** n} points`, fft(n)), 6]],
  ["binary tree of 2^n leaves, S = 3", (n) => [named(`tree, ${2 ** n} leaves`, binaryTree(n)), 3]],
  ["pyramid of n rows above the inputs, S = 4", (n) => [named(`pyramid, ${n} rows`, pyramid(n)), 4]],
  ["diamond grid n×n, S = 4", (n) => [named(`diamond ${n}×${n}`, diamond(n)), 4]],
];

function solve({ graph }, fastWords, seconds = SECONDS) {
  const game = twoLevelGame(fastWords);
  const start = performance.now();
  const known = heuristicPebbling(graph, game).moves;
  const found = findOptimum(graph, game, { maxMilliseconds: seconds * 1000, maxStates: 200_000_000, known });
  return { ...found, seconds: (performance.now() - start) / 1000 };
}

function bounds({ graph, extents }, fastWords) {
  const game = twoLevelGame(fastWords);
  const byGraph = [game, { ...game, recomputation: false }].map((rules) =>
    graphBounds(graph, rules).filter((bound) => bound.kind === "bound"),
  );
  const formulas =
    extents === undefined
      ? []
      : proveBoundsInSetting(gemmComputation(gemmWorkload(extents)), {
          interface: "slow-fast",
          unit: "words",
          capacity: BigInt(fastWords),
          memories: 1n,
          fastMemory: "",
        });
  const best = (list) => list.reduce((x, y) => (y.value > x ? y.value : x), 0n);
  const of = (id) => byGraph[1].find((bound) => bound.id === id)?.value;
  return {
    columns: [
      ...[...GRAPH_BOUNDS, ...NO_RECOMPUTATION].map(of),
      ...["gemm-segments"].map((id) => formulas.find((bound) => bound.id === id)?.value),
    ],
    best: best([...byGraph[0], ...formulas]),
  };
}

const PROCESSORS = [
  [product(2, 2, 1), 3, 2],
  [product(2, 2, 2), 3, 2],
  [named("FFT, 4 points", fft(2)), 3, 2],
  [named("FFT, 4 points", fft(2)), 3, 3],
  [named("pyramid, 3 rows above the inputs", pyramid(3)), 3, 2],
  [named("binary tree, 8 leaves", binaryTree(3)), 3, 2],
];

const LEVELS = [
  [product(2, 2, 2), [3, 6]],
  [product(2, 2, 2), [4, 8]],
  [named("FFT, 4 points", fft(2)), [3, 5]],
  [named("FFT, 4 points", fft(2)), [3, 4, 5]],
  [named("pyramid, 4 rows above the inputs", pyramid(4)), [3, 5]],
  [named("binary tree, 8 leaves", binaryTree(3)), [3, 3]],
];

/** A row of a table without bounds. */
function plainRow({ name, graph }, setting, game) {
  const start = performance.now();
  const found = findOptimum(graph, game, { maxMilliseconds: SECONDS * 1000 });
  const optimum = found.exact ? found.optimum : `${found.lower}–${found.upper}`;
  const row = [name, ...setting, optimum, found.states, ((performance.now() - start) / 1000).toFixed(1)];
  console.log(row.join(" "));
  return `| ${row.join(" | ")} |`;
}

const stencil = (dims, steps, points) => [
  `${dims.join("×")} cells, ${steps} steps`,
  workloadGraph(stencilWorkload({ dims, steps, points })),
];
const STENCILS = [
  [...stencil([8], 4, 3), [4, 5, 6]],
  [...stencil([8], 8, 3), [4, 5, 6]],
  [...stencil([16], 8, 3), [4, 5, 6, 8]],
  [...stencil([4, 4], 2, 5), [6, 8]],
  [...stencil([4, 4], 4, 5), [6, 8]],
];

/** The best bound on a stencil and the best pebbling of the heuristic. */
function stencilRow(name, graph, fastWords) {
  const game = twoLevelGame(fastWords);
  const cost = heuristicPebbling(graph, game).verdict.cost;
  const best = bestGraphBound(graphBounds(graph, game));
  const strict = bestGraphBound(graphBounds(graph, { ...game, recomputation: false }));
  const row = `| ${[name, fastWords, best.value, best.id, strict.value, cost, (Number(best.value) / cost).toFixed(2)].join(" | ")} |`;
  console.log(row);
  return row;
}

const einsum = (text, extents) => [text, einsumWorkload({ text, extents })];
const COMPUTATIONS = [
  ["chain 2×1×2×1", chainWorkload({ m: 2, k: 1, l: 2, n: 1 }), [3, 4]],
  ["chain 2×2×2×2", chainWorkload({ m: 2, k: 2, l: 2, n: 2 }), [4, 6]],
  ["gated block, 2 tokens, model 1, hidden 2", ffnWorkload({ tokens: 2, model: 1, hidden: 2, gated: true }), [4, 5, 6]],
  ["gated block, 1 token, model 2, hidden 2", ffnWorkload({ tokens: 1, model: 2, hidden: 2, gated: true }), [4, 6]],
  ["gated block, 2 tokens, model 2, hidden 2", ffnWorkload({ tokens: 2, model: 2, hidden: 2, gated: true }), [6, 8]],
  ["block, 2 tokens, model 2, hidden 2", ffnWorkload({ tokens: 2, model: 2, hidden: 2 }), [4, 6]],
  ["attention, 1 query, 3 keys, dim 1", attentionWorkload({ heads: 1, queries: 1, keys: 3, dim: 1 }), [4, 5]],
  ["attention, 2 queries, 2 keys, dim 1", attentionWorkload({ heads: 1, queries: 2, keys: 2, dim: 1 }), [4, 5, 6]],
  ["attention, 2 queries, 2 keys, dim 2", attentionWorkload({ heads: 1, queries: 2, keys: 2, dim: 2 }), [5, 6, 8]],
  ["causal attention, 3×3, dim 1", attentionWorkload({ heads: 1, queries: 3, keys: 3, dim: 1, causal: true }), [5, 6]],
  [
    "convolution, 1 → 2 channels, 1×4, kernel 1×2",
    convWorkload({ inChannels: 1, outChannels: 2, height: 1, width: 4, kernel: "1x2" }),
    [3, 4, 6],
  ],
  [...einsum("F[i] += P[i] * P[j]", { i: 4, j: 4 }), [3, 4]],
  [...einsum("M[i,r] += T[i,j,k] * B[j,r] * C[k,r]", { i: 2, j: 2, k: 2, r: 2 }), [4, 6]],
  [...einsum("H[i,j] += A[i,k] * B[k,j]; E[i] += H[i,j] * D[j]", { i: 2, j: 2, k: 2 }), [4, 5]],
  [...einsum("T[i] += A[i,j] * x[j]; y[j] += A[i,j] * T[i]", { i: 2, j: 3 }), [3, 4]],
];

const GRAPH_BOUNDS = ["compulsory", "dominator-chain", "hong-kung-lines", "disjoint-subgraphs"];
const NO_RECOMPUTATION = ["wavefront", "wavefront-sum", "wavefront-chain", "spectral"];
const FORMULAS = ["einsum-projective", "conv-segments", "chain-fused", "chain-recomputation"];

/** A computation's optimum, or interval, with the bounds on its graph and those from its formula. */
function computationRow(name, workload, fastWords) {
  const game = twoLevelGame(fastWords);
  const start = performance.now();
  const report = workloadPebblingReport(workload, game, {}, { limits: { maxMilliseconds: SECONDS * 1000 } });
  const seconds = (performance.now() - start) / 1000;
  const proven = (list) => list.filter((bound) => "value" in bound);
  const strict = proven(graphBounds(report.graph, { ...game, recomputation: false }));
  const free = [...proven(report.graphBounds), ...report.formulaBounds];
  const value = (list, id) =>
    list.filter((bound) => bound.id === id).reduce((x, b) => (x === undefined || b.value > x ? b.value : x), undefined);
  const cost = Number(report.upper);
  const cells = [
    ...GRAPH_BOUNDS.map((id) => value(free, id)),
    ...NO_RECOMPUTATION.map((id) => value(strict, id)),
    ...FORMULAS.map((id) => value(report.formulaBounds, id)),
  ].map((bound) => cell(bound, cost));
  const best = free.reduce((x, b) => (b.value > x ? b.value : x), 0n);
  const optimum = report.exact ? `${report.upper}` : `${report.lower}–${report.upper}`;
  const figures = [
    name.replaceAll("|", "\\|"),
    fastWords,
    optimum,
    report.states,
    seconds.toFixed(1),
    (Number(best) / cost).toFixed(2),
  ];
  const row = `| ${[...figures, ...cells].join(" | ")} |`;
  console.log(row);
  return row;
}

const cell = (value, optimum) => (value === undefined ? "" : `${value} (${(Number(value) / optimum).toFixed(2)})`);
const asked = process.argv.slice(2);
const isAsked = (table) => asked.length === 0 || asked.includes(table);

const computations = !isAsked("computations")
  ? []
  : COMPUTATIONS.flatMap(([name, workload, words]) => words.map((s) => computationRow(name, workload, s)));
const processors = !isAsked("processors")
  ? []
  : PROCESSORS.map(([item, s, p]) => plainRow(item, [s, p], twoLevelGame(s, { processors: p })));
const levels = !isAsked("levels") ? [] : LEVELS.map(([item, words]) => plainRow(item, [words.join(", ")], hierarchyGame(words)));

const stencils = isAsked("stencils")
  ? STENCILS.flatMap(([name, graph, words]) => words.map((s) => stencilRow(name, graph, s)))
  : [];

const rows = [];
for (const [item, fastWords] of isAsked("optima") ? REFERENCE : []) {
  const found = solve(item, fastWords);
  const cost = found.exact ? found.optimum : found.upper;
  const { columns, best } = bounds(item, fastWords);
  const optimum = found.exact ? String(found.optimum) : `${found.lower}–${found.upper}`;
  const figures = [found.states, found.seconds.toFixed(1), Math.round(found.bytes / 1e6)];
  rows.push(
    `| ${[item.name, fastWords, optimum, ...figures, (Number(best) / cost).toFixed(2), ...columns.map((c) => cell(c, cost))].join(" | ")} |`,
  );
  console.log(rows.at(-1));
}

const largest = [];
for (const [name, make] of isAsked("largest") ? FAMILIES : []) {
  let last;
  for (let n = 2; n < 40; n++) {
    const [item, fastWords] = make(n);
    const found = solve(item, fastWords);
    if (!found.exact || found.seconds > SECONDS) break;
    last = `| ${name} | ${item.name}, S = ${fastWords} | ${item.graph.vertexCount} | ${found.optimum} | ${found.states} | ${found.seconds.toFixed(1)} |`;
  }
  largest.push(last ?? `| ${name} | none | | | | |`);
  console.log(largest.at(-1));
}

const replace = (text, mark, lines) =>
  !isAsked(mark)
    ? text
    : text.replace(
        new RegExp(`(<!-- ${mark} -->\\n)[\\s\\S]*?(<!-- end -->)`),
        (_, open, close) => `${open}${lines.join("\n")}\n${close}`,
      );
let text = readFileSync(page, "utf8");
const ofGraph = [...GRAPH_BOUNDS, ...NO_RECOMPUTATION.map((id) => `${id}*`)];
text = replace(text, "optima", [
  `| graph | S | optimum | states | seconds | MB | best/optimum | ${ofGraph.join(" | ")} | gemm-segments |`,
  `|${"---|".repeat(8 + ofGraph.length)}`,
  ...rows,
]);
const columnsOfBounds = [...ofGraph, ...FORMULAS];
text = replace(text, "computations", [
  `| computation | S | optimum | states | seconds | best/optimum | ${columnsOfBounds.join(" | ")} |`,
  `|${"---|".repeat(6 + columnsOfBounds.length)}`,
  ...computations,
]);
text = replace(text, "largest", [
  "| family | largest solved | vertices | optimum | states | seconds |",
  "|---|---|---|---|---|---|",
  ...largest,
]);
text = replace(text, "processors", [
  "| graph | S | P | optimum | states | seconds |",
  "|---|---|---|---|---|---|",
  ...processors,
]);
text = replace(text, "levels", ["| graph | levels | optimum | states | seconds |", "|---|---|---|---|---|", ...levels]);
text = replace(text, "stencils", [
  "| stencil | S | bound | by | without recomputation | best pebbling found | bound/pebbling |",
  "|---|---|---|---|---|---|---|",
  ...stencils,
]);
writeFileSync(page, text);
