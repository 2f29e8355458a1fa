import { largest, leastQuotient, readCut, traffic } from "../shared/amortized.js";
import { count, exactly, type Fields, list, Refused, requireEqual, requireOnly } from "../shared/fields.js";
import { byForm, type Check } from "../shared/forms.js";
import { divisor } from "../shared/integers.js";
import { byRole, type CheckedConvolution, readInstance, usedWords } from "./instance.js";
import { type CheckedWindow, windowOf } from "./window.js";

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
  const [first, second, sums] = byRole(c.pass);
  const uses = { y: 0n, r: 0n, p: 0n };
  let [worth, reuse] = [0n, 0n];
  const raise = (name: "y" | "r", to: bigint): void => {
    if (to > uses[name]) uses[name] = to;
  };
  classes.forEach(([row, column], i) => {
    const price = prices[i] as bigint;
    worth += price * c.groups * c.batch * c.inChannels * c.outChannels * row.pairs * column.pairs;
    const squared = price * price * row.reuse * column.reuse;
    if (squared > reuse) reuse = squared;
    uses.p += price * c.inChannels * row.taps * column.taps;
    raise("y", price * c.outChannels * row.inputUses * column.inputUses);
    raise("r", price * c.batch * rows.tapUses * columns.tapUses);
  });
  const outputs = usedWords(c, [rows, columns])[sums];
  return { worth, parts: 1n, reuse, ofInput: uses[first], ofFilter: uses[second], ofOutput: uses[sums], outputs };
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
