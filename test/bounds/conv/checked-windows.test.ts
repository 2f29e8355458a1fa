import { describe, expect, test } from "vitest";
import { readConvolution } from "../../../src/verify/conv/instance.js";
import { type CheckedAxis, checkAxis, outputsOf, readAxis, windowOf } from "../../../src/verify/conv/window.js";
import type { Fields } from "../../../src/verify/shared/fields.js";

/** What meets what along an axis, and the words of a convolution, as the checker counts them, against all meetings written out. */

type Sides = Readonly<Record<"extent" | "kernel" | "stride" | "padding" | "dilation", number>>;
const asAxis = (sides: Sides): CheckedAxis =>
  Object.fromEntries(Object.entries(sides).map(([name, value]) => [name, BigInt(value)])) as unknown as CheckedAxis;

const upTo = (n: number, from = 0): readonly number[] => Array.from({ length: n - from + 1 }, (_, i) => from + i);
const axes = upTo(6, 1).flatMap((extent) =>
  upTo(3, 1).flatMap((kernel) =>
    upTo(3, 1).flatMap((stride) =>
      upTo(2).flatMap((padding) =>
        (kernel === 1 ? [1] : [1, 2, 3]).map((dilation) => ({ extent, kernel, stride, padding, dilation })),
      ),
    ),
  ),
);
const spanOf = ({ kernel, dilation }: Sides): number => dilation * (kernel - 1) + 1;
const isAxis = (axis: Sides): boolean =>
  axis.padding < spanOf(axis) &&
  axis.extent + 2 * axis.padding >= spanOf(axis) &&
  !(axis.padding > 0 && axis.extent < axis.dilation);

interface Meeting {
  readonly output: number;
  readonly tap: number;
  readonly input: number;
}

/** Places that a window may begin at, and every output with a tap and the input that they meet at. */
function meetings({ extent, kernel, stride, padding, dilation }: Sides): {
  readonly outputs: number;
  readonly all: readonly Meeting[];
} {
  const starts = upTo(extent + padding, -padding).filter(
    (start) => (start + padding) % stride === 0 && start + dilation * (kernel - 1) < extent + padding,
  );
  const all = starts.flatMap((start, output) => upTo(kernel - 1).map((tap) => ({ output, tap, input: start + dilation * tap })));
  return { outputs: starts.length, all: all.filter(({ input }) => input >= 0 && input < extent) };
}

const different = (values: readonly number[]): number => new Set(values).size;
const divisor = (x: number, y: number): number => (y === 0 ? x : divisor(y, x % y));

/** Classes of taps that meet the same inputs: by reuse, with the most uses of an input. */
function classesOf(axis: Sides): unknown {
  const { outputs, all } = meetings(axis);
  const common = divisor(axis.stride, axis.dilation);
  const [step, lanes] = [axis.stride / common, axis.dilation / common];
  const found = new Map<number, { taps: number; pairs: number; inputUses: number }>();
  for (const residue of upTo(step - 1)) {
    const met = all.filter(({ tap }) => tap % step === residue);
    if (met.length === 0) continue;
    const taps = different(met.map(({ tap }) => tap));
    const inLane = (lane: number): number => different(met.flatMap((one) => (one.output % lanes === lane ? [one.input] : [])));
    const uses = Math.min(taps, Math.ceil(outputs / lanes));
    const reuse = Math.min(uses, Math.max(...upTo(lanes - 1).map(inLane)));
    const same = found.get(reuse) ?? { taps: 0, pairs: 0, inputUses: 0 };
    found.set(reuse, { taps: same.taps + taps, pairs: same.pairs + met.length, inputUses: Math.max(same.inputUses, uses) });
  }
  return [...found]
    .sort(([x], [y]) => y - x)
    .map(([reuse, rest]) => Object.fromEntries(Object.entries({ reuse, ...rest }).map(([name, value]) => [name, BigInt(value)])));
}

describe("along an axis", () => {
  test("every axis of up to six inputs and three taps", () => {
    for (const axis of axes) {
      const [checked, what] = [asAxis(axis), JSON.stringify(axis)];
      if (!isAxis(axis)) {
        expect(() => checkAxis(checked, "axis"), what).toThrow(/^axis: (padding as long|a kernel longer|an input between)/);
        continue;
      }
      const { outputs, all } = meetings(axis);
      expect(outputsOf(checkAxis(checked, "axis")), what).toBe(BigInt(outputs));
      const uses = upTo(axis.kernel - 1).map((own) => all.filter(({ tap }) => tap === own).length);
      expect(windowOf(checked), what).toEqual({
        outputs: BigInt(outputs),
        inputs: BigInt(different(all.map(({ input }) => input))),
        taps: BigInt(different(all.map(({ tap }) => tap))),
        pairs: BigInt(all.length),
        tapUses: BigInt(Math.max(...uses)),
        classes: classesOf(axis),
      });
    }
  });

  const plain = { extent: 9000, kernel: 3, stride: 1, padding: 1 };
  test.each<readonly [string, object, string]>([
    ["a kernel of too many taps", { kernel: 4097 }, "a kernel longer than 4096"],
    ["taps too far apart", { extent: 70_000, kernel: 2, dilation: 65_536 }, "a kernel wider than 65536"],
    ["a distance of one tap", { kernel: 1, padding: 0, dilation: 2 }, "a distance between taps of one tap"],
    ["padding as long as the kernel", { padding: 3 }, "padding as long as the kernel"],
    ["a kernel beyond the input", { extent: 1, padding: 0 }, "a kernel longer than the padded input"],
    ["an input between two taps", { extent: 2, kernel: 3, padding: 3, dilation: 3 }, "an input between two taps"],
    ["no dilation to speak of", { dilation: 1 }, "axis.dilation: below 2"],
    ["no taps", { kernel: 0 }, "axis.kernel: below 1"],
    ["another field", { groups: 2 }, "axis.groups: unknown field"],
  ])("refuses %s", (_, changes, message) => {
    expect(readAxis(plain, "axis")).toEqual(asAxis({ ...plain, dilation: 1 }));
    expect(() => readAxis({ ...plain, ...changes }, "axis")).toThrow(message);
  });

  test("the longest and the widest kernel", () => {
    expect(readAxis({ ...plain, kernel: 4096 }, "axis").kernel).toBe(4096n);
    expect(readAxis({ extent: 70_000, kernel: 2, stride: 1, padding: 0, dilation: 65_535 }, "axis").dilation).toBe(65_535n);
  });
});

describe("the words of a convolution", () => {
  const TYPES = { dataType: "bf16", outputType: "bf16", accumulator: "fp32" };
  const workload = (rows: Sides, columns: Sides, more: object): Fields => ({
    ...{ kind: "conv", ...TYPES, batch: 2, inChannels: 6, outChannels: 9, height: rows.extent, width: columns.extent },
    ...Object.fromEntries((["kernel", "stride", "padding"] as const).map((name) => [name, [rows[name], columns[name]]])),
    ...(rows.dilation + columns.dilation === 2 ? {} : { dilation: [rows.dilation, columns.dilation] }),
    ...more,
  });
  const rows = { extent: 6, kernel: 3, stride: 2, padding: 1, dilation: 2 };
  const columns = { extent: 5, kernel: 2, stride: 3, padding: 0, dilation: 1 };

  test("of every pass, with and without groups", () => {
    const along = [rows, columns].map(meetings);
    const times = (of: (one: { readonly outputs: number; readonly all: readonly Meeting[] }) => number): number =>
      along.reduce((product, one) => product * of(one), 1);
    for (const groups of [undefined, 3]) {
      const each = 54 / (groups ?? 1);
      const inputs = 2 * 6 * times(({ all }) => different(all.map(({ input }) => input)));
      const taps = each * times(({ all }) => different(all.map(({ tap }) => tap)));
      const outputs = 2 * 9 * times((one) => one.outputs);
      const products = BigInt(2 * each * times(({ all }) => all.length));
      for (const [pass, read, made] of [
        [undefined, [inputs, taps], outputs],
        ["data-gradient", [outputs, taps], inputs],
        ["weight-gradient", [inputs, outputs], taps],
      ] as const) {
        const more = { ...(groups === undefined ? {} : { groups }), ...(pass === undefined ? {} : { pass }) };
        const found = readConvolution(workload(rows, columns, more));
        expect(found).toMatchObject({ inputs: read.map(BigInt), outputs: [BigInt(made)], products, groups: BigInt(groups ?? 1) });
        expect(found.inChannels * found.outChannels * found.groups).toBe(BigInt(each));
      }
    }
  });

  test.each<readonly [string, object, string]>([
    ["groups that do not divide the inputs", { inChannels: 7, groups: 3 }, "workload.groups: does not divide"],
    ["groups that do not divide the outputs", { outChannels: 7, groups: 3 }, "workload.groups: does not divide"],
    ["one group, said", { groups: 1 }, "workload.groups: below 2"],
    ["another pass", { pass: "backward" }, "workload.pass: neither data-gradient nor weight-gradient"],
    ["a kernel of one side", { kernel: [3] }, "workload.kernel: not one for each axis"],
    ["strides of three sides", { stride: [1, 1, 1] }, "workload.stride: not one for each axis"],
    ["no stride", { stride: [0, 1] }, "workload.kernel: a side below 1"],
    ["no kernel", { kernel: [3, 0] }, "workload.kernel: a side below 1"],
    ["no dilation", { dilation: [1, 0] }, "workload.kernel: a side below 1"],
    ["a padded row as long as the kernel", { padding: [5, 0] }, "workload.height: padding as long as the kernel"],
  ])("refuses %s", (_, changes, message) => {
    expect(() => readConvolution({ ...workload(rows, columns, {}), ...changes })).toThrow(message);
  });

  test("a convolution that is a product, and one along one axis that is none", () => {
    const patch = { extent: 6, kernel: 3, stride: 3, padding: 0, dilation: 1 };
    const line = { extent: 5, kernel: 1, stride: 1, padding: 0, dilation: 1 };
    const sizes = (pass: string | undefined) =>
      readConvolution(workload(patch, line, { groups: 3, ...(pass === undefined ? {} : { pass }) })).product;
    const [pixels, depth] = [2 * 2 * 5, 2 * 3];
    const big = (m: number, n: number, k: number): object => ({ batch: 3n, m: BigInt(m), n: BigInt(n), k: BigInt(k) });
    expect(sizes(undefined)).toEqual(big(pixels, 3, depth));
    expect(sizes("data-gradient")).toEqual(big(pixels, depth, 3));
    expect(sizes("weight-gradient")).toEqual(big(depth, 3, pixels));
    expect(readConvolution(workload(patch, { ...line, kernel: 2 }, {})).product).toBeUndefined();
    expect(readConvolution(workload(patch, { ...line, stride: 2 }, {})).product).toBeDefined();
    expect(readConvolution(workload(patch, { ...line, extent: 6, stride: 2 }, {})).product).toBeDefined();
  });
});
