import { minimum } from "../exact/integer.js";
import type { ProductInstance, SliceEndsCertificate } from "./certificates/products.js";
import { leastRoom } from "./product-slices.js";
import { SLICE_ENDS_POTENTIALS, type SliceEndsPotential } from "./slice-ends-potentials.js";
import { ceilOfCase, type Quotient } from "./slice-mixtures.js";

/**
 * The matrix product, slice by slice, words held paying rent where a residency of a sum begins and where it ends, the more the fuller
 * the memory is of sums (proofs/product-slice-ends.md). With the price Λ of potentials of credit η, where all the words there may be pay
 * P(v) ≤ 2 at a share v of the memory without sums, operands of w bytes, sums of wC, stored as wO, X = S/wC + 1,
 *
 *     Q ≥ mn·( w·k·(Λ + ηP(v))/√X − wC·P(v) + wO )   for the v from 0 to 1 for which that is least.
 *
 * Up to 0.38 of mn above 2mnk/√S, for k between about 1.35√S and 12√S. No term is lost at the ends of an execution. Survives recomputation,
 * any reduction order, sliding. Returns undefined where nothing is proven.
 */
export function proveSliceEnds(instance: ProductInstance): SliceEndsCertificate | undefined {
  const room = leastRoom(instance);
  let best: { readonly value: number; readonly parts: Parts } | undefined;
  for (const { parts, cases } of MIXTURES) {
    const value = Math.min(...cases.map((one) => perGroup(instance, Number(room), one)));
    if (value > (best?.value ?? 0)) best = { value, parts };
  }
  if (best === undefined) return undefined;
  const value = provenTraffic(instance, room, best.parts);
  if (value <= 0n) return undefined;
  const potentials = best.parts.map(([{ id }, share]) => ({ potential: id, share: `${share}/${SHARES}` }));
  return { theorem: "product-slice-ends", instance, room, potentials, value };
}

type Parts = readonly (readonly [SliceEndsPotential, number])[];

/** At one share of the memory without sums: the price and what is taken off for it. */
interface Case {
  readonly price: number;
  readonly charge: number;
}

const SHARES = 16;
const UNIT = 2 ** 20;

/** What a group pays at least, in doubles. */
function perGroup({ extents, weights }: ProductInstance, room: number, { price, charge }: Case): number {
  const operands = Number(extents.k * minimum(weights.a, weights.b));
  return (operands / Math.sqrt(room)) * price - charge * Number(weights.partial) + Number(weights.output);
}

/** The least ⌈mn·(wk(Λ + ηP(v))/√X − wC·P(v) + wO)⌉: lines in v between the knots of P. */
function provenTraffic({ extents, weights }: ProductInstance, room: bigint, parts: Parts): bigint {
  const { batch, m, n, k } = extents;
  const { a, b, partial, output } = weights;
  const groups = batch * m * n;
  const values = knotsOf(parts).map((v) => {
    const price = mean(parts, ({ price: own, credit, rents }) =>
      plus(quotient(own, UNIT), multiplied(quotient(...credit), rentAt(v, rents))),
    );
    const charge = mean(parts, ({ rents }) => rentAt(v, rents));
    const owed = { top: groups * (partial * charge.top - output * charge.below), below: charge.below };
    return ceilOfCase(groups * k * minimum(a, b) * price.top, owed, room, price.below);
  });
  return values.reduce((least, value) => minimum(least, value));
}

const knotsOf = (parts: Parts): number[] => [...new Set(parts.flatMap(([{ rents }]) => rents.map(([at]) => at)))];

/** P(v), v in eightieths. */
function rentAt(v: number, rents: SliceEndsPotential["rents"]): Quotient {
  const next = Math.max(
    1,
    rents.findIndex(([at]) => at >= v),
  );
  const [[from, low], [to, high]] = [rents[next - 1], rents[next]] as [readonly [number, number], readonly [number, number]];
  return quotient(low * (to - v) + high * (v - from), UNIT * (to - from));
}

function mean(parts: Parts, of: (potential: SliceEndsPotential) => Quotient): Quotient {
  return parts.map(([one, share]) => multiplied(of(one), quotient(share, SHARES))).reduce(plus);
}

const quotient = (top: number, below: number): Quotient => ({ top: BigInt(top), below: BigInt(below) });
const plus = (p: Quotient, q: Quotient): Quotient => ({ top: p.top * q.below + q.top * p.below, below: p.below * q.below });
const multiplied = (p: Quotient, q: Quotient): Quotient => ({ top: p.top * q.top, below: p.below * q.below });

function mixture(parts: Parts): { readonly parts: Parts; readonly cases: readonly Case[] } {
  const ofOne = (of: (potential: SliceEndsPotential) => number) =>
    parts.reduce((sum, [potential, share]) => sum + (of(potential) * share) / SHARES, 0);
  const cases = knotsOf(parts).map((v) => {
    const charged = ({ rents }: SliceEndsPotential) => {
      const { top, below } = rentAt(v, rents);
      return Number(top) / Number(below);
    };
    return { price: ofOne((one) => one.price / UNIT + (one.credit[0] / one.credit[1]) * charged(one)), charge: ofOne(charged) };
  });
  return { parts, cases };
}

/** One potential, or two of them in sixteenths. */
const MIXTURES = SLICE_ENDS_POTENTIALS.flatMap((one, i) => [
  mixture([[one, SHARES]]),
  ...SLICE_ENDS_POTENTIALS.slice(i + 1).flatMap((other) =>
    Array.from({ length: SHARES - 1 }, (_, share) =>
      mixture([
        [one, share + 1],
        [other, SHARES - 1 - share],
      ]),
    ),
  ),
]).filter(({ cases }) => cases.every(({ charge }) => charge <= 2));
