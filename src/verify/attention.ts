import type { SequencesSubject } from "./parts/sequences.js";
import { count, type Fields, list, Refused } from "./shared/fields.js";

/** Words and pairs of attention, as the checker counts them from a document's fields. */
interface AttentionSubject {
  readonly inputs: readonly bigint[];
  readonly outputs: readonly bigint[];
  readonly chain: Readonly<Record<"batch" | "m" | "k" | "l" | "n" | "pairs" | "factors", bigint>>;
  /** Whether the words of V are words of K. */
  readonly sharesWords: boolean;
  /** Whether heads have columns of K in common. */
  readonly sharesColumns: boolean;
  /** Where their lengths differ and they share no word. */
  readonly sequences?: readonly SequencesSubject[];
}

/** Sequences with equal numbers of queries and of keys. */
interface Sequences {
  readonly many: bigint;
  readonly queries: bigint;
  readonly keys: bigint;
}

/** Attention under its mask: hidden pairs and hidden keys are taken off those of the whole. @throws Refused */
export function readAttention(workload: Fields): AttentionSubject {
  const at = "workload";
  const extent = (name: string): bigint => count(workload, name, at, 1n);
  const optional = (name: string): bigint | undefined => (workload[name] === undefined ? undefined : extent(name));
  const [heads, kvHeads, dim] = [extent("heads"), extent("kvHeads"), extent("dim")];
  if (heads % kvHeads !== 0n) throw new Refused("workload.kvHeads", "does not divide the heads");
  const valueDim = optional("valueDim") ?? dim;
  const flag = (name: string): boolean => {
    const value = workload[name];
    if (typeof value !== "boolean") throw new Refused(`${at}.${name}`, "not true or false");
    return value;
  };
  const shared = workload["valuesInKeys"] !== undefined && flag("valuesInKeys");
  if (shared && workload["rightType"] !== undefined) throw new Refused("workload.rightType", "values are in keys");
  if (shared && valueDim > dim) throw new Refused("workload.valueDim", "more columns than the keys have");
  const common = optional("sharedKeyColumns") ?? 0n;
  if (common >= dim) throw new Refused("workload.sharedKeyColumns", "not fewer than the columns of the keys");
  if (shared && common > 0n) throw new Refused("workload.sharedKeyColumns", "values are in keys");
  const causal = flag("causal");
  const [window, sinks, prefix] = [optional("window"), optional("sinks"), optional("sharedPrefix")];
  if (window !== undefined && !causal) throw new Refused("workload.window", "without a causal mask");
  if (sinks !== undefined && window === undefined) throw new Refused("workload.sinks", "without a window");
  const sequences = readSequences(workload);
  if (prefix !== undefined && sequences.some(({ keys }) => prefix > keys))
    throw new Refused("workload.sharedPrefix", "more than the keys of a sequence");
  let [rows, pairs, own] = [0n, 0n, 0n];
  const alone: SequencesSubject[] = [];
  // Of the prefix, keys that every sequence hides.
  let [from, upTo] = [0n, prefix ?? 0n];
  for (const { many, queries, keys } of sequences) {
    const blind = causal && queries > keys ? queries - keys : 0n;
    const seeing = queries - blind;
    // Row r of those that see anything lacks the keys after its own, and those between sinks and window.
    const after = causal ? triangle(seeing - 1n) : 0n;
    const reach = window === undefined ? keys : window + (sinks ?? 0n);
    const between = triangle(keys - reach) - triangle(keys - seeing - reach);
    const seen = seeing * keys - after - (window === undefined ? 0n : between);
    rows += many * seeing;
    pairs += many * seen;
    // Keys that no row sees: before the window of the first and not among the sinks.
    const gapEnd = window === undefined ? 0n : positive(keys - seeing + 1n - window);
    const gap = [least(sinks ?? 0n, gapEnd), gapEnd] as const;
    own += many * (keys - (prefix ?? 0n) - positive(gap[1] - most(gap[0], prefix ?? 0n)));
    [from, upTo] = [most(from, gap[0]), least(upTo, gap[1])];
    const l = keys - (gap[1] - gap[0]);
    const chain = { batch: kvHeads, m: (heads / kvHeads) * seeing, k: dim, l, n: valueDim, pairs: heads * seen };
    const inputs = [heads * seeing * dim, kvHeads * l * dim, kvHeads * l * valueDim];
    alone.push({ many, chain, inputs, outputs: [heads * seeing * valueDim] });
  }
  const keys = own + (prefix ?? 0n) - positive(upTo - from);
  const together = workload["lengths"] !== undefined || prefix !== undefined;
  const apart = prefix === undefined && !shared && common === 0n && workload["rightType"] === undefined;
  const batch = together ? 1n : extent("batch");
  const values = shared ? [] : [kvHeads * keys * valueDim];
  return {
    inputs: [heads * rows * dim, kvHeads * keys * (dim - common), ...(common > 0n ? [keys * common] : []), ...values],
    outputs: [heads * rows * valueDim],
    sharesWords: shared,
    sharesColumns: common > 0n,
    ...(workload["lengths"] !== undefined && apart ? { sequences: alone } : {}),
    chain: {
      batch: batch * kvHeads,
      m: ((heads / kvHeads) * rows) / batch,
      k: dim,
      l: keys / batch,
      n: valueDim,
      pairs: heads * pairs,
      factors: 1n,
    },
  };
}

/** Those of one size, or one entry a length. */
function readSequences(workload: Fields): readonly Sequences[] {
  const [many, queries, keys] = ["batch", "queries", "keys"].map((name) => count(workload, name, "workload", 1n)) as [
    bigint,
    bigint,
    bigint,
  ];
  const [lengths, rows] = [workload["lengths"], workload["queryLengths"]];
  if (lengths === undefined) {
    if (rows !== undefined) throw new Refused("workload.queryLengths", "without lengths");
    return [{ many, queries, keys }];
  }
  const read = (field: unknown, name: string): readonly bigint[] => {
    const path = `workload.${name}`;
    const entries = { ...list(field, path) } as Fields;
    return Object.keys(entries).map((entry) => count(entries, entry, path, 1n));
  };
  const [ofKeys, ofQueries] = [read(lengths, "lengths"), read(rows, "queryLengths")];
  if (BigInt(ofKeys.length) !== many) throw new Refused("workload.batch", "not the number of lengths");
  if (ofQueries.length !== ofKeys.length) throw new Refused("workload.queryLengths", "not one a length");
  if (ofKeys.reduce(most) !== keys) throw new Refused("workload.keys", "not the most of the lengths");
  if (ofQueries.reduce(most) !== queries) throw new Refused("workload.queries", "not the most of the query lengths");
  return ofKeys.map((length, at) => ({ many: 1n, queries: ofQueries[at] as bigint, keys: length }));
}

const positive = (x: bigint): bigint => (x > 0n ? x : 0n);
const least = (x: bigint, y: bigint): bigint => (x < y ? x : y);
const most = (x: bigint, y: bigint): bigint => (x > y ? x : y);

/** 1 + 2 + … + x; nothing below 1. */
function triangle(x: bigint): bigint {
  return x > 0n ? (x * (x + 1n)) / 2n : 0n;
}
