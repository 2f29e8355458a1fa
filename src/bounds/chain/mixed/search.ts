import { ONE } from "../../../exact/fixed-point.js";
import { axisToSplit, mixedSearch, searchMultipliers } from "./multipliers.js";
import type { MixedBox, MixedProgram } from "./segment.js";
import { boxMaximum, halves, wholeBox } from "./segment.js";

/** A box and what it can hold at most, exactly. */
interface Bounded {
  readonly box: MixedBox;
  readonly maximum: bigint;
}

/**
 * An upper bound of the program over all segments: the largest of the boxes left when the one that holds most has been halved
 * `splits` times, or as long as that helps. Exact whatever the splits; more of them make it smaller. Never below 0.
 */
export function programMaximum(program: MixedProgram, splits: number): bigint {
  const search = mixedSearch(program);
  const bounded = (box: MixedBox): Bounded => ({
    box,
    maximum: boxMaximum(program, box, searchMultipliers(search, box)),
  });
  const heap: Bounded[] = [];
  push(heap, bounded(wholeBox(program)));
  let before = 1n << 64n;
  for (let split = 0; split < splits; split++) {
    const top = heap[0];
    if (top === undefined) break;
    if (split % ROUND === 0) {
      if (before - top.maximum < top.maximum >> WORTH) break;
      before = top.maximum;
    }
    const axis = axisToSplit(program, top.box);
    const [low, high] = top.box[axis];
    if (high - low < SMALLEST) break;
    pop(heap);
    // A half holds no more than the whole does.
    for (const box of halves(top.box, axis)) {
      const half = bounded(box);
      if (half.maximum >= 0n) push(heap, half.maximum < top.maximum ? half : { box, maximum: top.maximum });
    }
  }
  return heap[0]?.maximum ?? 0n;
}

/** A thousand splits have to take 2^-13 off. */
const ROUND = 1000;
const WORTH = 15n;
/** Boxes thinner than this are lost in rounding. */
const SMALLEST = ONE >> 14n;

function push(heap: Bounded[], entry: Bounded): void {
  let at = heap.length;
  heap.push(entry);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (above === undefined || above.maximum >= entry.maximum) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = entry;
}

function pop(heap: Bounded[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if ((heap[child + 1]?.maximum ?? -1n) > (heap[child]?.maximum ?? -1n)) child++;
    const below = heap[child];
    if (below === undefined || below.maximum <= last.maximum) break;
    heap[at] = below;
    at = child;
  }
  heap[at] = last;
}
