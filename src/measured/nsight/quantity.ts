/** A printed figure in base units (bytes, nanoseconds, bytes a second): the interval of values that print so, whole numbers rounded outwards. */
export interface Quantity {
  readonly least: bigint;
  readonly most: bigint;
}

export type Dimension = "bytes" | "nanoseconds" | "bytes/s";

/** Nsight Compute scales by powers of 1000 unless told `--print-units base`. */
const PREFIXES: Readonly<Record<string, bigint>> = { "": 1n, K: 10n ** 3n, M: 10n ** 6n, G: 10n ** 9n, T: 10n ** 12n };
const TIMES: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["nsecond", 1n],
  ["us", 10n ** 3n],
  ["usecond", 10n ** 3n],
  ["ms", 10n ** 6n],
  ["msecond", 10n ** 6n],
  ["s", 10n ** 9n],
  ["second", 10n ** 9n],
]);
/** The profiler counts 32-byte sectors on every GPU since Volta. */
const SECTOR_BYTES = 32n;

/** What a printed unit measures, and how many base units one of it is; undefined for units that are neither bytes nor time. */
export function readUnit(unit: string): { readonly dimension: Dimension; readonly scale: bigint } | undefined {
  const time = TIMES.get(unit);
  if (time !== undefined) return { dimension: "nanoseconds", scale: time };
  if (unit === "sector") return { dimension: "bytes", scale: SECTOR_BYTES };
  const [, prefix, rate] = /^([KMGT]?)byte(\/s(?:econd)?)?$/.exec(unit) ?? [];
  const scale = prefix === undefined ? undefined : PREFIXES[prefix];
  return scale === undefined ? undefined : { dimension: rate === undefined ? "bytes" : "bytes/s", scale };
}

/**
 * Reads `16,788,992` or `16.79`: digits with thousands separated by commas or not at all.
 *
 * A whole number of base units (or of sectors) is exact; anything scaled or with decimals stands for every value that rounds
 * to it. Undefined where the text is no such number, or may be two: a comma or a point before three digits at the end is a
 * decimal sign in some languages and parts thousands in others, and only the unit can tell which. A count has no decimals, and
 * nothing that the profiler scales has more than three digits before them.
 */
export function readQuantity(text: string, scale: bigint): Quantity | undefined {
  const [, whole, decimals = ""] = /^(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const isCount = scale === 1n || scale === SECTOR_BYTES;
  if (isCount ? decimals.length === 3 && !whole.includes(",") : decimals === "" && /^\d+,\d+$/.test(whole)) return undefined;
  const digits = BigInt(whole.replaceAll(",", "") + decimals);
  if (decimals === "" && isCount) return { least: digits * scale, most: digits * scale };
  const halves = 2n * 10n ** BigInt(decimals.length);
  const below = 2n * digits - 1n;
  return {
    least: below < 0n ? 0n : (below * scale) / halves,
    most: ((2n * digits + 1n) * scale + halves - 1n) / halves,
  };
}

/** Least and greatest product, for a rate in units per second and a time in nanoseconds. */
export function overTime(rate: Quantity, nanoseconds: Quantity): Quantity {
  const second = 10n ** 9n;
  return {
    least: (rate.least * nanoseconds.least) / second,
    most: (rate.most * nanoseconds.most + second - 1n) / second,
  };
}
