import type { LineOptions } from "./lines/line-options.js";
import type { SetIndex } from "./lines/set-index.js";
import type { ReplacementKind } from "./replacement.js";

/** Fully associative over whole tiles, write-back, exact to the byte. `opt` is Belady's MIN over the recorded touches. */
export interface TilePolicy {
  readonly policy: "lru" | "fifo" | "opt";
}

/** Fully associative over lines; the victim is any line with equal chance. */
export interface RandomPolicy extends LineOptions {
  readonly policy: "random";
  readonly seed: number;
}

/** Set-associative over lines. */
export interface SetPolicy extends LineOptions {
  readonly policy: "set";
  readonly ways: number;
  /** Default: as many as fit the capacity; any number. */
  readonly sets?: number;
  readonly replacement: ReplacementKind;
  readonly index: SetIndex;
  /** Of `random` replacement; default 1. */
  readonly seed?: number;
}

/** Everything about a cache but its size. */
export type CachePolicy = TilePolicy | RandomPolicy | SetPolicy;

/** A cache of `bytes`. */
export type CacheModel = CachePolicy & { readonly bytes: number };

export const DEFAULT_SEED = 1;

/** LRU searches a set for its victim; more ways than this are better served by a fully associative policy. */
export const MAXIMUM_WAYS = 1024;

/** What `parseCachePolicy` reads, for lists of what there is. */
export const CACHE_POLICIES: readonly { readonly form: string; readonly title: string; readonly source: string }[] = [
  {
    form: "lru",
    title: "fully associative LRU in bytes over tiles, write-back, whole-tile writes fetch nothing",
    source: "Mattson, Gecsei, Slutz, Traiger, IBM Systems Journal 9(2), 1970",
  },
  {
    form: "fifo",
    title: "fully associative first-in-first-out in bytes over tiles, write-back",
    source: "Belady, IBM Systems Journal 5(2), 1966",
  },
  {
    form: "opt",
    title: "Belady's MIN over the recorded touches: no policy that allocates on every miss has fewer misses",
    source: "Belady, IBM Systems Journal 5(2), 1966",
  },
  {
    form: "random[:SEED]",
    title: "fully associative over 128-byte lines, a random line is evicted, the same for the same seed",
    source: "Marsaglia, Xorshift RNGs, Journal of Statistical Software 8(14), 2003",
  },
  {
    form: "set:WAYS[:lru|:fifo|:random[:SEED]][:modulo|:hashed][:sectored][:write-through][:no-fetch|:no-allocate]",
    title: "set-associative over 128-byte lines, any number of sets; LRU, modulo, write-back unless said otherwise",
    source: "Hill, Smith, IEEE Transactions on Computers 38(12), 1989; hash: MurmurHash3 finaliser",
  },
];
