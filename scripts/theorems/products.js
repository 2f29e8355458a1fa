// Cases of the theorems about one matrix product: an instance, its certificates, and what known schedules move.

import { proveGemmBlockScales } from "../../build/bounds/gemm/block-scales.js";
import { proveGemmHoldingCost } from "../../build/bounds/gemm/holding-cost.js";
import { proveGemmInputNearCapacity } from "../../build/bounds/gemm/input-near-capacity.js";
import { proveGemmMemoryIndependent } from "../../build/bounds/gemm/memory-independent.js";
import { proveGemmOneCtaPerTile } from "../../build/bounds/gemm/one-cta-per-tile.js";
import { proveGemmOutputNearCapacity } from "../../build/bounds/gemm/output-near-capacity.js";
import { proveGemmOutputStationary } from "../../build/bounds/gemm/output-stationary.js";
import {
  proveAmortizedSegments,
  proveGemmPerProcessor,
  proveGemmSegments,
  proveSegmentsPerMemory,
} from "../../build/bounds/gemm/segments.js";
import { proveGemmWholePasses } from "../../build/bounds/gemm/whole-passes.js";
import {
  einsumWorkload,
  expand,
  findOptimum,
  gemmComputation,
  gemmWorkload,
  minimumCapacity,
  symmetricProduct,
  twoLevelGame,
  wordSyrks,
} from "../../build/index.js";
import { H200 } from "../../build/machines/known/h200.js";
import { replayTileSchedule } from "../../build/replay/replay.js";
import { layOutTiledGemm, tiledGemm } from "../../build/schedules/gpu/gemm/tiled-gemm.js";
import { wordGemms } from "../../build/schedules/two-level/gemm/schedules.js";

const ceil = (x, y) => (x + y - 1n) / y;
const least = (values) => values.reduce((x, y) => (y < x ? y : x));
const most = (values) => values.reduce((x, y) => (y > x ? y : x));

/** Extents, sizes of words, capacity and memories; half of the cases have words of size 1. */
function productInstance(random, memories = random.of([1, 1, 2, 3, 7])) {
  const side = () => random.scale(1, random.of([6, 40, 300]));
  const size = () => BigInt(random.of([1, 2, 4, 8]));
  const unit = random.unit() < 0.5;
  const weights = unit ? { a: 1n, b: 1n, partial: 1n, output: 1n } : { a: size(), b: size(), partial: size(), output: size() };
  const widest = most(Object.values(weights));
  const extents = { batch: random.of([1, 1, 1, 2]), m: side(), n: side(), k: side() };
  const words = random.unit() < 0.7 ? random.scale(3, random.of([12, 100, 2000])) : aboutOneArray(random, extents);
  const capacity = BigInt(words) * widest + BigInt(random.whole(0, Number(widest) - 1));
  return { extents, weights, words, capacity, memories, unit };
}

/** Nearly all of A, B or C fits: what does is the question of a corner. */
function aboutOneArray(random, { m, n, k }) {
  const array = random.of([m * k, k * n, m * n]);
  return Math.max(3, array + random.whole(-Math.floor(array / 4), Math.ceil(array / 20)));
}

/** C fits but for a few sums, or with little to spare; k is long beside it. */
function residentSums(random) {
  const drawn = productInstance(random, 1);
  const [m, n] = [random.scale(4, 60), random.scale(4, 60)];
  const extents = { batch: 1, m, n, k: random.scale(1, 20_000) };
  const words = Math.max(3, m * n + random.whole(-Math.floor((m * n) / 2), Math.min(m, n)));
  const widest = Number(most(Object.values(drawn.weights)));
  return { ...drawn, extents, words, capacity: BigInt(words * widest) };
}

/** The same for A or B and a long third extent. */
function residentOperand(random) {
  const drawn = residentSums(random);
  const { m, n, k } = drawn.extents;
  return { ...drawn, extents: random.unit() < 0.5 ? { batch: 1, m, n: k, k: n } : { batch: 1, m: k, n: m, k: n } };
}

/** One array is between one memory and a few; the third extent is long beside it. */
function fewMemories(random) {
  const drawn = productInstance(random);
  const extents = { batch: 1, m: random.scale(1, 80), n: random.scale(1, 80), k: random.scale(1, 80) };
  const long = random.of(["m", "n", "k"]);
  const [x, y] = Object.keys(extents).filter((name) => name !== "batch" && name !== long);
  extents[long] = random.scale(10, 3000);
  const words = Math.max(
    3,
    Math.round((extents[x] * extents[y]) / (1 + 4 * random.unit() * random.unit())) + random.whole(-3, 3),
  );
  const widest = Number(most(Object.values(drawn.weights)));
  return { ...drawn, extents, words, capacity: BigInt(words * widest) };
}

function instanceOf({ extents, weights, capacity, memories }) {
  const big = Object.fromEntries(Object.entries(extents).map(([name, value]) => [name, BigInt(value)]));
  return { extents: big, weights, capacity, memories: BigInt(memories) };
}

/** Sums counted at any size up to their own, which only relaxes the game. */
export const withSomeSums = (random, instance) => ({
  ...instance,
  weights: { ...instance.weights, partial: BigInt(random.whole(1, Number(instance.weights.partial))) },
});

/** Sums counted no wider than outputs. */
const narrow = (instance) => ({
  ...instance,
  weights: { ...instance.weights, partial: least([instance.weights.partial, instance.weights.output]) },
});

/** What the cheapest schedule known costs in one memory: words of the widest size fit as many as in the two-level memory model. */
function productCost({ extents, weights, words }) {
  return least(
    wordGemms(gemmWorkload(extents), words).map(
      ({ words: { a, b, c, cLoads = 0n } }) =>
        weights.a * a + weights.b * b + weights.output * (c - cLoads) + weights.partial * 2n * cLoads,
    ),
  );
}

const optima = new Map();

/** The optimum of the pebble game where it is quickly found; words of size 1. */
function optimumOf({ extents: { batch, m, n, k }, words, unit }) {
  if (!unit || batch > 1 || m * n * k > 8 || words > 8) return undefined;
  const key = `${m} ${n} ${k} ${words}`;
  if (!optima.has(key)) {
    const graph = expand(gemmComputation(gemmWorkload({ m, n, k })));
    const game = twoLevelGame(words);
    const found = words < minimumCapacity(graph, game) ? undefined : findOptimum(graph, game, { maxStates: 300_000 });
    optima.set(key, found?.exact === true ? BigInt(found.optimum) : undefined);
  }
  return optima.get(key);
}

/** Total traffic of one memory doing everything; other memories may stay idle. */
function totalCase(random, certificates, drawn = productInstance(random)) {
  const optimum = optimumOf(drawn);
  const cost = productCost(drawn);
  return { certificates: certificates(instanceOf(drawn)), cost: optimum !== undefined && optimum < cost ? optimum : cost, drawn };
}

/** What P memories move together that deal out rows, or columns, as evenly as these go. */
function dealtCost({ memories, ...drawn }) {
  const costs = ["m", "n"].map((side) => {
    const extent = drawn.extents[side];
    const [share, longer] = [Math.floor(extent / memories), extent % memories];
    const cost = (some) => (some === 0 ? 0n : productCost({ ...drawn, extents: { ...drawn.extents, [side]: some } }));
    return BigInt(memories - longer) * cost(share) + (longer === 0 ? 0n : BigInt(longer) * cost(share + 1));
  });
  return least(costs);
}

/** Total traffic of several memories that share the work, or of one of them. */
function dealtCase(random, prove) {
  const { certificates, cost, drawn } = totalCase(random, prove, productInstance(random, random.of([1, 2, 3, 7, 16])));
  return { certificates, cost: least([cost, dealtCost(drawn)]) };
}

/** The busiest of P memories when rows, or columns, are dealt out evenly. */
function busiestCase(random, prove) {
  const drawn = productInstance(random, random.of([2, 3, 7, 16]));
  const { extents, memories } = drawn;
  const shares = ["m", "n"].map((side) =>
    productCost({ ...drawn, extents: { ...extents, [side]: Math.ceil(extents[side] / memories) } }),
  );
  return { certificates: [prove(instanceOf(drawn))], cost: least(shares) };
}

/** A product of an array with itself, of other rows or of its own columns: as of two arrays, or by sets of rows. */
function repeatedCase(random) {
  const drawn = productInstance(random);
  const size = random.scale(1, random.of([6, 40, 300]));
  const squared = random.unit() < 0.25;
  const k = squared ? size : random.scale(1, random.of([6, 40, 300]));
  const weights = { ...drawn.weights, b: drawn.weights.a };
  const words = Math.max(4, drawn.words);
  const extents = { batch: 1, m: size, n: size, k };
  const capacity = BigInt(words) * most(Object.values(weights));
  const costs = [productCost({ extents, weights, words })];
  if (!squared) {
    const workload = einsumWorkload({ text: "C[i,j] += A[i,k] * A[j,k]", extents: { i: size, j: size, k } });
    for (const { words: moved } of wordSyrks(workload, symmetricProduct(workload), words)) {
      costs.push(moved.reduce((sum, { loads, stores }) => sum + weights.a * loads + weights.output * stores, 0n));
    }
  }
  const one = instanceOf({ ...drawn, extents, weights, capacity });
  const sized = [narrow(one), one, withSomeSums(random, one)];
  return { certificates: sized.flatMap((some) => proveGemmHoldingCost(some, "one-array") ?? []), cost: least(costs) };
}

export const PRODUCT_CASES = {
  compulsory: (random) => {
    const drawn = productInstance(random);
    const { extents: e, weights: w } = instanceOf(drawn);
    const list = (array, words, wordSize) => ({ array, words, wordSize });
    const inputs = [list("A", e.batch * e.m * e.k, w.a), list("B", e.batch * e.k * e.n, w.b)];
    const outputs = [list("C", e.batch * e.m * e.n, w.output)];
    const sum = (arrays) => arrays.reduce((total, { words, wordSize }) => total + words * wordSize, 0n);
    const [reads, writes] = [sum(inputs), sum(outputs)];
    const certificate = { theorem: "compulsory", inputs, outputs, reads, writes, value: reads + writes };
    return { certificates: [certificate], cost: productCost(drawn) };
  },
  // Both forms; half of the cases with the work dealt out among the memories.
  "gemm-segments": (random) => {
    const forms = (one) =>
      [narrow(one), one, withSomeSums(random, one)].flatMap((sized) => [
        proveSegmentsPerMemory(sized),
        ...[proveAmortizedSegments(sized) ?? []].flat(),
      ]);
    return random.unit() < 0.5 ? totalCase(random, forms) : dealtCase(random, forms);
  },
  // Of two arrays, or of one with itself.
  "gemm-holding-cost": (random) =>
    random.unit() < 0.3
      ? repeatedCase(random)
      : totalCase(random, (one) =>
          [narrow(one), one, withSomeSums(random, one)].flatMap((sized) => proveGemmHoldingCost(sized, "two-arrays") ?? []),
        ),
  "gemm-output-near-capacity": (random) =>
    totalCase(
      random,
      (one) => [narrow(one), one, withSomeSums(random, one)].flatMap((sized) => proveGemmOutputNearCapacity(sized) ?? []),
      residentSums(random),
    ),
  "gemm-input-near-capacity": (random) =>
    totalCase(
      random,
      (one) => [narrow(one), withSomeSums(random, one)].flatMap((sized) => proveGemmInputNearCapacity(sized) ?? []),
      residentOperand(random),
    ),
  // A few memories of one array, which is where it says more than others, or anything.
  "gemm-whole-passes": (random) =>
    totalCase(
      random,
      (one) => [narrow(one), one, withSomeSums(random, one)].flatMap((sized) => proveGemmWholePasses(sized) ?? []),
      random.unit() < 0.5 ? productInstance(random) : fewMemories(random),
    ),
  "gemm-per-processor": (random) => busiestCase(random, proveGemmPerProcessor),
  "gemm-memory-independent": (random) => busiestCase(random, proveGemmMemoryIndependent),
  "gemm-block-scales": (random) => {
    const drawn = productInstance(random);
    const { m, n, k, batch } = drawn.extents;
    const wordSize = BigInt(drawn.unit ? 1 : random.of([1, 2, 4]));
    const blocks = (rows, columns) =>
      BigInt(batch * Math.ceil(rows / random.scale(1, rows)) * Math.ceil(columns / random.scale(1, columns)));
    const scales = [
      { array: "SA", words: blocks(m, k), wordSize },
      { array: "SB", words: blocks(k, n), wordSize },
    ];
    const all = scales.reduce((sum, { words }) => sum + words * wordSize, 0n);
    const widest = most([...Object.values(drawn.weights), wordSize]);
    const prove = (capacity) => {
      const one = instanceOf({ ...drawn, capacity });
      return [narrow(one), one].flatMap((instance) => [
        proveGemmBlockScales(proveGemmSegments(instance), scales),
        ...[proveGemmHoldingCost(instance, "two-arrays") ?? []].flat().map((product) => proveGemmBlockScales(product, scales)),
      ]);
    };
    // One scale of each operand beside the product's words, loaded with every word of its operand; or all scales, loaded once.
    const along = { ...drawn, weights: { ...drawn.weights, a: drawn.weights.a + wordSize, b: drawn.weights.b + wordSize } };
    const cheap = productCost(drawn) + all;
    return random.unit() < 0.5
      ? { certificates: prove(BigInt(drawn.words + 2) * widest), cost: productCost(along) }
      : { certificates: prove(BigInt(drawn.words) * widest + all), cost: cheap };
  },
  "gemm-one-cta-per-tile": (random) => {
    const tile = { bm: random.of([4, 8, 16]), bn: random.of([4, 8, 16]), bk: random.of([4, 8]) };
    const side = (step) => random.whole(1, 9 * step);
    const workload = gemmWorkload({ m: side(tile.bm), n: side(tile.bn), k: random.whole(1, 40), batch: random.of([1, 1, 2]) });
    const slots = random.whole(1, 12);
    const order = random.of([
      { kind: "row" },
      { kind: "col" },
      { kind: "hilbert" },
      { kind: "group", height: random.whole(1, 6) },
    ]);
    const schedule = tiledGemm(workload, H200, { tile, order, stages: 1 });
    const bytes = random.whole(1024, 20_000);
    const {
      reads,
      writes,
      dirtyAtEnd = 0n,
    } = replayTileSchedule(layOutTiledGemm(schedule), slots, { policy: "lru", bytes }).total.get("dram-l2");
    const instance = {
      ...instanceOf({
        extents: { batch: workload.batch, m: workload.m, n: workload.n, k: workload.k },
        capacity: BigInt(bytes),
        memories: 1,
      }),
      weights: { a: 2n, b: 2n, partial: 2n, output: 2n },
    };
    const kernel = { tile: { bm: BigInt(tile.bm), bn: BigInt(tile.bn) }, slots: BigInt(slots), inStep: true };
    const certificate = proveGemmOneCtaPerTile(instance, kernel);
    return { certificates: [certificate], cost: reads + writes + dirtyAtEnd };
  },
  "gemm-output-stationary": (random) => {
    const drawn = productInstance(random, 1);
    const instance = instanceOf(drawn);
    const { extents: e, weights: w, capacity } = instance;
    const kernel = { home: random.of(["registers", "tensor-memory"]), sms: 1n, stages: 0n, sharedMemory: 0n };
    const certificate = proveGemmOutputStationary(instance, kernel);
    const sums = capacity / w.partial;
    if (certificate === undefined || sums < 1n) return { certificates: [], cost: 0n };
    const costs = [];
    for (let rows = 1n; rows <= sums && rows <= e.m; rows = rows < 8n ? rows + 1n : (rows * 9n) / 8n) {
      const columns = least([sums / rows, e.n]);
      costs.push(e.batch * (ceil(e.n, columns) * e.m * e.k * w.a + ceil(e.m, rows) * e.k * e.n * w.b + e.m * e.n * w.output));
    }
    return { certificates: [certificate], cost: least(costs) };
  },
};
