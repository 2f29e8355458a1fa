import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { fftWorkload } from "../../src/computation/layered/fft.js";
import type { LayeredWorkload } from "../../src/computation/layered/layered.js";
import { stencilWorkload } from "../../src/computation/layered/stencil.js";
import { pebblingDocument, workloadPebblingReport } from "../../src/gap/pebbling.js";
import { H100 } from "../../src/machines/known/h100.js";
import { twoLevelGame } from "../../src/pebble/rules.js";
import { verifyCertificate } from "../../src/verify/certificate.js";
import { verifyDocument } from "../../src/verify/document.js";

type Fields = Record<string, unknown>;

const WIDE = stencilWorkload({ dims: [400, 300], steps: 50, points: 9 });
const NARROW = stencilWorkload({ dims: [31, 40], steps: 50 });
const WORKLOADS: readonly (readonly [string, LayeredWorkload])[] = [
  ["a line", stencilWorkload({ dims: [900], steps: 80, points: 5 })],
  ["a wide grid", WIDE],
  ["a narrow grid", NARROW],
  ["a cube", stencilWorkload({ dims: [80, 90, 100], steps: 9 })],
  ["a transform", fftWorkload({ points: 1 << 20 })],
];
const CASES = WORKLOADS.flatMap(([name, workload]) => {
  const setting = { interface: "slow-fast", unit: "words", capacity: 100n, memories: 2n, fastMemory: "" } as const;
  const bounds = proveBoundsInSetting(workload, setting).filter(({ id }) => id !== "compulsory");
  return bounds.map(({ id, certificate }) => [name, id, certificateToJson(certificate) as unknown as Fields] as const);
});
const certificateOf = (name: string): Fields => (CASES.find(([own]) => own === name) as (typeof CASES)[number])[2];
const refused = (certificate: Fields): void => {
  expect(() => verifyCertificate(certificate)).toThrow(/^certificate\./);
};

test("both theorems say something of each, with borders counted and without", () => {
  expect(CASES.length).toBe(2 * WORKLOADS.length);
  expect(new Set(CASES.map(([, , { margin }]) => margin === 0)).size).toBe(2);
});

describe.each(CASES)("a certificate of %s, %s,", (_, id, certificate) => {
  const { instance } = certificate as { readonly instance: Fields };

  test("is accepted", () => {
    expect(verifyCertificate(certificate).value).toBe(BigInt(certificate["value"] as number));
  });

  const settled = ["capacityWords", "cut", "margin", "firstSegmentValues", "segmentValues", "laterSegments", "value"];
  test.each([...settled, ...(id === "layered-segments" ? ["reads", "writes"] : [])])("is refused with another %s", (name) => {
    for (const step of [-1, 1]) refused({ ...certificate, [name]: (certificate[name] as number) + step });
  });

  test.each([
    ["more memories", { memories: 50 }],
    ["a smaller memory", { capacity: 99 }],
    ["a larger value", { weights: { word: 2, output: 2 } }],
    ["a field more", { periodic: true }],
    ["another kind", { kind: "scan" }],
  ])("is refused with %s", (_name, change) => refused({ ...certificate, instance: { ...instance, ...change } }));

  test("is refused as one of the other theorem", () => {
    const other = id === "layered-segments" ? "layered-without-recomputation" : "layered-segments";
    refused({ ...certificate, theorem: other });
  });
});

describe("what the growth of a stencil rests on", () => {
  test.each([
    ["a larger radius", "a wide grid", { radius: 2 }],
    ["fewer neighbours", "a wide grid", { neighbours: "star" }],
    ["more neighbours", "a cube", { neighbours: "box" }],
    ["a dimension less", "a narrow grid", { dims: [31] }],
    ["a grid that is filled", "a narrow grid", { dims: [5, 40] }],
    ["a margin without cells inside", "a wide grid", { dims: [40, 300] }],
    ["no power of two", "a transform", { points: (1 << 20) + 1 }],
  ])("%s is refused", (_, name, change) => {
    const certificate = certificateOf(name);
    refused({ ...certificate, instance: { ...(certificate["instance"] as Fields), ...change } });
  });

  test("a narrower margin is refused, and one that is no multiple of the radius", () => {
    const certificate = certificateOf("a wide grid");
    const margin = certificate["margin"] as number;
    for (const other of [margin - 1, 3, 1]) refused({ ...certificate, margin: other });
    refused({ ...certificateOf("a line"), margin: 3 });
  });
});

describe("a document", () => {
  const report = boundWorkload(stencilWorkload({ dims: [8192, 8192], steps: 100, dataType: "fp64" }), H100);
  const document = JSON.parse(JSON.stringify(boundsDocument(report))) as Fields & { readonly workload: Fields };

  test("is accepted, its best bounds allow recomputation", () => {
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    expect(JSON.stringify(document["best"])).not.toContain("without-recomputation");
  });

  test.each([
    ["of another grid", { dims: [8192, 8191] }],
    ["of more steps", { steps: 101 }],
    ["of a wider stencil", { radius: 2 }],
    ["of a box", { neighbours: "box" }],
    ["of narrower values", { dataType: "fp32" }],
    ["with a boundary", { boundary: "periodic" }],
  ])("is refused as one %s", (_, change) => {
    expect(verifyDocument({ ...document, workload: { ...document.workload, ...change } })).toMatchObject({ valid: false });
  });

  test("of a game with recomputation is refused with a bound without", () => {
    const workload = fftWorkload({ points: 8 });
    const [free, once] = [true, false].map((recomputation) => {
      const game = twoLevelGame(3, { sliding: true, recomputation, processors: 1 });
      return JSON.parse(
        JSON.stringify(pebblingDocument(workloadPebblingReport(workload, game, {}, { limits: { maxStates: 50 } }), true)),
      ) as Fields;
    }) as [Fields, Fields];
    const boundsOf = (one: Fields): readonly Fields[] => one["bounds"] as readonly Fields[];
    const without = boundsOf(once).filter(({ id }) => id === "layered-without-recomputation");
    expect(without).toHaveLength(1);
    for (const one of [free, once]) expect(verifyDocument(one)).toMatchObject({ valid: true });
    expect(verifyDocument({ ...free, bounds: [...boundsOf(free), ...without] })).toMatchObject({ valid: false });
  });
});
