import FlatQueue from "flatqueue";

/** A priority queue over whole-number keys: a stack per key, and a heap of the keys in use. Last in, first out within a key. */
export class BucketQueue {
  private readonly buckets = new Map<number, number[]>();
  private readonly keys = new FlatQueue();

  push(key: number, item: number): void {
    const bucket = this.buckets.get(key);
    if (bucket !== undefined) {
      bucket.push(item);
      return;
    }
    this.buckets.set(key, [item]);
    this.keys.push(key, key);
  }

  /** The least key, or undefined when the queue is empty. */
  leastKey(): number | undefined {
    for (let key = this.keys.peek(); key !== undefined; key = this.keys.peek()) {
      if ((this.buckets.get(key)?.length ?? 0) > 0) return key;
      this.buckets.delete(key);
      this.keys.pop();
    }
    return undefined;
  }

  /** Takes the latest item of a key that `leastKey` returned. */
  pop(key: number): number {
    return this.buckets.get(key)?.pop() as number;
  }
}
