import type { CheckedChain } from "./chain.js";
import { checkChainBirths, checkChainTransients } from "./chain.js";
import { checkChainBirthsWeighted } from "./chain-births-weighted.js";
import { checkChainMixed } from "./chain-mixed.js";
import type { CheckedConvolution } from "./convolution.js";
import { checkConvolution, checkConvolutionBusiest, checkConvolutionMemoryIndependent } from "./convolution.js";
import type { Fields } from "./fields.js";
import { count, list, Refused, record, requireEqual, requireOnly, text } from "./fields.js";
import type { CheckedLongChain } from "./long-chain.js";
import { checkLongChainLastPair, checkLongChainRows } from "./long-chain.js";
import { checkLongChainBirths, checkLongChainBirthsWeighted } from "./long-chain-births.js";
import type { CheckedProjective } from "./projective.js";
import { checkProjective } from "./projective.js";
import type { CheckedRows } from "./row-statistics.js";
import { checkRowStatistics } from "./row-statistics.js";
import type { CheckedProduct } from "./segment-check.js";
import { checkSegment, weighsAtMost } from "./segment-check.js";
import type { CheckedSumsInPlace } from "./sums-in-place.js";
import { checkSumsInPlace } from "./sums-in-place.js";
import type { CheckedWaveClass } from "./wave-class.js";
import { checkWaveClass } from "./wave-class.js";

/**
 * The independent checker. It reads a certificate as untrusted JSON, knows the statement of each theorem (not how its numbers were
 * found), uses bigint operators only and refuses anything that is not exactly what the theorem yields.
 */

/** What a certificate that holds proves. */
export interface Verified {
  readonly theorem: string;
  readonly value: bigint;
  readonly reads?: bigint;
  readonly writes?: bigint;
  readonly instance?: Instance;
  readonly kernel?: CheckedWaveClass;
  readonly sums?: CheckedSumsInPlace;
  readonly chain?: CheckedChain;
  readonly longChain?: CheckedLongChain;
  readonly projective?: CheckedProjective;
  readonly convolution?: CheckedConvolution;
  readonly rows?: CheckedRows;
  readonly arrays?: readonly CheckedArray[];
  /** Of a product with scaled operands: the theorem about the product alone, and the arrays of scales. */
  readonly scaled?: { readonly theorem: string; readonly scales: readonly CheckedArray[] };
}

interface CheckedArray {
  readonly role: "input" | "output";
  readonly array: string;
  readonly words: bigint;
  readonly wordSize: bigint;
}

export interface Instance {
  readonly batch: bigint;
  readonly m: bigint;
  readonly n: bigint;
  readonly k: bigint;
  readonly a: bigint;
  readonly b: bigint;
  readonly partial: bigint;
  readonly output: bigint;
  readonly capacity: bigint;
  readonly memories: bigint;
}

/** Checks one `redblue.certificate/1` and returns what it establishes. @throws Refused with the path of the first field that is wrong. */
export function verifyCertificate(json: unknown, path = "certificate"): Verified {
  const fields = record(json, path);
  requireEqual(text(fields, "schema", path), "redblue.certificate/1", `${path}.schema`, "the schema");
  return verifyTheorem(fields, path);
}

function verifyTheorem(fields: Fields, path: string): Verified {
  const theorem = text(fields, "theorem", path);
  switch (theorem) {
    case "compulsory":
      return checkCompulsory(fields, path);
    case "product-segments":
      return checkSegments(fields, path);
    case "block-scales":
      return checkBlockScales(fields, path);
    case "product-busiest":
      return checkBusiest(fields, path);
    case "product-intervals":
      return checkIntervals(fields, path);
    case "product-memory-independent":
      return checkMemoryIndependent(fields, path);
    case "product-wave-class": {
      const known = ["window", "windows", "outputs", "reads", "writes", "value"];
      requireOnly(fields, ["schema", "theorem", "instance", "kernel", ...known], path);
      const instance = readInstance(fields, path);
      requireEqual(instance.memories, 1n, `${path}.instance.memories`, "the number of caches");
      return { theorem, instance, ...checkWaveClass(fields, instance, path) };
    }
    case "product-sums-in-place": {
      const known = ["home", "sms", "stages", "sharedMemory", "blockOutputs", "reads", "writes", "value"];
      requireOnly(fields, ["schema", "theorem", "instance", ...known], path);
      const instance = readInstance(fields, path);
      return { theorem, instance, ...checkSumsInPlace(fields, instance, path) };
    }
    case "chain-transients":
      return { theorem, ...checkChainTransients(fields, path) };
    case "chain-births":
      return { theorem, ...checkChainBirths(fields, path) };
    case "chain-births-weighted":
      return { theorem, ...checkChainBirthsWeighted(fields, path) };
    case "chain-mixed":
      return { theorem, ...checkChainMixed(fields, path) };
    case "long-chain-last-pair":
      return { theorem, ...checkLongChainLastPair(fields, path) };
    case "long-chain-births":
      return { theorem, ...checkLongChainBirths(fields, path) };
    case "long-chain-births-weighted":
      return { theorem, ...checkLongChainBirthsWeighted(fields, path) };
    case "long-chain-rows":
      return { theorem, ...checkLongChainRows(fields, path) };
    case "projective":
      return { theorem, ...checkProjective(fields, path) };
    case "convolution":
      return { theorem, ...checkConvolution(fields, path) };
    case "convolution-busiest":
      return { theorem, ...checkConvolutionBusiest(fields, path) };
    case "convolution-memory-independent":
      return { theorem, ...checkConvolutionMemoryIndependent(fields, path) };
    case "row-statistics":
      return { theorem, ...checkRowStatistics(fields, path) };
    default:
      throw new Refused(`${path}.theorem`, `no theorem '${theorem}'`);
  }
}

function checkCompulsory(fields: Fields, path: string): Verified {
  requireOnly(fields, ["schema", "theorem", "inputs", "outputs", "reads", "writes", "value"], path);
  const arrays = (["inputs", "outputs"] as const).flatMap((name) =>
    readArrays(fields, name, name === "inputs" ? "input" : "output", path),
  );
  const total = (role: string): bigint => arrays.reduce((sum, x) => (x.role === role ? sum + x.words * x.wordSize : sum), 0n);
  const reads = exactly(fields, "reads", total("input"), path);
  const writes = exactly(fields, "writes", total("output"), path);
  return { theorem: "compulsory", reads, writes, value: exactly(fields, "value", reads + writes, path), arrays };
}

function readArrays(fields: Fields, name: string, role: CheckedArray["role"], path: string): readonly CheckedArray[] {
  return list(fields[name], `${path}.${name}`).map((entry, index) => {
    const at = `${path}.${name}[${index}]`;
    const array = record(entry, at);
    requireOnly(array, ["array", "words", "wordSize"], at);
    const [words, wordSize] = [count(array, "words", at, 1n), count(array, "wordSize", at, 1n)];
    return { role, array: text(array, "array", at), words, wordSize };
  });
}

/** The bound on the product alone, by its own theorem, and every scale once. */
function checkBlockScales(fields: Fields, path: string): Verified {
  requireOnly(fields, ["schema", "theorem", "product", "scales", "reads", "writes", "value"], path);
  const at = `${path}.product`;
  const inner = record(fields["product"], at);
  const named = text(inner, "theorem", at);
  const product =
    named === "product-segments"
      ? checkSegments(inner, at)
      : named === "product-intervals"
        ? checkIntervals(inner, at)
        : undefined;
  if (product?.instance === undefined || product.reads === undefined || product.writes === undefined) {
    throw new Refused(`${at}.theorem`, `no bound on all traffic of a product: '${named}'`);
  }
  const scales = readArrays(fields, "scales", "input", path);
  const reads = exactly(
    fields,
    "reads",
    scales.reduce((sum, { words, wordSize }) => sum + words * wordSize, product.reads),
    path,
  );
  const writes = exactly(fields, "writes", product.writes, path);
  const value = exactly(fields, "value", reads + writes, path);
  return { theorem: "block-scales", instance: product.instance, scaled: { theorem: named, scales }, reads, writes, value };
}

const CUT_FIELDS = ["cut", "method", "firstMethod", "firstSegmentProducts", "segmentProducts", "laterSegments", "clock"];

function checkSegments(fields: Fields, path: string): Verified {
  requireOnly(fields, ["schema", "theorem", "instance", ...CUT_FIELDS, "reads", "writes", "value"], path);
  const instance = readInstance(fields, path);
  const product = { ...instance, c: instance.partial };
  const clock = checkCut(fields, instance, product, productsOf(instance), instance.memories, path);
  const groups = instance.batch * instance.m * instance.n;
  const reads = exactly(fields, "reads", atLeastZero(clock - instance.partial * groups), path);
  const writes = exactly(fields, "writes", instance.output * groups, path);
  return { theorem: "product-segments", instance, reads, writes, value: exactly(fields, "value", reads + writes, path) };
}

function checkBusiest(fields: Fields, path: string): Verified {
  requireOnly(fields, ["schema", "theorem", "instance", ...CUT_FIELDS, "share", "value"], path);
  const instance = readInstance(fields, path);
  const share = checkShare(fields, instance, path);
  const clock = checkCut(fields, instance, { ...instance, c: smaller(instance) }, share, 1n, path);
  return { theorem: "product-busiest", instance, value: exactly(fields, "value", clock, path) };
}

/** T, V, V0 and the segments: the clock is T times the segments that are left after each memory's first. */
function checkCut(f: Fields, instance: Instance, p: CheckedProduct, products: bigint, memories: bigint, path: string): bigint {
  const cut = count(f, "cut", path, 1n);
  const unit = divisor(divisor(p.a, p.b), p.c);
  if (cut % unit !== 0n) throw new Refused(`${path}.cut`, `not a multiple of ${unit}, the unit of all sizes`);
  const capacity = instance.capacity - (instance.capacity % unit);
  const overshoot = p.c - unit;
  const first = count(f, "firstSegmentProducts", path);
  const later = count(f, "segmentProducts", path);
  checkSegment(p, cut + overshoot, first, text(f, "firstMethod", path), `${path}.firstSegmentProducts`);
  checkSegment(p, capacity + cut + overshoot, later, text(f, "method", path), `${path}.segmentProducts`);
  const left = products - memories * first;
  const segments = count(f, "laterSegments", path);
  if (left <= 0n || later === 0n) requireEqual(segments, 0n, `${path}.laterSegments`, "the number of later segments");
  else if (segments * later < left || (segments - 1n) * later >= left) {
    throw new Refused(`${path}.laterSegments`, `not the least number of segments of ${later} that hold ${left} products`);
  }
  return exactly(f, "clock", cut * segments, path);
}

function checkIntervals(fields: Fields, path: string): Verified {
  const known = ["wordSize", "capacityWords", "cut", "windowsOfGroup", "laterWindows", "clockWords", "reads", "writes", "value"];
  requireOnly(fields, ["schema", "theorem", "instance", ...known], path);
  const instance = readInstance(fields, path);
  const { k, batch, m, n, memories } = instance;
  const narrowest = [instance.a, instance.b, instance.partial, instance.output].reduce((x, y) => (x < y ? x : y));
  const word = exactly(fields, "wordSize", narrowest, path);
  const capacity = exactly(fields, "capacityWords", instance.capacity / word, path);
  const cut = count(fields, "cut", path, 1n);
  const x = capacity + cut;
  const j = count(fields, "windowsOfGroup", path, 1n);
  if (j > k) throw new Refused(`${path}.windowsOfGroup`, `more windows than the ${k} products of a group`);
  // The price of a group is convex in j, so being no dearer than both neighbours makes it the cheapest.
  for (const other of [j - 1n, j + 1n]) {
    if (other >= 1n && other <= k && priceExceeds(k, x, j, other)) {
      throw new Refused(`${path}.windowsOfGroup`, `${other} windows are cheaper than ${j}`);
    }
  }
  const groups = batch * m * n;
  // mnμ − P·T/X = (α + √β) / (jX²)
  const alpha = groups * (2n * k * k + j * j * x) - j * x * memories * cut;
  const beta = 4n * k * k * groups * groups * (k * k + j * j * x);
  const windows = count(fields, "laterWindows", path);
  const reaches = (w: bigint): boolean => rootAtMost(beta, w * j * x * x - alpha);
  if (!reaches(windows)) throw new Refused(`${path}.laterWindows`, "fewer than the theorem proves");
  if (windows > 0n && reaches(windows - 1n)) throw new Refused(`${path}.laterWindows`, "more than the theorem proves");
  const clock = exactly(fields, "clockWords", windows === 0n ? 0n : cut * windows + 1n, path);
  const reads = exactly(fields, "reads", atLeastZero(word * (clock - groups)), path);
  const writes = exactly(fields, "writes", instance.output * groups, path);
  return { theorem: "product-intervals", instance, reads, writes, value: exactly(fields, "value", reads + writes, path) };
}

/** j·h(k/j) > i·h(k/i)? With X²·j·h(k/j) = (2k² + j²X + 2k√(k² + j²X))/j, brought to r + √s > √t. */
function priceExceeds(k: bigint, x: bigint, j: bigint, i: bigint): boolean {
  const r = (2n * k * k + j * j * x) * i - (2n * k * k + i * i * x) * j;
  const s = 4n * k * k * i * i * (k * k + j * j * x);
  const t = 4n * k * k * j * j * (k * k + i * i * x);
  if (r >= 0n) return r * r + s > t || !rootAtMost(4n * r * r * s, t - r * r - s);
  // √s > √t − r with −r > 0: s > t + r² − 2r√t.
  return s - t - r * r > 0n && rootBelow(4n * r * r * t, s - t - r * r);
}

/** √value ≤ bound */
function rootAtMost(value: bigint, bound: bigint): boolean {
  return bound >= 0n && value <= bound * bound;
}

/** √value < bound */
function rootBelow(value: bigint, bound: bigint): boolean {
  return bound > 0n && value < bound * bound;
}

function checkMemoryIndependent(fields: Fields, path: string): Verified {
  requireOnly(fields, ["schema", "theorem", "instance", "share", "value"], path);
  const instance = readInstance(fields, path);
  const share = checkShare(fields, instance, path);
  const value = count(fields, "value", path, 1n);
  const product = { ...instance, c: smaller(instance) };
  if (!weighsAtMost(product, share, value)) throw new Refused(`${path}.value`, "less than the projections must weigh");
  if (weighsAtMost(product, share, value - 1n)) throw new Refused(`${path}.value`, "more than the projections must weigh");
  return { theorem: "product-memory-independent", instance, value };
}

function checkShare(fields: Fields, instance: Instance, path: string): bigint {
  const products = productsOf(instance);
  const share = count(fields, "share", path, 1n);
  if (share * instance.memories < products || (share - 1n) * instance.memories >= products) {
    throw new Refused(`${path}.share`, `not the least share of ${products} products over ${instance.memories} memories`);
  }
  return share;
}

function readInstance(fields: Fields, path: string): Instance {
  const at = `${path}.instance`;
  const instance = record(fields["instance"], at);
  requireOnly(instance, ["extents", "weights", "capacity", "memories"], at);
  const extents = record(instance["extents"], `${at}.extents`);
  requireOnly(extents, ["batch", "m", "n", "k"], `${at}.extents`);
  const weights = record(instance["weights"], `${at}.weights`);
  requireOnly(weights, ["a", "b", "partial", "output"], `${at}.weights`);
  const extent = (name: string): bigint => count(extents, name, `${at}.extents`, 1n);
  const weight = (name: string): bigint => count(weights, name, `${at}.weights`, 1n);
  return {
    batch: extent("batch"),
    m: extent("m"),
    n: extent("n"),
    k: extent("k"),
    a: weight("a"),
    b: weight("b"),
    partial: weight("partial"),
    output: weight("output"),
    capacity: count(instance, "capacity", at),
    memories: count(instance, "memories", at, 1n),
  };
}

function productsOf(instance: Instance): bigint {
  return instance.batch * instance.m * instance.n * instance.k;
}

function smaller(instance: Instance): bigint {
  return instance.partial < instance.output ? instance.partial : instance.output;
}

function atLeastZero(value: bigint): bigint {
  return value > 0n ? value : 0n;
}

function divisor(x: bigint, y: bigint): bigint {
  return y === 0n ? x : divisor(y, x % y);
}

/** The named count must be exactly `right`. */
function exactly(fields: Fields, name: string, right: bigint, path: string): bigint {
  requireEqual(count(fields, name, path), right, `${path}.${name}`, name);
  return right;
}
