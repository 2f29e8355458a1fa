import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Bound } from "../../src/bounds/bound.js";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { InputError } from "../../src/errors.js";
import { gapReport } from "../../src/gap/gap.js";
import { gapDocument } from "../../src/gap/gap-document.js";
import { abstractMachine, gpuNamed, MACHINES } from "../../src/machines/registry.js";
import { verifyDocument } from "../../src/verify/document.js";
import { gemm, parameters, tinyGpu } from "../properties/arbitraries.js";
import type { Change, Path } from "./edited.js";
import { edited, expectEveryEditRefused, leaves } from "./edited.js";

const anyMachine = fc.oneof(
  fc.integer({ min: 3, max: 30_000 }).map((words) => abstractMachine(words)),
  tinyGpu,
  fc.constantFrom(...MACHINES),
);

test("every certificate verifies, on every machine", () => {
  fc.assert(
    fc.property(gemm(1_000_000), anyMachine, (workload, machine) => {
      const document = JSON.parse(JSON.stringify(boundsDocument(boundWorkload(workload, machine))));
      expect(verifyDocument(document)).toMatchObject({ valid: true });
    }),
    parameters(120),
  );
});

test("counts beyond 2^53 travel as decimal strings and still verify", () => {
  const workload = gemmWorkload({ m: 2 ** 52, n: 2 ** 52, k: 2 ** 52 });
  const text = JSON.stringify(boundsDocument(boundWorkload(workload, abstractMachine(1000))));
  expect(text).toMatch(/"value":"\d{17,}"/);
  expect(verifyDocument(JSON.parse(text))).toMatchObject({ valid: true });
});

const CHANGES: readonly Change[] = [
  (leaf) => (typeof leaf === "number" ? leaf + 1 : `${leaf}1`),
  (leaf) => (typeof leaf === "number" ? leaf - 1 : `${leaf} `),
  (leaf) => (typeof leaf === "number" ? leaf * 2 + 3 : ""),
  (leaf) => (typeof leaf === "number" ? leaf + 0.5 : "gemm-segments"),
  (leaf) => (typeof leaf === "number" ? String(leaf) : "real"),
];

/** Leaves that say nothing about the proof: names of things, figures of the machine that no bound uses. */
function isClaim(path: Path): boolean {
  const [top] = path;
  if (top === "rows" || top === "cache") return false;
  if (top === "machine") {
    const used = [
      "kind",
      "fastWords",
      "sms",
      "l2Bytes",
      "registersPerSm",
      "l1AndSharedMemoryPerSmBytes",
      "tensorMemoryPerSmBytes",
    ];
    return used.includes(String(path[1]));
  }
  // Array names are labels.
  return path.at(-1) !== "array";
}

const isWidthOfBusiest = (bound: Bound | undefined, path: Path): boolean =>
  bound?.scope === "busiest" && path.at(-1) === "partial";

const isWidthOfWideAccumulators = (bound: Bound | undefined, path: Path): boolean =>
  bound?.id.endsWith("-wide-accumulators") === true && path.at(-1) === "partial";

test.each([1, 2, 5, 8, 11])("wide partial sums of 4 bytes, 2 bytes as results, are not counted as %i bytes", (bytes) => {
  const report = boundWorkload(gemmWorkload({ m: 300, n: 200, k: 7 }), gpuNamed("h200"));
  const document = boundsDocument(report);
  const widths = leaves(document).filter((path) => isWidthOfWideAccumulators(report.bounds[Number(path[1])], path));
  expect(widths.length).toBeGreaterThan(0);
  for (const path of widths) expect(verifyDocument(edited(document, path, () => bytes))).toMatchObject({ valid: false });
});

test("partial sums of a bound on the busiest memory are no narrower than they are", () => {
  const report = boundWorkload(gemmWorkload({ m: 4096, n: 4096, k: 8192 }), gpuNamed("h200"));
  const document = boundsDocument(report);
  const widths = leaves(document).filter((path) => isWidthOfBusiest(report.bounds[Number(path[1])], path));
  expect(widths).toHaveLength(2);
  for (const path of widths) expect(verifyDocument(edited(document, path, () => 1))).toMatchObject({ valid: false });
});

describe("every edit of a claim is refused", () => {
  const machines = [abstractMachine(40), abstractMachine(3000), ...MACHINES.filter((m) => m.id === "h200" || m.id === "tpu-v1")];
  test.each(machines.map((machine) => [machine.name, machine] as const))("%s", (_, machine) => {
    for (const workload of [gemmWorkload({ m: 300, n: 200, k: 7 }), gemmWorkload({ m: 4096, n: 4096, k: 8192, batch: 2 })]) {
      const report = boundWorkload(workload, machine);
      const document = boundsDocument(report);
      // A steady count has many best T; test/bounds/amortized.test.ts edits it by more.
      // A bound on the busiest memory counts partial sums at the narrower size, so any wider one proves as much, and one with wide accumulators
      // may count them a byte narrower where that costs no segment.
      const isFree = (path: Path): boolean => {
        const bound = report.bounds[Number(path[1])];
        if (path.at(-1) === "cut") return bound?.id.includes("steady") === true;
        return isWidthOfBusiest(bound, path) || isWidthOfWideAccumulators(bound, path);
      };
      const claims = leaves(document).filter((path) => isClaim(path) && !isFree(path));
      expectEveryEditRefused(document, claims, () => CHANGES);
    }
  });
});

test("several fields changed consistently are refused too: a larger cut claimed with its own clock", () => {
  const document = boundsDocument(boundWorkload(gemmWorkload({ m: 500, n: 500, k: 500 }), abstractMachine(100)));
  const bounds = (document as { bounds: { certificate: Record<string, number>; reads: number; value: number }[] }).bounds;
  const bound = bounds.find((entry) => String(entry.certificate["theorem"]) === "gemm-segments");
  if (bound === undefined) throw new Error("no segments bound");
  const { certificate } = bound;
  const more = certificate["laterSegments"] as number;
  certificate["cut"] = (certificate["cut"] as number) + 1;
  for (const name of ["clock", "reads", "value"]) certificate[name] = (certificate[name] as number) + more;
  bound.reads += more;
  bound.value += more;
  expect(verifyDocument(document)).toMatchObject({ valid: false });
});

test("a certificate for another workload or machine is refused", () => {
  const one = boundsDocument(boundWorkload(gemmWorkload({ m: 64, n: 64, k: 64 }), abstractMachine(50))) as Record<string, Json>;
  const other = boundsDocument(boundWorkload(gemmWorkload({ m: 64, n: 64, k: 65 }), abstractMachine(50))) as Record<string, Json>;
  expect(verifyDocument({ ...one, bounds: other["bounds"], best: other["best"] })).toMatchObject({ valid: false });
  const smaller = boundsDocument(boundWorkload(gemmWorkload({ m: 64, n: 64, k: 64 }), abstractMachine(40))) as Record<
    string,
    Json
  >;
  expect(verifyDocument({ ...one, bounds: smaller["bounds"], best: smaller["best"] })).toMatchObject({ valid: false });
});

test("a gap document verifies as well, and a single certificate", () => {
  const document = gapDocument(gapReport(gemmWorkload({ m: 256, n: 256, k: 256 }), abstractMachine(500))) as Record<string, Json>;
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  const first = (document["bounds"] as readonly { certificate: Json }[])[1];
  expect(verifyDocument(first?.certificate)).toEqual({ valid: true, certificates: 1 });
});

test.each([[null], [[]], [{}], [{ schema: "redblue.traffic/2" }], ["text"], [3]])("%j is not a document", (value) => {
  expect(() => verifyDocument(value, "x.json")).toThrow(InputError);
});

test("a document of an earlier version is refused with the version that reads it", () => {
  expect(() => verifyDocument({ schema: "redblue.gap/1" }, "x.json")).toThrow(
    "x.json: expected a document of redblue 0.2, found redblue.gap/1, which redblue 0.1 reads",
  );
});

test.each([
  [{ schema: "redblue.bounds/2" }],
  [{ schema: "redblue.bounds/2", bounds: [], workload: {}, machine: {} }],
  [{ schema: "redblue.bounds/2", bounds: [{}], workload: { kind: "gemm" }, machine: {} }],
  [{ schema: "redblue.certificate/2" }],
  [{ schema: "redblue.certificate/2", theorem: "magic" }],
])("%j is refused, not a crash", (value) => {
  expect(verifyDocument(value)).toMatchObject({ valid: false });
});
