import { QueuedCache } from "./tiles/queued-cache.js";

/**
 * A fully associative write-back cache with first-in-first-out replacement over dense tile ids, in bytes.
 *
 * Exactly the behaviour of a line-by-line FIFO in which a touch runs over the lines of its tile in order, for the reason given
 * at `LruCache`: the tile that leaves next is the only one partly gone. Writes cover whole tiles and fetch nothing.
 */
export class FifoCache extends QueuedCache {
  read(tile: number): boolean {
    if (this.queue.holds(tile)) return true;
    this.queue.insert(tile);
    this.queue.countFetch(tile);
    return false;
  }

  write(tile: number): boolean {
    const hit = this.queue.holds(tile);
    if (!hit) this.queue.insert(tile);
    this.queue.markDirty(tile);
    return hit;
  }
}
