/** The plain twin of `DramQueue`. */
export class PlainDram {
  readonly #times: { readonly missSeconds: number; readonly busyMissSeconds: number; readonly dramBytesPerSecond: number };
  #free = 0;
  #load = 0;
  #seen = 0;

  constructor(times: { readonly missSeconds: number; readonly busyMissSeconds: number; readonly dramBytesPerSecond: number }) {
    this.#times = times;
  }

  /** Bytes pass; returns when they have arrived, if they were read. */
  pass(bytes: number, now: number): number {
    const { missSeconds, busyMissSeconds, dramBytesPerSecond } = this.#times;
    const faded = Math.max(0, 1 - Math.max(0, now - this.#seen) / 2e-6);
    this.#load = Math.min(1, this.#load * faded + bytes / dramBytesPerSecond / 2e-6);
    this.#seen = Math.max(this.#seen, now);
    this.#free = Math.max(this.#free, now) + bytes / dramBytesPerSecond;
    return this.#free + missSeconds + busyMissSeconds * this.#load;
  }
}
