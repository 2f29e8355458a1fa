import { test } from "vitest";
import type {
  MultilayerLastPairCertificate,
  MultilayerWholeRowsCertificate,
} from "../../../src/bounds/certificates/multilayer.js";
import { proveLastPair } from "../../../src/bounds/multilayer/last-pair.js";
import { proveWholeRows } from "../../../src/bounds/multilayer/rows.js";
import { ceilDivide } from "../../../src/exact/integer.js";
import { chain, productsOf } from "../forgeries/chain-of-three.js";
import { describeForgeries, expectRefusal, forged } from "../forgeries/refusal.js";

{
  const own = chain(3000n, [200n, 300n, 400n, 500n], 40_001n, 8n);
  const right = proveLastPair(own);
  const { cut, later, clock, reads, writes, value } = right;
  const closed = (of: bigint) => {
    const loads = of - 4n * 3000n * 500n;
    return { clock: of, reads: loads > 0n ? loads : 0n, value: (loads > 0n ? loads : 0n) + writes };
  };
  const most = ({ stored, transient }: typeof later): bigint => [stored, ...transient].reduce((x, y) => (x > y ? x : y));
  /** Segments of what a deriver takes the memories to hold. */
  const counted = (changes: Partial<Pick<MultilayerLastPairCertificate, "first" | "later" | "cut">>, given = 8n, more = 0n) => {
    const [first, held] = [changes.first ?? right.first, changes.later ?? later];
    const left = 3000n * 400n * 500n - given * most(first);
    const laterSegments = (left > 0n ? ceilDivide(left, most(held)) : 0n) + more;
    return forged(right, { ...changes, laterSegments, ...closed((changes.cut ?? cut) * laterSegments) });
  };
  const less = (held: typeof later, q: number) =>
    q < 0 ? { ...held, stored: held.stored - 1n } : { ...held, transient: held.transient.map((v, i) => (i === q ? v - 1n : v)) };
  const one = chain(3000n, [200n, 300n, 400n, 500n], 40_001n);
  const ofOne = proveLastPair(one);
  describeForgeries(
    "multilayer-last-pair",
    [forged(right), counted({}), forged(ofOne)],
    [
      [
        "that the intermediate may be stored",
        counted({ later: less(later, -1) }),
        "certificate.later.stored",
        `${later.stored} products fit`,
      ],
      [
        "that a row of X1 may enter whole",
        counted({ later: less(later, 0) }),
        "certificate.later.transient[0]",
        `${later.transient[0]} products fit`,
      ],
      [
        "that a row of X0 may enter whole",
        counted({ later: { ...later, transient: [later.transient[0] ?? 0n, 1n] } }),
        "certificate.later.transient[1]",
        /products( do not)? fit$/,
      ],
      [
        "what a first segment holds",
        counted({ first: less(right.first, -1) }),
        "certificate.first.stored",
        `${right.first.stored} products fit`,
      ],
      [
        "that every memory starts empty with a first segment of its own",
        forged(ofOne, { instance: own }),
        "certificate.laterSegments",
        /^not the least number of segments of \d+ that hold \d+ products$/,
      ],
      [
        "that one segment less holds the rest",
        counted({}, 8n, 1n),
        "certificate.laterSegments",
        /^not the least number of segments/,
      ],
      [
        "that T is the words of a segment",
        forged(right, closed(clock + 1n)),
        "certificate.clock",
        `clock is ${clock}, not ${clock + 1n}`,
      ],
      [
        "that starts of accumulators are no loads",
        forged(right, { reads: clock, value: clock + writes }),
        "certificate.reads",
        `reads is ${reads}, not ${clock}`,
      ],
      [
        "that outputs are stored at their own size",
        forged(right, { writes: 2n * writes, value: value + writes }),
        "certificate.writes",
        `writes is ${writes}, not ${2n * writes}`,
      ],
    ],
  );

  test("a cut between words, an intermediate wider than an operand, rows of too few stages, shorter chains", () => {
    expectRefusal(forged(right, { cut: cut + 1n }), "certificate.cut", "not a multiple of 2, the unit of all sizes");
    const wide = { ...own, weights: { ...own.weights, between: 4n } };
    expectRefusal(forged(proveLastPair(wide)), "certificate.instance.weights.between", "wider than an operand");
    const short = { ...later, transient: later.transient.slice(1) };
    expectRefusal(
      forged(right, { later: short }),
      "certificate.later.transient",
      "the number of stages whose rows may enter is 2, not 1",
    );
    const two = { ...own, extents: { m: 3000n, widths: [200n, 300n, 400n] } };
    expectRefusal(forged(right, { instance: two }), "certificate.instance.extents.widths", "fewer than three products");
    const long = { ...own, extents: { m: 3000n, widths: Array(1001).fill(9n) } };
    expectRefusal(forged(right, { instance: long }), "certificate.instance.extents.widths", "more than 1000");
    const whole = chain(3n, [2n, 3n, 4n, 5n], 4000n);
    const all = { stored: 60n, transient: [60n, 60n] };
    const inOne = forged(right, { instance: whole, cut: 4000n, first: all, later: all, laterSegments: 1n });
    expectRefusal(inOne, "certificate.laterSegments", "the number of later segments is 0, not 1");
    const beyond = forged(right, { instance: whole, cut: 4000n, first: all, later: { ...all, stored: 61n } });
    expectRefusal(beyond, "certificate.later.stored", "more than all 60 products");
  });
}

{
  const own = { ...chain(30_000n, [20n, 30n, 25n, 40n], 4001n, 1n, 2n) };
  const right = proveWholeRows(own);
  const { capacityWords } = right;
  const sum = productsOf(own, 3) / 30_000n;
  /** The closed form at any κ and T. */
  const counted = (changes: Partial<MultilayerWholeRowsCertificate>, { more = 0n, given = own.memories } = {}) => {
    const { products, cut, rowWords, restWords, instance } = { ...right, ...changes };
    const x = capacityWords + cut;
    const worth = 256n * x * x + 32n * rowWords ** 2n * (x + 8n * capacityWords) + rowWords ** 4n;
    const laterSegments = ceilDivide(1024n * rowWords * productsOf(own, Number(products)), worth) - given + more;
    const clockWords = cut * laterSegments;
    return forged(right, { ...changes, instance, laterSegments, clockWords, value: 2n * (clockWords + restWords) });
  };
  const beside = (p: number) => sum - productsOf(own, p) / 30_000n + 30_000n * 40n;
  const many = { ...own, memories: 3n };
  describeForgeries(
    "multilayer-whole-rows",
    [forged(right), counted({}), counted({ products: 2n, rowWords: 20n, restWords: beside(2) })],
    [
      [
        "that a row of X0 is no wider than X0",
        counted({ products: 2n, rowWords: 21n, restWords: beside(2) }),
        "certificate.rowWords",
        "a row of X0 has only 20",
      ],
      [
        "that every memory may start with a segment of its own",
        counted({ instance: many }, { given: 1n }),
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
        "that later weights are words of later products",
        counted({ products: 2n, rowWords: 20n, restWords: sum }),
        "certificate.restWords",
        `restWords is ${beside(2)}, not ${sum}`,
      ],
      [
        "that the value is both",
        forged(right, { value: right.value + 1n }),
        "certificate.value",
        `value is ${right.value}, not ${right.value + 1n}`,
      ],
    ],
  );
  test("more products than there are, rows too wide for the memory", () => {
    expectRefusal(forged(right, { products: 4n }), "certificate.products", "more than the chain's 3");
    const narrow = { ...own, capacity: 60n };
    const wider = forged(right, { instance: narrow, capacityWords: 30n, products: 1n, cut: 1n, rowWords: 20n });
    expectRefusal(wider, "certificate.rowWords", "too wide for this capacity and cut");
  });
}
