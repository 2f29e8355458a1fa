import { proveRecomputationAmortized, proveRecomputationEmptyStart } from "../../../src/bounds/chain/recomputation.js";
import { ceilDivide, ceilRoot, floorSquareRoot } from "../../../src/exact/integer.js";
import { describeForgeries, forged } from "../forgeries/refusal.js";
import { wideChain } from "../forgeries/wide-product.js";

const large = wideChain({ m: 3000n, k: 2000n, l: 2000n, n: 1000n }, 40_001n, 8n);

{
  const own = large;
  const right = proveRecomputationAmortized(own);
  const { cut = 0n, clock = 0n, value = 0n } = right ?? {};
  /** The right side of the theorem at any T, with budgets of a slack of their own. */
  const counted = (of: bigint, { slack = 2n, instance = own, spared = 0n } = {}) => {
    const { pairs, factors, k, n, batch, m } = instance.extents;
    const [capacity, s, operand] = [40_000n, 4n, 2n];
    const x = capacity + of + slack;
    const first = 27n * x * operand * operand * s * (16n * of * pairs * factors * k) ** 2n;
    const second = 27n * x * operand * s * operand * (16n * of * pairs * n) ** 2n;
    const roots = ceilRoot(first + second + ceilRoot(4n * first * second, 2), 2);
    const own = ceilDivide(roots - 27n * of * factors * s * x * pairs, 16n * x * (capacity + of)) + spared;
    return forged(right, { instance, cut: of, clock: own, value: own - 2n * batch * m * n });
  };
  const lost = 2n * own.extents.m * own.extents.n;
  const short = { ...own, extents: { ...own.extents, k: 68n, n: 4000n } };
  describeForgeries(
    "chain-recomputation, amortized",
    [forged(right), counted(cut), counted(5000n)],
    [
      ["the unit of all sizes", counted(5001n), "certificate.cut", "not a multiple of 2, the unit of all sizes"],
      [
        "the rest of the widest word beyond the segment",
        counted(cut, { slack: 0n }),
        "certificate.clock",
        "more than the theorem proves",
      ],
      ["that the clock is rounded up", counted(cut, { spared: -1n }), "certificate.clock", "fewer than the theorem proves"],
      [
        "that k is long enough for elements of H to be made once",
        counted(5000n, { instance: short }),
        "certificate.clock",
        "more than the theorem proves",
      ],
      [
        "that the last store of an output is narrower than its accumulator",
        forged(right, { value: clock }),
        "certificate.value",
        `value is ${value}, not ${value + lost}`,
      ],
    ],
  );
}

{
  const own = { ...large, memories: 1n, weights: { ...large.weights, partial: 2n } };
  const right = proveRecomputationEmptyStart(own);
  const { cut = 0n, laterSegments = 0n, clockWords = 0n, value = 0n } = right ?? {};
  /** With the longest first segment, whatever k is, and other words. */
  const counted = ({ of = cut, segments = laterSegments, instance = own, wordSize = 2n, fewer = 0n, more = 0n }) => {
    const { pairs, k, n } = instance.extents;
    const capacityWords = own.capacity / wordSize - fewer;
    const x = capacityWords + of;
    const steps = 16n * pairs * (k + n);
    const first =
      floorSquareRoot((ceilRoot(27n * x * steps * steps, 2) - 1n - 27n * x * pairs - 16n * segments * x * x) / 16n) + more;
    const clock = first + segments * of;
    const figures = { firstCut: first, cut: of, laterSegments: segments, clockWords: clock, value: wordSize * clock };
    return forged(right, { instance, wordSize, capacityWords, ...figures });
  };
  const few = { of: 30_000n, segments: 9n };
  const short = { ...own, extents: { ...own.extents, k: 60n, n: 4000n } };
  describeForgeries(
    "chain-recomputation, from one empty memory",
    [forged(right), counted({}), counted(few)],
    [
      [
        "that of several memories all but one may do nothing",
        forged(right, { instance: { ...own, memories: 2n } }),
        "certificate.instance.memories",
        "the number of memories is 1, not 2",
      ],
      [
        "that k is long enough for elements of H to be made once",
        counted({ ...few, instance: short }),
        "certificate.cut",
        "16k < 3√3·√(S+T)",
      ],
      ["what the first segment may do", counted({ more: 1n }), "certificate.firstCut", "these segments may do all the work"],
      ["that the longest first segment counts", counted({ more: -1n }), "certificate.firstCut", "a longer one proves more"],
      ["that words are the narrowest", counted({ ...few, wordSize: 4n }), "certificate.wordSize", "wordSize is 2, not 4"],
      [
        "that a memory holds whole words",
        counted({ fewer: 1n }),
        "certificate.capacityWords",
        "capacityWords is 20000, not 19999",
      ],
      [
        "that the clock is both",
        forged(right, { clockWords: clockWords + 1n, value: value + 2n }),
        "certificate.clockWords",
        `clockWords is ${clockWords}, not ${clockWords + 1n}`,
      ],
      [
        "that the value is the clock's",
        forged(right, { value: value + 1n }),
        "certificate.value",
        `value is ${value}, not ${value + 1n}`,
      ],
    ],
  );
}
