import type { Fields } from "../shared/fields.js";
import { count, exactly, Refused, requireOnly } from "../shared/fields.js";
import { atLeastZero, rootAtMost } from "../shared/integers.js";
import type { CheckedTraffic } from "./instance.js";
import { readInstance } from "./instance.js";

/** The closed form of windows of residency intervals, in words of the narrowest size. */
export function checkIntervals(fields: Fields, path: string): CheckedTraffic {
  const known = ["wordSize", "capacityWords", "cut", "windowsOfGroup", "laterWindows", "clockWords", "reads", "writes", "value"];
  requireOnly(fields, ["schema", "theorem", "instance", ...known], path);
  const instance = readInstance(fields, path);
  const { k, batch, m, n, memories } = instance;
  const narrowest = [instance.a, instance.b, instance.partial, instance.output].reduce((x, y) => (x < y ? x : y));
  const word = exactly(fields, "wordSize", narrowest, path);
  const capacity = exactly(fields, "capacityWords", instance.capacity / word, path);
  const cut = count(fields, "cut", path, 1n);
  const x = capacity + cut;
  const j = checkWindowsOfGroup(fields, k, x, path);
  const groups = batch * m * n;
  // mnμ − P·T/X = (α + √β) / (jX²)
  const alpha = groups * (2n * k * k + j * j * x) - j * x * memories * cut;
  const beta = 4n * k * k * groups * groups * (k * k + j * j * x);
  const windows = count(fields, "laterWindows", path);
  const reaches = (w: bigint): boolean => rootAtMost(beta, w * j * x * x - alpha);
  if (!reaches(windows)) throw new Refused(`${path}.laterWindows`, "fewer than the theorem proves");
  if (windows > 0n && reaches(windows - 1n)) throw new Refused(`${path}.laterWindows`, "more than the theorem proves");
  const clock = exactly(fields, "clockWords", windows === 0n ? 0n : cut * windows + 1n, path);
  const reads = exactly(fields, "reads", atLeastZero(word * (clock - groups)), path);
  const writes = exactly(fields, "writes", instance.output * groups, path);
  return { instance, reads, writes, value: exactly(fields, "value", reads + writes, path) };
}

/** The number of windows that is cheapest for a group: its price is convex in j, so being no dearer than both neighbours is enough. */
export function checkWindowsOfGroup(fields: Fields, k: bigint, x: bigint, path: string): bigint {
  const j = count(fields, "windowsOfGroup", path, 1n);
  if (j > k) throw new Refused(`${path}.windowsOfGroup`, `more windows than the ${k} products of a group`);
  for (const other of [j - 1n, j + 1n]) {
    if (other >= 1n && other <= k && priceExceeds(k, x, j, other)) {
      throw new Refused(`${path}.windowsOfGroup`, `${other} windows are cheaper than ${j}`);
    }
  }
  return j;
}

/** j·h(k/j) > i·h(k/i)? With X²·j·h(k/j) = (2k² + j²X + 2k√(k² + j²X))/j, brought to r + √s > √t. */
function priceExceeds(k: bigint, x: bigint, j: bigint, i: bigint): boolean {
  const r = (2n * k * k + j * j * x) * i - (2n * k * k + i * i * x) * j;
  const s = 4n * k * k * i * i * (k * k + j * j * x);
  const t = 4n * k * k * j * j * (k * k + i * i * x);
  if (r >= 0n) return r * r + s > t || !rootAtMost(4n * r * r * s, t - r * r - s);
  // √s > √t − r with −r > 0: s > t + r² − 2r√t.
  return s - t - r * r > 0n && rootBelow(4n * r * r * t, s - t - r * r);
}

/** √value < bound */
function rootBelow(value: bigint, bound: bigint): boolean {
  return bound > 0n && value < bound * bound;
}
