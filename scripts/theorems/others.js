// Cases of the theorems about chains, convolutions, einsum statements and explicit graphs.

import { proveAttentionBackward } from "../../build/bounds/chain/backward.js";
import { proveFusedAmortized, proveFusedEmptyStart, proveFusedPerMemory } from "../../build/bounds/chain/fused.js";
import { proveChainHoldingCost } from "../../build/bounds/chain/holding-cost.js";
import { proveChainNearCapacity } from "../../build/bounds/chain/near-capacity.js";
import { proveRecomputationAmortized, proveRecomputationEmptyStart } from "../../build/bounds/chain/recomputation.js";
import { chainShape } from "../../build/bounds/chain/shape.js";
import { proveConvBorders } from "../../build/bounds/conv/borders.js";
import { proveConvHoldingCost } from "../../build/bounds/conv/holding-cost.js";
import { proveConvMemoryIndependent, proveConvPerProcessor, proveConvSegments } from "../../build/bounds/conv/segments.js";
import { convolutionInstance } from "../../build/bounds/conv/shape.js";
import { proveConvWholePasses } from "../../build/bounds/conv/whole-passes.js";
import { proveEinsumProjective } from "../../build/bounds/einsum/projective.js";
import { projectiveInstance } from "../../build/bounds/einsum/shape.js";
import { proveLastPair } from "../../build/bounds/multilayer/last-pair.js";
import { proveMultilayerRecomputation } from "../../build/bounds/multilayer/recomputation.js";
import { proveWholeRows } from "../../build/bounds/multilayer/rows.js";
import { multilayerChainShape } from "../../build/bounds/multilayer/shape.js";
import { proveStages } from "../../build/bounds/multilayer/stages.js";
import { proveRowStatistics } from "../../build/bounds/rows/statistics.js";
import { withNarrowSums } from "../../build/bounds/shared/partial-sum-sizes.js";
import { multilayerChainWorkload } from "../../build/computation/multilayer-chain.js";
import { normWorkload, softmaxWorkload } from "../../build/computation/row-workloads.js";
import { hierarchyDocument, hierarchyReport } from "../../build/gap/hierarchy-pebbling.js";
import {
  attentionBackwardWorkload,
  attentionWorkload,
  chainWorkload,
  convWorkload,
  einsumComputation,
  einsumInTiles,
  einsumWorkload,
  ffnWorkload,
  wordChains,
  wordConvs,
} from "../../build/index.js";
import { parseCdagJson } from "../../build/pebble/formats/json.js";
import { graphBounds, verifyGraphBound } from "../../build/pebble/graph-bounds/index.js";
import { findOptimum } from "../../build/pebble/optimum/optimum.js";
import { hierarchyGame, minimumCapacity, twoLevelGame } from "../../build/pebble/rules.js";
import { wordFfns } from "../../build/schedules/two-level/ffn/schedules.js";
import { multilayerChainTotal, wordMultilayerChains } from "../../build/schedules/two-level/multilayer/schedules.js";
import { rowsInWords, totalWords } from "../../build/schedules/two-level/rows.js";
import { verifyDocument } from "../../build/verify/document.js";
import { withSomeSums } from "./products.js";

const least = (values) => values.reduce((x, y) => (y < x ? y : x));
const most = (values) => values.reduce((x, y) => (y > x ? y : x));
const TYPES = ["bf16", "fp8", "fp32"];

/** Types of words, and whether they count as words of size 1. */
function drawTypes(random) {
  return {
    unit: random.unit() < 0.5,
    dataType: random.of(TYPES),
    outputType: random.of(TYPES),
    accumulator: random.of(["fp16", "fp32"]),
  };
}

function settingOf(unit, words, widest, memories) {
  const capacity = unit ? BigInt(words) : BigInt(words) * widest;
  return { interface: "slow-fast", unit: unit ? "words" : "bytes", capacity, memories: BigInt(memories), fastMemory: "" };
}

/** A chain, a feed-forward block or attention, what its schedules cost in one memory, and its instance; k and n are drawn by `inner`. */
function chainCase(random, words, side, inner = side) {
  const { unit, ...types } = drawTypes(random);
  const memories = random.of([1, 1, 2, 3]);
  const kind = random.of(["chain", "chain", "ffn", "attention"]);
  let workload;
  let schedules;
  let heads = 1n;
  if (kind === "chain") {
    workload = chainWorkload({ m: side(), k: inner(), l: side(), n: inner(), ...types });
    schedules = wordChains(workload, words);
  } else if (kind === "ffn") {
    workload = ffnWorkload({ tokens: side(), model: inner(), hidden: side(), gated: true, ...types });
    schedules = wordFfns(workload, words);
  } else {
    const shape = { heads: random.whole(1, 3), queries: side(), keys: side(), dim: inner(), causal: random.unit() < 0.5 };
    workload = attentionWorkload({ ...shape, ...types });
    heads = BigInt(shape.heads);
    // Masked pairs may be computed and thrown away.
    schedules = wordChains(chainWorkload({ m: shape.queries, k: shape.dim, l: shape.keys, n: shape.dim }), words);
  }
  const shape = chainShape(workload, unit ? "words" : "bytes");
  const w = shape.weights;
  const costs = schedules.map(({ words: moved }) => {
    if (kind === "ffn") {
      return (
        w.a * moved.x + w.b * moved.front + operandH(w) * (moved.hStores + moved.hLoads) + w.d * moved.wd + w.output * moved.y
      );
    }
    const finished = BigInt(kind === "chain" ? workload.m * workload.n : workload.queries * workload.dim);
    const sums = w.partial * (moved.eLoads + moved.eStores - finished) + w.output * finished;
    return w.a * moved.a + w.b * moved.b + operandH(w) * (moved.hLoads + moved.hStores) + w.d * moved.d + sums;
  });
  const { capacity } = settingOf(unit, words, most(Object.values(w)), memories);
  const instance = { extents: shape.extents, weights: w, capacity, memories: BigInt(memories) };
  return { instance, cost: heads * least(costs) };
}

/** Attention's gradients by rows of keys that stay with their sums while rows of queries pass, dQ coming and going with them. */
function backwardCase(random, words) {
  const { unit, ...types } = drawTypes(random);
  const shape = {
    heads: random.whole(1, 3),
    queries: random.scale(1, 300),
    keys: random.scale(1, 300),
    dim: random.scale(1, 40),
  };
  const workload = attentionBackwardWorkload({ ...shape, ...types, causal: random.unit() < 0.5 });
  const { extents, weights: w, inputs, outputs } = chainShape({ ...workload, kind: "attention" }, unit ? "words" : "bytes");
  const { heads, queries, keys, dim } = shape;
  // Beside the keys a row of Q, dO and dQ, its statistics, and S and dP of a pair, each in one place of the widest word.
  const held = Math.floor((words - 3 * dim - 4) / (4 * dim));
  const { capacity } = settingOf(unit, words, most(Object.values(w)), 1);
  const instance = { extents, weights: w, capacity, memories: BigInt(random.of([1, 1, 2, 3])) };
  if (held < 1) return { instance, cost: 1n << 100n };
  const passes = BigInt(Math.ceil(keys / held));
  const wordsOf = (arrays) => arrays.reduce((sum, one) => sum + one.words, 0n);
  // Q, K and V with their gradients, dO, and two statistics a row.
  const once = wordsOf(inputs) * (w.a + w.output) + wordsOf(outputs) * w.a + 2n * extents.batch * extents.m * w.partial;
  // Masked pairs may be computed and thrown away.
  const [rows, columns] = [BigInt(heads * queries), BigInt(dim)];
  return { instance, cost: once + (passes - 1n) * rows * (2n * columns * w.a + 2n * w.partial + 2n * columns * w.partial) };
}

/** H is stored as an operand of the second product. */
function operandH(weights) {
  return weights.d;
}

/** Products one by one, each in square tiles of sums, or by rows of its left operand that stay; every result stored at its size. */
function productsApart({ extents: { m, widths }, weights: { operand, between, partial, output }, capacity }) {
  return widths.slice(1).reduce((cost, columns, q) => {
    const [inner, left, stored] = [widths[q], q === 0 ? operand : between, q === widths.length - 2 ? output : between];
    const ways = [];
    let side = 0n;
    while (partial * (side + 1n) ** 2n + operand * (side + 1n) + left <= capacity) side++;
    const across = (length, part) => (length + part - 1n) / part;
    if (side > 0n) ways.push(across(columns, side) * m * inner * left + across(m, side) * inner * columns * operand);
    const rows = (capacity - operand) / (left * inner + partial);
    if (rows > 0n) ways.push(m * inner * left + across(m, rows) * inner * columns * operand);
    return ways.length === 0 ? 1n << 200n : cost + least(ways) + m * columns * stored;
  }, 0n);
}

/** Both products in square tiles of sums at their own size, H stored and loaded at its own; the widest bound holds for one memory. */
function separateInBytes({ extents, weights, capacity }) {
  const { batch, m, k, l, n, factors, pairs } = extents;
  const { a, b, h, d, partial, output } = weights;
  const tiled = (rows, columns, inner, left, right, sums) => {
    let side = 0n;
    // A tile of sums, the words of the right operand that meet it, one of the left.
    while (sums * (partial * (side + 1n) ** 2n + right * (side + 1n)) + left <= capacity) side++;
    if (side === 0n) return undefined;
    const across = (length) => (length + side - 1n) / side;
    return across(columns) * rows * inner * left + sums * across(rows) * inner * columns * right;
  };
  const first = tiled(m, l, k, a, b, factors);
  const second = tiled(m, n, l, operandH(weights), d, 1n);
  // Under a mask all of H is computed: no fewer words than the pairs that are used.
  if (first === undefined || second === undefined || pairs > batch * m * l || h > operandH(weights)) return 1n << 200n;
  return batch * (first + second + operandH(weights) * m * l + output * m * n);
}

const narrowChain = ({ weights, ...rest }) => ({
  ...rest,
  weights: { ...weights, partial: least([weights.partial, weights.output]) },
});

function convCase(random, memories, kernel = random.whole(1, 4), fixed = {}, wordsFor = () => random.scale(40, 1500)) {
  const { unit, ...types } = drawTypes(random);
  const options = {
    batch: random.of([1, 1, 2, 5]),
    inChannels: random.scale(1, 40),
    outChannels: random.scale(1, 40),
    height: random.whole(kernel, 20),
    width: random.whole(kernel, 20),
    kernel: [kernel, random.whole(1, kernel)],
    stride: random.whole(1, 3),
    ...types,
    ...fixed,
  };
  const words = wordsFor(options);
  const costOf = (workload) => {
    const { input, filter, partial, output } = convolutionInstance(workload, settingOf(unit, words, 1n, 1)).weights;
    const bytes = ({ words: moved }) => input * moved.inputs + filter * moved.weights + output * moved.outputs;
    return { cost: least(wordConvs(workload, words).map(bytes)), widest: most([input, filter, partial, output]) };
  };
  // Groups one after another; a dilated kernel on images that fall apart into as many dense ones as its residues.
  const groups = random.of([1, 1, 1, 2, 3]);
  const dilation = options.stride === 1 ? random.of([1, 1, 2]) : 1;
  const dense = { ...options, batch: options.batch * dilation ** 2 };
  const workload = convWorkload({
    ...options,
    inChannels: groups * options.inChannels,
    outChannels: groups * options.outChannels,
    height: dilation * options.height,
    width: dilation * options.width,
    padding: dilation * (options.padding ?? 0),
    groups,
    dilation,
  });
  const { cost: ofGroup, widest } = costOf(convWorkload(dense));
  const instance = convolutionInstance(workload, settingOf(unit, words, widest, memories));
  const share = (name) => costOf(convWorkload({ ...dense, [name]: Math.ceil(dense[name] / memories) })).cost;
  const times = BigInt(groups);
  return { instance, cost: times * ofGroup, busiest: () => times * least([share("outChannels"), share("batch")]) };
}

/** Chains of three products and more, words of size 1; or of size 2 with results of 1, which every schedule stores once. */
function multilayerChainCase(random, prove, narrowResults = false) {
  const words = random.scale(8, random.of([30, 300]));
  // Some about as wide as the root of the memory, where rows that enter whole and those that do not bring as much.
  const about = random.unit() < 0.25 ? Math.sqrt(words) * (0.5 + random.unit()) : undefined;
  const width = () => (about === undefined ? random.scale(1, 60) : Math.max(1, Math.round(about * (0.9 + 0.2 * random.unit()))));
  const widths = Array.from({ length: random.whole(4, 6) }, width);
  const workload = multilayerChainWorkload({ m: random.scale(1, about === undefined ? 200 : 4000), widths });
  const { extents, weights } = multilayerChainShape(workload, "words");
  const instance = { extents, weights, capacity: BigInt(words), memories: BigInt(random.of([1, 1, 2, 3])) };
  const cost = least(wordMultilayerChains(workload, words).map(multilayerChainTotal));
  if (!narrowResults) return { certificates: [prove(instance) ?? []].flat(), cost };
  const sizes = { operand: 2n, between: 2n, partial: 2n, output: 1n };
  const narrow = prove({ ...instance, weights: sizes, capacity: 2n * instance.capacity + BigInt(random.whole(0, 1)) });
  return { certificates: [narrow ?? []].flat(), cost: 2n * cost - extents.m * extents.widths.at(-1) };
}

/** Every second array about as wide as `even` says, in roots of the memory, the others as `odd` does. */
function multilayerChainCaseOf(random, prove, even, odd) {
  const words = random.scale(8, random.of([30, 300, 3000]));
  const width = ([from, to]) => Math.max(1, Math.round(Math.sqrt(words) * (from + (to - from) * random.unit())));
  const widths = Array.from({ length: random.whole(4, 9) }, (_, q) => width(q % 2 === 0 ? even : odd));
  const workload = multilayerChainWorkload({ m: random.scale(1, random.of([60, 3000])), widths });
  const { extents, weights } = multilayerChainShape(workload, "words");
  const instance = { extents, weights, capacity: BigInt(words), memories: BigInt(random.of([1, 1, 2, 3])) };
  const cost = least(wordMultilayerChains(workload, words).map(multilayerChainTotal));
  return { certificates: [prove(instance) ?? []].flat(), cost };
}

const STATEMENTS = [
  "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]",
  "F[i] += P[i] * Q[j]",
  "Y[i] += A[i,j] * X[j]",
  "T[i,j,k] += A[i,l] * B[j,l] * C[k,l]",
  "Z[i,j] += A[i] * B[j]",
  "S[] += A[i,j] * B[j,i]",
  "M[i] += X[i,j,k] * B[j] * C[k]",
  "C[i,j] += A[i,k] * B[k,j]",
  "T[i,j] += A[i,k] * B[k,j] * D[i]",
];

function einsumCase(random) {
  const { unit, ...types } = drawTypes(random);
  const text = random.of(STATEMENTS);
  const indices = [...new Set([...text.matchAll(/[i-l](?=[,\]])/g)].map(([index]) => index))];
  const largest = random.of([8, 60]);
  const workload = einsumWorkload({
    text,
    extents: Object.fromEntries(indices.map((index) => [index, random.scale(1, largest)])),
    ...types,
  });
  const arrays = [...new Set([...text.matchAll(/[A-Z]/g)].map(([array]) => array))];
  const words = random.scale(arrays.length + 1, 600);
  const probe = projectiveInstance(einsumComputation(workload), settingOf(unit, words, 1n, 1));
  if (probe === undefined) return { certificates: [], cost: 0n };
  const sizes = new Map(probe.inputs.map(({ array, wordSize }) => [array, wordSize]));
  const { partial, output } = probe.weights;
  const widest = most([...sizes.values(), partial, output]);
  let cost;
  for (let tries = 0; tries < 60; tries++) {
    const order = [...indices].sort(() => random.unit() - 0.5);
    const tile = Object.fromEntries(
      indices.map((index) => [index, random.of([1, workload.extents[index], random.scale(1, workload.extents[index])])]),
    );
    const schedule = einsumInTiles(workload, order, tile, random.of(arrays));
    if (schedule.room > words) continue;
    const moved = schedule.words.reduce((sum, { array, loads, stores }, access) => {
      if (access > 0) return sum + (sizes.get(array) ?? 1n) * loads;
      const finished = stores - loads;
      return sum + partial * 2n * loads + output * finished;
    }, 0n);
    if (cost === undefined || moved < cost) cost = moved;
  }
  if (cost === undefined) return { certificates: [], cost: 0n };
  const instance = { ...probe, capacity: settingOf(unit, words, widest, 1).capacity, memories: BigInt(random.of([1, 1, 2, 3])) };
  const narrow = { ...instance, weights: { partial: least([partial, output]), output } };
  const sized = [narrow, instance, withSomeSums(random, instance)];
  return { certificates: sized.flatMap((one) => proveEinsumProjective(one) ?? []), cost };
}

/** A graph whose edges point from lower to higher vertices, all sinks outputs. */
function drawGraph(random) {
  const vertices = random.whole(3, 9);
  const weighted = random.unit() < 0.3;
  const edges = [];
  for (let v = 1; v < vertices; v++) {
    const into = new Set(Array.from({ length: random.whole(0, 3) }, () => random.whole(0, v - 1)));
    for (const from of into) edges.push([from, v]);
  }
  const sinks = Array.from({ length: vertices }, (_, v) => v).filter((v) => !edges.some(([from]) => from === v));
  const more = Array.from({ length: vertices }, (_, v) => v).filter(
    (v) => edges.some(([, to]) => to === v) && random.unit() < 0.15,
  );
  const outputs = [...new Set([...sinks.filter((v) => edges.some(([, to]) => to === v)), ...more])];
  const weights = Array.from({ length: vertices }, () => (weighted ? random.whole(1, 3) : 1));
  return outputs.length === 0 ? undefined : parseCdagJson(JSON.stringify({ vertices, edges, outputs, weights }), "graph");
}

/** Every bound of an explicit graph, against the optimum; checked by its own checker. */
export function graphCase(random) {
  const graph = drawGraph(random);
  if (graph === undefined) return { bounds: [], cost: 0n };
  const rules = { sliding: random.unit() < 0.5, recomputation: random.unit() < 0.5 };
  const processors = random.of([1, 1, 1, 2]);
  const words = minimumCapacity(graph, rules) + random.of([0, 0, 1, 2]);
  const game = twoLevelGame(Math.max(1, words), { ...rules, processors });
  const found = findOptimum(graph, game, { maxStates: 200_000 });
  if (!found.exact) return { bounds: [], cost: 0n };
  const bounds = graphBounds(graph, game).filter(({ kind }) => kind === "bound");
  return {
    bounds: bounds.map((bound) => ({ bound, holds: (one) => verifyGraphBound(graph, game, one).valid })),
    cost: BigInt(found.optimum),
  };
}

/** The bounds of all boundaries of a hierarchy together, against its optimum, in the document that the checker reads. */
function hierarchyCase(random) {
  const graph = drawGraph(random);
  if (graph === undefined) return { claims: [], cost: 0n };
  const rules = { sliding: random.unit() < 0.5, recomputation: random.unit() < 0.5 };
  const inner = Math.max(1, minimumCapacity(graph, rules)) + random.of([0, 0, 1, 2]);
  // Every value can pass every level.
  const outer = Array.from({ length: random.of([1, 1, 2]) }, () => Math.max(...graph.weights) + random.of([0, 1, 2, 5]));
  const costs = [inner, ...outer].map(() => random.of([1, 1, 2, 5]));
  const report = hierarchyReport(graph, hierarchyGame([inner, ...outer], { ...rules, costs }), { limits: { maxStates: 20_000 } });
  const document = JSON.parse(JSON.stringify(hierarchyDocument(report)));
  const value = report.boundaries.reduce((sum, { cost, best }) => sum + BigInt(cost) * best, 0n);
  const accepts = () => (verifyDocument(document).valid ? value : undefined);
  const bounds = document.bounds.filter(({ kind }) => kind === "bound");
  return {
    claims: [{ value, json: document, settled: [bounds, document.levels], also: /^\w+edWords$/, up: true, accepts }],
    cost: report.upper,
  };
}

/** As many memories as copies of the rows (of the batch, under a mask), each of which moves what one did. */
function dealtChain(random, { instance, cost }) {
  const copies = BigInt(random.of([1, 2, 3, 7]));
  const { batch, m, l, pairs } = instance.extents;
  const more = pairs === batch * m * l ? { m: m * copies } : { batch: batch * copies };
  const extents = { ...instance.extents, ...more, pairs: pairs * copies };
  return { instance: { ...instance, extents, memories: copies }, cost: cost * copies };
}

/** As many memories as copies of the images, each of which moves what one did. */
function dealtConv(random, { instance, cost }, prove) {
  const copies = BigInt(random.of([1, 2, 3, 7]));
  const channels = { ...instance.channels, batch: instance.channels.batch * copies };
  const dealt = { ...instance, channels, memories: copies };
  const sized = [withNarrowSums(dealt), dealt, withSomeSums(random, dealt)];
  return { certificates: sized.flatMap((one) => prove(one) ?? []), cost: cost * copies };
}

export const OTHER_CASES = {
  "graph-hierarchy": hierarchyCase,
  "chain-fused:per-memory": (random) => {
    const largest = random.of([6, 40, 200]);
    const { instance, cost } = chainCase(random, random.scale(8, random.of([30, 300])), () => random.scale(1, largest));
    const sized = [narrowChain(instance), instance, withSomeSums(random, instance)];
    return { certificates: sized.map((one) => proveFusedPerMemory(one)), cost };
  },
  "chain-fused:amortized": (random) => {
    const largest = random.of([6, 40, 200]);
    const one = chainCase(random, random.scale(8, random.of([30, 300])), () => random.scale(1, largest));
    const { instance, cost } = dealtChain(random, one);
    const sized = [narrowChain(instance), instance, withSomeSums(random, instance)];
    return { certificates: sized.flatMap((some) => proveFusedAmortized(some) ?? []), cost };
  },
  "chain-fused:empty-start": (random) => {
    const largest = random.of([6, 40, 200]);
    const drawn = chainCase(random, random.scale(8, random.of([30, 300])), () => random.scale(1, largest));
    const instance = { ...drawn.instance, memories: 1n };
    const sized = [narrowChain(instance), instance, withSomeSums(random, instance)];
    return { certificates: sized.flatMap((one) => proveFusedEmptyStart(one) ?? []), cost: drawn.cost };
  },
  "chain-recomputation:amortized": (random) => {
    const { instance, cost } = chainCase(random, random.scale(8, 60), () => random.scale(4, 80));
    const tight = { ...instance, capacity: instance.capacity + BigInt(random.scale(1, 4000)) };
    // Accumulators as wide as they are, or as narrow as the outputs, in the theorem and in the schedule.
    const one = random.unit() < 0.5 ? tight : narrowChain(tight);
    const dealt = dealtChain(random, { instance: one, cost: least([cost, separateInBytes(one)]) });
    const certificates = [dealt.instance, withSomeSums(random, dealt.instance)].flatMap(
      (sized) => proveRecomputationAmortized(sized) ?? [],
    );
    return { certificates, cost: dealt.cost };
  },
  "chain-recomputation:empty-start": (random) => {
    const words = random.scale(8, random.of([60, 600]));
    const inner = () => Math.max(1, Math.round(Math.sqrt(words) * (0.4 + 3 * random.unit())));
    const { instance, cost } = chainCase(random, words, () => random.scale(4, 200), inner);
    return { certificates: [proveRecomputationEmptyStart(narrowChain({ ...instance, memories: 1n })) ?? []].flat(), cost };
  },
  "attention-backward": (random) => {
    const { instance, cost } = backwardCase(random, random.scale(12, random.of([60, 600, 6000])));
    return { certificates: [proveAttentionBackward(instance) ?? []].flat(), cost };
  },
  // Rows or weights that nearly fit, lines across that are many beside them.
  "chain-near-capacity": (random) => {
    const [k, n] = [random.scale(1, 40), random.scale(1, 40)];
    const [lines, across] = [random.scale(4, 60), random.scale(1, 5000)];
    const about = lines * (k + n);
    const words = Math.max(k + n + 3, about + random.whole(-Math.floor(about / 3), Math.min(lines, k)));
    const sides = random.unit() < 0.5 ? [lines, across] : [across, lines];
    const inTurn = (values) => {
      let at = 0;
      return () => values[at++ % values.length];
    };
    const { instance, cost } = chainCase(random, words, inTurn(sides), inTurn([k, n]));
    return { certificates: [proveChainNearCapacity(narrowChain({ ...instance, memories: 1n })) ?? []].flat(), cost };
  },
  "chain-holding-cost": (random) => {
    const words = random.scale(8, random.of([40, 300, 3000]));
    const inner = () => Math.max(1, Math.round(Math.sqrt(words) * (0.8 + 7 * random.unit() * random.unit())));
    const { instance, cost } = chainCase(random, words, () => random.scale(1, 2000), inner);
    return { certificates: [proveChainHoldingCost(narrowChain(instance)) ?? []].flat(), cost };
  },
  "multilayer-last-pair": (random) => multilayerChainCase(random, proveLastPair),
  "multilayer-recomputation": (random) => {
    const [operand, partial, output] = [1, 2, 3].map(() => random.of([1n, 2n, 4n]));
    const widths = Array.from({ length: random.whole(4, 6) }, () => random.scale(2, 200));
    const instance = {
      extents: { m: BigInt(random.scale(1, 400)), widths: widths.map(BigInt) },
      weights: { operand, between: least([operand, partial]), partial, output },
      capacity: BigInt(random.scale(16, 3000)),
      memories: BigInt(random.of([1, 1, 2, 3])),
    };
    const certificates = [instance, withSomeSums(random, instance)].flatMap((one) => proveMultilayerRecomputation(one) ?? []);
    return { certificates, cost: productsApart(instance) };
  },
  "multilayer-whole-rows": (random) => multilayerChainCase(random, proveWholeRows, random.unit() < 0.5),
  "multilayer-stages": (random) => multilayerChainCaseOf(random, proveStages, [0.3, 5], [0.3, random.of([1, 10])]),
  "row-statistics": (random) => {
    const sides = { rows: random.scale(1, 200), columns: random.scale(2, 3000) };
    const kind = random.of(["softmax", "rmsnorm", "layernorm"]);
    const workload = kind === "softmax" ? softmaxWorkload(sides) : normWorkload(kind, sides);
    const words = random.scale(6, random.of([40, 3000]));
    const setting = { interface: "slow-fast", unit: "words", capacity: BigInt(words), memories: 1n };
    return { certificates: [proveRowStatistics(workload, setting) ?? []].flat(), cost: totalWords(rowsInWords(workload, words)) };
  },
  "einsum-projective": einsumCase,
  // Half of the cases with outputs dealt out among several memories.
  "conv-segments": (random) => {
    if (random.unit() < 0.5) return dealtConv(random, convCase(random, 1), proveConvSegments);
    const { instance, cost } = convCase(random, random.of([1, 1, 2, 3]));
    const sized = [withNarrowSums(instance), instance, withSomeSums(random, instance)];
    return { certificates: sized.flatMap((one) => proveConvSegments(one) ?? []), cost };
  },
  "conv-borders": (random) => {
    const windows = { kernel: 3, stride: 1, padding: random.whole(0, 2) };
    if (random.unit() < 0.5) return dealtConv(random, convCase(random, 1, 3, windows), proveConvBorders);
    const { instance, cost } = convCase(random, random.of([1, 1, 2, 3]), 3, windows);
    const sized = [withNarrowSums(instance), instance, withSomeSums(random, instance)];
    return { certificates: sized.flatMap((one) => proveConvBorders(one) ?? []), cost };
  },
  "conv-holding-cost": (random) => {
    const { instance, cost } = convCase(random, random.of([1, 1, 2, 3]));
    const sized = [withNarrowSums(instance), instance, withSomeSums(random, instance)];
    return { certificates: sized.flatMap((one) => proveConvHoldingCost(one) ?? []), cost };
  },
  // Half of the cases with filters of one memory to a few.
  "conv-whole-passes": (random) => {
    const few = ({ inChannels, outChannels, kernel: [rows, columns] }) =>
      Math.max(40, Math.round((inChannels * outChannels * rows * columns) / (1 + 4 * random.unit() * random.unit())));
    const { instance, cost } = convCase(random, random.of([1, 1, 2, 3]), undefined, {}, random.unit() < 0.5 ? few : undefined);
    const sized = [withNarrowSums(instance), instance, withSomeSums(random, instance)];
    return { certificates: sized.flatMap((one) => proveConvWholePasses(one) ?? []), cost };
  },
  "conv-per-processor": (random) => {
    const { instance, busiest } = convCase(random, random.of([2, 3, 7]));
    return { certificates: [proveConvPerProcessor(instance) ?? []].flat(), cost: busiest() };
  },
  "conv-memory-independent": (random) => {
    const { instance, busiest } = convCase(random, random.of([2, 3, 7]));
    return { certificates: [proveConvMemoryIndependent(instance)], cost: busiest() };
  },
};
