import type { ScanSubject } from "../recurrence/subject.js";

/** What documents say is presumed. */
export const OF_SCANS: string =
  "a multiplication and an addition for every product of keys with values into a state and of queries with it, " +
  "or of pairs of tokens at either end where these are fewer,";

/** Scalar products of the cheapest evaluation of a scan, and exponentials of its step sizes. */
export function scanCounts({ extents, decay, initialState, finalState }: ScanSubject): {
  readonly products: bigint;
  readonly exponentials: bigint;
} {
  const { batch, heads, groups, tokens, state, dim } = extents;
  const share = heads / groups;
  const element = share * state * dim;
  const inOrder = 2n * element * tokens;
  if (decay === "channel")
    return {
      // A token at either end may go without a state; pairs of up to three tokens, an element of the state each, are fewer still.
      products: batch * groups * element * (tokens > 3n ? 2n * (tokens - 1n) : (tokens * (tokens - 1n)) / 2n),
      exponentials: batch * heads * state * dim * (initialState ? tokens : tokens - 1n),
    };
  const pair = share * dim + state;
  // Tokens of a chunk at an end, taken one by one while the next saves anything: its pairs are as many as its place.
  const last = element / pair < tokens ? element / pair : tokens;
  const gained = last * element - (pair * last * (last + 1n)) / 2n;
  const free = [initialState, finalState].filter((given) => !given).length;
  const least = inOrder - BigInt(free) * gained;
  const asPairs = (pair * tokens * (tokens + 1n)) / 2n;
  return { products: batch * groups * (free === 2 && asPairs < least ? asPairs : least), exponentials: 0n };
}
