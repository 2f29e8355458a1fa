import { InputError } from "../../errors.js";
import { describeInside, interfacesOf } from "../../machines/levels.js";
import type { Machine } from "../../machines/machine.js";
import type { Setting } from "../bound.js";

/** A product needs one word of each operand and its sum at the same time, unless the sum replaces one of them. */
const MINIMUM_FAST_WORDS = 3;

/**
 * The interfaces of a machine as fast memories in front of a slow one: each memory of the level inside with all that is inside it. For DRAM
 * everything on the chip is the fast memory: the L2 does not contain the SMs' registers and shared memory.
 */
export function settingsOf(machine: Machine): readonly Setting[] {
  const isAbstract = machine.kind === "abstract";
  if (isAbstract && !(Number.isSafeInteger(machine.fastWords) && machine.fastWords >= MINIMUM_FAST_WORDS))
    throw new InputError("fast-words", `at least ${MINIMUM_FAST_WORDS} words, what one product needs`, `${machine.fastWords}`);
  return interfacesOf(machine).map((one) => ({
    interface: one.id,
    unit: isAbstract ? "words" : "bytes",
    capacity: BigInt(one.capacity),
    memories: BigInt(one.inner.memories),
    fastMemory: describeInside(machine, one),
    adds: one.adds,
    isSpread: one.isSpread,
  }));
}
