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
  /** Whether so many products fit a segment of so many words. */
  readonly fits: (products: bigint, words: bigint, m: bigint) => boolean;
  /** Results are operands: all memories count as one. */
  readonly inPlace?: true;
  /** Words beside those of the segments: stores, less what a clock counts and nobody pays. */
  readonly more?: (n: bigint, m: bigint) => bigint;
}

const below = (n: bigint): bigint => (n * (n - 1n)) / 2n;
const inBox = (v: bigint, words: bigint): boolean => 27n * v * v <= words ** 3n;
/** Two words of a slice, or a word, meet in two ways. */
const inHalves = (v: bigint, words: bigint): boolean => 27n * v * v <= 2n * words ** 3n;

/** Of a words of Q and c of A, a + c of them in all, two updates of each of c, and a·c/m of whole columns. */
function inColumns(v: bigint, words: bigint, m: bigint): boolean {
  const columns = words / m;
  const ofQ = columns < 2n ? 0n : columns / 2n - 1n;
  return v <= 2n * (words - ofQ * m) + m * ofQ * (columns - ofQ);
}

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["triangular-segments syrk", { products: (n, m) => m * below(n), fits: inHalves }],
  // Of C every place gets two products of a slice, of A every word gives two.
  ["triangular-segments syr2k", { products: (n, m) => 2n * m * below(n), fits: inHalves }],
  ["triangular-segments symm", { products: (n, m) => 2n * m * below(n), fits: inHalves }],
  ["triangular-segments trmm", { products: (n, m) => m * (below(n) + n), fits: inBox }],
  ["triangular-segments trsm", { products: (n, m) => m * below(n), fits: inBox, inPlace: true }],
  // Rows i > j > k, and rows i, columns j beyond k.
  ["triangular-segments cholesky", { products: (n) => (below(n) * (n - 2n)) / 3n, fits: inHalves, inPlace: true }],
  ["triangular-segments lu", { products: (n) => (below(n) * (2n * n - 1n)) / 3n, fits: inBox, inPlace: true }],
  // Different i and j beyond k.
  ["triangular-segments floyd-warshall", { products: (n) => (2n * below(n) * (n - 2n)) / 3n, fits: inBox, inPlace: true }],
  // Different i, j and k, i and k no neighbours; four ticks of a word that no word pays, but for outputs.
  [
    "floyd-warshall-without-recomputation floyd-warshall",
    {
      products: (n) => 2n * below(n - 1n) * (n - 2n),
      fits: inBox,
      inPlace: true,
      more: (n) => 2n * below(n) - 8n * below(n - 1n),
    },
  ],
  [
    "gram-schmidt-hourglass gram-schmidt",
    { products: (n, m) => m * below(n), fits: inColumns, inPlace: true, more: (n, m) => below(n + 1n) + m },
  ],
]);

/** The statements of proofs/triangular-segments.md, gram-schmidt-hourglass.md and floyd-warshall.md, every number again. @throws Refused */
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
  const kind = KINDS.get(`${text(fields, "theorem", path)} ${triangular.kind}`);
  if (kind === undefined) throw new Refused(`${at}.kind`, "nothing that the theorem is about");
  const { n, m, word, capacity, memories } = triangular;
  const each = (capacity - (capacity % word)) / word;
  const [held, apart] = kind.inPlace === true ? [each * memories, 1n] : [each, memories];
  exactly(fields, "capacityWords", held, path);
  const cut = count(fields, "cut", path, 1n);
  const largest = (name: string, budget: bigint): bigint => {
    const claimed = count(fields, name, path);
    const fits = (v: bigint): boolean => kind.fits(v, budget, m);
    if (!fits(claimed)) throw new Refused(`${path}.${name}`, `${claimed} products do not fit a segment`);
    if (fits(claimed + 1n)) throw new Refused(`${path}.${name}`, `${claimed + 1n} products fit a segment`);
    return claimed;
  };
  const first = largest("firstSegmentProducts", cut);
  const later = largest("segmentProducts", held + cut);
  const left = kind.products(n, m) - apart * first;
  if (left <= 0n || later === 0n) throw new Refused(`${path}.laterSegments`, "no later segment is needed");
  const segments = exactly(fields, "laterSegments", (left + later - 1n) / later, path);
  const more = kind.more === undefined ? 0n : kind.more(n, m);
  return { triangular, value: exactly(fields, "value", word * (cut * segments + more), path) };
}
