/**
 * One point of the grid: `{ family, label, fastWords, large, reason, best() }`; `best()` returns `{ bound, theorem, status, cost,
 * schedule }`, in words or in the `unit`. `large`: every extent that a tile of √S would cut is at least LARGE·√S. `reason`: what is open at the point.
 */
export const LARGE = 16;

/** Reason at points where one array, or what a schedule keeps of it, is a little larger than the memory. */
export const RESIDENT =
  "accumulators that take all of the memory: constant terms, and 1 + 2/√d in what a slice pays for those that miss";
export const PANEL = "an operand just larger than the memory: no window of T transfers sees whether it stays whole";

/** One fast memory of that many words. */
export function wordSetting(fastWords) {
  return { interface: "slow-fast", unit: "words", capacity: BigInt(fastWords), memories: 1n, fastMemory: `${fastWords} words` };
}

export function largestBound(bounds) {
  const best = bounds.filter(({ scope }) => scope === "total").reduce((x, y) => (y.value > x.value ? y : x));
  return { bound: best.value, theorem: best.id, status: best.status };
}

/** @param schedules `{ schedule, cost }`, at least one */
export function cheapest(schedules) {
  return schedules.reduce((x, y) => (y.cost < x.cost ? y : x));
}

/** 256 as `2√S`, for S a square. */
export function inRoots(extent, root) {
  const ratio = extent / root;
  return ratio === 1 ? "√S" : `${Number(ratio.toFixed(3))}√S`;
}
