import { describe, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { ProjectiveCertificate, ProjectiveInstance } from "../../../src/bounds/certificates/einsum.js";
import type { Json } from "../../../src/bounds/certificates/json.js";
import { largestSegment } from "../../../src/bounds/einsum/segment.js";
import { einsumWorkload } from "../../../src/computation/einsum.js";
import { ceilDivide } from "../../../src/exact/integer.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { edited } from "../edited.js";
import { describeForgeries, expectRefusal, forged } from "../forgeries/refusal.js";

/** M[i,l] += X[i,j,k] * B[j,l] * C[k,l] of 16-bit words with fp32 accumulators. */
const own: ProjectiveInstance = {
  indices: ["i", "j", "k", "l"].map((index) => ({ index, extent: 200n })),
  inputs: [
    { array: "X", wordSize: 2n, accesses: [["i", "j", "k"]] },
    { array: "B", wordSize: 2n, accesses: [["j", "l"]] },
    { array: "C", wordSize: 2n, accesses: [["k", "l"]] },
  ],
  output: { array: "M", indices: ["i", "l"] },
  weights: { partial: 4n, output: 2n },
  capacity: 4001n,
  memories: 8n,
};
const POINTS = 200n ** 4n;
const HALVES: readonly [bigint, bigint] = [1n, 2n];

interface Chosen {
  readonly instance?: ProjectiveInstance;
  readonly cut?: bigint;
  readonly firstSlack?: bigint;
  readonly slack?: bigint;
  readonly given?: bigint;
  readonly more?: bigint;
  readonly exponent?: readonly [bigint, bigint];
}

/** Segments of `cut` by exponents over/under of every access, with slacks and a number of first segments of one's own. */
function segments({
  instance = own,
  cut = 1000n,
  firstSlack = 2n,
  slack = 2n,
  given = own.memories,
  more = 0n,
  exponent: [over, under] = HALVES,
}: Chosen): ProjectiveCertificate {
  const ofOutput = { name: "M", weight: 4n, words: 200n ** 2n, power: over };
  const sizes = [200n ** 3n, 200n ** 2n, 200n ** 2n] as const;
  const arrays = [...["X", "B", "C"].map((name, i) => ({ name, weight: 2n, words: sizes[i] as bigint, power: over })), ofOutput];
  const held = (budget: bigint) => largestSegment({ denominator: Number(under), constant: 1n, arrays, points: POINTS }, budget);
  const [first, later] = [held(cut + firstSlack), held(instance.capacity - (instance.capacity % 2n) + cut + slack)];
  const left = POINTS - given * first.products;
  const laterSegments = (left > 0n ? ceilDivide(left, later.products) : 0n) + more;
  const clock = cut * laterSegments;
  const [fewest, writes] = [clock - 4n * 200n ** 2n, 2n * 200n ** 2n];
  const reads = fewest > 0n ? fewest : 0n;
  const shown = `${over}/${under}`;
  return {
    ...{ theorem: "einsum-projective", instance },
    exponents: { inputs: [[shown], [shown], [shown]], output: shown, extents: ["0", "0", "0", "0"] },
    ...{ cut, firstSaturated: first.saturated, saturated: later.saturated },
    ...{ firstSegmentProducts: first.products, segmentProducts: later.products, laterSegments },
    ...{ clock, reads, writes, value: reads + writes },
  };
}

const right = segments({});
{
  const { clock, reads, writes, value, segmentProducts } = right;
  const huge = { ...own, capacity: 2n ** 40n };
  describeForgeries(
    "einsum-projective",
    [forged(right), forged(segments({ instance: huge, cut: 2n ** 40n }))],
    [
      [
        "the unit of all sizes",
        forged(segments({ cut: 1001n })),
        "certificate.cut",
        "not a multiple of 2, the unit of all sizes",
      ],
      [
        "that exponents cover every index",
        forged(segments({ exponent: [1n, 3n] })),
        "certificate.exponents",
        "those of the index i sum to less than 1",
      ],
      [
        "the rest of an accumulator beyond a first segment",
        forged(segments({ firstSlack: 0n })),
        "certificate.firstSegmentProducts",
        /^\d+ products fit weight 1002$/,
      ],
      [
        "the rest of an accumulator beyond a later segment",
        forged(segments({ slack: 0n })),
        "certificate.segmentProducts",
        /^\d+ products fit weight 5002$/,
      ],
      [
        "that no segment holds more than fits it",
        forged(segments({ slack: 4n })),
        "certificate.segmentProducts",
        /^\d+ products do not fit weight 5002$/,
      ],
      [
        "that every memory starts empty with a first segment of its own",
        forged(segments({ cut: 40_000n, given: 1n })),
        "certificate.laterSegments",
        /^not the least number of segments of \d+ that hold \d+ products$/,
      ],
      [
        "that one segment less holds the rest",
        forged(segments({ more: 1n })),
        "certificate.laterSegments",
        /^not the least number of segments/,
      ],
      [
        "that a first segment holds everything",
        forged(segments({ instance: huge, cut: 2n ** 40n, more: 1n })),
        "certificate.laterSegments",
        "the number of later segments is 0, not 1",
      ],
      [
        "that T is the words of a segment",
        forged(right, { clock: clock + 1n, reads: reads + 1n, value: value + 1n }),
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
      [
        "that the value is loads and stores",
        forged(right, { value: clock }),
        "certificate.value",
        `value is ${value}, not ${clock}`,
      ],
    ],
  );

  test("more products than there are, whole arrays that are none or too many", () => {
    expectRefusal(
      forged(right, { segmentProducts: POINTS + 1n }),
      "certificate.segmentProducts",
      `more than all ${POINTS} products`,
    );
    const at = "certificate.saturated";
    expectRefusal(forged(right, { saturated: ["W"] }), at, "not arrays of the inequality, each once and in order");
    expectRefusal(forged(right, { saturated: ["B"] }), at, "an array that the segment need not hold whole");
    const whole = segments({ instance: { ...own, capacity: 2n ** 40n }, cut: 1000n });
    expectRefusal(forged(whole, { saturated: ["B"] }), at, "lacks an array that the segment holds whole");
    const all = ["X", "B", "C", "M"];
    expectRefusal(forged(right, { saturated: all, segmentProducts }), at, "these arrays weigh more than 5002");
    const products = `the number of products when everything fits is ${POINTS}, not 7`;
    expectRefusal(forged(whole, { segmentProducts: 7n }), "certificate.segmentProducts", products);
  });
}

describe("exponents and forms that are none of the theorem's", () => {
  const withExponents = (changes: Partial<ProjectiveCertificate["exponents"]>) =>
    forged(right, { exponents: { ...right.exponents, ...changes } });
  const inputs = (first: string) => withExponents({ inputs: [[first], ["1/2"], ["1/2"]] });
  const at = "certificate.exponents";

  test.each([
    [withExponents({ extents: [] }), at, "not one for each access and index"],
    [withExponents({ inputs: [["1/2"], ["1/2"]] }), at, "not one for each access and index"],
    [withExponents({ output: "2/997", extents: ["1/2", "1", "1", "1"] }), at, "over a common denominator above 1000"],
    [inputs("65"), `${at}.inputs[0][0]`, "above 64"],
    [inputs("2/4"), `${at}.inputs[0][0]`, "not in lowest terms"],
    [inputs("1/1"), `${at}.inputs[0][0]`, "not in lowest terms"],
    [inputs("-1"), `${at}.inputs[0][0]`, "not a fraction such as 1/2"],
  ])("%#", (certificate, path, reason) => expectRefusal(certificate, path, reason));

  test("powers that would take minutes", () => {
    const large = { ...own, indices: own.indices.map(({ index }) => ({ index, extent: 10n ** 290n })) };
    const extents = ["64", "1/999", "1", "1"];
    const powers = forged(right, {
      instance: large,
      exponents: { ...right.exponents, output: "1", inputs: [["1"], ["1"], ["1"]], extents },
    });
    expectRefusal(powers, `${at}.extents`, "powers of more than 4000000 bits");
  });

  const withInstance = (changes: Partial<ProjectiveInstance>) => forged(right, { instance: { ...own, ...changes } });
  const [X, B, C] = own.inputs as [
    ProjectiveInstance["inputs"][0],
    ProjectiveInstance["inputs"][0],
    ProjectiveInstance["inputs"][0],
  ];
  const inside = "certificate.instance";
  test.each([
    [withInstance({ indices: [...own.indices, ...own.indices] }), `${inside}.indices`, "names something twice"],
    [withInstance({ inputs: [X, B, B] }), `${inside}.inputs`, "names something twice"],
    [withInstance({ inputs: [X] }), `${inside}.inputs`, "fewer than two operands"],
    [withInstance({ inputs: [X, B, { ...C, accesses: [["k", "k"]] }] }), inside, "names something twice"],
    [withInstance({ inputs: [X, B, { ...C, accesses: [["k", "z"]] }] }), inside, "an access with an index that has no extent"],
    [withInstance({ indices: [...own.indices, { index: "z", extent: 2n }] }), `${inside}.indices`, "an index in no operand"],
    [
      withInstance({ inputs: [X, B, { ...C, accesses: [["k", "l"], ["k"]] }] }),
      `${inside}.inputs`,
      "accesses of one array that differ in rank",
    ],
    [
      withInstance({ inputs: [X, B, C, { ...C, array: "D", accesses: [] }] }),
      `${inside}.inputs`,
      "accesses of one array that differ in rank",
    ],
    [
      withInstance({ indices: Array.from({ length: 1001 }, (_, i) => ({ index: `i${i}`, extent: 2n })) }),
      `${inside}.indices`,
      "more than 1000",
    ],
    [
      withInstance({ output: { array: "M", indices: ["i", 3 as unknown as string] } }),
      `${inside}.output.indices[1]`,
      "not a text",
    ],
  ])("%#", (certificate, path, reason) => expectRefusal(certificate, path, reason));
});

describe("statements that a document may not be about", () => {
  const text = "M[i,l] += X[i,j] * B[j,l] * C[l]";
  const document = boundsDocument(boundWorkload(einsumWorkload({ text, extents: { i: 20, j: 30, l: 40 } }), abstractMachine(50)));
  test.each([
    ["E[i,l] += M[i,l] * C[l]; M[i,l] += X[i,j] * B[j,l]", "a word read before it is written"],
    ["M[i,l] += M[i,j] * B[j,l]", /^accesses to M that differ in shape$|^a word read before it is written$/],
    ["M[i,l] += X[i,j] * B[j,l]; M[i,l] += X[i,j] * D[j,l]", "an array written by two statements"],
    ["M[i,l] += X[i,j] * B[j,j]", "'B[j,j]' is no access such as A[i,k]"],
    ["M[i,l] += X[i,j] * B j", "'B j' is no access such as A[i,k]"],
    ["M[i,l] += X[i,j] * B[j]", "an output index in no operand"],
    ["M[i,l] = X[i,j] * B[j,l]", "not statements with +="],
  ])("%s", (other, reason) => {
    const changed = edited(document, ["workload", "text"], () => other);
    const extents = other.includes("l") ? { i: 20, j: 30, l: 40 } : { i: 20, j: 30 };
    expectRefusal(
      edited(changed, ["workload", "extents"], () =>
        other.includes("B[j]") || other.includes("[j,j]") || other.includes("B j") ? { i: 20, j: 30 } : extents,
      ),
      "workload.text",
      reason,
    );
  });

  test("no statement reads inputs and makes an output", () => {
    const chained = {
      text: "H[i,k] += A[i,j] * B[j,k]; E[i,l] += H[i,k] * D[k,l] * F[l]",
      extents: { i: 20, j: 30, k: 20, l: 40 },
    };
    const { bounds } = document as unknown as { readonly bounds: readonly { readonly id: string }[] };
    const alone = bounds.filter(({ id }) => id === "einsum-projective");
    const about = boundsDocument(boundWorkload(einsumWorkload(chained), abstractMachine(50)));
    const changed = { ...(about as Record<string, Json>), bounds: alone as unknown as Json };
    expectRefusal(changed, "bounds[0].certificate.instance", "no statement from inputs to an output");
  });
});
