import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { einsumWorkload } from "../../src/computation/einsum.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { softmaxWorkload } from "../../src/computation/row-workloads.js";
import { breakdownJson } from "../../src/gap/breakdown/breakdown.js";
import { explainGap } from "../../src/gap/breakdown/explained-gap.js";
import { gapReport } from "../../src/gap/gap.js";
import { gapDocument } from "../../src/gap/gap-document.js";
import { A100 } from "../../src/machines/known/a100.js";
import { H100 } from "../../src/machines/known/h100.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { energyEstimate } from "../../src/time/energy.js";
import { operationCounts } from "../../src/time/operation-counts.js";
import { timeBound } from "../../src/time/time-bound.js";
import { timeDocument } from "../../src/time/time-document.js";
import { verifyDocument } from "../../src/verify/document.js";
import { edited, type Path } from "./edited.js";
import { alone, asRead } from "./forgeries/about.js";
import { expectRefusal } from "./forgeries/refusal.js";

/** Explanations of gaps and times: each claim changed to what a report could say that forgets why it may not. */

type Change = readonly [path: Path, value: unknown];

const changed = (document: Json, ...changes: readonly Change[]): Json =>
  changes.reduce((before, [path, value]) => edited(before, path, () => value as Json), document);

describe("the explanation of a gap", () => {
  const gpu = { ...A100, sms: 4, l2Bytes: 2 ** 18 };
  const report = gapReport(gemmWorkload({ m: 512, n: 512, k: 256 }), gpu, { tile: "64x64x32", orders: [{ kind: "row" }] });
  const breakdown = explainGap(report, { tile: "64x64x32", orders: [{ kind: "row" }] }).map((one) => breakdownJson(one, "bytes"));
  const document = asRead({ ...(gapDocument(report) as object), breakdown } as Json);
  const levels =
    (
      document["breakdown"] as unknown as readonly {
        readonly levels: readonly { readonly basis: string }[];
        readonly steps: readonly Json[];
      }[]
    )[0] ?? expect.fail("none");
  const last = levels.levels.length - 1;
  const at = (path: Path, value: unknown) => changed(document, [["breakdown", 0, ...path], value]);

  test.each<[string, Json, string, string | RegExp]>([
    ["counts of neither", at(["counts"], "writes"), "breakdown[0].counts", "neither reads nor total"],
    [
      "a bound that is not the largest",
      at(["levels", last, "label"], "gemm"),
      `breakdown[0].levels[${last}]`,
      "not the largest bound",
    ],
    [
      "a bound of some kernels that is none",
      at(["levels", 0, "basis"], "proven for some"),
      "breakdown[0].levels[0]",
      "no bound of some kernels",
    ],
    ["a basis that is none", at(["levels", 0, "basis"], "believed"), "breakdown[0].levels[0].basis", "no basis"],
    ["a replay below the bound", at(["levels", 0, "bytes"], 1), "breakdown[0].levels[0]", /^below the bound \d+$/],
    ["no bound at the end", at(["levels"], levels.levels.slice(0, -1)), "breakdown[0].levels", "do not end at a bound"],
    ["a bound alone", at(["levels"], levels.levels.slice(-1)), "breakdown[0].levels", "do not end at a bound"],
    [
      "a step too many",
      at(["steps"], [...levels.steps, levels.steps[0]]),
      "breakdown[0].steps",
      `the number of steps is ${last}, not ${last + 1}`,
    ],
    [
      "a step from elsewhere",
      at(["steps", 0, "from"], "bound"),
      "breakdown[0].steps[0].from",
      /^the level above is .*, not bound$/,
    ],
    [
      "a step to elsewhere",
      at(["steps", 0, "to"], "schedule"),
      "breakdown[0].steps[0].to",
      /^the level below is .*, not schedule$/,
    ],
    ["a step that rises", at(["steps", 0, "rises"], true), "breakdown[0].steps[0].rises", "not what its levels do"],
    [
      "another factor",
      at(["steps", 0, "factor"], "7/3"),
      "breakdown[0].steps[0].factor",
      /^the quotient of its levels is .*, not 7\/3$/,
    ],
    ["another ratio", at(["steps", 0, "ratio"], 7.5), "breakdown[0].steps[0].ratio", "not factor"],
  ])("%s", (_, changedDocument, path, reason) => expectRefusal(changedDocument, path, reason));
});

describe("times", () => {
  const timed = (workload: Parameters<typeof timeBound>[0], gpu = H100): Record<string, Json> => {
    const time = timeBound(workload, gpu);
    return asRead(timeDocument(time, energyEstimate(time.bounds, operationCounts(workload), gpu)));
  };
  const document = timed(gemmWorkload({ m: 4096, n: 4096, k: 4096 }));
  const soft = timed(softmaxWorkload({ rows: 4096, columns: 4096 }));
  const letters = [..."abcdefghij"];
  const square = einsumWorkload({ text: "T[a] += A[a] * A[b]", extents: { a: 1, b: 1 } });
  const onlyDram = alone(document, "compulsory", "dram-l2");

  test.each<[string, Json, string, string | RegExp]>([
    [
      "a rate that is no figure",
      changed(document, [["machine", "dramPeakBytesPerSecond"], 0]),
      "machine.dramPeakBytesPerSecond",
      "not a positive figure",
    ],
    [
      "no bound into the SMs",
      { ...document, bounds: onlyDram["bounds"] as Json, interfaces: onlyDram["interfaces"] as Json },
      "bounds",
      "none of interface l2-sm",
    ],
    [
      "energies that are proven",
      changed(document, [["energy", "estimate"], false]),
      "energy.estimate",
      "energies are not proven",
    ],
    ["a term that is not there", changed(soft, [["terms"], []]), "terms", /^the number of rows is \d, not 0$/],
  ])("%s", (_, changedDocument, path, reason) => {
    expectRefusal(changedDocument, path, reason);
  });

  test("holds as it is, and of no machine whose rates are not known", () => {
    for (const one of [document, soft]) expect(verifyDocument(one)).toMatchObject({ valid: true });
    const bounds = asRead(boundsDocument(boundWorkload(gemmWorkload({ m: 4096, n: 4096, k: 4096 }), abstractMachine(4096))));
    const { best: _, schema: __, ...own } = bounds;
    expectRefusal({ ...document, ...own }, "machine.kind", "no machine with times");
  });

  test("no figure of DRAM, and a statement that can be taken in too many orders", () => {
    const { machine } = document as unknown as { readonly machine: Record<string, Json> };
    const { dramPeakBytesPerSecond: __, dramBytesPerSecond: ___, ...without } = machine;
    expectRefusal({ ...document, machine: without }, "machine.dramBytesPerSecond", "not a positive figure");
    const { bounds } = asRead(boundsDocument(boundWorkload(square, H100))) as {
      readonly bounds: readonly { readonly id: string }[];
    };
    const workload = {
      ...square,
      text: `T[${letters.join()}] += ${letters.map((one) => `A[${one}]`).join(" * ")}`,
      extents: Object.fromEntries(letters.map((one) => [one, 1])),
    };
    const many = { ...document, workload, bounds: bounds.filter(({ id }) => id === "compulsory") };
    expectRefusal(asRead(many as unknown as Json), "workload.text", "accesses to one array that can be taken in too many orders");
  });
});
