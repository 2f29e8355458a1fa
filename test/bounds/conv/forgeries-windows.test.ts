import { test } from "vitest";
import type { ConvBordersCertificate, ConvolutionInstance } from "../../../src/bounds/certificates/conv.js";
import { proveConvBorders } from "../../../src/bounds/conv/borders.js";
import { proveConvHoldingCost } from "../../../src/bounds/conv/holding-cost.js";
import { convolutionShape, pricedShape } from "../../../src/bounds/conv/shape.js";
import { proveConvWholePasses } from "../../../src/bounds/conv/whole-passes.js";
import { least, reachesVolume } from "../../../src/bounds/shared/segment-capacity.js";
import { ceilDivide, largestWhere } from "../../../src/exact/integer.js";
import { describeForgeries, expectRefusal, forged } from "../forgeries/refusal.js";
import { wideConvolution as own } from "../forgeries/wide-convolution.js";

{
  const [rows, columns] = own.axes;
  const large: ConvolutionInstance = {
    ...own,
    channels: { batch: 4n, input: 3000n, output: 400n },
    axes: [
      { ...rows, extent: 300n },
      { ...columns, extent: 300n },
    ],
    capacity: 8_000_000n,
  };
  const shape = convolutionShape(large);
  const priced = pricedShape(shape, large, [1n]);
  const { input, filter, partial } = large.weights;
  const pair = input * partial;

  /** Bands as the proof has them: from so many pixels on, in 256ths, a reuse of 9(above/below)². */
  const bandsFrom = (side: bigint) => {
    const image = { above: 45n * 300n * 300n - 8n * (6n * 300n - 1n), below: 45n * 300n * 300n };
    const bands: { readonly from: bigint; readonly above: bigint; readonly below: bigint }[] = [];
    let [from, m] = [0n, side];
    for (const apart of [0n, 1n, 1n, 1n, 1n, 1n, 2n, 4n, 8n, 16n, 32n, 64n, 128n, 256n]) {
      m += apart;
      bands.push({ from, above: 75n * m * m - 1272n * m + 3200n, below: 75n * m * m });
      from = m * m;
    }
    return [...bands, { from, ...image }];
  };

  /** What a deriver may look at: the first band, the others within, the others at their lower ends. */
  type Part = "first" | "within" | "lower";
  const ALL: readonly Part[] = ["first", "within", "lower"];
  const mostOf = (side: bigint, budget: bigint, parts: readonly Part[], of = bandsFrom(side)): bigint => {
    const fits = (v: bigint): boolean =>
      of.some(({ from, above, below }) => {
        if (from === 0n) {
          const floors = [
            least(input, v, priced.uses.input),
            least(filter, v, priced.uses.filter),
            least(partial, v, priced.uses.output),
          ];
          const volume = { num: pair * filter * (v * below) ** 2n, den: 9n * above * above };
          return parts.includes("first") && reachesVolume(volume, floors as never, budget);
        }
        const falls = from ** 3n * pair * above < 9n * 256n ** 3n * filter ** 2n * v * below;
        if (falls) return parts.includes("within") && 3n * pair * filter * (v * below) ** 2n <= budget ** 3n * above ** 2n;
        const left = budget * above * from - 256n * filter * v * below;
        return parts.includes("lower") && left >= 0n && 4n * pair * from ** 3n * v * above * below <= 9n * 256n * left ** 2n;
      });
    return largestWhere(0n, priced.worth, (v) => v === 0n || fits(v));
  };

  const cut = 8_000_000n;
  const counted = (side: bigint, parts: readonly Part[], bands = bandsFrom(side)) => {
    const segmentWorth = mostOf(side, 16_000_002n, parts, bands);
    const clock = ceilDivide(cut * priced.worth, segmentWorth + 1n);
    const [reads, writes] = [clock - partial * shape.outputs, 2n * shape.outputs];
    const figures = { cut, side, segmentWorth, clock, reads, writes, value: reads + writes };
    return forged<ConvBordersCertificate>({ theorem: "conv-borders", form: "amortized", instance: large, ...figures });
  };
  /** A first side just above the blocks of the best shape: the second band is best at its lower end. */
  const sides = Array.from({ length: 40 }, (_, i) => 920n + BigInt(i));
  const near = sides.find((side) => mostOf(side, 16_000_002n, ALL) > mostOf(side, 16_000_002n, ["first", "within"])) ?? 0n;
  const few = 304n;
  const more = /^\d+ products fit a segment$/;
  describeForgeries(
    "conv-borders, blocks of every size",
    [counted(1200n, ALL), counted(near, ALL), counted(few, ALL)],
    [
      ["blocks beyond the first band", counted(few, ["first"]), "certificate.segmentWorth", more],
      ["the best shape within a band", counted(few, ["first", "lower"]), "certificate.segmentWorth", more],
      [
        "that blocks at the lower end of a band may be best",
        counted(near, ["first", "within"]),
        "certificate.segmentWorth",
        more,
      ],
      ["blocks as large as images", counted(few, ALL, bandsFrom(few).slice(0, -1)), "certificate.segmentWorth", more],
      ["blocks of the first band", counted(1200n, ["within", "lower"]), "certificate.segmentWorth", more],
    ],
  );
}

{
  const [rows, columns] = own.axes;
  const small = { ...own, channels: { batch: 40n, input: 30n, output: 40n }, capacity: 40_001n, memories: 1n };
  const right = proveConvBorders(small);
  if (right === undefined) throw new Error("nothing proven");
  /** Images so small that they decide alone, from the least side on. */
  const tight = (extent: bigint, padding: bigint) => {
    const side = { ...rows, extent, padding };
    return proveConvBorders({ ...small, axes: [side, side] });
  };
  const alone = tight(15n, 1n);
  // Of 14 pixels a side the reuse is 25/27 squared; without padding no middle of a window lies at the border.
  const others = [tight(14n, 1n), tight(17n, 0n), tight(15n, 2n)].map((proven) => forged(proven));
  const { side = 0n } = alone ?? {};
  describeForgeries(
    "conv-borders",
    [forged(right), forged(alone), ...others],
    [
      [
        "that the least side counts from which images decide",
        forged(alone, { side: side + 1n }),
        "certificate.side",
        "not the least from which on the images decide",
      ],
      [
        "that the value is loads and stores",
        forged(right, { value: right.clock }),
        "certificate.value",
        `value is ${right.value}, not ${right.clock}`,
      ],
    ],
  );
  test("windows that are not 3 by 3 of stride 1, and blocks of less than 19 pixels a side", () => {
    const window = (axes: ConvolutionInstance["axes"]) => forged(right, { instance: { ...small, axes } });
    for (const changes of [{ stride: 2n }, { kernel: 5n }, { kernel: 2n }]) {
      const other = [{ ...rows, ...changes }, columns] as const;
      expectRefusal(window(other), "certificate.instance.axes", "not a window of 3 with stride 1");
      expectRefusal(window([columns, other[0]]), "certificate.instance.axes", "not a window of 3 with stride 1");
    }
    expectRefusal(forged(right, { side: 303n }), "certificate.side", "below 304");
  });
}

{
  const large = { ...own, channels: { batch: 4n, input: 300n, output: 400n }, capacity: 40_001n };
  const passes = proveConvWholePasses(large);
  const held = proveConvWholePasses({ ...large, capacity: large.capacity - 2n });
  const cells = 2n * 400n * 300n * 9n;
  const full = proveConvWholePasses({ ...large, capacity: cells });
  const past = { ...large, capacity: cells + 2n };
  const { value = 0n } = passes ?? {};
  describeForgeries(
    "conv-whole-passes",
    [forged(passes)],
    [
      ["that words of a memory are whole", forged(held, { instance: large }), "certificate.fits", "not the words of a memory"],
      [
        "that one memory is filled",
        forged(full, { instance: past, fits: cells / 2n + 1n }),
        "certificate.fits",
        "less than one memory is filled",
      ],
      ["that the value is rounded up", forged(passes, { value: value + 1n }), "certificate.value", `the theorem proves ${value}`],
      [
        "what the pixels at the borders lack",
        forged(passes, { value: value + 2n }),
        "certificate.value",
        `the theorem proves ${value}`,
      ],
    ],
  );

  const costs = proveConvHoldingCost(large);
  const { room = 0n, value: proven = 0n } = costs ?? {};
  describeForgeries(
    "conv-holding-cost",
    [forged(costs)],
    [
      [
        "the one accumulator more than a memory holds",
        forged(costs, { room: room - 1n }),
        "certificate.room",
        "not the accumulators of a memory and one more",
      ],
      [
        "that the value is rounded up",
        forged(costs, { value: proven + 1n }),
        "certificate.value",
        "more than the theorem proves",
      ],
      [
        "that the value is the least of all cases",
        forged(costs, { value: proven - 1n }),
        "certificate.value",
        "fewer than the theorem proves",
      ],
    ],
  );
}
