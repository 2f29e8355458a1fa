/** The plain twin: LRU line by line over a Map in recency order. Slow and obvious. */
export class LineLru {
  readonly fetched: Map<number, number> = new Map();
  readonly writtenBack: Map<number, number> = new Map();
  readonly #lines = new Map<string, { readonly array: number; dirty: boolean }>();
  readonly #capacityLines: number;
  readonly #lineBytes: number;

  constructor(capacityLines: number, lineBytes: number) {
    this.#capacityLines = capacityLines;
    this.#lineBytes = lineBytes;
  }

  /** Touches every line of a tile in order; true when all were there. */
  touch(tile: number, lines: number, array: number, write: boolean): boolean {
    let hit = true;
    for (let line = 0; line < lines; line++) {
      const key = `${tile}:${line}`;
      const there = this.#lines.get(key);
      if (there === undefined) {
        hit = false;
        if (!write) this.fetched.set(array, (this.fetched.get(array) ?? 0) + this.#lineBytes);
        while (this.#lines.size >= this.#capacityLines) this.#evictOldest();
      }
      this.#lines.delete(key);
      this.#lines.set(key, { array, dirty: write || (there?.dirty ?? false) });
    }
    return hit;
  }

  dirtyAtEnd(array: number): number {
    let bytes = 0;
    for (const line of this.#lines.values()) if (line.dirty && line.array === array) bytes += this.#lineBytes;
    return bytes;
  }

  #evictOldest(): void {
    const [key, line] = this.#lines.entries().next().value as [string, { array: number; dirty: boolean }];
    this.#lines.delete(key);
    if (line.dirty) this.writtenBack.set(line.array, (this.writtenBack.get(line.array) ?? 0) + this.#lineBytes);
  }
}
