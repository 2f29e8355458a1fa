import { expect, test } from "vitest";
import type { ConvolutionInstance, ConvSegmentsCertificate } from "../../../src/bounds/certificates/conv.js";
import { proveConvMemoryIndependent, proveConvPerProcessor } from "../../../src/bounds/conv/segments.js";
import { convolutionShape, pricedShape } from "../../../src/bounds/conv/shape.js";
import { least, reachesVolume } from "../../../src/bounds/shared/segment-capacity.js";
import { ceilDivide, largestWhere } from "../../../src/exact/integer.js";
import { coqCertificate } from "../../../src/verify/coq/certificates.js";
import { describeForgeries, expectRefusal, forged } from "../forgeries/refusal.js";
import { wideConvolution as own } from "../forgeries/wide-convolution.js";

/** Products worth `prices` by their class of taps, in segments of a budget. */
function worthOf(instance: ConvolutionInstance, prices: readonly bigint[], reuseOver = 1n) {
  const shape = convolutionShape(instance);
  const priced = pricedShape(shape, instance, prices);
  const { input, filter, partial } = instance.weights;
  const { uses, worth, reuse } = priced;
  const fits = (v: bigint, budget: bigint): boolean =>
    reachesVolume(
      { num: input * filter * partial * v * v * reuseOver, den: reuse },
      [least(input, v, uses.input), least(filter, v, uses.filter), least(partial, v, uses.output)],
      budget,
    );
  const most = (budget: bigint): bigint => largestWhere(0n, worth, (v) => v === 0n || fits(v, budget));
  return { most, worth, outputs: shape.outputs };
}

/** Loads by the clock, stores of the outputs. */
const closed = ({ weights: { partial, output } }: ConvolutionInstance, outputs: bigint, clock: bigint) => {
  const [loads, writes] = [clock - partial * outputs, output * outputs];
  const reads = loads > 0n ? loads : 0n;
  return { clock, reads, writes, value: reads + writes };
};

interface Chosen {
  readonly instance?: ConvolutionInstance;
  readonly cut?: bigint;
  readonly firstSlack?: bigint;
  readonly slack?: bigint;
  readonly given?: bigint;
  readonly more?: bigint;
  readonly reuseOver?: bigint;
}

/** Segments of `cut` by a deriver with slacks, a number of first segments and a reuse of its own. */
function segments({
  instance = own,
  cut = 400n,
  firstSlack = 2n,
  slack = 2n,
  given = own.memories,
  more = 0n,
  reuseOver = 1n,
}: Chosen): ConvSegmentsCertificate & { readonly form: "per-memory" } {
  const { most, worth, outputs } = worthOf(instance, [1n], reuseOver);
  const [firstSegmentWorth, segmentWorth] = [
    most(cut + firstSlack),
    most(instance.capacity - (instance.capacity % 2n) + cut + slack),
  ];
  const left = worth - given * firstSegmentWorth;
  const laterSegments = (left > 0n ? ceilDivide(left, segmentWorth) : 0n) + more;
  const figures = { cut, firstSegmentWorth, segmentWorth, laterSegments, ...closed(instance, outputs, cut * laterSegments) };
  return { theorem: "conv-segments", form: "per-memory", instance, prices: [1n], ...figures };
}

{
  const right = segments({});
  const { clock, reads, writes, value } = right;
  const all = { instance: { ...own, channels: { batch: 1n, input: 1n, output: 1n } }, cut: 40_000n, given: 8n };
  describeForgeries(
    "conv-segments, the first segment of each memory given away",
    [forged(right), forged(segments(all))],
    [
      ["the unit of all sizes", forged(segments({ cut: 401n })), "certificate.cut", "not a multiple of 2, the unit of all sizes"],
      [
        "the rest of an accumulator beyond a first segment",
        forged(segments({ firstSlack: 0n })),
        "certificate.firstSegmentWorth",
        /^\d+ fits weight 402$/,
      ],
      [
        "the rest of an accumulator beyond a later segment",
        forged(segments({ slack: 0n })),
        "certificate.segmentWorth",
        /^\d+ fits weight 4402$/,
      ],
      [
        "that no segment holds more than fits it",
        forged(segments({ slack: 4n })),
        "certificate.segmentWorth",
        /^\d+ does not fit weight 4402$/,
      ],
      [
        "that nine taps of an input are in one block",
        forged(segments({ reuseOver: 9n })),
        "certificate.firstSegmentWorth",
        /^\d+ fits weight 402$/,
      ],
      [
        "that all products are worth no more than all",
        forged({ ...segments(all), segmentWorth: 6725n }),
        "certificate.segmentWorth",
        "more than all products are worth, 6724",
      ],
      [
        "that every memory starts empty with a first segment of its own",
        forged(segments({ cut: 4000n, given: 1n })),
        "certificate.laterSegments",
        /^not the least number of segments of \d+ that hold \d+$/,
      ],
      [
        "that one segment less holds the rest",
        forged(segments({ more: 1n })),
        "certificate.laterSegments",
        /^not the least number of segments/,
      ],
      [
        "that a first segment holds the whole convolution",
        forged(segments({ ...all, more: 1n })),
        "certificate.laterSegments",
        "the number of later segments is 0, not 1",
      ],
      [
        "that T is the words of a segment",
        forged({ ...right, ...closed(own, writes / 2n, clock + 1n) }),
        "certificate.clock",
        `clock is ${clock}, not ${clock + 1n}`,
      ],
      [
        "that starts of accumulators are no loads",
        forged({ ...right, reads: clock, value: clock + writes }),
        "certificate.reads",
        `reads is ${reads}, not ${clock}`,
      ],
      [
        "that outputs are stored at their own size",
        forged({ ...right, writes: 2n * writes, value: value + writes }),
        "certificate.writes",
        `writes is ${writes}, not ${2n * writes}`,
      ],
    ],
  );

  test("prices of no class or of none, axes beyond the hypotheses, a third axis", () => {
    const [rows, columns] = own.axes;
    const axis = (changes: Partial<typeof rows>) =>
      forged(right, { instance: { ...own, axes: [{ ...rows, ...changes }, columns] } });
    const at = "certificate.instance.axes[0]";
    expectRefusal(forged(right, { prices: [1n, 1n] }), "certificate.prices", "not one for each of 1 classes of taps");
    expectRefusal(forged(right, { prices: [0n] }), "certificate.prices", "nothing is worth anything");
    expectRefusal(axis({ padding: 3n }), at, "padding as long as the kernel");
    expectRefusal(axis({ kernel: 31n }), at, "a kernel longer than the padded input");
    expectRefusal(axis({ kernel: 4097n, extent: 5000n }), at, "a kernel longer than 4096");
    const three = [rows, columns, rows] as unknown as typeof own.axes;
    expectRefusal(forged(right, { instance: { ...own, axes: three } }), "certificate.instance.axes", "not two");
    const unread = forged(right, { instance: { ...own, axes: three } });
    expect(() => coqCertificate(unread)).toThrow("certificate.instance.axes: not two");
  });
}

{
  const { most, worth, outputs } = worthOf(own, [1n]);
  const counted = (cut: bigint, segmentWorth: bigint, over = segmentWorth + 1n) =>
    forged<ConvSegmentsCertificate>({
      ...{ theorem: "conv-segments", form: "amortized", instance: own, prices: [1n], cut, segmentWorth },
      ...closed(own, outputs, ceilDivide(cut * worth, over)),
    });
  const held = most(4000n + 4000n + 2n);
  describeForgeries(
    "conv-segments, amortized",
    [counted(4000n, held)],
    [
      ["the unit of all sizes", counted(4001n, most(8003n)), "certificate.cut", "not a multiple of 2, the unit of all sizes"],
      [
        "the rest of an accumulator beyond the segment",
        counted(4000n, most(8000n)),
        "certificate.segmentWorth",
        /^\d+ products fit a segment$/,
      ],
      [
        "that no segment holds more than fits it",
        counted(4000n, held + 1n),
        "certificate.segmentWorth",
        `${held + 1n} products do not fit a segment`,
      ],
      [
        "that a segment is worth less than one product more",
        counted(4000n, held, held),
        "certificate.clock",
        "more than the theorem proves",
      ],
      ["that the clock is rounded up", counted(4000n, held, held + 2n), "certificate.clock", "fewer than the theorem proves"],
    ],
  );
}

{
  const right = proveConvPerProcessor(own);
  const wider = { ...own, weights: { ...own.weights, output: 4n } };
  const { share = 0n, cut = 0n, firstSegmentWorth = 0n, segmentWorth = 0n, value = 0n } = right ?? {};
  const shared = (of: bigint) => {
    const laterSegments = ceilDivide(of - firstSegmentWorth, segmentWorth);
    return forged(right, { share: of, laterSegments, clock: cut * laterSegments, value: cut * laterSegments });
  };
  const apart = /^not the least share of \d+ over 8 memories$/;
  describeForgeries(
    "conv-per-processor",
    [forged(right), shared(share)],
    [
      ["that the busiest memory may do no more than its share", shared(8n * share), "certificate.share", apart],
      ["that the share is rounded up", shared(share - 1n), "certificate.share", apart],
      [
        "that an accumulator is stored at its output's size",
        forged(proveConvPerProcessor(wider), { instance: own }),
        "certificate.firstSegmentWorth",
        /^\d+ fits weight \d+$/,
      ],
      [
        "that the value is the clock",
        forged(right, { value: value + 1n }),
        "certificate.value",
        `value is ${value}, not ${value + 1n}`,
      ],
    ],
  );

  const independent = proveConvMemoryIndependent(own);
  describeForgeries(
    "conv-memory-independent",
    [forged(independent)],
    [
      [
        "that the busiest memory may do no more than its share",
        forged(proveConvMemoryIndependent({ ...own, memories: 1n }), { instance: own }),
        "certificate.share",
        apart,
      ],
      [
        "that an accumulator is stored at its output's size",
        forged(proveConvMemoryIndependent(wider), { instance: own }),
        "certificate.value",
        "more than the words must weigh",
      ],
      [
        "that the weight is rounded up",
        forged(independent, { value: independent.value - 1n }),
        "certificate.value",
        "less than the words must weigh",
      ],
    ],
  );
}
