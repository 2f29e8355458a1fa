import { QueuedCache } from "../tiles/queued-cache.js";

/**
 * A fully associative write-back cache with LRU replacement over dense tile ids, in bytes.
 *
 * Exactly the behaviour of a line-by-line LRU in which a touch runs over the lines of its tile in order: only the least
 * recent tile can be partly evicted, from its first line on, and touching such a tile misses on every line, because each
 * miss evicts the very line that comes up next. Writes cover whole tiles and fetch nothing.
 */
export class LruCache extends QueuedCache {
  read(tile: number): boolean {
    const queue = this.queue;
    if (queue.holds(tile)) {
      queue.moveToEnd(tile);
      return true;
    }
    queue.insert(tile);
    queue.countFetch(tile);
    return false;
  }

  write(tile: number): boolean {
    const queue = this.queue;
    const hit = queue.holds(tile);
    if (hit) queue.moveToEnd(tile);
    else queue.insert(tile);
    queue.markDirty(tile);
    return hit;
  }
}
