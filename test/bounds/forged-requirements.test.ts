import { describe, expect, test } from "vitest";
import type { Bound } from "../../src/bounds/bound.js";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { bestBounds, bestReads } from "../../src/bounds/prove.js";
import { CONDITIONS } from "../../src/bounds/requirements.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { trafficCurve } from "../../src/gap/curve.js";
import { curveDocument } from "../../src/gap/curve-document.js";
import { gapReport } from "../../src/gap/gap.js";
import { gapDocument } from "../../src/gap/gap-document.js";
import { H100 } from "../../src/machines/known/h100.js";
import { H200 } from "../../src/machines/known/h200.js";
import { energyEstimate } from "../../src/time/energy.js";
import { operationCounts } from "../../src/time/operation-counts.js";
import { timeBound } from "../../src/time/time-bound.js";
import { timeDocument } from "../../src/time/time-document.js";
import { verifyDocument } from "../../src/verify/document.js";
import { edited } from "./edited.js";
import { PORT_REPORTS } from "./port-cases.js";

/** Documents that say less of what a bound requires than it does, or set a kernel beside a bound whose conditions it does not meet. */

type Editable = { [key: string]: Editable } & Editable[] & { value: number };
const copyOf = (document: Json): Editable => JSON.parse(JSON.stringify(document));

const SHARP: ReadonlySet<(typeof CONDITIONS)[number]> = new Set(CONDITIONS);

interface Printed {
  readonly id: string;
  readonly interface: string;
  readonly requires: readonly string[];
  readonly readsRequire?: readonly string[];
}

/** Of each theorem one document with its bound at the SMs alone, right as it stands. */
const ALONE: readonly (readonly [string, Editable, Printed])[] = (() => {
  const found = new Map<string, readonly [string, Editable, Printed]>();
  for (const report of PORT_REPORTS) {
    const document = copyOf(boundsDocument(report));
    for (const bound of document["bounds"] as unknown as readonly Printed[]) {
      if (bound.interface !== "l2-sm" || found.has(bound.id)) continue;
      const { "l2-sm": definition } = document["interfaces"] as unknown as Record<string, string>;
      const one = { ...document, interfaces: { "l2-sm": definition }, bounds: [bound], best: {} } as unknown as Editable;
      const general = (bound as unknown as Bound).scope === "total" && !CONDITIONS.some((id) => bound.requires.includes(id));
      if (general) Object.assign(one, { best: { "l2-sm": { id: bound.id, value: (bound as unknown as Editable).value } } });
      found.set(bound.id, [bound.id, one, bound]);
    }
  }
  return [...found.values()];
})();

const withField = (document: Editable, name: string, value: unknown): Json =>
  edited(document as unknown as Json, ["bounds", 0, name], () => value as Json);

describe("a bound that says it requires less, or more, is refused", () => {
  test("theorems that hold with adders and without are among those tried, eleven of them only without", () => {
    const needs = ALONE.filter(([, , { requires }]) => requires.includes("no-l2-adds"));
    expect(new Set(needs.map(([id]) => id.replace("-wide-accumulators", ""))).size).toBe(11);
    expect(ALONE.filter(([, , { readsRequire }]) => readsRequire !== undefined).length).toBeGreaterThanOrEqual(10);
    expect(ALONE.length).toBe(58);
  });

  test.each(ALONE)("%s", (id, document, { requires }) => {
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    for (const away of requires) {
      const rest = requires.filter((one) => one !== away);
      expect(verifyDocument(withField(document, "requires", rest)), away).toEqual({
        valid: false,
        path: "bounds[0].requires",
        reason: `lacks '${away}'`,
      });
    }
    const needless = ["no-l2-adds", "wide-partial-sums", "no-recomputation", "whole-dense-operand", "recurrence-order"].filter(
      (one) => !requires.includes(one),
    );
    for (const more of [...needless, ...requires.slice(0, 1)]) {
      expect(verifyDocument(withField(document, "requires", [...requires, more])), more).toEqual({
        valid: false,
        path: `bounds[0].requires[${requires.length}]`,
        reason: "not required by this bound, or twice",
      });
    }
    if (id.endsWith("-wide-accumulators")) expect(requires).toContain("wide-partial-sums");
  });

  test.each(ALONE.filter(([, , { readsRequire }]) => readsRequire !== undefined))("%s: what its reads require", (_, document) => {
    const { readsRequire: __, ...bound } = (document["bounds"] as unknown as readonly Record<string, Json>[])[0] ?? {};
    const dropped = { ...document, bounds: [bound] };
    expect(verifyDocument(dropped)).toEqual({ valid: false, path: "bounds[0].readsRequire", reason: "not a list" });
    expect(verifyDocument(withField(document, "readsRequire", []))).toEqual({
      valid: false,
      path: "bounds[0].readsRequire",
      reason: "lacks 'no-l2-adds'",
    });
    expect(verifyDocument(withField(document, "readsRequire", ["no-l2-adds", "wide-partial-sums"]))).toMatchObject({
      valid: false,
      path: "bounds[0].readsRequire[1]",
    });
  });

  test.each(ALONE.filter(([, , { readsRequire }]) => readsRequire === undefined))(
    "%s: its reads require nothing",
    (_, document) => {
      expect(verifyDocument(withField(document, "readsRequire", ["no-l2-adds"]))).toEqual({
        valid: false,
        path: "bounds[0].readsRequire",
        reason: "not required by this bound",
      });
    },
  );
});

describe("what the document says once", () => {
  const document = boundsDocument(boundWorkload(gemmWorkload({ m: 512, n: 512, k: 512 }), H200));
  const { requires } = document as unknown as { readonly requires: readonly string[] };

  test.each(requires)("requires without %s", (away) => {
    const rest = requires.filter((id) => id !== away);
    expect(verifyDocument(edited(document, ["requires"], () => rest))).toEqual({
      valid: false,
      path: "document.requires",
      reason: `lacks '${away}'`,
    });
  });

  test("requires more, or nothing", () => {
    expect(verifyDocument(edited(document, ["requires"], () => [...requires, "no-l2-adds"]))).toMatchObject({
      valid: false,
      path: `document.requires[${requires.length}]`,
    });
    const { requires: _, interfaces: __, ...bare } = document as Record<string, Json>;
    expect(verifyDocument({ ...bare, interfaces: __ })).toMatchObject({ valid: false, path: "document.requires" });
    expect(verifyDocument({ ...bare, requires })).toMatchObject({ valid: false, path: "interfaces" });
  });

  test("another definition of an interface, or one too many or too few", () => {
    expect(verifyDocument(edited(document, ["interfaces", "l2-sm"], () => "bytes read from the L2"))).toMatchObject({
      valid: false,
      path: "interfaces.l2-sm",
      reason: expect.stringMatching(
        /^what it counts is bytes that pass an SM's port in either direction.*, not bytes read from the L2$/,
      ),
    });
    const { interfaces } = document as unknown as { readonly interfaces: Record<string, Json> };
    const { "l2-sm": _, ...fewer } = interfaces;
    for (const changed of [fewer, { ...interfaces, "l2-cluster": "bytes" }])
      expect(verifyDocument(edited(document, ["interfaces"], () => changed))).toMatchObject({ valid: false });
  });
});

interface Row {
  readonly interface: string;
  readonly schedule: Readonly<Record<string, Json>>;
  readBytes: number;
  writeBytes: number;
  traffic: number;
  bound: number;
  boundId: string;
  gap: number;
}

/** A gap document's row at the SMs set beside another bound, its gap to match. */
function besideAnother(document: Editable, bound: Bound | undefined): { readonly at: number; readonly document: Editable } {
  const copy = structuredClone(document);
  const rows = copy["rows"] as unknown as Row[];
  const at = rows.findIndex((row) => row.interface === "l2-sm");
  const row = rows[at] ?? expect.fail("no row");
  Object.assign(row, { bound: Number(bound?.value), boundId: bound?.id, gap: row.traffic / Number(bound?.value) });
  return { at, document: copy };
}

describe("a schedule stands beside the strongest bound whose conditions it meets", () => {
  const workload = gemmWorkload({ m: 2048, n: 2048, k: 4096, outputType: "fp32" });
  const options = { tile: "128x128x64", orders: [{ kind: "row" }] } as const;
  const plain = gapReport(workload, H100, { ...options, schedule: "tiled-gemm" });
  const atomic = gapReport(workload, H100, { ...options, schedule: "split-k", splits: 4, reduction: "atomic" });
  const [general, sharp] = [bestBounds(plain.bounds).get("l2-sm"), bestBounds(plain.bounds, SHARP).get("l2-sm")];
  const [plainDocument, atomicDocument] = [copyOf(gapDocument(plain)), copyOf(gapDocument(atomic))];
  const reads = bestReads(plain.bounds, SHARP).get("l2-sm")?.reads ?? 0n;

  test("both verify, the plain one beside the sharper bound", () => {
    const idOf = ({ rows }: typeof plain) => rows.find((row) => row.interface === "l2-sm")?.bound.id;
    expect([idOf(plain), idOf(atomic)]).toEqual([sharp?.id, general?.id]);
    expect(sharp?.value).toBeGreaterThan(general?.value ?? 0n);
    expect(sharp?.requires).toContain("no-l2-adds");
    for (const document of [plainDocument, atomicDocument]) expect(verifyDocument(document)).toMatchObject({ valid: true });
  });

  test("a split k that adds in the L2 is not held to the sharper one", () => {
    const { at, document } = besideAnother(atomicDocument, sharp);
    expect(verifyDocument(document)).toEqual({
      valid: false,
      path: `rows[${at}].boundId`,
      reason: `the id of the bound is ${general?.id}, not ${sharp?.id}`,
    });
  });

  test("a plain one is not let off with the weaker one", () => {
    const { at, document } = besideAnother(plainDocument, general);
    expect(verifyDocument(document)).toEqual({
      valid: false,
      path: `rows[${at}].boundId`,
      reason: `the id of the bound is ${sharp?.id}, not ${general?.id}`,
    });
  });

  test("a row that says another reduction is held to that one's bound", () => {
    const rows = atomicDocument["rows"] as unknown as readonly Row[];
    const at = rows.findIndex((row) => row.interface === "l2-sm");
    const changed = edited(atomicDocument as unknown as Json, ["rows", at, "schedule", "reduction"], () => "parallel");
    expect(verifyDocument(changed)).toMatchObject({ valid: false, path: `rows[${at}].boundId` });
  });

  test("reads below those of a bound that the schedule meets are refused, whatever its total is", () => {
    const lowered = (document: Editable, to: bigint) => {
      const copy = structuredClone(document);
      const rows = copy["rows"] as unknown as Row[];
      const at = rows.findIndex((row) => row.interface === "l2-sm");
      const row = rows[at] ?? expect.fail("no row");
      // What is not read is written: the total stays.
      Object.assign(row, { readBytes: Number(to), writeBytes: row.readBytes + row.writeBytes - Number(to) });
      return { at, verdict: verifyDocument(copy) };
    };
    const ofEvery = bestReads(atomic.bounds).get("l2-sm")?.reads ?? 0n;
    expect(reads).toBeGreaterThan(ofEvery);
    expect(lowered(plainDocument, reads).verdict).toMatchObject({ valid: true });
    const below = lowered(plainDocument, reads - 1n);
    expect(below.verdict).toEqual({
      valid: false,
      path: `rows[${below.at}].readBytes`,
      reason: `below the bound on reads ${reads}`,
    });
    expect(lowered(atomicDocument, ofEvery).verdict).toMatchObject({ valid: true });
    const lowest = lowered(atomicDocument, ofEvery - 1n);
    expect(lowest.verdict).toMatchObject({ valid: false, reason: `below the bound on reads ${ofEvery}` });
  });

  test("narrow partial sums: a split k that hands them over in C is not held to bounds that count them wide", () => {
    const narrow = gemmWorkload({ m: 2048, n: 2048, k: 4096 });
    const serial = gapReport(narrow, H100, { ...options, schedule: "split-k", splits: 4, reduction: "serial" });
    const document = copyOf(gapDocument(serial));
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    const right = bestBounds(serial.bounds, new Set(["no-l2-adds"] as const)).get("l2-sm");
    const wide = bestBounds(serial.bounds, SHARP).get("l2-sm");
    expect(wide?.requires).toContain("wide-partial-sums");
    const { at, document: forged } = besideAnother(document, wide);
    expect(verifyDocument(forged)).toEqual({
      valid: false,
      path: `rows[${at}].boundId`,
      reason: `the id of the bound is ${right?.id}, not ${wide?.id}`,
    });
  });
});

test("a time takes no bytes into the SMs that only kernels without adds in the L2 must read", () => {
  const workload = gemmWorkload({ m: 8192, n: 8192, k: 8192, outputType: "fp32" });
  const time = timeBound(workload, H100);
  const document = copyOf(timeDocument(time, energyEstimate(time.bounds, operationCounts(workload), H100)));
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  const terms = document["terms"] as unknown as { id: string; amount: number; seconds: number; boundId: string }[];
  const at = terms.findIndex(({ id }) => id === "l2-sm");
  const term = terms[at] ?? expect.fail("no term");
  const sharp = bestReads(time.bounds, SHARP).get("l2-sm") ?? expect.fail("no reads");
  const own = bestReads(time.bounds).get("l2-sm");
  expect(sharp.readsRequire).toEqual(["no-l2-adds"]);
  expect(term.amount).toBe(Number(own?.reads));
  expect(sharp.reads).toBeGreaterThan(own?.reads ?? 0n);
  term.seconds *= Number(sharp.reads) / term.amount;
  Object.assign(term, { amount: Number(sharp.reads), boundId: sharp.id });
  expect(verifyDocument(document)).toMatchObject({ valid: false, path: `terms[${at}].amount` });
});

describe("a curve's bounds are those whose conditions all of its schedules meet", () => {
  const workload = gemmWorkload({ m: 4096, n: 4096, k: 4096 });
  const gpu = { ...H200, sms: 2 };
  const range = { from: 2 ** 20, to: 2 ** 20 };
  const report = trafficCurve(workload, gpu, { schedule: "split-k", splits: 4, reduction: "serial", range, perDoubling: 1 });
  const document = copyOf(curveDocument(report));
  const all = copyOf(boundsDocument(boundWorkload(workload, { ...gpu, l2Bytes: 2 ** 20 })));
  const bounds = (all["bounds"] as unknown as readonly Printed[]).filter((bound) => bound.interface === "dram-l2");
  const wide = bounds.filter(({ id }) => id.endsWith("-wide-accumulators"));

  test("partial sums handed over in C: a bound that counts them wide is none of theirs", () => {
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    expect(wide.length).toBeGreaterThan(0);
    const forged = edited(document as unknown as Json, ["points", 0, "bounds"], () => wide as unknown as Json);
    expect(verifyDocument(forged)).toEqual({ valid: false, path: "points[0].bounds", reason: "no bound of this interface" });
  });

  test("with every bound there the traffic stands beside the best of those that hold", () => {
    const full = edited(document as unknown as Json, ["points", 0, "bounds"], () => bounds as unknown as Json);
    expect(verifyDocument(full)).toMatchObject({ valid: true });
    const sharp = (wide as unknown as readonly Bound[]).reduce((x, y) => (y.value > x.value ? y : x));
    const { traffic } = (document["curves"]?.[0]?.["points"]?.[0] ?? {}) as unknown as { readonly traffic: number };
    const forged = structuredClone(full) as unknown as Editable;
    const point = forged["curves"]?.[0]?.["points"]?.[0] as Editable;
    Object.assign(point, { bound: sharp.value, boundId: sharp.id, gap: traffic / Number(sharp.value) });
    expect(verifyDocument(forged)).toMatchObject({ valid: false, path: "curves[0].points[0].boundId" });
  });
});
