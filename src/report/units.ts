import type { Unit } from "../bounds/bound.js";
import type { Rational } from "../exact/rational.js";
import { toApproximateNumber } from "../exact/rational.js";

const DECIMAL_UNITS = ["B", "kB", "MB", "GB", "TB", "PB", "EB"] as const;
const BINARY_UNITS = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

/** Three or four significant digits: `693.8 MB`, `1.156 GB`; counts below 10,000 bytes in full. Display only. */
export function formatBytes(bytes: bigint): string {
  if (bytes < 10_000n) return `${bytes} B`;
  let scale = 1n;
  let unit = 0;
  while (bytes / scale >= 1000n && unit < DECIMAL_UNITS.length - 1) {
    scale *= 1000n;
    unit++;
  }
  return `${fourDigits(bytes, scale)} ${DECIMAL_UNITS[unit]}`;
}

/** Bytes or words; words with thousands separated. */
export function formatCount(value: bigint, unit: Unit): string {
  return unit === "bytes" ? formatBytes(value) : value.toString().replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A memory size: `40 MiB`, `62.5 MiB`. */
export function formatCapacity(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < BINARY_UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${Number.isInteger(value) ? value : value.toFixed(value < 10 ? 2 : 1)} ${BINARY_UNITS[unit]}`;
}

/** A ratio for people: `1.00×`, `12.3×`, `105×`. */
export function formatRatio(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(2) : ratio < 100 ? ratio.toFixed(1) : ratio.toFixed(0)}×`;
}

/** A time for people: `513.7 µs`. Display only. */
export function formatSeconds(seconds: Rational | number): string {
  return formatScaled(typeof seconds === "number" ? seconds : toApproximateNumber(seconds), "s");
}

/** A count or rate of operations: `549.8 G`, `1.070 P`. Display only. */
export function formatOperations(count: Rational): string {
  return formatScaled(toApproximateNumber(count), "");
}

/** `673 TFLOP/s`, `12.5 GFLOP/s`. Display only. */
export function formatOperationRate(perSecond: number): string {
  const [scale, unit] = perSecond < 1e12 ? [1e9, "GFLOP/s"] : perSecond < 1e15 ? [1e12, "TFLOP/s"] : [1e15, "PFLOP/s"];
  return `${Number((perSecond / scale).toPrecision(3))} ${unit}`;
}

/** An energy: `4.209 mJ`. Display only. */
export function formatJoules(joules: Rational): string {
  return formatScaled(toApproximateNumber(joules), "J");
}

const PREFIXES: readonly string[] = ["p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E"];

function formatScaled(value: number, unit: string): string {
  const power = value > 0 ? Math.floor(Math.log10(Number(value.toPrecision(4))) / 3) : 0;
  const index = Math.min(Math.max(power, -4), PREFIXES.length - 5);
  return `${(value / 1000 ** index).toPrecision(4)} ${PREFIXES[index + 4]}${unit}`.trimEnd();
}

/** `value / scale` to four significant digits, without passing through a float. */
function fourDigits(value: bigint, scale: bigint): string {
  const decimals = value / scale >= 100n ? 1n : value / scale >= 10n ? 2n : 3n;
  const rounded = (value * 10n ** decimals + scale / 2n) / scale;
  const digits = rounded.toString().padStart(Number(decimals) + 1, "0");
  return `${digits.slice(0, -Number(decimals))}.${digits.slice(-Number(decimals))}`;
}
