import { count, exactly, type Fields, Refused, record, requireOnly, text } from "../shared/fields.js";
import { type LayeredSubject, layersOf, readLayeredSubject } from "./subject.js";

/** What a certificate about values in layers is about. */
export interface CheckedLayered {
  readonly subject: LayeredSubject;
  readonly word: bigint;
  readonly output: bigint;
  readonly capacity: bigint;
  readonly memories: bigint;
}

interface Checked {
  readonly layered: CheckedLayered;
  readonly value: bigint;
  readonly reads?: bigint;
  readonly writes?: bigint;
}

/** Whether so many counted values may follow from so many words. */
type Follows = (values: bigint, words: bigint) => boolean;

const COMMON = ["schema", "theorem", "instance", "capacityWords", "cut", "margin", "firstSegmentValues", "segmentValues"];

/** The statements of proofs/layered-segments.md, every number again. @throws Refused */
export function checkLayeredSegments(fields: Fields, path: string): Checked {
  const isOnce = text(fields, "theorem", path) === "layered-without-recomputation";
  requireOnly(fields, [...COMMON, "laterSegments", ...(isOnce ? [] : ["reads", "writes"]), "value"], path);
  const layered = readInstance(record(fields["instance"], `${path}.instance`), `${path}.instance`);
  const { subject, word, output, capacity, memories } = layered;
  const held = exactly(fields, "capacityWords", capacity / word, path);
  const cut = count(fields, "cut", path, 1n);
  const margin = count(fields, "margin", path);
  const [first, later] = isOnce ? [(held + cut) / 2n, held + cut / 2n] : [cut, held + cut];
  const follows = subject.kind === "fft" ? butterflies(margin, path) : cells(subject, margin, later, path);
  const most = (name: string, words: bigint): bigint => {
    const claimed = count(fields, name, path);
    // Beside the words themselves.
    const values = claimed - words;
    if (values < 0n || !follows(values, words))
      throw new Refused(`${path}.${name}`, `not the most that follow from ${words} words`);
    if (follows(values + 1n, words)) throw new Refused(`${path}.${name}`, `more values may follow from ${words} words`);
    return claimed;
  };
  const [before, each] = [most("firstSegmentValues", first), most("segmentValues", later)];
  const { width, layers } = layersOf(subject);
  const counted = subject.kind === "fft" ? width * layers : inner(subject.dims, margin) * layers;
  const left = counted - memories * before;
  if (left <= 0n || each === 0n) throw new Refused(`${path}.laterSegments`, "no later segment is needed");
  const moved = word * cut * exactly(fields, "laterSegments", (left + each - 1n) / each, path);
  if (isOnce) return { layered, value: exactly(fields, "value", moved, path) };
  const reads = exactly(fields, "reads", moved, path);
  const writes = exactly(fields, "writes", output * width, path);
  return { layered, reads, writes, value: exactly(fields, "value", reads + writes, path) };
}

function readInstance(instance: Fields, at: string): CheckedLayered {
  const kind = text(instance, "kind", at);
  const subject = readLayeredSubject(kind, instance, at);
  if (subject === undefined) throw new Refused(`${at}.kind`, "no stencil and no transform");
  const own = kind === "fft" ? ["points"] : ["dims", "steps", "radius", "neighbours"];
  requireOnly(instance, ["kind", ...own, "weights", "capacity", "memories"], at);
  const weights = record(instance["weights"], `${at}.weights`);
  requireOnly(weights, ["word", "output"], `${at}.weights`);
  const size = (name: string): bigint => count(weights, name, `${at}.weights`, 1n);
  const number = (name: string): bigint => count(instance, name, at, 1n);
  return { subject, word: size("word"), output: size("output"), capacity: number("capacity"), memories: number("memories") };
}

/** The ones of all numbers below X, digit by digit, count the edges of the cube between them. */
function butterflies(margin: bigint, path: string): Follows {
  if (margin !== 0n) throw new Refused(`${path}.margin`, "not 0 for a transform");
  return (values, words) => {
    let ones = 0n;
    for (let place = 0n; 1n << place < words; place++) {
      const rest = words & ((2n << place) - 1n);
      ones += (words >> (place + 1n)) << place;
      if (rest > 1n << place) ones += rest - (1n << place);
    }
    return values <= 2n * ones;
  };
}

/** Values v of a grid in d dimensions follow from X words only if ((d + 1)·v)^d·κ^d ≤ d^d·X^(d + 1), κ^d = over/under. */
function cells(subject: LayeredSubject & { readonly kind: "stencil" }, margin: bigint, words: bigint, path: string): Follows {
  const d = BigInt(subject.dims.length);
  const [over, under] = margin === 0n ? cornerBoundary(subject, words, path) : freeBoundary(subject, margin, words, path);
  return (values, from) => ((d + 1n) * values) ** d * over <= d ** d * from ** (d + 1n) * under;
}

type Quotient = readonly [over: bigint, under: bigint];

function freeBoundary(
  { dims, radius, neighbours }: LayeredSubject & { readonly kind: "stencil" },
  margin: bigint,
  words: bigint,
  path: string,
): Quotient {
  const at = `${path}.margin`;
  const k = margin / radius;
  if (k * radius !== margin) throw new Refused(at, "no multiple of the radius");
  if (dims.some((extent) => extent <= 2n * margin)) throw new Refused(at, "no cell is left");
  if (dims.length > 1 && k < 4n) throw new Refused(at, "below four radii");
  const d = BigInt(dims.length);
  const along = 2n * radius;
  const isBox = dims.length === 1 || neighbours === "box";
  const over = isBox ? (d * along) ** d : radius > 1n ? along ** d : d === 2n ? 8n : 16n;
  const least = dims.length === 1 ? 1n : dims.length === 2 ? 12n : 216n;
  if (over * k ** d < least * words) throw new Refused(at, `too narrow for ${words} words`);
  return [over, 1n];
}

function cornerBoundary(
  { dims, radius, neighbours }: LayeredSubject & { readonly kind: "stencil" },
  words: bigint,
  path: string,
): Quotient {
  const shortest = dims.reduce((x, y) => (x < y ? x : y));
  const d = BigInt(dims.length);
  const fits = (side: bigint): boolean => side ** d < words;
  // The least side of a cube of so many words.
  let [low, high] = [0n, words];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  if (high >= shortest || radius > shortest) throw new Refused(`${path}.margin`, `the grid is too small for ${words} words`);
  if (d === 1n) return [radius, 1n];
  const [over, under] =
    neighbours === "box" ? [radius * d * (shortest - high), shortest + radius * d] : [radius * (shortest - high), shortest];
  return [over ** d, under ** d];
}

/** Cells that lie at least `margin` from every border. */
function inner(dims: readonly bigint[], margin: bigint): bigint {
  return dims.reduce((all, extent) => all * (extent - 2n * margin), 1n);
}
