import { count, exactly, type Fields, Refused, record, requireEqual, requireOnly } from "../shared/fields.js";
import type { Established } from "../theorem.js";
import type { CheckedOneCtaPerTile } from "../verified.js";
import { readInstance } from "./instance.js";
import { leastPanels } from "./panels.js";

const FIELDS = ["schema", "theorem", "instance", "kernel", "window", "windows", "outputs", "reads", "writes", "value"];

/** Loads of every kernel of the class, from the window and nothing else: windows, outputs, reads, writes, value. @throws Refused */
export function checkGemmOneCtaPerTile(fields: Fields, path: string): Established {
  requireOnly(fields, FIELDS, path);
  const instance = readInstance(fields, path);
  requireEqual(instance.memories, 1n, `${path}.instance.memories`, "the number of caches");
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
  const loads = leastPanels(instance, outputs, most) - (windows - 1n) * instance.capacity;
  const reads = exactly(fields, "reads", loads > 0n ? loads : 0n, path);
  const writes = exactly(fields, "writes", instance.output * batch * m * n, path);
  return { instance, kernel, reads, writes, value: exactly(fields, "value", reads + writes, path) };
}

function readKernel(fields: Fields, path: string): CheckedOneCtaPerTile {
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
