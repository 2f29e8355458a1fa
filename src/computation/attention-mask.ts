import { InputError, shown } from "../errors.js";
import { checkExtent } from "./computation.js";

/** Which keys each query sees beside a causal mask, and sequences of unequal lengths; absent fields say nothing. */
export interface AttentionMask {
  /** Causal only: the keys that a query sees, its own and those before it. */
  readonly window?: number;
  /** The first keys of a sequence, which queries see beside their window. */
  readonly sinks?: number;
  /** Keys of each sequence of the batch; `keys` is then the most of them. */
  readonly lengths?: readonly number[];
  /** Queries of each sequence, wherever `lengths` is given; `queries` is then the most of them. */
  readonly queryLengths?: readonly number[];
  /** The first keys of every sequence, one array for all of the batch. */
  readonly sharedPrefix?: number;
}

/** Rows and keys of one sequence. */
export interface AttentionSequence {
  readonly queries: number;
  readonly keys: number;
}

/** Attention as far as masks know it. */
interface MaskedExtents extends AttentionMask {
  readonly batch: number;
  readonly queries: number;
  readonly keys: number;
  readonly causal: boolean;
  /** Neighbouring rows that are one query's: the query heads of a group; default 1. */
  readonly packed?: number;
}

/** A run of keys from the first key on, and one that ends with the last key seen: `sinks` are before `first`. */
export interface SeenKeys {
  readonly sinks: number;
  readonly first: number;
  readonly end: number;
}

/** Sequences that are alike, and how many: the batch, or one entry a sequence. */
export function sequenceKinds(w: MaskedExtents): readonly (AttentionSequence & { readonly count: number })[] {
  const { batch, queries, lengths, queryLengths } = w;
  if (lengths === undefined) return [{ count: batch, queries, keys: w.keys }];
  return lengths.map((keys, at) => ({ count: 1, queries: queryLengths?.[at] ?? queries, keys }));
}

type Sequences = Pick<MaskedExtents, "batch" | "queries" | "keys" | "lengths" | "queryLengths">;

type SequenceOptions = { readonly [Name in keyof Sequences]?: Sequences[Name] | undefined };

/** Sequences alike, or of the lengths given, with as many queries as keys unless said. @throws InputError naming the option */
export function sequencesFrom(options: SequenceOptions): Sequences {
  return options.lengths === undefined ? sequencesAlike(options) : sequencesOfLengths(options, options.lengths);
}

function sequencesAlike(options: SequenceOptions): Sequences {
  if (options.queryLengths !== undefined) throw new InputError("query-lengths", "lengths beside them", "none");
  const queries = checkExtent("queries", options.queries);
  const [batch, keys] = [checkExtent("batch", options.batch ?? 1), checkExtent("keys", options.keys ?? queries)];
  return { batch, queries, keys };
}

function sequencesOfLengths(options: SequenceOptions, lengths: readonly number[]): Sequences {
  checkCount("lengths", lengths);
  if (options.queryLengths !== undefined) checkCount("query-lengths", options.queryLengths);
  const { batch = lengths.length, queries, keys } = options;
  if (keys !== undefined) throw new InputError("lengths", "lengths or keys", "both");
  if (queries !== undefined && options.queryLengths !== undefined)
    throw new InputError("query-lengths", "query lengths or queries of every sequence", "both");
  const queryLengths = options.queryLengths ?? (queries === undefined ? lengths : lengths.map(() => queries));
  return { batch, queries: Math.max(...queryLengths), keys: Math.max(...lengths), lengths, queryLengths };
}

/** So many lengths are read, as many as rows of groups. */
const MOST_LENGTHS = 65_536;

/** @throws InputError naming the list, before anything walks it */
function checkCount(name: string, list: unknown): void {
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_LENGTHS)
    throw new InputError(name, `a list of 1 to ${MOST_LENGTHS} whole numbers`, shown(list));
}

/** The sequence at a place of the batch. */
export function sequenceAt({ queries, keys, lengths, queryLengths }: MaskedExtents, at: number): AttentionSequence {
  return { queries: queryLengths?.[at] ?? queries, keys: lengths?.[at] ?? keys };
}

/** Keys of a sequence that any of its rows `from` to before `to` sees; `end` 0 where they see none. */
export function seenKeys(w: MaskedExtents, { queries, keys }: AttentionSequence, from: number, to: number): SeenKeys {
  if (!w.causal) return { sinks: 0, first: 0, end: keys };
  const { packed = 1 } = w;
  const own = (row: number): number => Math.floor(Math.min(row, queries - 1) / packed) + keys - queries / packed;
  const end = Math.max(0, own(to - 1) + 1);
  const first = w.window === undefined || end === 0 ? 0 : Math.max(0, Math.max(0, own(from)) - w.window + 1);
  return { sinks: Math.min(w.sinks ?? 0, first), first, end };
}

/** The tile of so many keys that a key is in, counted upwards within its sequence: a shared prefix has tiles of its own. */
export function keyTileOf({ sharedPrefix = 0 }: AttentionMask, length: number, key: number): number {
  if (key < sharedPrefix) return Math.floor(key / length);
  return Math.ceil(sharedPrefix / length) + Math.floor((key - sharedPrefix) / length);
}

/** Whether kernels that know causal masks alone compute it. */
export function isPlainMask({ window, lengths, sharedPrefix }: AttentionMask): boolean {
  return window === undefined && lengths === undefined && sharedPrefix === undefined;
}

/** @throws InputError naming `window`, `sinks`, `lengths`, `query-lengths`, `shared-prefix`, `batch`, `queries` or `keys` */
export function checkMask(w: MaskedExtents): void {
  const { window, sinks, lengths, queryLengths, sharedPrefix } = w;
  if (window !== undefined) {
    checkExtent("window", window);
    if (!w.causal) throw new InputError("window", "a causal mask beside it: a query's own key and those before it", "none");
  }
  if (sinks !== undefined) {
    checkExtent("sinks", sinks);
    if (window === undefined) throw new InputError("sinks", "a window beside them: without one every query sees them", "none");
  }
  for (const [name, list] of [["lengths", lengths] as const, ["query-lengths", queryLengths] as const]) {
    if (list === undefined) continue;
    checkCount(name, list);
    for (const length of list) checkExtent(name, length);
  }
  if (lengths !== undefined) {
    checkSame("query-lengths", `${lengths.length} of them`, queryLengths?.length, lengths.length);
    checkSame("batch", `${lengths.length}, the lengths`, w.batch, lengths.length);
    checkSame("keys", "the most of the lengths", w.keys, Math.max(...lengths));
    checkSame("queries", "the most of the query lengths", w.queries, Math.max(...(queryLengths ?? [])));
  } else if (queryLengths !== undefined) throw new InputError("query-lengths", "lengths beside them", "none");
  if (sharedPrefix !== undefined && checkExtent("shared-prefix", sharedPrefix) > Math.min(...(lengths ?? [w.keys])))
    throw new InputError("shared-prefix", "at most the keys of every sequence", `${sharedPrefix}`);
}

function checkSame(name: string, expected: string, found: number | undefined, right: number): void {
  if (found !== right) throw new InputError(name, expected, shown(found));
}

/** What a mask says for people: `window 4096, 4 sinks`; empty where there is none. */
export function describeMask({ window, sinks, sharedPrefix }: AttentionMask): string {
  return [
    ...(window === undefined ? [] : [`window ${window}`]),
    ...(sinks === undefined ? [] : [`${sinks} ${sinks === 1 ? "sink" : "sinks"}`]),
    ...(sharedPrefix === undefined ? [] : [`${sharedPrefix} keys shared by all sequences`]),
  ].join(", ");
}

/** Lengths are listed up to this many. */
const LISTED = 8;

/** `4096, 1024 keys`, or how many, the least and the most. */
function describeLengths(lengths: readonly number[], what: string): string {
  if (lengths.length <= LISTED) return `${lengths.join(", ")} ${what}`;
  const sum = lengths.reduce((total, length) => total + BigInt(length), 0n);
  return `${Math.min(...lengths)} to ${Math.max(...lengths)} ${what}, ${sum} in all`;
}

/** `4096 queries, 4096 keys`, or the lengths. */
export function describeSequences({ queries, keys, lengths, queryLengths = [] }: MaskedExtents): string {
  if (lengths === undefined) return `${queries} queries, ${keys} keys`;
  const alike = queryLengths.every((length) => length === queries);
  const self = queryLengths.every((length, at) => length === lengths[at]);
  const ofQueries = alike
    ? `${queries} ${queries === 1 ? "query" : "queries"} each`
    : self
      ? "as many queries"
      : describeLengths(queryLengths, "queries");
  return `${describeLengths(lengths, "keys")}, ${ofQueries}`;
}
