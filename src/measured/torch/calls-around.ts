import type { ProfiledKernel } from "../nsight/kernels.js";
import type { OperatorCall } from "./operator-range.js";
import { readOperatorRange } from "./operator-range.js";

/** Numbers of calls are below it. */
const CALLS_OF_A_PROCESS = 2 ** 32;

/** Operators around a launch, outermost first; numbers of calls are apart for each process. */
export function callsAround({ calls, ranges, process = 0 }: ProfiledKernel): readonly OperatorCall[] {
  const read = calls ?? ranges.flatMap((range) => readOperatorRange(range) ?? []);
  if (process === 0) return read;
  const own = (id: number): number => process * CALLS_OF_A_PROCESS + id;
  return read.map((call) => ({
    ...call,
    ...(call.id === undefined ? {} : { id: own(call.id) }),
    producers: call.producers.map((one) => one && { ...one, id: own(one.id) }),
  }));
}
