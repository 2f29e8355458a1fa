/** A priority queue over whole-number keys: a stack per key, and a binary heap of the keys in use. Last in, first out within a key. */
export class BucketQueue {
  private readonly buckets = new Map<number, number[]>();
  private readonly heap: number[] = [];

  push(key: number, item: number): void {
    const bucket = this.buckets.get(key);
    if (bucket !== undefined) {
      bucket.push(item);
      return;
    }
    this.buckets.set(key, [item]);
    const heap = this.heap;
    let i = heap.push(key) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if ((heap[parent] as number) <= key) break;
      heap[i] = heap[parent] as number;
      i = parent;
    }
    heap[i] = key;
  }

  /** The least key, or undefined when the queue is empty. */
  leastKey(): number | undefined {
    while (this.heap.length > 0) {
      const key = this.heap[0] as number;
      if ((this.buckets.get(key)?.length ?? 0) > 0) return key;
      this.buckets.delete(key);
      this.removeRoot();
    }
    return undefined;
  }

  /** Takes the latest item of a key that `leastKey` returned. */
  pop(key: number): number {
    return this.buckets.get(key)?.pop() as number;
  }

  private removeRoot(): void {
    const heap = this.heap;
    const last = heap.pop() as number;
    if (heap.length === 0) return;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child++;
      if ((heap[child] as number) >= last) break;
      heap[i] = heap[child] as number;
      i = child;
    }
    heap[i] = last;
  }
}
