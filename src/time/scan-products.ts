import type { ScanWorkload } from "../computation/recurrence/scan.js";
import { maximum, minimum } from "../exact/integer.js";

/** What is presumed of a scan's products. */
export const SCAN_FORMED: string =
  "a multiplication and an addition for every product of keys with values into a state and of queries with it, " +
  "or of pairs of tokens at either end where these are fewer,";

/**
 * Scalar products of a scan in its cheapest usual evaluation. Each token updates the states of its heads and reads them. The first
 * tokens need read none where there is no initial state, and the last ones update none where no final state is stored, if pairs of these tokens
 * take their place: such a pair takes `dim` products a head and, for all heads of a group, `state` more. In the middle states are cheaper.
 */
export function scanProducts(w: ScanWorkload): bigint {
  const [tokens, heads, groups] = [BigInt(w.tokens), BigInt(w.heads / w.groups), BigInt(w.batch) * BigInt(w.groups)];
  const ofState = heads * BigInt(w.state) * BigInt(w.dim);
  const all = 2n * tokens * ofState;
  // A pair has a factor for each element there: one token at either end needs no state, and of up to three tokens all may go in pairs.
  if (w.decay === "channel") return groups * ofState * (tokens < 4n ? (tokens * (tokens - 1n)) / 2n : 2n * tokens - 2n);
  const ofPair = heads * BigInt(w.dim) + BigInt(w.state);
  const pairs = (count: bigint): bigint => ((count * (count + 1n)) / 2n) * ofPair;
  const most = minimum(tokens, ofState / ofPair);
  const saved = maximum(0n, most * ofState - pairs(most));
  const ends = (w.initialState ? 0n : 1n) + (w.finalState ? 0n : 1n);
  return groups * (ends === 2n ? minimum(all - 2n * saved, pairs(tokens)) : all - ends * saved);
}

/** Exponentials of step sizes: one an element of a state and token that has a state before it. */
export function scanExponentials(w: ScanWorkload): bigint {
  if (w.decay !== "channel") return 0n;
  const decayed = BigInt(w.tokens) - (w.initialState ? 0n : 1n);
  return decayed * BigInt(w.batch) * BigInt(w.heads) * BigInt(w.state) * BigInt(w.dim);
}
