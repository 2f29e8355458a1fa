import { largest, leastQuotient, readCut, traffic } from "../shared/amortized.js";
import { count, exactly, type Fields, Refused, requireEqual, requireOnly, text } from "../shared/fields.js";
import { byForm, type Check } from "../shared/forms.js";
import { divisor } from "../shared/integers.js";
import { type CheckedProduct, checkSegment, weighsAtMost } from "../shared/segment-check.js";
import { type CheckedTraffic, type ProductOfMachine, readInstance } from "./instance.js";

const CUT_FIELDS = ["cut", "method", "firstMethod", "firstSegmentProducts", "segmentProducts", "laterSegments", "clock"];

/** Segments with the first of each memory given away, or none. */
export const checkGemmSegments: Check<CheckedTraffic> = byForm<CheckedTraffic>({
  "per-memory": checkPerMemory,
  amortized: checkAmortized,
});

/** Segments of a cut, and from their clock the loads. */
function checkPerMemory(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "form", "instance", ...CUT_FIELDS, "reads", "writes", "value"], path);
  const instance = readInstance(fields, path);
  const clock = checkCut(fields, instance, { ...instance, c: instance.partial }, productsOf(instance), instance.memories, path);
  return { instance, ...trafficOf(fields, instance, clock, path) };
}

/** T times all products over what S + T can hold over real numbers, and one more (proofs/amortized.md). */
function checkAmortized(fields: Fields, path: string): CheckedTraffic {
  requireOnly(
    fields,
    ["schema", "theorem", "form", "instance", "cut", "segmentProducts", "clock", "reads", "writes", "value"],
    path,
  );
  const instance = readInstance(fields, path);
  const { a, b, partial } = instance;
  const { cut, budget } = readCut(fields, instance.capacity, [a, b, partial], partial, path);
  const sized = { ...instance, c: partial };
  const held = largest(fields, "segmentProducts", (v) => weighsAtMost(sized, v, budget), path);
  const clock = leastQuotient(fields, "clock", cut * productsOf(instance), held + 1n, path);
  return { instance, ...trafficOf(fields, instance, clock, path) };
}

function trafficOf(fields: Fields, { batch, m, n, partial, output }: ProductOfMachine, clock: bigint, path: string) {
  return traffic(fields, clock - partial * batch * m * n, output * batch * m * n, path);
}

/** The same for the share of one memory. */
export function checkGemmPerProcessor(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "instance", ...CUT_FIELDS, "share", "value"], path);
  const instance = readInstance(fields, path);
  const share = checkShare(fields, instance, path);
  const clock = checkCut(fields, instance, { ...instance, c: smaller(instance) }, share, 1n, path);
  return { instance, value: exactly(fields, "value", clock, path) };
}

/** T, V, V0 and the segments: the clock is T times the segments that are left after each memory's first. */
function checkCut(
  f: Fields,
  instance: ProductOfMachine,
  p: CheckedProduct,
  products: bigint,
  memories: bigint,
  path: string,
): bigint {
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

/** The least weight of the projections of a share. */
export function checkGemmMemoryIndependent(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "instance", "share", "value"], path);
  const instance = readInstance(fields, path);
  const share = checkShare(fields, instance, path);
  const value = count(fields, "value", path, 1n);
  const product = { ...instance, c: smaller(instance) };
  if (!weighsAtMost(product, share, value)) throw new Refused(`${path}.value`, "less than the projections must weigh");
  if (weighsAtMost(product, share, value - 1n)) throw new Refused(`${path}.value`, "more than the projections must weigh");
  return { instance, value };
}

function checkShare(fields: Fields, instance: ProductOfMachine, path: string): bigint {
  const products = productsOf(instance);
  const share = count(fields, "share", path, 1n);
  if (share * instance.memories < products || (share - 1n) * instance.memories >= products) {
    throw new Refused(`${path}.share`, `not the least share of ${products} products over ${instance.memories} memories`);
  }
  return share;
}

function productsOf(instance: ProductOfMachine): bigint {
  return instance.batch * instance.m * instance.n * instance.k;
}

function smaller(instance: ProductOfMachine): bigint {
  return instance.partial < instance.output ? instance.partial : instance.output;
}
