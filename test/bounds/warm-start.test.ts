import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Bound } from "../../src/bounds/bound.js";
import { type BoundsReport, boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { bestBounds, bestReads, proveBounds, proveBoundsInSetting, proveOneCtaPerTileBound } from "../../src/bounds/prove.js";
import { fromWarmStart } from "../../src/bounds/warm-start.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import type { AskedResident, Resident } from "../../src/computation/resident.js";
import { H100 } from "../../src/machines/known/h100.js";
import { ACCELERATORS, abstractMachine } from "../../src/machines/registry.js";
import { expand } from "../../src/pebble/expand.js";
import { isInput, minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { timeBound } from "../../src/time/time-bound.js";
import { verifyDocument } from "../../src/verify/document.js";
import { plainOptimum } from "../pebble/support/plain-solver.js";
import { mixedGemm, parameters } from "../properties/arbitraries.js";
import { inWords } from "./documents.js";
import { edited, expectEveryEditRefused } from "./edited.js";
import { describeForgeries } from "./forgeries/refusal.js";

const PRODUCT = gemmWorkload({ m: 4096, n: 4096, k: 4096 });
const A = 2n * 4096n * 4096n;

const asRead = (report: BoundsReport): Json => JSON.parse(JSON.stringify(boundsDocument(report)));

describe("words that the kernel before left in the L2", () => {
  test("come off what DRAM moves and is read, and off nothing that enters the SMs", () => {
    const [cold, warm] = [undefined, [{ array: "a" }]].map((asked) => boundWorkload(PRODUCT, H100, undefined, asked).bounds);
    const dram = bestBounds(warm ?? []).get("dram-l2");
    expect(dram).toMatchObject({ id: "compulsory-warm-start", reads: A, writes: A, value: 2n * A });
    for (const [i, bound] of (cold ?? []).entries()) {
      const after = warm?.[i];
      if (bound.interface === "l2-sm") expect(after).toEqual(bound);
      else
        expect(after?.value).toBe(
          [0n, bound.value - A, (after?.reads ?? 0n) + (after?.writes ?? 0n)].reduce((a, b) => (a > b ? a : b)),
        );
    }
    expect(timeBound(PRODUCT, H100, warm).terms[0]).toMatchObject({ id: "dram-l2", amount: A });
  });

  test("are parts of arrays too, of packed words, in words, and on machines without an L2", () => {
    const packed = gemmWorkload({ m: 64, n: 64, k: 63, dataType: "fp6", outputType: "bf16" });
    for (const [workload, machine, asked] of [
      [packed, H100, [{ array: "A" }, { array: "b", size: 100n }]],
      [PRODUCT, abstractMachine(5000), [{ array: "B", size: 4999n }]],
      [PRODUCT, ACCELERATORS[0] ?? H100, [{ array: "A", size: 1n }]],
      [chainWorkload({ m: 512, k: 64, l: 512, n: 64 }), H100, [{ array: "D" }]],
    ] as const) {
      const report = boundWorkload(workload, machine, undefined, asked);
      expect(report.resident?.map(({ array }) => array.toLowerCase())).toEqual(asked.map(({ array }) => array.toLowerCase()));
      expect(verifyDocument(asRead(report)), workload.kind).toMatchObject({ valid: true });
    }
    // 64 · 63 words of 6 bits.
    expect(boundWorkload(packed, H100, undefined, [{ array: "A" }]).resident).toEqual([{ array: "A", size: 3024n }]);
  });

  test.each<readonly [message: string, asked: readonly AskedResident[]]>([
    ["resident: expected an input array: A, B, found 'X'", [{ array: "X" }]],
    ["resident: expected an input array: A, B, found 'c', an output", [{ array: "c" }]],
    ["resident: expected each array once, found 'A'", [{ array: "A" }, { array: "a" }]],
    ["resident: expected 1 to 33554432 bytes of A, those that are used, found 33554433", [{ array: "A", size: A + 1n }]],
    ["resident: expected 1 to 33554432 bytes of A, those that are used, found 0", [{ array: "A", size: 0n }]],
    ["resident: expected at most 52428800 bytes, what the L2 holds, found 67108864", [{ array: "A" }, { array: "B" }]],
  ])("%s", (message, asked) => {
    expect(() => proveBounds(PRODUCT, H100, asked)).toThrow(message);
  });
});

test("no bound from a warm start is above the optimum from it", () => {
  const side = fc.integer({ min: 1, max: 2 });
  fc.assert(
    fc.property(
      fc.record({ m: side, n: side, k: side }).filter(({ m, n, k }) => m * k + k * n + m * n * k <= 10),
      fc.integer({ min: 0, max: 3 }),
      fc.boolean(),
      fc.boolean(),
      fc.infiniteStream(fc.boolean()),
      (shape, more, sliding, recomputation, chosen) => {
        const computation = gemmComputation(gemmWorkload(shape));
        const graph = expand(computation);
        const capacity = Math.max(3, minimumCapacity(graph, { sliding })) + more;
        const inputs = Array.from({ length: graph.vertexCount }, (_, v) => v).filter((v) => isInput(graph, v));
        const red = inputs.filter(() => chosen.next().value === true).slice(0, capacity);
        fc.pre(red.length > 0);
        const optimum = plainOptimum(graph, twoLevelGame(capacity, { sliding, recomputation }), red);
        // Of which array the words are is nothing to the bound.
        const resident: readonly Resident[] = [{ array: "A", size: BigInt(red.length) }];
        for (const bound of proveBoundsInSetting(computation, inWords(capacity))) {
          const { id, value } = fromWarmStart(bound, resident);
          expect(Number(value) <= (optimum ?? Number.POSITIVE_INFINITY), `${id} = ${value} > ${optimum}`).toBe(true);
        }
      },
    ),
    parameters(60),
  );
});

test("a wrapped bound checks, whatever is inside and resident", () => {
  fc.assert(
    fc.property(mixedGemm(500), fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), (workload, share, isGpu) => {
      const machine = isGpu ? H100 : abstractMachine(3000);
      const cold = boundWorkload(workload, machine);
      const most = Number(bestReads(cold.bounds).get(isGpu ? "dram-l2" : "slow-fast")?.reads ?? 0n);
      const least = Math.min(most, isGpu ? H100.l2Bytes : 3000) / 2;
      const size = BigInt(Math.max(1, Math.floor(share * Math.min(least, workload.m * workload.k * (isGpu ? 0.5 : 1)))));
      const report = boundWorkload(workload, machine, undefined, [{ array: "A", size }]);
      expect(verifyDocument(asRead(report))).toMatchObject({ valid: true });
    }),
    parameters(15),
  );
});

/** The document of a deriver that takes anything for resident, and bounds that it makes of those of an empty start. */
function claimed(
  resident: readonly Resident[],
  warmed: (bound: Bound, index: number) => Bound,
  more: readonly Bound[] = [],
): Json {
  const { workload, machine, bounds } = boundWorkload(PRODUCT, H100);
  return asRead({ workload, machine, resident, bounds: [...bounds, ...more].map(warmed) });
}

const onDram =
  (resident: readonly Resident[]) =>
  (bound: Bound): Bound =>
    bound.interface === "dram-l2" ? fromWarmStart(bound, resident) : bound;

const ALL_OF_A: readonly Resident[] = [{ array: "A", size: A }];
const TOO_MANY: readonly Resident[] = [
  { array: "A", size: A },
  { array: "B", size: A },
];
const TWICE: readonly Resident[] = [
  { array: "A", size: 5n },
  { array: "A", size: 6n },
];
const HONEST = claimed(ALL_OF_A, onDram(ALL_OF_A));
const OF_CLASS = proveOneCtaPerTileBound(
  gemmComputation(PRODUCT),
  { tile: { bm: 128n, bn: 128n }, slots: 264n, inStep: true },
  52428800n,
);
if (OF_CLASS === undefined) throw new Error("no bound of a class");

describeForgeries(
  "hypotheses of warm-start",
  [HONEST],
  [
    ["more than the L2 holds", claimed(TOO_MANY, onDram(TOO_MANY)), "resident", /^67108864 in all, more than the 52428800/],
    ["an output", claimed([{ array: "C", size: 5n }], onDram([{ array: "C", size: 5n }])), "resident[0].array", /no input/],
    ["an intermediate", claimed([{ array: "H", size: 5n }], onDram([{ array: "H", size: 5n }])), "resident[0].array", /no input/],
    [
      "more words than the array has",
      claimed([{ array: "A", size: A + 1n }], onDram([{ array: "A", size: A + 1n }])),
      "resident[0].size",
      /more than the 33554432/,
    ],
    ["an array twice", claimed(TWICE, onDram(TWICE)), "bounds[0].certificate.resident[1].array", "an array twice"],
    [
      "a bound from the empty start beside the others",
      claimed(ALL_OF_A, (bound, i) => (i === 1 ? bound : onDram(ALL_OF_A)(bound))),
      "bounds[1].certificate.resident",
      /what is resident/,
    ],
    [
      "fewer residents in a certificate than there are",
      claimed(ALL_OF_A, (bound, i) => onDram(i === 1 ? [{ array: "A", size: 1n }] : ALL_OF_A)(bound)),
      "bounds[1].certificate.resident",
      /what is resident/,
    ],
    [
      "two arrays that a certificate calls one",
      claimed(
        [
          { array: "A", size: 5n },
          { array: "B", size: 6n },
        ],
        (bound) => onDram([{ array: 'A","5"],["B', size: 6n }])(bound),
      ),
      "bounds[0].certificate.resident",
      /what is resident/,
    ],
    [
      "words in SMs at the start",
      claimed(ALL_OF_A, (bound) => fromWarmStart(bound, ALL_OF_A)),
      `bounds[${boundWorkload(PRODUCT, H100).bounds.findIndex(({ interface: id }) => id === "l2-sm")}].certificate.resident`,
      /what is resident/,
    ],
    [
      "a class of kernels",
      claimed(ALL_OF_A, onDram(ALL_OF_A), [OF_CLASS]),
      `bounds[${boundWorkload(PRODUCT, H100).bounds.length}].certificate`,
      /a class of kernels/,
    ],
  ],
);

test("a warm start is the document's, and not wrapped twice", () => {
  const cold = asRead(boundWorkload(PRODUCT, H100));
  expect(verifyDocument(edited(HONEST, ["resident", 0, "size"], () => 1))).toMatchObject({ valid: false });
  const { resident: _, ...without } = HONEST as Record<string, Json>;
  expect(verifyDocument({ ...without, requires: (cold as Record<string, Json>)["requires"] as Json })).toMatchObject({
    valid: false,
    path: "bounds[0].certificate.resident",
  });
  expect(verifyDocument({ ...without, resident: ALL_OF_A.map(({ array }) => ({ array, size: Number(A) })) })).toMatchObject({
    valid: true,
  });
  expect(verifyDocument({ ...(HONEST as object), requires: (cold as Record<string, Json>)["requires"] })).toMatchObject({
    valid: false,
    path: "document.requires",
  });
  const nested = edited(HONEST, ["bounds", 0, "certificate", "inner"], (inner) => ({
    ...(inner as object),
    theorem: "warm-start",
  }));
  expect(verifyDocument(nested)).toMatchObject({ valid: false, reason: "no theorem 'warm-start'" });
});

test("no edit of a number of a wrapper is accepted", () => {
  const paths = (["value", "reads", "writes"] as const).flatMap((field) => [
    ["bounds", 0, "certificate", field],
    ["bounds", 0, field],
  ]);
  const changes = [-1, 1].map((by) => (leaf: Json) => Number(leaf) + by);
  expectEveryEditRefused(
    HONEST,
    [...paths, ["bounds", 0, "certificate", "resident", 0, "size"], ["resident", 0, "size"]],
    () => changes,
  );
});
