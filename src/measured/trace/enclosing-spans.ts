interface Span<Value> {
  readonly thread: string;
  readonly start: number;
  readonly end: number;
  readonly value: Value;
  readonly id?: number | undefined;
  readonly number?: number | undefined;
}

const NONE = -1;

/** Spans of time on threads, each inside others of its thread or beside them: which stand around a span, or around a point in time. */
export class EnclosingSpans<Value> {
  private readonly spans: Span<Value>[] = [];
  private readonly places = new Map<number, number>();
  private readonly threads = new Map<string, number[]>();
  private parents = new Int32Array(0);

  get size(): number {
    return this.spans.length;
  }

  /** The place of the span, by which the others ask. */
  add(span: Span<Value>): number {
    const place = this.spans.push(span) - 1;
    if (span.id !== undefined) this.places.set(span.id, place);
    const thread = this.threads.get(span.thread);
    if (thread === undefined) this.threads.set(span.thread, [place]);
    else thread.push(place);
    return place;
  }

  /** After the last span: finds out which is inside which. */
  close(): void {
    this.parents = new Int32Array(this.spans.length).fill(NONE);
    for (const thread of this.threads.values()) {
      thread.sort((a, b) => this.startOf(a) - this.startOf(b) || this.endOf(b) - this.endOf(a) || a - b);
      const open: number[] = [];
      for (const place of thread) {
        while (open.length > 0 && this.endOf(open.at(-1) as number) < this.endOf(place)) open.pop();
        this.parents[place] = open.at(-1) ?? NONE;
        open.push(place);
      }
    }
  }

  placeOf(id: number): number | undefined {
    return this.places.get(id);
  }

  parentOf(place: number): number | undefined {
    const parent = this.parents[place] ?? NONE;
    return parent === NONE ? undefined : parent;
  }

  /** Values around a span and its own, outermost first. */
  around(place: number): readonly Value[] {
    const values: Value[] = [];
    for (let one: number | undefined = place; one !== undefined; one = this.parentOf(one)) values.push(this.spanAt(one).value);
    return values.reverse();
  }

  /** Values around a point in time of a thread, outermost first. */
  at(thread: string, time: number): readonly Value[] {
    const places = this.threads.get(thread) ?? [];
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.startOf(places[middle] as number) <= time) low = middle + 1;
      else high = middle;
    }
    let found = places[low - 1];
    while (found !== undefined && this.endOf(found) < time) found = this.parentOf(found);
    return found === undefined ? [] : this.around(found);
  }

  threadOf(place: number): string {
    return this.spanAt(place).thread;
  }

  numberOf(place: number): number | undefined {
    return this.spanAt(place).number;
  }

  startOf(place: number): number {
    return this.spanAt(place).start;
  }

  private endOf(place: number): number {
    return this.spanAt(place).end;
  }

  private spanAt(place: number): Span<Value> {
    return this.spans[place] as Span<Value>;
  }
}
