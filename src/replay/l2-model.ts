import { checkInteger, InputError, shown } from "../errors.js";
import type { Gpu } from "../machines/machine.js";

/** The L2 as the replay models it. */
export interface L2Model {
  readonly policy: CachePolicy;
  readonly bytes: number;
}

export type CachePolicy = "lru";

export const CACHE_POLICIES: readonly CachePolicy[] = ["lru"];

/** What `redblue caches` lists. */
export const CACHE_MODELS: readonly { readonly id: CachePolicy; readonly title: string; readonly source: string }[] = [
  {
    id: "lru",
    title: "fully associative LRU in bytes over tiles, write-back, whole-tile writes fetch nothing",
    source: "equal to a line-by-line LRU whose touches run over a tile's lines in order (test/caches)",
  },
];

/**
 * The part of a two-partition L2 that holds distinct data. A line that an SM of the other side reads is kept a second time on
 * that side; on an H200 a buffer reread by one SM each falls out half at 40 MB of 60, and 2/3 fits the tiled products measured
 * there best (docs/validation.md).
 */
const DISTINCT_SHARE = { numerator: 2, denominator: 3 };

/** The default model of a GPU's L2: LRU over all of it, or over two thirds where two partitions copy from each other. */
export function defaultL2(gpu: Gpu): L2Model {
  const copies = (gpu.l2Partitions ?? 1) > 1;
  const bytes = copies ? Math.floor((gpu.l2Bytes * DISTINCT_SHARE.numerator) / DISTINCT_SHARE.denominator) : gpu.l2Bytes;
  return { policy: "lru", bytes };
}

/** The model with the user's choices; @throws InputError naming `cache` or `l2-bytes`. */
export function chooseL2(gpu: Gpu, policy: string | undefined, bytes: number | undefined): L2Model {
  const usual = defaultL2(gpu);
  const chosen = policy === undefined ? usual.policy : CACHE_POLICIES.find((known) => known === policy);
  if (chosen === undefined) throw new InputError("cache", `one of ${CACHE_POLICIES.join(", ")}`, shown(policy));
  return { policy: chosen, bytes: bytes === undefined ? usual.bytes : checkInteger("l2-bytes", bytes, 1) };
}
