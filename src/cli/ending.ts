/** Status of a process that a signal ended. */
const STATUS = { SIGINT: 130, SIGTERM: 143 } as const;
type Signal = keyof typeof STATUS;

/** When work is to end before it is done: at a signal, or after some seconds. A second signal ends the process at once. */
export class Ending {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  #status = 0;

  constructor(seconds?: number) {
    process.once("SIGINT", this.#onSignal).once("SIGTERM", this.#onSignal);
    if (seconds !== undefined) this.#timer = setTimeout(() => this.#controller.abort(), Math.min(1000 * seconds, LONGEST));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** 0 unless a signal came. */
  get status(): number {
    return this.#status;
  }

  /** Signals and the clock are no longer waited for. */
  settle(): void {
    clearTimeout(this.#timer);
    process.off("SIGINT", this.#onSignal).off("SIGTERM", this.#onSignal);
  }

  readonly #onSignal = (signal: Signal): void => {
    this.#status = STATUS[signal];
    process.off("SIGINT", this.#onSignal).off("SIGTERM", this.#onSignal);
    this.#controller.abort();
  };
}

/** What a timer counts: about 25 days. */
const LONGEST = 2 ** 31 - 1;
