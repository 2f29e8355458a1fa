import { count, exactly, type Fields, Refused, record, requireEqual, requireOnly, text } from "../shared/fields.js";
import { divisor } from "../shared/integers.js";
import { type Checked, type CheckedMultilayer, products, readMultilayer, width } from "./chain.js";
import { richRowsHold } from "./rich-rows.js";
import { type Quotient, survivorsHold } from "./survivors.js";

/** Sizes that the theorem counts: of words of the W, of complete intermediates, of accumulators. */
interface Sizes {
  readonly o: bigint;
  readonly h: bigint;
  readonly s: bigint;
}

/** Every word at its own size; the last store of an output may be narrower than the accumulator that was counted. */
export function checkMultilayerRecomputation(fields: Fields, path: string): Checked {
  const known = ["products", "born", "prices", "cut", "laterSegments", "clock", "rest", "value"];
  requireOnly(fields, ["schema", "theorem", "instance", ...known], path);
  const chain = readMultilayer(fields, path);
  const { m, widths, operand: o, between, partial: s, output } = chain;
  const sizes = [o, between, s];
  const unit = sizes.reduce(divisor);
  const cut = count(fields, "cut", path, 1n);
  if (cut % unit !== 0n) throw new Refused(`${path}.cut`, `not a multiple of ${unit}, the unit of all sizes`);
  const capacity = chain.capacity - (chain.capacity % unit);
  const x = capacity + cut + sizes.reduce((a, b) => (a > b ? a : b)) - unit;
  const { p, beside, later } = checkSegments(
    fields,
    path,
    chain,
    { o, h: sizes.reduce((a, b) => (a < b ? a : b)), s },
    capacity,
    x,
  );
  const r = widths.length - 1;
  const clock = exactly(fields, "clock", cut * later, path);
  const rest = exactly(fields, "rest", beside ? o * products(chain, p + 1, r) + output * m * width(widths, r) : 0n, path);
  const lost = !beside && s > output ? (s - output) * m * width(widths, r) : 0n;
  return { multilayer: chain, value: exactly(fields, "value", (clock > lost ? clock - lost : 0n) + rest, path) };
}

/** Prices that bound a segment of X, what recomputation asks of X, and the number of segments from the closed form. */
function checkSegments(
  fields: Fields,
  path: string,
  chain: CheckedMultilayer,
  { o, h, s: sum }: Sizes,
  capacity: bigint,
  x: bigint,
): { readonly p: number; readonly beside: boolean; readonly later: bigint } {
  const r = chain.widths.length - 1;
  const counted = count(fields, "products", path, 1n);
  if (counted > BigInt(r)) throw new Refused(`${path}.products`, `more than the ${r} products of the chain`);
  const p = Number(counted);
  const last = Number(count(fields, "born", path, 1n));
  if (last !== p && !(p === r && last === r - 1))
    throw new Refused(`${path}.born`, `starts of neither ${p} arrays nor all intermediates`);
  const born = Array.from({ length: last }, (_, s) => s + 1);
  const given = record(fields["prices"], `${path}.prices`);
  requireOnly(given, born.length > 1 ? ["odd", "even"] : ["odd"], `${path}.prices`);
  const odd = price(given, "odd", `${path}.prices`);
  const even = born.length > 1 ? price(given, "even", `${path}.prices`) : { above: 1n, below: 1n };
  const priceOf = (s: number): Quotient => (s % 2 === 0 ? even : odd);
  const enough = born.every((s) => 16n * priceOf(s).above >= 3n * priceOf(s).below);
  const together = born.length === 1 || 12n * even.above * odd.above >= even.below * odd.below;
  if (!(enough && together)) {
    // The least price for all starts, with the least number of products of one.
    const least = born.length > 1 && even.above * odd.below < odd.above * even.below ? even : odd;
    const narrowest = (some: readonly number[]): Quotient => {
      const words = some.map((s) => width(chain.widths, s - 1)).reduce((w, v) => (w < v ? w : v));
      return { above: words * words * o * h, below: sum };
    };
    const read = born.filter((s) => s < p);
    const rich = read.length > 0 && richRowsHold(x, narrowest(read), least);
    if (!rich && !survivorsHold(capacity, x, narrowest(born), least)) {
      throw new Refused(`${path}.prices`, "neither 3/16 each with a product of 1/12 nor confirmed for rows or what survives");
    }
  }
  const later = count(fields, "laterSegments", path);
  // Recomputation: o·h·w(s−1)² ≥ 3·sum·a²X for the intermediates that counted products read.
  const pays = born.every((s) => {
    const { above, below } = priceOf(s);
    return s >= p || o * h * (width(chain.widths, s - 1) * below) ** 2n >= 3n * sum * above * above * x;
  });
  if (!pays)
    requireEqual(later, 0n, `${path}.laterSegments`, "the number of segments where a start costs more than its products");
  else {
    const scale = even.below * odd.below;
    const charged = born.reduce((all, s) => all + (width(chain.widths, s) * priceOf(s).above * scale) / priceOf(s).below, 0n);
    // ceil((√β − γ)/δ) − P, at least 0
    const beta = 27n * x * o * h * sum * (scale * chain.m * products(chain, 1, p)) ** 2n;
    const gamma = 9n * x * chain.m * sum * charged;
    const delta = scale * x * x;
    const reaches = (segments: bigint): boolean => beta <= (gamma + segments * delta) ** 2n;
    const needed = later + chain.memories;
    if (!reaches(needed)) throw new Refused(`${path}.laterSegments`, "fewer than the theorem proves");
    if (later > 0n && reaches(needed - 1n)) throw new Refused(`${path}.laterSegments`, "more than the theorem proves");
  }
  return { p, beside: last === p, later };
}

/** A fraction `"p/q"` of small whole numbers. */
function price(fields: Fields, name: string, path: string): Quotient {
  const [, p, q] = /^([1-9]\d{0,8})(?:\/([1-9]\d{0,8}))?$/.exec(text(fields, name, path)) ?? [];
  if (p === undefined) throw new Refused(`${path}.${name}`, "no positive fraction");
  return { above: BigInt(p), below: BigInt(q ?? 1) };
}
