import { mixBits } from "../random-source.js";

/** How a line number chooses its set. */
export type SetIndex = "modulo" | "hashed";

export const SET_INDEXES: readonly SetIndex[] = ["modulo", "hashed"];

/**
 * The set of a line number from 0 to 2^53 − 1, for any number of sets below 2^31.
 *
 * `modulo` is `line mod sets`. `hashed` is `mix(low ^ mix(high)) mod sets`, `low` and `high` the line number's lower and upper 32
 * bits, `mix` the 32-bit finaliser of MurmurHash3: strides that would meet in few sets spread over all. GPUs hash too, by
 * functions their makers do not publish.
 */
export function setIndex(kind: SetIndex, sets: number): (line: number) => number {
  if (kind === "modulo") return (line) => line % sets;
  return (line) => (mixBits(line ^ mixBits(Math.floor(line / 2 ** 32))) >>> 0) % sets;
}
