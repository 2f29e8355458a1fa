import { largest, leastQuotient, readCut, traffic } from "../shared/amortized.js";
import { count, exactly, type Fields, list, Refused, record, requireEqual, requireOnly } from "../shared/fields.js";
import { byForm, type Check } from "../shared/forms.js";
import { divisor } from "../shared/integers.js";
import { type CheckedAxis, type CheckedWindow, checkAxis, readAxis, windowOf } from "./window.js";

/** A convolution instance as the checker reads it; `partial` and `output` beside it as in the other theorems. */
export interface CheckedConvolution {
  readonly batch: bigint;
  readonly inChannels: bigint;
  readonly outChannels: bigint;
  readonly axes: readonly [CheckedAxis, CheckedAxis];
  readonly input: bigint;
  readonly filter: bigint;
  readonly partial: bigint;
  readonly output: bigint;
  readonly capacity: bigint;
  readonly memories: bigint;
}

/** What a document's convolution comes to: words that are used, and its extents as a matrix product if it is one. */
export interface ConvolutionSubject extends Pick<CheckedConvolution, "batch" | "inChannels" | "outChannels" | "axes"> {
  readonly inputs: readonly bigint[];
  readonly outputs: readonly bigint[];
  readonly product?: Readonly<Record<string, bigint>>;
}

const CUT_FIELDS: readonly string[] = ["cut", "firstSegmentWorth", "segmentWorth", "laterSegments", "clock"];

/** What a check of segments establishes. */
export interface CheckedSegments {
  readonly convolution: CheckedConvolution;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

/** What a certificate chooses beside its cut, read: what products are worth by it, of how many outputs. */
type Choice = (fields: Fields, convolution: CheckedConvolution, path: string) => Weighed & { readonly outputs: bigint };

/**
 * A theorem by segments whose certificates choose `chosen`: with the first segment of each memory given away (V0, V, the least number
 * of segments), or with T times the worth of all products over what S + T can be worth, and one more (proofs/amortized.md).
 */
export function checkOfSegments(chosen: string, read: Choice): Check<CheckedSegments> {
  const check =
    (cut: readonly string[], clockOf: (fields: Fields, c: CheckedConvolution, weighed: Weighed, path: string) => bigint) =>
    (fields: Fields, path: string): CheckedSegments => {
      requireOnly(fields, ["schema", "theorem", "form", "instance", chosen, ...cut, "reads", "writes", "value"], path);
      const convolution = readInstance(fields, path);
      const { outputs, ...weighed } = read(fields, convolution, path);
      const clock = clockOf(fields, convolution, weighed, path);
      const { partial, output } = convolution;
      return { convolution, ...traffic(fields, clock - partial * outputs, output * outputs, path) };
    };
  return byForm({
    "per-memory": check(CUT_FIELDS, (fields, c, weighed, path) => checkCut(fields, c, weighed, weighed.all, c.memories, path)),
    amortized: check(["cut", "segmentWorth", "clock"], (fields, c, { all, fits }, path) => {
      const { cut, budget } = readCut(fields, c.capacity, [c.input, c.filter, c.partial], c.partial, path);
      const held = largest(fields, "segmentWorth", (v) => fits(v, budget), path);
      return leastQuotient(fields, "clock", cut * all, held + 1n, path);
    }),
  });
}

/** Classes of taps counted anew, at the certificate's prices. */
export const checkConvSegments: Check<CheckedSegments> = checkOfSegments("prices", (fields, convolution, path) => {
  const priced = priceClasses(convolution, fields["prices"], `${path}.prices`);
  return { ...weighed(convolution, priced), outputs: priced.outputs };
});

/** One memory alone has a share of the worth, and pays for an interval with a sum or an output. */
export function checkConvPerProcessor(fields: Fields, path: string): { convolution: CheckedConvolution; value: bigint } {
  requireOnly(fields, ["schema", "theorem", "instance", "prices", ...CUT_FIELDS, "share", "value"], path);
  const convolution = readInstance(fields, path);
  const narrow = withNarrowerSums(convolution);
  const priced = priceClasses(convolution, fields["prices"], `${path}.prices`);
  const share = checkShare(fields, convolution, priced, path);
  const clock = checkCut(fields, narrow, weighed(narrow, priced), share, 1n, path);
  return { convolution, value: exactly(fields, "value", clock, path) };
}

/** The least weight of the words that a share of the worth needs. */
export function checkConvMemoryIndependent(fields: Fields, path: string): { convolution: CheckedConvolution; value: bigint } {
  requireOnly(fields, ["schema", "theorem", "instance", "prices", "share", "value"], path);
  const convolution = readInstance(fields, path);
  const narrow = withNarrowerSums(convolution);
  const priced = priceClasses(convolution, fields["prices"], `${path}.prices`);
  const share = checkShare(fields, convolution, priced, path);
  const value = count(fields, "value", path, 1n);
  if (!weighsAtMost(narrow, priced, share, value)) throw new Refused(`${path}.value`, "less than the words must weigh");
  if (weighsAtMost(narrow, priced, share, value - 1n)) throw new Refused(`${path}.value`, "more than the words must weigh");
  return { convolution, value };
}

function withNarrowerSums(c: CheckedConvolution): CheckedConvolution {
  return c.output < c.partial ? { ...c, partial: c.output } : c;
}

function checkShare(fields: Fields, { memories }: CheckedConvolution, { worth }: Priced, path: string): bigint {
  const share = count(fields, "share", path, 1n);
  if (share * memories < worth || (share - 1n) * memories >= worth) {
    throw new Refused(`${path}.share`, `not the least share of ${worth} over ${memories} memories`);
  }
  return share;
}

/** What all products are worth, and whether products worth v may weigh at most x. */
interface Weighed {
  readonly all: bigint;
  readonly fits: (v: bigint, x: bigint) => boolean;
}

function weighed(convolution: CheckedConvolution, priced: Priced): Weighed {
  return { all: priced.worth, fits: (v, x) => weighsAtMost(convolution, priced, v, x) };
}

/** T, V, V0 and the segments: the clock is T times the segments that are left after each memory's first. */
function checkCut(
  fields: Fields,
  convolution: CheckedConvolution,
  products: Weighed,
  worth: bigint,
  memories: bigint,
  path: string,
): bigint {
  const { input, filter, partial } = convolution;
  const unit = divisor(divisor(input, filter), partial);
  const cut = count(fields, "cut", path, 1n);
  if (cut % unit !== 0n) throw new Refused(`${path}.cut`, `not a multiple of ${unit}, the unit of all sizes`);
  const capacity = convolution.capacity - (convolution.capacity % unit);
  const overshoot = partial - unit;
  const first = checkMaximum(fields, "firstSegmentWorth", products, cut + overshoot, path);
  const later = checkMaximum(fields, "segmentWorth", products, capacity + cut + overshoot, path);
  const left = worth - memories * first;
  const segments = count(fields, "laterSegments", path);
  if (left <= 0n || later === 0n) requireEqual(segments, 0n, `${path}.laterSegments`, "the number of later segments");
  else if (segments * later < left || (segments - 1n) * later >= left) {
    throw new Refused(`${path}.laterSegments`, `not the least number of segments of ${later} that hold ${left}`);
  }
  return exactly(fields, "clock", cut * segments, path);
}

/** parts·worth² ≤ reuse·a·b·c, worth ≤ uses of each word. */
export interface Priced {
  readonly worth: bigint;
  readonly parts: bigint;
  readonly reuse: bigint;
  readonly ofInput: bigint;
  readonly ofFilter: bigint;
  readonly ofOutput: bigint;
  readonly outputs: bigint;
}

export function priceClasses(c: CheckedConvolution, value: unknown, path: string): Priced {
  const [rows, columns] = c.axes.map(windowOf) as [CheckedWindow, CheckedWindow];
  const classes = rows.classes.flatMap((row) => columns.classes.map((column) => [row, column] as const));
  const given = list(value, path);
  const prices = given.map((_, i) => count(given as unknown as Fields, String(i), path));
  if (prices.length !== classes.length) throw new Refused(path, `not one for each of ${classes.length} classes of taps`);
  if (prices.every((price) => price === 0n)) throw new Refused(path, "nothing is worth anything");
  const all = { worth: 0n, parts: 1n, reuse: 0n, ofInput: 0n, ofFilter: 0n, ofOutput: 0n };
  const raise = (name: "reuse" | "ofInput" | "ofFilter", to: bigint): void => {
    if (to > all[name]) all[name] = to;
  };
  classes.forEach(([row, column], i) => {
    const price = prices[i] as bigint;
    all.worth += price * c.batch * c.inChannels * c.outChannels * row.pairs * column.pairs;
    all.ofOutput += price * c.inChannels * row.taps * column.taps;
    raise("reuse", price * price * row.reuse * column.reuse);
    raise("ofInput", price * c.outChannels * row.inputUses * column.inputUses);
    raise("ofFilter", price * c.batch * rows.tapUses * columns.tapUses);
  });
  return { ...all, outputs: c.batch * c.outChannels * rows.outputs * columns.outputs };
}

function checkMaximum(f: Fields, name: string, { all, fits }: Weighed, budget: bigint, path: string): bigint {
  const claimed = count(f, name, path);
  if (claimed > all) throw new Refused(`${path}.${name}`, `more than all products are worth, ${all}`);
  if (claimed > 0n && (budget <= 0n || !fits(claimed, budget)))
    throw new Refused(`${path}.${name}`, `${claimed} does not fit weight ${budget}`);
  if (claimed < all && budget > 0n && fits(claimed + 1n, budget))
    throw new Refused(`${path}.${name}`, `${claimed + 1n} fits weight ${budget}`);
  return claimed;
}

/**
 * Is the least weight of real words that products worth v need at most x? Everything is scaled by the three uses, so that the
 * least weights are whole; the cheapest point has none, the highest, two or all three at their least and the others equal.
 */
export function weighsAtMost(c: CheckedConvolution, p: Priced, v: bigint, x: bigint): boolean {
  const scale = p.ofInput * p.ofFilter * p.ofOutput;
  const lowest = [
    c.input * v * p.ofFilter * p.ofOutput,
    c.filter * v * p.ofInput * p.ofOutput,
    c.partial * v * p.ofInput * p.ofFilter,
  ];
  lowest.sort((s, t) => (s < t ? 1 : s > t ? -1 : 0));
  const [l1, l2, l3] = lowest as [bigint, bigint, bigint];
  // Both sides of each comparison with the volume carry the reuse.
  const volume = c.input * c.filter * c.partial * p.parts * v * v * scale ** 3n;
  const limit = x * scale;
  if (volume >= p.reuse * l1 ** 3n) return 27n * volume <= p.reuse * limit ** 3n;
  if (volume >= p.reuse * l1 * l2 * l2) return limit >= l1 && 4n * volume <= p.reuse * l1 * (limit - l1) ** 2n;
  if (volume >= p.reuse * l1 * l2 * l3) return volume <= p.reuse * l1 * l2 * (limit - l1 - l2);
  return l1 + l2 + l3 <= limit;
}

export function readInstance(fields: Fields, path: string): CheckedConvolution {
  const at = `${path}.instance`;
  const instance = record(fields["instance"], at);
  requireOnly(instance, ["channels", "axes", "weights", "capacity", "memories"], at);
  const channels = record(instance["channels"], `${at}.channels`);
  requireOnly(channels, ["batch", "input", "output"], `${at}.channels`);
  const weights = record(instance["weights"], `${at}.weights`);
  requireOnly(weights, ["input", "filter", "partial", "output"], `${at}.weights`);
  const axes = list(instance["axes"], `${at}.axes`).map((axis, i) => readAxis(axis, `${at}.axes[${i}]`));
  if (axes.length !== 2) throw new Refused(`${at}.axes`, "not two");
  const weight = (name: string): bigint => count(weights, name, `${at}.weights`, 1n);
  return {
    batch: count(channels, "batch", `${at}.channels`, 1n),
    inChannels: count(channels, "input", `${at}.channels`, 1n),
    outChannels: count(channels, "output", `${at}.channels`, 1n),
    axes: axes as unknown as [CheckedAxis, CheckedAxis],
    input: weight("input"),
    filter: weight("filter"),
    partial: weight("partial"),
    output: weight("output"),
    capacity: count(instance, "capacity", at),
    memories: count(instance, "memories", at, 1n),
  };
}

/** Reads a workload of kind `conv`. */
export function readConvolution(workload: Fields): ConvolutionSubject {
  const extent = (name: string): bigint => count(workload, name, "workload", 1n);
  const sides = (name: string): readonly unknown[] => {
    const both = list(workload[name], `workload.${name}`);
    if (both.length !== 2) throw new Refused(`workload.${name}`, "not one for each axis");
    return both;
  };
  const axes = ["height", "width"].map((name, a) => {
    const side = (list: string): bigint => count(sides(list) as unknown as Fields, String(a), `workload.${list}`);
    const axis = { extent: extent(name), kernel: side("kernel"), stride: side("stride"), padding: side("padding") };
    if (axis.kernel < 1n || axis.stride < 1n) throw new Refused("workload.kernel", "a side below 1");
    return checkAxis(axis, `workload.${name}`);
  }) as [CheckedAxis, CheckedAxis];
  const [batch, inChannels, outChannels] = [extent("batch"), extent("inChannels"), extent("outChannels")];
  const [rows, columns] = axes.map(windowOf) as [CheckedWindow, CheckedWindow];
  const inputs = [batch * inChannels * rows.inputs * columns.inputs, outChannels * inChannels * rows.taps * columns.taps];
  const outputs = [batch * outChannels * rows.outputs * columns.outputs];
  // Every output meets every tap along an axis, and every input one pair of them: then it is a matrix product.
  const plain = [rows, columns].every((w) => w.pairs === w.outputs * w.taps && w.pairs === w.inputs);
  const product = {
    batch: 1n,
    m: batch * rows.outputs * columns.outputs,
    n: outChannels,
    k: inChannels * rows.taps * columns.taps,
  };
  return { batch, inChannels, outChannels, axes, inputs, outputs, ...(plain ? { product } : {}) };
}

/** Refuses a convolution certificate whose sizes or memory are not the document's. */
export function checkSameConvolution(
  found: CheckedConvolution,
  subject: ConvolutionSubject,
  sizes: { readonly operand: bigint; readonly output: bigint },
  memory: { readonly capacity: bigint; readonly memories: bigint },
  path: string,
): void {
  const at = `${path}.certificate.instance`;
  for (const name of ["batch", "inChannels", "outChannels"] as const) requireEqual(found[name], subject[name], at, name);
  found.axes.forEach((axis, a) => {
    const right = subject.axes[a] as CheckedAxis;
    for (const name of ["extent", "kernel", "stride", "padding"] as const)
      requireEqual(axis[name], right[name], `${at}.axes[${a}]`, name);
  });
  requireEqual(found.input, sizes.operand, at, "the size of an input");
  requireEqual(found.filter, sizes.operand, at, "the size of a weight");
  requireEqual(found.output, sizes.output, at, "the size of an output");
  requireEqual(found.capacity, memory.capacity, at, "capacity");
  requireEqual(found.memories, memory.memories, at, "memories");
}
