import { count, exactly, type Fields, Refused, record, requireOnly, text } from "../shared/fields.js";

/** What a certificate about a triangle or a factorization is about. */
export interface CheckedTriangular {
  readonly kind: string;
  readonly n: bigint;
  readonly m: bigint;
  readonly word: bigint;
  readonly capacity: bigint;
  readonly memories: bigint;
}

interface Kind {
  /** Products of two words in different places. */
  readonly products: (n: bigint, m: bigint) => bigint;
  /** Two words of a slice, or a word, meet in two ways. */
  readonly symmetric?: true;
  /** Results are operands: all memories count as one. */
  readonly inPlace?: true;
}

const below = (n: bigint): bigint => (n * (n - 1n)) / 2n;

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["syrk", { products: (n, m) => m * below(n), symmetric: true }],
  // Of C every place gets two products of a slice, of A every word gives two.
  ["syr2k", { products: (n, m) => 2n * m * below(n), symmetric: true }],
  ["symm", { products: (n, m) => 2n * m * below(n), symmetric: true }],
  ["trmm", { products: (n, m) => m * (below(n) + n) }],
  ["trsm", { products: (n, m) => m * below(n), inPlace: true }],
  // Rows i > j > k, and rows i, columns j beyond k.
  ["cholesky", { products: (n) => (below(n) * (n - 2n)) / 3n, symmetric: true, inPlace: true }],
  ["lu", { products: (n) => (below(n) * (2n * n - 1n)) / 3n, inPlace: true }],
]);

/** The statement of proofs/triangular-segments.md, every number again. @throws Refused */
export function checkTriangularSegments(fields: Fields, path: string): { triangular: CheckedTriangular; value: bigint } {
  const numbers = ["capacityWords", "cut", "firstSegmentProducts", "segmentProducts", "laterSegments", "value"];
  requireOnly(fields, ["schema", "theorem", "instance", ...numbers], path);
  const at = `${path}.instance`;
  const instance = record(fields["instance"], at);
  requireOnly(instance, ["kind", "n", "m", "weights", "capacity", "memories"], at);
  const weights = record(instance["weights"], `${at}.weights`);
  requireOnly(weights, ["word"], `${at}.weights`);
  const number = (name: string): bigint => count(instance, name, at, 1n);
  const triangular: CheckedTriangular = {
    kind: text(instance, "kind", at),
    n: number("n"),
    m: number("m"),
    word: count(weights, "word", `${at}.weights`, 1n),
    capacity: number("capacity"),
    memories: number("memories"),
  };
  const kind = KINDS.get(triangular.kind);
  if (kind === undefined) throw new Refused(`${at}.kind`, "no triangle or factorization");
  const { n, m, word, capacity, memories } = triangular;
  const each = (capacity - (capacity % word)) / word;
  const [held, apart] = kind.inPlace === true ? [each * memories, 1n] : [each, memories];
  exactly(fields, "capacityWords", held, path);
  const cut = count(fields, "cut", path, 1n);
  const largest = (name: string, budget: bigint): bigint => {
    const claimed = count(fields, name, path);
    const fits = (v: bigint): boolean => 27n * v * v <= (kind.symmetric === true ? 2n : 1n) * budget ** 3n;
    if (!fits(claimed)) throw new Refused(`${path}.${name}`, `${claimed} products do not fit a segment`);
    if (fits(claimed + 1n)) throw new Refused(`${path}.${name}`, `${claimed + 1n} products fit a segment`);
    return claimed;
  };
  const first = largest("firstSegmentProducts", cut);
  const later = largest("segmentProducts", held + cut);
  const left = kind.products(n, m) - apart * first;
  if (left <= 0n || later === 0n) throw new Refused(`${path}.laterSegments`, "no later segment is needed");
  const segments = exactly(fields, "laterSegments", (left + later - 1n) / later, path);
  return { triangular, value: exactly(fields, "value", word * cut * segments, path) };
}
