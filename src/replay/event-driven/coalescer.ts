import type { ExecutionParameters } from "./parameters.js";

/** Requests under way that are remembered for each GPC; two tiles that fall in one place join less than they would. */
const PLACE_BITS = 10;

/** The golden ratio of 32 bits: numbers that follow each other fall in places far apart. */
const SPREAD = 0x9e3779b1;

const [AVERAGE, ASKED, LEFT] = [0, 1, 2] as const;

/**
 * Requests of SMs of one GPC for the same lines become one while the first is under way (docs/validation.md, *Requests that meet*). Of
 * a tile that is asked for again, lines that have not arrived join, and the others leave the L2 once more. What leaves the L2 is
 * bounded for all SMs together: a step reads as much faster as a smaller share leaves it, of its own bytes and of those of all SMs.
 */
export class Coalescer {
  /** Absent where requests do not meet. */
  readonly #joins: ExecutionParameters["coalescing"];
  readonly #waySeconds: number;
  readonly #joinShare: number;
  readonly #averagedBytes: number;
  readonly #ownWeight: number;
  /** Seconds of a read at the rate out of the L2, and at the SM's port, beside those at `l2BytesPerSecond`. */
  readonly #leaving: number;
  readonly #port: number;
  /** The tile that was last asked for in each place of each GPC, and when its last line arrives. */
  readonly #tiles: Int32Array;
  readonly #arrivals: Float64Array;
  /** Of all bytes lately the share that left the L2; bytes of the step that is loaded, and those of them that left. */
  readonly #bytes: Float64Array = Float64Array.of(1, 0, 0);

  constructor(gpcs: number, parameters: ExecutionParameters) {
    const { coalescing, l2BytesPerSecond } = parameters;
    this.#joins = coalescing;
    this.#waySeconds = coalescing?.waySeconds ?? 0;
    this.#joinShare = coalescing?.joinShare ?? 0;
    this.#averagedBytes = coalescing?.averagedBytes ?? 1;
    this.#ownWeight = coalescing?.ownWeight ?? 0;
    this.#leaving = l2BytesPerSecond / (coalescing?.leavingBytesPerSecond ?? l2BytesPerSecond);
    this.#port = leastReadFactor(parameters);
    const places = coalescing === undefined ? 0 : gpcs << PLACE_BITS;
    this.#tiles = new Int32Array(places).fill(-1);
    this.#arrivals = new Float64Array(places);
  }

  /** How long a step reads now beside one at `l2BytesPerSecond`, where this share of its bytes left the L2. */
  readFactor(share: number): number {
    const all = this.#bytes[AVERAGE] as number;
    return Math.max((all + this.#ownWeight * (share - all)) * this.#leaving, this.#port);
  }

  /** The share that left the L2 of what was asked for since the last call. */
  takeShare(): number {
    const bytes = this.#bytes;
    const share = (bytes[ASKED] as number) > 0 ? (bytes[LEFT] as number) / (bytes[ASKED] as number) : 1;
    bytes[ASKED] = 0;
    bytes[LEFT] = 0;
    return share;
  }

  /** An SM asks for a tile whose last line arrives at `arrival`, both times in seconds. */
  ask(gpc: number, tile: number, bytes: number, now: number, arrival: number): void {
    if (this.#joins === undefined) return;
    const [arrivals, counted, way] = [this.#arrivals, this.#bytes, this.#waySeconds];
    const place = (gpc << PLACE_BITS) | (Math.imul(tile, SPREAD) >>> (32 - PLACE_BITS));
    // The lines of a tile arrive evenly over the last `waySeconds`.
    const left = this.#tiles[place] === tile ? (arrivals[place] as number) - now : 0;
    const joins = left <= 0 ? 0 : left >= way ? 1 : left / way;
    // What leaves once more is under way for as long as a first request.
    if (joins < 1) arrivals[place] = Math.max(now + way, arrival) - (joins > 0 ? (1 - joins) * left : 0);
    this.#tiles[place] = tile;
    const share = 1 - this.#joinShare * joins;
    counted[ASKED] = (counted[ASKED] as number) + bytes;
    counted[LEFT] = (counted[LEFT] as number) + share * bytes;
    counted[AVERAGE] = (counted[AVERAGE] as number) + (share - (counted[AVERAGE] as number)) * (bytes / this.#averagedBytes);
  }
}

/** The least that `readFactor` is: an SM's port takes no more. */
export function leastReadFactor({ coalescing, l2BytesPerSecond, portBytesPerSecond }: ExecutionParameters): number {
  return coalescing === undefined ? 1 : Math.min(1, l2BytesPerSecond / portBytesPerSecond);
}
