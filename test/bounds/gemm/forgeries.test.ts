import { test } from "vitest";
import type { ProductInstance, SegmentsCertificate } from "../../../src/bounds/certificates/gemm.js";
import { proveGemmMemoryIndependent } from "../../../src/bounds/gemm/memory-independent.js";
import { proveAmortizedSegments, proveGemmPerProcessor } from "../../../src/bounds/gemm/segments.js";
import { productCount } from "../../../src/bounds/gemm/shape.js";
import { segmentMethod, segmentProducts } from "../../../src/bounds/shared/segment-capacity.js";
import { ceilDivide } from "../../../src/exact/integer.js";
import { describeForgeries, expectRefusal, forged } from "../forgeries/refusal.js";
import { WIDE, wide } from "../forgeries/wide-product.js";

/** Loads by the clock, stores of the outputs. */
const closed = ({ extents: { batch, m, n }, weights }: ProductInstance, clock: bigint) => {
  const [loads, writes] = [clock - weights.partial * batch * m * n, weights.output * batch * m * n];
  const reads = loads > 0n ? loads : 0n;
  return { clock, reads, writes, value: reads + writes };
};

/** Segments of `cut` by a deriver with slacks, a number of first segments and stored sums of its own. */
function segments(
  instance: ProductInstance,
  { cut = 4000n, firstSlack = 2n, slack = 2n, given = instance.memories, more = 0n },
): SegmentsCertificate {
  const sized = { a: instance.weights.a, b: instance.weights.b, c: instance.weights.partial };
  const [unit, capacity] = [2n, instance.capacity - (instance.capacity % 2n)];
  const [first, later] = [cut + sized.c - unit - 2n + firstSlack, capacity + cut + sized.c - unit - 2n + slack];
  const methodOf = (budget: bigint) => segmentMethod(sized, budget);
  const most = (budget: bigint) => segmentProducts(instance.extents, sized, budget, methodOf(budget));
  const left = productCount(instance.extents) - given * most(first);
  const laterSegments = (left > 0n ? ceilDivide(left, most(later)) : 0n) + more;
  return {
    theorem: "gemm-segments",
    form: "per-memory",
    instance,
    cut,
    method: methodOf(later),
    firstMethod: methodOf(first),
    firstSegmentProducts: most(first),
    segmentProducts: most(later),
    laterSegments,
    ...closed(instance, cut * laterSegments),
  };
}

{
  const large = wide(900n, 800n, 700n, 40_001n, 8n);
  const small = wide(6n, 5n, 4n, 40n, 2n);
  const right = segments(large, {});
  const tiny = segments(small, { cut: 6n });
  const fits = wide(4n, 4n, 4n, 40n);
  describeForgeries(
    "gemm-segments, the first segment of each memory given away",
    [forged(right), forged(tiny)],
    [
      [
        "the unit of all sizes",
        forged(segments(large, { cut: 4001n })),
        "certificate.cut",
        "not a multiple of 2, the unit of all sizes",
      ],
      [
        "the rest of an accumulator beyond a first segment",
        forged(segments(large, { firstSlack: 0n })),
        "certificate.firstSegmentProducts",
        /^\d+ products fit weight 4002$/,
      ],
      [
        "the rest of an accumulator beyond a later segment",
        forged(segments(large, { slack: 0n })),
        "certificate.segmentProducts",
        /^\d+ products fit weight 44002$/,
      ],
      [
        "that no segment holds more than fits it",
        forged(segments(large, { slack: 4n })),
        "certificate.segmentProducts",
        /^\d+ products do not fit weight 44002$/,
      ],
      [
        "that whole words of a small segment are counted",
        forged(segments(small, { cut: 6n, slack: -2n })),
        "certificate.segmentProducts",
        /^a segment holds at most \d+ products, not \d+$/,
      ],
      [
        "how a small segment is counted",
        forged({ ...tiny, method: "real" }),
        "certificate.segmentProducts",
        "the method for a budget of 48 is 'whole', not 'real'",
      ],
      [
        "that every memory starts empty with a first segment of its own",
        forged(segments(large, { cut: 40_000n, given: 1n })),
        "certificate.laterSegments",
        /^not the least number of segments of \d+ that hold \d+ products$/,
      ],
      [
        "that one segment less holds the rest",
        forged(segments(large, { more: 1n })),
        "certificate.laterSegments",
        /^not the least number of segments/,
      ],
      [
        "that a first segment holds the whole product",
        forged(segments(fits, { cut: 400n, more: 1n })),
        "certificate.laterSegments",
        "the number of later segments is 0, not 1",
      ],
      [
        "that T is the words of a segment",
        forged({ ...right, ...closed(large, right.clock + 1n) }),
        "certificate.clock",
        `clock is ${right.clock}, not ${right.clock + 1n}`,
      ],
      [
        "that starts of accumulators are no loads",
        forged({ ...right, reads: right.clock, value: right.clock + right.writes }),
        "certificate.reads",
        `reads is ${right.reads}, not ${right.clock}`,
      ],
      [
        "that outputs are stored at their own size",
        forged({ ...right, writes: 2n * right.writes, value: right.reads + 2n * right.writes }),
        "certificate.writes",
        `writes is ${right.writes}, not ${2n * right.writes}`,
      ],
      [
        "that the value is loads and stores",
        forged({ ...right, value: right.clock }),
        "certificate.value",
        `value is ${right.value}, not ${right.clock}`,
      ],
    ],
  );
}

{
  const large = wide(900n, 800n, 700n, 40_001n, 8n);
  const right = proveAmortizedSegments(large) ?? segments(large, {});
  if (right.form !== "amortized") throw new Error("nothing proven");
  const sized = { a: 2n, b: 2n, c: 4n };
  const held = (budget: bigint) => segmentProducts(large.extents, sized, budget, "real");
  const counted = (cut: bigint, segmentProducts: bigint, over = segmentProducts + 1n) =>
    forged(right, { cut, segmentProducts, ...closed(large, ceilDivide(cut * productCount(large.extents), over)) });
  const { cut } = right;
  const most = held(40_000n + cut + 2n);
  describeForgeries(
    "gemm-segments, amortized",
    [forged(right), counted(cut, most)],
    [
      [
        "the unit of all sizes",
        counted(cut + 1n, held(40_000n + cut + 3n)),
        "certificate.cut",
        "not a multiple of 2, the unit of all sizes",
      ],
      [
        "the rest of an accumulator beyond the segment",
        counted(cut, held(40_000n + cut)),
        "certificate.segmentProducts",
        /^\d+ products fit a segment$/,
      ],
      [
        "that no segment holds more than fits it",
        counted(cut, most + 1n),
        "certificate.segmentProducts",
        `${most + 1n} products do not fit a segment`,
      ],
      [
        "that a segment is worth less than one product more",
        counted(cut, most, most),
        "certificate.clock",
        "more than the theorem proves",
      ],
      ["that the clock is rounded up", counted(cut, most, most + 2n), "certificate.clock", "fewer than the theorem proves"],
    ],
  );
}

{
  const large = wide(900n, 800n, 700n, 40_001n, 8n);
  const right = proveGemmPerProcessor(large);
  const wider = proveGemmPerProcessor({ ...large, weights: { ...WIDE, output: 4n } });
  const shared = (share: bigint) => {
    const left = share - right.firstSegmentProducts;
    const laterSegments = ceilDivide(left, right.segmentProducts);
    return forged(right, { share, laterSegments, clock: right.cut * laterSegments, value: right.cut * laterSegments });
  };
  const all = productCount(large.extents);
  const apart = `not the least share of ${all} products over 8 memories`;
  describeForgeries(
    "gemm-per-processor",
    [forged(right), shared(right.share)],
    [
      ["that the busiest memory may do no more than its share", shared(all), "certificate.share", apart],
      ["that the share is rounded up", shared(right.share - 1n), "certificate.share", apart],
      [
        "that a sum is stored at its output's size",
        forged(wider, { instance: large }),
        "certificate.firstSegmentProducts",
        /^\d+ products fit weight \d+$|^a segment holds/,
      ],
      [
        "that the value is the clock",
        forged(right, { value: right.value + 1n }),
        "certificate.value",
        `value is ${right.value}, not ${right.value + 1n}`,
      ],
    ],
  );

  const independent = proveGemmMemoryIndependent(large);
  const wideIndependent = proveGemmMemoryIndependent({ ...large, weights: { ...WIDE, output: 4n } });
  const one = proveGemmMemoryIndependent({ ...large, memories: 1n });
  describeForgeries(
    "gemm-memory-independent",
    [forged(independent)],
    [
      ["that the busiest memory may do no more than its share", forged(one, { instance: large }), "certificate.share", apart],
      [
        "that a sum is stored at its output's size",
        forged(wideIndependent, { instance: large }),
        "certificate.value",
        "more than the projections must weigh",
      ],
      [
        "that the weight is rounded up",
        forged(independent, { value: independent.value - 1n }),
        "certificate.value",
        "less than the projections must weigh",
      ],
    ],
  );
}

test("a budget of which so few words fit", () => {
  const huge = { ...wide(900n, 800n, 700n, 40_001n), weights: { a: 1n, b: 2n ** 41n, partial: 2n ** 41n, output: 1n } };
  const right = { ...segments(wide(900n, 800n, 700n, 40_001n), {}), instance: huge, firstMethod: "whole" as const };
  const reason = `a budget of ${right.cut + 2n ** 41n - 1n} for a few words`;
  expectRefusal(forged(right), "certificate.firstSegmentProducts", reason);
});
