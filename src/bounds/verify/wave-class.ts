import type { Fields } from "./fields.js";
import { count, Refused, record, requireEqual, requireOnly } from "./fields.js";
import type { CheckedProduct } from "./segment-check.js";

/** A product in front of a cache, as the checker reads it. */
type Instance = Omit<CheckedProduct, "c"> & { readonly output: bigint; readonly capacity: bigint };

/** The class of kernels as the checker reads it. */
export interface CheckedWaveClass {
  readonly bm: bigint;
  readonly bn: bigint;
  readonly slots: bigint;
  readonly inStep: boolean;
}

const UNIT = 4294967296n;

/** Loads of every kernel of the class, from the window and nothing else: windows, outputs, reads, writes, value. */
export function checkWaveClass(
  fields: Fields,
  instance: Instance,
  path: string,
): { kernel: CheckedWaveClass; reads: bigint; writes: bigint; value: bigint } {
  const kernel = readKernel(fields, path);
  const { batch, m, n } = instance;
  const up = (x: bigint, y: bigint): bigint => (x + y - 1n) / y;
  const blocks = batch * up(m, kernel.bm) * up(n, kernel.bn);
  const window = count(fields, "window", path, 1n);
  if (kernel.inStep && window % kernel.slots !== 0n) throw new Refused(`${path}.window`, `not whole waves of ${kernel.slots}`);
  const windows = exactly(fields, "windows", up(blocks, window), path);
  const tile = kernel.bm * kernel.bn;
  const unfinished = kernel.inStep ? 0n : (windows - 1n) * (kernel.slots - 1n) * tile;
  const whole = batch * m * n - unfinished;
  const outputs = exactly(fields, "outputs", whole > 0n ? whole : 0n, path);
  const most = window * tile < m * n ? window * tile : m * n;
  const panels = (outputs / most) * panelWeight(instance, most) + panelWeight(instance, outputs % most);
  const loads = up(panels, UNIT) - (windows - 1n) * instance.capacity;
  const reads = exactly(fields, "reads", loads > 0n ? loads : 0n, path);
  const writes = exactly(fields, "writes", instance.output * batch * m * n, path);
  return { kernel, reads, writes, value: exactly(fields, "value", reads + writes, path) };
}

function readKernel(fields: Fields, path: string): CheckedWaveClass {
  const at = `${path}.kernel`;
  const kernel = record(fields["kernel"], at);
  requireOnly(kernel, ["tile", "slots", "inStep"], at);
  const tile = record(kernel["tile"], `${at}.tile`);
  requireOnly(tile, ["bm", "bn"], `${at}.tile`);
  const inStep = kernel["inStep"];
  if (typeof inStep !== "boolean") throw new Refused(`${at}.inStep`, "not true or false");
  return {
    bm: count(tile, "bm", `${at}.tile`, 1n),
    bn: count(tile, "bn", `${at}.tile`, 1n),
    slots: count(kernel, "slots", at, 1n),
    inStep,
  };
}

/** In units of 2^-32, rounded down: least k·a·r + k·b·c with r·c ≥ x, r ≤ m, c ≤ n, at r = √(bx/a) or at the side that is too short. */
function panelWeight({ m, n, k, a, b }: Instance, x: bigint): bigint {
  const rowsSuffice = b * x <= a * m * m;
  const columnsSuffice = a * x <= b * n * n;
  if (rowsSuffice && columnsSuffice) return wholeRoot(4n * a * b * x * (k * UNIT) ** 2n);
  return rowsSuffice ? (k * UNIT * (b * n * n + a * x)) / n : (k * UNIT * (a * m * m + b * x)) / m;
}

/** The largest whole number whose square is at most `value`, bit by bit. */
function wholeRoot(value: bigint): bigint {
  let root = 0n;
  for (let bit = 1n << BigInt(Math.ceil(value.toString(2).length / 2)); bit > 0n; bit >>= 1n) {
    if ((root + bit) * (root + bit) <= value) root += bit;
  }
  return root;
}

function exactly(fields: Fields, name: string, right: bigint, path: string): bigint {
  requireEqual(count(fields, name, path), right, `${path}.${name}`, name);
  return right;
}
