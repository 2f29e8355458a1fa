import { count, type Fields, list, Refused, record, requireEqual, requireOnly } from "../shared/fields.js";
import { type CheckedAxis, type CheckedWindow, checkAxis, outputsOf, readAxis, windowOf } from "./window.js";

/** Arrays by what runs over their words along an axis: inputs y, taps r, outputs p. */
type Array = "y" | "r" | "p";

/** Which array is summed up: outputs, inputs (`data-gradient`) or weights (`weight-gradient`). */
type Pass = "data-gradient" | "weight-gradient" | undefined;

/**
 * A convolution instance as the checker reads it, channels those of a group: words of the first operand, of the second, and of the sums
 * have the sizes `input`, `filter`, `partial`.
 */
export interface CheckedConvolution {
  readonly batch: bigint;
  readonly inChannels: bigint;
  readonly outChannels: bigint;
  readonly groups: bigint;
  readonly pass: Pass;
  readonly axes: readonly [CheckedAxis, CheckedAxis];
  readonly input: bigint;
  readonly filter: bigint;
  readonly partial: bigint;
  readonly output: bigint;
  readonly capacity: bigint;
  readonly memories: bigint;
}

type Extents = Pick<CheckedConvolution, "batch" | "inChannels" | "outChannels" | "groups" | "pass" | "axes">;

/** What a document's convolution comes to: words that are used, and its extents as a matrix product if it is one. */
export interface ConvolutionSubject extends Extents {
  readonly inputs: readonly bigint[];
  readonly outputs: readonly bigint[];
  readonly products: bigint;
  readonly product?: Readonly<Record<string, bigint>>;
}

/** The operands in their order, and the sums. */
export function byRole(pass: Pass): readonly [first: Array, second: Array, sums: Array] {
  if (pass === "data-gradient") return ["p", "r", "y"];
  return pass === "weight-gradient" ? ["y", "p", "r"] : ["y", "r", "p"];
}

/** Words of each array that some product meets. */
export function usedWords(c: Omit<Extents, "axes">, windows: readonly CheckedWindow[]): Readonly<Record<Array, bigint>> {
  const all = (channels: bigint, of: (window: CheckedWindow) => bigint): bigint =>
    windows.reduce((words, window) => words * of(window), c.groups * channels);
  return {
    y: all(c.batch * c.inChannels, ({ inputs }) => inputs),
    r: all(c.inChannels * c.outChannels, ({ taps }) => taps),
    p: all(c.batch * c.outChannels, ({ outputs }) => outputs),
  };
}

/** Whether it has groups, distances between taps or other sums than outputs: the machine-checked proofs have none of these. */
export function isGeneral(certificate: Fields): boolean {
  const instance = record(certificate["instance"], "certificate.instance");
  const channels = record(instance["channels"], "certificate.instance.channels");
  const axes = list(instance["axes"], "certificate.instance.axes").map((axis) => record(axis, "certificate.instance.axes"));
  return [channels["groups"], instance["pass"], ...axes.map((axis) => axis["dilation"])].some((one) => one !== undefined);
}

export function readInstance(fields: Fields, path: string): CheckedConvolution {
  const at = `${path}.instance`;
  const instance = record(fields["instance"], at);
  requireOnly(instance, ["channels", "axes", "pass", "weights", "capacity", "memories"], at);
  const channels = record(instance["channels"], `${at}.channels`);
  requireOnly(channels, ["batch", "input", "output", "groups"], `${at}.channels`);
  const weights = record(instance["weights"], `${at}.weights`);
  requireOnly(weights, ["input", "filter", "partial", "output"], `${at}.weights`);
  const axes = list(instance["axes"], `${at}.axes`).map((axis, i) => readAxis(axis, `${at}.axes[${i}]`));
  if (axes.length !== 2) throw new Refused(`${at}.axes`, "not two");
  const weight = (name: string): bigint => count(weights, name, `${at}.weights`, 1n);
  return {
    batch: count(channels, "batch", `${at}.channels`, 1n),
    inChannels: count(channels, "input", `${at}.channels`, 1n),
    outChannels: count(channels, "output", `${at}.channels`, 1n),
    groups: groupsOf(channels, `${at}.channels`),
    pass: passOf(instance, at),
    axes: axes as unknown as [CheckedAxis, CheckedAxis],
    input: weight("input"),
    filter: weight("filter"),
    partial: weight("partial"),
    output: weight("output"),
    capacity: count(instance, "capacity", at),
    memories: count(instance, "memories", at, 1n),
  };
}

/** Refuses a theorem that is about sums of outputs for other sums. */
export function requireForward({ pass }: CheckedConvolution, path: string): void {
  if (pass !== undefined) throw new Refused(`${path}.instance.pass`, "no sums of outputs");
}

/** Absent where there is one group. */
function groupsOf(fields: Fields, path: string): bigint {
  return fields["groups"] === undefined ? 1n : count(fields, "groups", path, 2n);
}

function passOf(fields: Fields, path: string): Pass {
  const pass = fields["pass"];
  if (pass !== undefined && pass !== "data-gradient" && pass !== "weight-gradient")
    throw new Refused(`${path}.pass`, "neither data-gradient nor weight-gradient");
  return pass;
}

/** Reads a workload of kind `conv`. */
export function readConvolution(workload: Fields): ConvolutionSubject {
  const extent = (name: string): bigint => count(workload, name, "workload", 1n);
  const sides = (name: string): readonly unknown[] => {
    const both = list(workload[name], `workload.${name}`);
    if (both.length !== 2) throw new Refused(`workload.${name}`, "not one for each axis");
    return both;
  };
  const axes = ["height", "width"].map((name, a) => {
    const side = (list: string): bigint => count(sides(list) as unknown as Fields, String(a), `workload.${list}`);
    const dilation = workload["dilation"] === undefined ? 1n : side("dilation");
    const axis = { extent: extent(name), kernel: side("kernel"), stride: side("stride"), padding: side("padding"), dilation };
    if (axis.kernel < 1n || axis.stride < 1n || dilation < 1n) throw new Refused("workload.kernel", "a side below 1");
    return checkAxis(axis, `workload.${name}`);
  }) as [CheckedAxis, CheckedAxis];
  const groups = groupsOf(workload, "workload");
  const [inputs, outputs] = [extent("inChannels"), extent("outChannels")];
  if (inputs % groups !== 0n || outputs % groups !== 0n)
    throw new Refused("workload.groups", "does not divide the channels of inputs and of outputs");
  const channels = { inChannels: inputs / groups, outChannels: outputs / groups };
  return subjectOf({ batch: extent("batch"), ...channels, groups, pass: passOf(workload, "workload"), axes });
}

function subjectOf(extents: Extents): ConvolutionSubject {
  const windows = extents.axes.map(windowOf);
  const words = usedWords(extents, windows);
  const [first, second, sums] = byRole(extents.pass);
  const { batch, inChannels, outChannels, groups } = extents;
  const products = windows.reduce((all, { pairs }) => all * pairs, groups * batch * inChannels * outChannels);
  const product = productOf(extents, windows);
  const found = { inputs: [words[first], words[second]], outputs: [words[sums]], products };
  return { ...(convolved(extents) ?? extents), ...found, ...(product === undefined ? {} : { product }) };
}

/**
 * Gradients of inputs at stride 1 are convolutions of what came in for outputs: dIn[y] += dOut[p]·W[r] for p = y + d(R − 1 − r) −
 * (d(R − 1) − z), where every input then meets some output.
 */
function convolved({ pass, axes, inChannels, outChannels, ...rest }: Extents): Extents | undefined {
  if (pass !== "data-gradient" || axes.some(({ stride }) => stride !== 1n)) return undefined;
  if (axes.some((axis) => outputsOf(axis) < axis.dilation)) return undefined;
  const turned = axes.map((axis) => ({
    ...axis,
    extent: outputsOf(axis),
    padding: axis.dilation * (axis.kernel - 1n) - axis.padding,
  })) as [CheckedAxis, CheckedAxis];
  return { ...rest, pass: undefined, inChannels: outChannels, outChannels: inChannels, axes: turned };
}

/** Every output meets every tap along an axis, and every input one pair of them: then it is a matrix product, whatever is summed. */
function productOf(c: Extents, windows: readonly CheckedWindow[]): Readonly<Record<string, bigint>> | undefined {
  if (!windows.every((w) => w.pairs === w.outputs * w.taps && w.pairs === w.inputs)) return undefined;
  const pixels = windows.reduce((all, { outputs }) => all * outputs, c.batch);
  const depth = windows.reduce((all, { taps }) => all * taps, c.inChannels);
  if (c.pass === "data-gradient") return { batch: c.groups, m: pixels, n: depth, k: c.outChannels };
  if (c.pass === "weight-gradient") return { batch: c.groups, m: depth, n: c.outChannels, k: pixels };
  return { batch: c.groups, m: pixels, n: c.outChannels, k: depth };
}

/** Refuses a convolution certificate whose sizes or memory are not the document's. */
export function checkSameConvolution(
  found: CheckedConvolution,
  subject: ConvolutionSubject,
  sizes: { readonly operand: bigint; readonly output: bigint },
  memory: { readonly capacity: bigint; readonly memories: bigint },
  path: string,
): void {
  const at = `${path}.certificate.instance`;
  for (const name of ["batch", "inChannels", "outChannels", "groups"] as const)
    requireEqual(found[name], subject[name], at, name);
  if (found.pass !== subject.pass) throw new Refused(`${at}.pass`, "not the sums of the workload");
  found.axes.forEach((axis, a) => {
    const right = subject.axes[a] as CheckedAxis;
    for (const name of ["extent", "kernel", "stride", "padding", "dilation"] as const)
      requireEqual(axis[name], right[name], `${at}.axes[${a}]`, name);
  });
  requireEqual(found.input, sizes.operand, at, "the size of an input");
  requireEqual(found.filter, sizes.operand, at, "the size of a weight");
  requireEqual(found.output, sizes.output, at, "the size of an output");
  requireEqual(found.capacity, memory.capacity, at, "capacity");
  requireEqual(found.memories, memory.memories, at, "memories");
}
