import { endsMixture, type MixedEnds } from "../potentials/slice-ends-mixture.js";
import { less, rootAtLeast } from "../potentials/slice-mixture.js";
import type { Fields } from "../shared/fields.js";
import { count, Refused, requireEqual, requireOnly } from "../shared/fields.js";
import { divisor } from "../shared/integers.js";
import type { CheckedTraffic, ProductOfMachine } from "./instance.js";
import { readInstance } from "./instance.js";

/** Words of each operand in one place. */
export function checkSliceEnds(fields: Fields, path: string): CheckedTraffic {
  return checkPlaces(fields, 1n, path);
}

/** One array as both operands, each word in two places. */
export function checkRepeatedSliceEnds(fields: Fields, path: string): { repeated: ProductOfMachine; value: bigint } {
  const { instance, value } = checkPlaces(fields, 2n, path);
  requireEqual(instance.b, instance.a, `${path}.instance.weights.b`, "the size of the array's words");
  return { repeated: instance, value };
}

/** Potentials checked inequality by inequality, their mixture, P(1) ≤ 2 and the least of ⌈mn·(√(wA·wB)·k(Λ + ηP(v))/√X − wC·P(v) + wO)⌉, v a knot of P. */
function checkPlaces(fields: Fields, places: bigint, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "instance", "room", "potentials", "value"], path);
  const instance = readInstance(fields, path);
  const { k, batch, m, n, a, b, partial, output } = instance;
  const x = sumsAndOneMore(fields, instance.capacity, [a, b], partial, path);
  const knots = endsOfIntervals(fields, path);
  const groups = batch * m * n;
  const value = count(fields, "value", path);
  /** groups·(abk·price/(places·√(abx)) − wC·rent + wO) > least, at every knot? */
  const above = (least: bigint): boolean =>
    knots.every(({ price, rent }) => {
      const owed = { top: least * rent.below + groups * (partial * rent.top - output * rent.below), below: rent.below };
      return owed.top < 0n || !rootAtLeast(owed, { top: price.top * groups * a * b * k, below: price.below * places }, a * b * x);
    });
  if (value > 0n && !above(value - 1n)) throw new Refused(`${path}.value`, "more than the theorem proves");
  if (above(value)) throw new Refused(`${path}.value`, "fewer than the theorem proves");
  return { instance, value };
}

/** The room that a certificate names: its memory's bytes, a multiple of the unit of all sizes, in sums, and one more. */
export function sumsAndOneMore(
  fields: Fields,
  capacity: bigint,
  operands: readonly bigint[],
  partial: bigint,
  path: string,
): bigint {
  const used = capacity - (capacity % operands.reduce(divisor, partial));
  const own = (used + partial - 1n) / partial + 1n;
  const room = count(fields, "room", path, own);
  if (room !== own) throw new Refused(`${path}.room`, "not the sums of a memory and one more");
  return room;
}

/** The mixture of a certificate, whose rents are no more than an interval costs. */
export function endsOfIntervals(fields: Fields, path: string): readonly MixedEnds[] {
  const knots = endsMixture(fields, "potentials", path);
  if (knots.some(({ rent }) => less({ top: 2n, below: 1n }, rent)))
    throw new Refused(`${path}.potentials`, "rent above what an interval costs");
  return knots;
}
