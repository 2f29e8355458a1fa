import type { ExecutionParameters } from "../../../src/replay/event-driven/parameters.js";

/** The plain twin of `Coalescer`: a map, and a place found by division. */
export class PlainCoalescer {
  readonly #parameters: ExecutionParameters;
  readonly #underWay: Map<string, { readonly tile: number; readonly arrival: number }> = new Map();
  #average = 1;
  /** Since `takeShare` was last called. */
  #asked: { readonly bytes: number; readonly share: number }[] = [];

  constructor(parameters: ExecutionParameters) {
    this.#parameters = parameters;
  }

  takeShare(): number {
    const asked = this.#asked;
    this.#asked = [];
    const total = asked.reduce((sum, { bytes }) => sum + bytes, 0);
    return total === 0 ? 1 : asked.reduce((sum, { bytes, share }) => sum + share * bytes, 0) / total;
  }

  readFactor(own: number): number {
    const { coalescing, l2BytesPerSecond, portBytesPerSecond } = this.#parameters;
    if (coalescing === undefined) return 1;
    const port = Math.min(1, l2BytesPerSecond / portBytesPerSecond);
    return Math.max(
      port,
      (this.#average + coalescing.ownWeight * (own - this.#average)) * (l2BytesPerSecond / coalescing.leavingBytesPerSecond),
    );
  }

  ask(sm: number, tile: number, bytes: number, now: number, arrival: number): void {
    const { coalescing } = this.#parameters;
    if (coalescing === undefined) return;
    const { joinShare, waySeconds, averagedBytes } = coalescing;
    const key = `${this.#gpcOf(sm)} ${((BigInt(tile) * 0x9e3779b1n) % 2n ** 32n) / 2n ** 22n}`;
    const known = this.#underWay.get(key);
    const left = known?.tile === tile ? Math.max(0, known.arrival - now) : 0;
    const joins = Math.min(1, left / waySeconds);
    const first = Math.max(now + waySeconds, arrival);
    this.#underWay.set(key, { tile, arrival: joins === 1 ? (known?.arrival ?? 0) : first - (1 - joins) * left });
    const share = 1 - joinShare * joins;
    this.#asked.push({ bytes, share });
    this.#average += (share - this.#average) * (bytes / averagedBytes);
  }

  #gpcOf(sm: number): number {
    let [passed, gpc] = [0, 0];
    for (const { sms, gpcs = 1 } of this.#parameters.launchRuns) {
      if (sm < passed + sms) return gpc + Math.floor(((sm - passed) * gpcs) / sms);
      passed += sms;
      gpc += gpcs;
    }
    throw new RangeError(`no SM ${sm}`);
  }
}
