import { test } from "vitest";
import type { MultilayerRecomputationCertificate } from "../../../src/bounds/certificates/multilayer.js";
import { proveMultilayerRecomputation } from "../../../src/bounds/multilayer/recomputation.js";
import { proveStages } from "../../../src/bounds/multilayer/stages.js";
import { ceilDivide, ceilRoot, floorSquareRoot } from "../../../src/exact/integer.js";
import { chain, productsOf } from "../forgeries/chain-of-three.js";
import { describeForgeries, expectRefusal, forged } from "../forgeries/refusal.js";

{
  const own = chain(60_000n, [300n, 320n, 310n, 330n], 40_001n, 4n);
  const right = proveStages({ ...own, weights: { ...own.weights, partial: 2n } });
  if (right === undefined) throw new Error("nothing proven");
  const { clockWords, bornWords, restWords, products } = right;
  const { instance } = right;
  /** With T and M of one's own. */
  const counted = (
    cut: bigint,
    { most = floorSquareRoot((right.capacityWords + cut) ** 3n / 27n), of = instance, given = 4n, born = bornWords } = {},
  ) => {
    const clock = ceilDivide(cut * productsOf(of, Number(products)), most) - cut * given;
    const value = 2n * (clock - born + restWords);
    return forged(right, { instance: of, cut, most, clockWords: clock, bornWords: born, value });
  };
  const short = { ...instance, extents: { ...instance.extents, widths: [20n, 900n, 900n, 330n] } };
  const bornOf = 60_000n * 1800n;
  const narrow = { ...instance, extents: { ...instance.extents, widths: [900n, 20n, 900n, 330n] } };
  describeForgeries(
    "multilayer-stages",
    [forged(right), counted(right.cut)],
    [
      [
        "that an element may be made again",
        counted(right.cut, { of: short, born: bornOf }),
        "certificate.cut",
        "to make an element of X1 again costs less than its products are worth",
      ],
      [
        "that an element of the last intermediate may be made again",
        counted(right.cut, { of: narrow, born: 60_000n * 920n }),
        "certificate.cut",
        "to make an element of X2 again costs less than its products are worth",
      ],
      [
        "what a segment is worth",
        counted(right.cut, { most: right.most - 1n }),
        "certificate.most",
        "a segment may be worth more",
      ],
      [
        "that the least of what a segment may be worth counts",
        counted(right.cut, { most: right.most + 1n }),
        "certificate.most",
        "no segment is worth so much",
      ],
      [
        "that every memory ends with a segment of its own",
        counted(right.cut, { given: 1n }),
        "certificate.clockWords",
        `clockWords is ${clockWords}, not ${clockWords + 3n * right.cut}`,
      ],
      [
        "that elements of intermediates begin without a load",
        counted(right.cut, { born: 0n }),
        "certificate.bornWords",
        `bornWords is ${bornWords}, not 0`,
      ],
      [
        "that the value is less the starts",
        forged(right, { value: right.value + 2n * bornWords }),
        "certificate.value",
        `value is ${right.value}, not ${right.value + 2n * bornWords}`,
      ],
    ],
  );
  test("more products than there are, and starts that take all", () => {
    expectRefusal(forged(right, { products: 5n }), "certificate.products", "more than the chain has");
    const several = { ...instance, memories: (clockWords + 4n * right.cut - bornWords) / right.cut + 1n };
    const left = clockWords + right.cut * (4n - several.memories);
    expectRefusal(forged(right, { instance: several, clockWords: left }), "certificate.clockWords", "no more than the starts");
  });
}

{
  const own = chain(40_000n, [500n, 600n, 700n, 800n], 65_536n);
  const right = proveMultilayerRecomputation(own);
  if (right === undefined) throw new Error("nothing proven");
  const { value, clock } = right;
  /** Segments by the closed form, whatever the condition on T and prices. */
  const counted = (
    changes: Partial<MultilayerRecomputationCertificate>,
    { odd = [3n, 16n], even = [4n, 9n], given = 1n, slack = 2n, more = 0n, beside = 0n } = {},
  ) => {
    const { instance, products, born, cut: of } = { ...right, ...changes };
    const { m, widths } = instance.extents;
    const x = instance.capacity + of + slack;
    const scale = (odd[1] as bigint) * (even[1] as bigint);
    const priceOf = (s: bigint) => (s % 2n === 0n ? even : odd) as [bigint, bigint];
    let charged = 0n;
    for (let s = 1n; s <= born; s++) charged += ((widths[Number(s)] as bigint) * priceOf(s)[0] * scale) / priceOf(s)[1];
    const beta = 27n * x * 2n * 2n * 4n * (scale * productsOf(instance, Number(products))) ** 2n;
    const gamma = 9n * x * m * 4n * charged;
    const laterSegments = ceilDivide(ceilRoot(beta, 2) - gamma, scale * x * x) - given + more;
    const clockOf = of * laterSegments;
    const lost = born < products ? 2n * m * (widths.at(-1) as bigint) : 0n;
    const prices = { odd: odd.join("/"), ...(born > 1n ? { even: even.join("/") } : {}) };
    return forged(right, { ...changes, prices, laterSegments, clock: clockOf, rest: beside, value: clockOf - lost + beside });
  };
  const narrow = { ...own, extents: { ...own.extents, widths: [137n, 600n, 700n, 800n] } };
  describeForgeries(
    "multilayer-recomputation",
    [forged(right), counted({})],
    [
      ["the unit of all sizes", counted({ cut: 40_001n }), "certificate.cut", "not a multiple of 2, the unit of all sizes"],
      [
        "the rest of the widest word beyond the segment",
        counted({ cut: 50_000n, instance: { ...own, extents: { ...own.extents, m: 4_000_000n } } }, { slack: 0n }),
        "certificate.laterSegments",
        "more than the theorem proves",
      ],
      [
        "that every memory may start with a segment of its own",
        counted({ instance: { ...own, memories: 9n } }, { given: 1n }),
        "certificate.laterSegments",
        "more than the theorem proves",
      ],
      [
        "that the number of segments is rounded up",
        counted({}, { more: -1n }),
        "certificate.laterSegments",
        "fewer than the theorem proves",
      ],
      [
        "that a start costs less than its products",
        counted({ instance: narrow }),
        "certificate.laterSegments",
        /^the number of segments where a start costs more than its products is 0, not \d+$/,
      ],
      [
        "that prices of neighbouring stages bound a segment",
        counted({}, { odd: [3n, 16n], even: [1n, 6n] }),
        "certificate.prices",
        "neither 3/16 each with a product of 1/12 nor confirmed for rows or what survives",
      ],
      ["what starts are charged", counted({}, { beside: 64_000_000n }), "certificate.rest", "rest is 0, not 64000000"],
      [
        "that T is the words of a segment",
        forged(right, { clock: clock + 1n, value: value + 1n }),
        "certificate.clock",
        `clock is ${clock}, not ${clock + 1n}`,
      ],
      [
        "that the value is both",
        forged(right, { value: value + 1n }),
        "certificate.value",
        `value is ${value}, not ${value + 1n}`,
      ],
    ],
  );
  test("prices whose product is a little below 1/12, where nothing confirms them", () => {
    const short = proveMultilayerRecomputation(chain(131_072n, [128n, 128n, 128n, 128n], 65_536n));
    const unconfirmed = "neither 3/16 each with a product of 1/12 nor confirmed for rows or what survives";
    expectRefusal(forged(short, { prices: { odd: "3/16", even: "443/1000" } }), "certificate.prices", unconfirmed);
    expectRefusal(forged(short, { prices: { odd: "374/2000", even: "1/2" } }), "certificate.prices", unconfirmed);
  });

  test("starts of arrays that are neither, a price of nothing, more products than there are", () => {
    expectRefusal(forged(right, { born: 1n }), "certificate.born", "starts of neither 3 arrays nor all intermediates");
    expectRefusal(forged(right, { prices: { odd: "0/1", even: "4/9" } }), "certificate.prices.odd", "no positive fraction");
    expectRefusal(forged(right, { products: 4n, born: 4n }), "certificate.products", "more than the 3 products of the chain");
  });
}
