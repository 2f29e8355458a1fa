import { test } from "vitest";
import type { ChainFusedCertificate, ChainInstance } from "../../../src/bounds/certificates/chain.js";
import { proveFusedAmortized, proveFusedEmptyStart, proveFusedPerMemory } from "../../../src/bounds/chain/fused.js";
import { chainSegment } from "../../../src/bounds/chain/segment.js";
import { ceilDivide } from "../../../src/exact/integer.js";
import { describeForgeries, expectRefusal, forged } from "../forgeries/refusal.js";
import { wideChain } from "../forgeries/wide-product.js";

/** Loads by the clock, stores of the outputs. */
const closed = ({ extents: { batch, m, n }, weights }: ChainInstance, clock: bigint) => {
  const [loads, writes] = [clock - weights.partial * batch * m * n, weights.output * batch * m * n];
  const reads = loads > 0n ? loads : 0n;
  return { clock, reads, writes, value: reads + writes };
};

const most = ({ stored, transient }: { readonly stored: bigint; readonly transient: bigint }): bigint =>
  stored > transient ? stored : transient;

const segmentOf = ({ extents, weights }: ChainInstance, budget: bigint) =>
  chainSegment(extents, weights, weights.partial, budget);

const large = wideChain({ m: 3000n, k: 200n, l: 2000n, n: 150n }, 40_001n, 8n);

/** Segments of `cut` by a deriver with slacks and a number of first segments of its own. */
function segments(
  instance: ChainInstance,
  { cut = 8000n, firstSlack = 2n, slack = 2n, given = instance.memories, more = 0n },
): ChainFusedCertificate {
  const { pairs, n } = instance.extents;
  const first = segmentOf(instance, cut + firstSlack);
  const later = segmentOf(instance, instance.capacity - (instance.capacity % 2n) + cut + slack);
  const left = pairs * n - given * most(first);
  const laterSegments = (left > 0n ? ceilDivide(left, most(later)) : 0n) + more;
  const figures = { cut, first, later, laterSegments, ...closed(instance, cut * laterSegments) };
  return { theorem: "chain-fused", form: "per-memory", instance, ...figures };
}

{
  const right = segments(large, {});
  if (right.form !== "per-memory") throw new Error("another form");
  const { later, clock, reads, writes, value, extents } = { ...right, extents: large.extents };
  const small = wideChain({ m: 4n, k: 3n, l: 4n, n: 3n }, 40n, 1n);
  const whole = segments(small, { cut: 400n });
  if (whole.form !== "per-memory") throw new Error("another form");
  const alone = (held: typeof later) => {
    const laterSegments = ceilDivide(extents.pairs * extents.n - 8n * most(right.first), most(held));
    return forged({ ...right, later: held, laterSegments, ...closed(large, right.cut * laterSegments) });
  };
  const many = { ...large, extents: { ...extents, pairs: extents.m * extents.l + 1n } };
  describeForgeries(
    "chain-fused, the first segment of each memory given away",
    [forged(right), forged(proveFusedPerMemory(large)), forged(whole)],
    [
      [
        "the unit of all sizes",
        forged(segments(large, { cut: 8001n })),
        "certificate.cut",
        "not a multiple of 2, the unit of all sizes",
      ],
      [
        "the rest of an accumulator beyond a first segment",
        forged(segments(large, { firstSlack: 0n })),
        "certificate.first.stored",
        /^\d+ products fit$/,
      ],
      [
        "the rest of an accumulator beyond a later segment",
        forged(segments(large, { slack: 0n })),
        "certificate.later.stored",
        /^\d+ products fit$/,
      ],
      [
        "that no segment holds more than fits it",
        forged(segments(large, { slack: 4n })),
        "certificate.later.stored",
        /^\d+ products do not fit$/,
      ],
      [
        "that H may stay transient",
        alone({ ...later, transient: later.transient / 2n }),
        "certificate.later.transient",
        /^\d+ products fit$/,
      ],
      [
        "that H may be stored",
        alone({ stored: later.transient / 2n, transient: later.transient }),
        "certificate.later.stored",
        /^\d+ products fit$/,
      ],
      [
        "that no segment holds more than all products",
        forged({ ...whole, later: { stored: 49n, transient: 48n } }),
        "certificate.later.stored",
        "more than all 48 products",
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
        "that a first segment holds the whole chain",
        forged(segments(small, { cut: 400n, more: 1n })),
        "certificate.laterSegments",
        "the number of later segments is 0, not 1",
      ],
      ["which pairs there are", forged(segments(many, {})), "certificate.instance.extents.pairs", "more than batch·m·l"],
      [
        "that T is the words of a segment",
        forged({ ...right, ...closed(large, clock + 1n) }),
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
      [
        "that the value is loads and stores",
        forged({ ...right, value: clock }),
        "certificate.value",
        `value is ${value}, not ${clock}`,
      ],
    ],
  );
}

{
  const right = proveFusedAmortized(large) ?? segments(large, {});
  if (right.form !== "amortized") throw new Error("nothing proven");
  const { pairs, n } = large.extents;
  const counted = (cut: bigint, later: typeof right.later, over = most(later) + 1n) =>
    forged(right, { cut, later, ...closed(large, ceilDivide(cut * pairs * n, over)) });
  const { cut, later } = right;
  const at = (budget: bigint) => segmentOf(large, budget);
  describeForgeries(
    "chain-fused, amortized",
    [forged(right), counted(cut, later)],
    [
      [
        "the unit of all sizes",
        counted(cut + 1n, at(40_000n + cut + 3n)),
        "certificate.cut",
        "not a multiple of 2, the unit of all sizes",
      ],
      [
        "the rest of an accumulator beyond the segment",
        counted(cut, { ...later, stored: at(40_000n + cut).stored }),
        "certificate.later.stored",
        /^\d+ products fit a segment$/,
      ],
      [
        "that H may stay transient",
        counted(cut, { ...later, transient: later.transient / 2n }),
        "certificate.later.transient",
        /^\d+ products fit a segment$/,
      ],
      [
        "that no segment holds more than fits it",
        counted(cut, { ...later, stored: later.stored + 1n }),
        "certificate.later.stored",
        `${later.stored + 1n} products do not fit a segment`,
      ],
      [
        "that a segment is worth less than one product more",
        counted(cut, later, most(later) - 1n),
        "certificate.clock",
        "more than the theorem proves",
      ],
      [
        "that the clock is rounded up",
        counted(cut, later, most(later) + 2n),
        "certificate.clock",
        "fewer than the theorem proves",
      ],
    ],
  );
}

{
  const own = { ...large, memories: 1n };
  const right = proveFusedEmptyStart(own);
  if (right === undefined) throw new Error("nothing proven");
  const { firstCut, cut, laterSegments, clock } = right;
  const first = (longer: bigint) => forged(right, { firstCut: firstCut + longer, ...closed(own, clock + longer) });
  const after = (count: bigint) => forged(right, { laterSegments: count, ...closed(own, firstCut + count * cut) });
  describeForgeries(
    "chain-fused, from one empty memory",
    [forged(right)],
    [
      [
        "that of several memories all but one may do nothing",
        forged(right, { instance: large }),
        "certificate.instance.memories",
        "the number of memories is 1, not 8",
      ],
      ["the unit of all sizes", first(-1n), "certificate.firstCut", "not a multiple of 2, the unit of all sizes"],
      ["what the first segment holds", first(2n), "certificate.firstCut", "these segments hold all products"],
      ["that the longest first segment counts", first(-2n), "certificate.firstCut", "a longer one proves more"],
      [
        "that the value counts what the clock has",
        forged(right, closed(own, clock + cut)),
        "certificate.clock",
        `clock is ${clock}, not ${clock + cut}`,
      ],
    ],
  );
  test("one later segment that holds just everything", () => {
    const tiny = wideChain({ m: 2n, k: 2n, l: 2n, n: 2n }, 1000n);
    const certificate = { ...right, instance: tiny, cut: 40n, firstCut: 40n, later: { stored: 8n, transient: 8n } };
    const exactly = (laterSegments: bigint) =>
      forged({ ...certificate, laterSegments, ...closed(tiny, 40n + 40n * laterSegments) });
    expectRefusal(exactly(1n), "certificate.laterSegments", "these segments hold all products");
  });

  test("later segments that hold everything", () =>
    expectRefusal(after(10n * laterSegments), "certificate.laterSegments", "these segments hold all products"));
}
