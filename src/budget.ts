import { InputError, shown } from "./errors.js";

/** What one call of the library, or one command, may spend before it refuses, by kind. */
export interface Limits {
  /** Of all replays together: 4 for a tile touched, 1 for each entry of the cache that it takes. A minute is about 2^29. */
  readonly steps: number;
  /** Bytes of the tables of a replay or a search. */
  readonly memory: number;
  /** Sizes of the fast memory on a curve: each has its bounds. */
  readonly sizes: number;
  /** Points of a sweep. */
  readonly points: number;
  /** Vertices of a graph that is expanded from a workload. */
  readonly vertices: number;
}

/** Steps of a tile touched, beside those of its entries. */
export const TOUCH_STEPS = 4;

/** What a process may spend unless `setLimits` or `--limit` says otherwise: a replay of a minute, 768 MiB of tables. */
export const DEFAULT_LIMITS: Limits = { steps: 2 ** 29, memory: 3 * 2 ** 28, sizes: 200, points: 100_000, vertices: 1_000_000 };

/** As errors name what is too much. */
const NAMES: Readonly<Record<keyof Limits, string>> = {
  steps: "steps of replays",
  memory: "bytes of memory",
  sizes: "sizes of a curve",
  points: "points of a sweep",
  vertices: "vertices of a graph",
};

/** What was asked for needs more than the limits allow: one of several schedules is skipped, anything else is refused. */
export class OverLimit extends InputError {}

/** What a call gives; undefined where it is beyond the limits. */
export function withinLimits<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof OverLimit) return undefined;
    throw error;
  }
}

let limits: Limits = DEFAULT_LIMITS;
/** Steps spent since the outermost `budgeted` began; undefined outside of one. */
let spent: number | undefined;

/** Sets the limits of this process or worker thread; those skipped are the usual ones. */
export function setLimits(raised: Partial<Limits>): void {
  limits = { ...DEFAULT_LIMITS, ...raised };
}

export function currentLimits(): Limits {
  return limits;
}

/** All replays within the call share its steps; outside each has as many for itself. */
export function budgeted<T>(run: () => T): T {
  if (spent !== undefined) return run();
  spent = 0;
  try {
    return run();
  } finally {
    spent = undefined;
  }
}

/** @throws OverLimit that says how much is needed, and by which flag it is allowed. */
export function checkLimit(kind: keyof Limits, needed: number | bigint, what: string): void {
  if (needed > limits[kind]) throw overLimit(kind, Number(needed), what);
}

/** Before a replay: @throws OverLimit where its steps, with those of the replays before it, are too many. */
export function checkSteps(steps: number, what: string): void {
  const before = spent ?? 0;
  const all = before === 0 ? what : `${what} and the replays before it`;
  if (before + steps > limits.steps) throw overLimit("steps", before + steps, all);
}

/** As a replay begins. @throws OverLimit as `checkSteps`. */
export function spendSteps(steps: number, what: string): void {
  checkSteps(steps, what);
  if (spent !== undefined) spent += steps;
}

function overLimit(kind: keyof Limits, needed: number, what: string): OverLimit {
  // Before its layout a replay is known to take so many steps at least.
  const enough = kind === "steps" ? 2 * needed : needed;
  const way = enough > Number.MAX_SAFE_INTEGER / 2 ? "more than any limit" : `--limit ${kind}=${roundedUp(enough)} allows them`;
  return new OverLimit(NAMES[kind], `at most ${limits[kind]}`, `${needed} for ${what} (${way})`);
}

/** To two digits, as short to type as can be. */
function roundedUp(needed: number): string {
  const exponent = Math.max(0, Math.floor(Math.log10(needed)) - 1);
  const digits = Math.ceil(needed / 10 ** exponent);
  return exponent < 4 ? `${digits * 10 ** exponent}` : `${digits / 10}e${exponent + 1}`;
}

/** What `parseLimits` reads, for help and errors. */
const LIMIT_FORMS = "steps=COUNT, memory=BYTES, sizes=COUNT, points=COUNT, vertices=COUNT";

/** Reads `steps=4e9,memory=2e9`; counts in digits, with an exponent if need be. @throws InputError naming `subject`. */
export function parseLimits(text: string, subject = "limit"): Partial<Limits> {
  return Object.fromEntries(
    text.split(",").map((part) => {
      const [, kind, count] = /^([a-z]+)=(\d{1,16}(?:\.\d{1,3})?(?:e\d{1,2})?)$/.exec(part) ?? [];
      const value = Number(count);
      if (kind === undefined || !Object.hasOwn(NAMES, kind) || !Number.isSafeInteger(value) || value < 1)
        throw new InputError(subject, `${LIMIT_FORMS}; counts from 1 to 2^53 - 1, such as steps=4e9`, shown(part));
      return [kind, value];
    }),
  );
}
