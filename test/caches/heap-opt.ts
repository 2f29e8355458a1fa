import { nextUses } from "../../src/caches/opt/next-use.js";
import type { UnitTraffic } from "../../src/caches/tiles/unit-traffic.js";
import type { Trace } from "../../src/caches/trace.js";

/**
 * The plain twin of MIN: residents in a binary heap by next use, units never used again all equal. Which of those leaves first
 * follows from the heap's own moves (pop before push, swaps only where strictly farther, the left child on a tie), as in the
 * implementation that the golden write-backs come from.
 */
export function heapOpt(trace: Trace, capacity: number): UnitTraffic {
  const { ids, writes, idCount } = trace;
  const next = nextUses(trace);
  const heap: number[] = [];
  const placeOf = new Int32Array(idCount).fill(-1);
  const useOf = new Int32Array(idCount);
  const dirty = new Uint8Array(idCount);
  const use = (place: number): number => useOf[heap[place] as number] as number;
  const put = (place: number, id: number): void => {
    heap[place] = id;
    placeOf[id] = place;
  };
  const rise = (from: number): void => {
    const id = heap[from] as number;
    let place = from;
    while (place > 0 && (useOf[id] as number) > use((place - 1) >> 1)) {
      put(place, heap[(place - 1) >> 1] as number);
      place = (place - 1) >> 1;
    }
    put(place, id);
  };
  const sink = (): void => {
    const id = heap[0] as number;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child + 1 < heap.length && use(child + 1) > use(child)) child++;
      if (child >= heap.length || use(child) <= (useOf[id] as number)) break;
      put(place, heap[child] as number);
      place = child;
    }
    put(place, id);
  };
  const traffic = { readMisses: 0, writeMisses: 0, dirtyEvictions: 0, dirtyAtEnd: 0 };
  for (let t = 0; t < ids.length; t++) {
    const id = ids[t] as number;
    if ((placeOf[id] as number) < 0) {
      if (writes[t] === 1) traffic.writeMisses++;
      else traffic.readMisses++;
      if (heap.length === capacity) {
        const victim = heap[0] as number;
        placeOf[victim] = -1;
        traffic.dirtyEvictions += dirty[victim] as number;
        dirty[victim] = 0;
        const last = heap.pop() as number;
        if (heap.length > 0) {
          put(0, last);
          sink();
        }
      }
      put(heap.length, id);
    }
    useOf[id] = next[t] as number;
    rise(placeOf[id] as number);
    if (writes[t] === 1) dirty[id] = 1;
  }
  traffic.dirtyAtEnd = dirty.reduce((sum, bit) => sum + bit, 0);
  return traffic;
}
