import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Setting } from "../../../src/bounds/bound.js";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { Json } from "../../../src/bounds/certificates/json.js";
import { bestBounds, proveBoundsInSetting } from "../../../src/bounds/prove.js";
import { proveRowStatistics } from "../../../src/bounds/rows/statistics.js";
import { gemmComputation, gemmWorkload } from "../../../src/computation/gemm.js";
import { normGemmWorkload } from "../../../src/computation/norm-gemm.js";
import type { RowWorkload } from "../../../src/computation/row-workloads.js";
import { elementwiseWorkload, normWorkload, rotaryWorkload, softmaxWorkload } from "../../../src/computation/row-workloads.js";
import { abstractMachine, machineNamed } from "../../../src/machines/registry.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { parameters } from "../../properties/arbitraries.js";
import { edited, expectEveryEditRefused, leaves } from "../edited.js";

const setting = (capacity: number, memories = 1, unit: "words" | "bytes" = "words"): Setting => ({
  interface: "slow-fast",
  unit,
  capacity: BigInt(capacity),
  memories: BigInt(memories),
  fastMemory: "",
});

const extent = fc.integer({ min: 1, max: 300 });
const types = fc.record({ dataType: fc.constantFrom("bf16", "fp8", "fp32"), outputType: fc.constantFrom(undefined, "fp32") });
const statistics = fc
  .tuple(fc.constantFrom("softmax", "rmsnorm", "layernorm"), extent, extent, types)
  .map(([kind, rows, columns, words]) =>
    kind === "softmax" ? softmaxWorkload({ rows, columns, ...words }) : normWorkload(kind, { rows, columns, ...words }),
  );

test("of each row what does not fit is read twice, gain and shift once, and results are written once", () => {
  fc.assert(
    fc.property(statistics, fc.integer({ min: 3, max: 800 }), fc.integer({ min: 1, max: 3 }), (w, capacity, memories) => {
      const proven = proveRowStatistics(w, setting(capacity, memories, "bytes"));
      const [word, out] = [w.dataType, w.outputType].map((type) => ({ bf16: 2, fp8: 1, fp32: 4 })[type as "bf16"]) as [
        number,
        number,
      ];
      const held = memories * Math.floor(capacity / word);
      if (held >= w.columns) {
        expect(proven).toBeUndefined();
        return;
      }
      const vectors = { softmax: 0, rmsnorm: 1, layernorm: 2 }[w.kind];
      const loads = w.rows * (w.columns + (w.columns - held)) + vectors * w.columns;
      expect(proven).toMatchObject({ reads: BigInt(loads * word), writes: BigInt(w.rows * w.columns * out) });
    }),
    parameters(200),
  );
});

test("kernels without statistics, and rows that fit, have compulsory traffic alone", () => {
  const ids = (w: RowWorkload, capacity: number): readonly string[] =>
    proveBoundsInSetting(w, setting(capacity)).map(({ id }) => id);
  expect(ids(elementwiseWorkload({ rows: 4, columns: 100 }), 3)).toEqual(["compulsory"]);
  expect(ids(rotaryWorkload({ rows: 4, heads: 4, dim: 64 }), 5)).toEqual(["compulsory"]);
  expect(ids(softmaxWorkload({ rows: 4, columns: 100 }), 100)).toEqual(["compulsory"]);
  expect(ids(softmaxWorkload({ rows: 4, columns: 100 }), 99)).toEqual(["compulsory", "row-statistics"]);
});

describe("normalised products", () => {
  test("have the product's theorems, and tables among the compulsory inputs", () => {
    fc.assert(
      fc.property(extent, extent, extent, fc.integer({ min: 3, max: 500 }), (m, half, k, capacity) => {
        const sides = { m, n: 2 * half, k };
        const own = proveBoundsInSetting(normGemmWorkload({ ...sides, headDim: 2 * half }), setting(capacity));
        const product = proveBoundsInSetting(gemmComputation(gemmWorkload(sides)), setting(capacity));
        expect(own.slice(1).map(({ certificate }) => certificate)).toEqual(
          product.slice(1).map(({ certificate }) => certificate),
        );
        const tables = BigInt(k + m * 2 * half);
        expect(own[0]?.value).toBe((product[0]?.value as bigint) + tables);
        for (const { requires } of own) expect(requires.at(-1)).toBe("normalised-word-size");
      }),
      parameters(50),
    );
  });
});

const CHANGES: readonly ((leaf: Json) => Json)[] = [
  (leaf) => (typeof leaf === "number" ? leaf + 1 : typeof leaf === "string" ? `${leaf}1` : leaf),
  (leaf) => (typeof leaf === "number" && leaf > 0 ? leaf - 1 : leaf),
  (leaf) => (typeof leaf === "number" ? 2 * leaf : leaf),
  () => 0,
];

describe("documents", () => {
  const h200 = machineNamed("h200", "gpu");
  const workloads = [
    [softmaxWorkload({ rows: 7, columns: 90 }), abstractMachine(40)],
    [normWorkload("rmsnorm", { rows: 7, columns: 90 }), abstractMachine(40)],
    [normWorkload("layernorm", { rows: 7, columns: 90 }), abstractMachine(40)],
    [normGemmWorkload({ m: 30, n: 24, k: 40, headDim: 8 }), abstractMachine(40)],
    [softmaxWorkload({ rows: 2, columns: 200_000_000 }), h200],
    [elementwiseWorkload({ rows: 8, columns: 64, inputs: 3 }), h200],
    [rotaryWorkload({ rows: 8, heads: 2, dim: 64 }), h200],
  ] as const;

  test.each(workloads)("of %o are accepted, and no figure in them can be changed", (workload, machine) => {
    const document = boundsDocument(boundWorkload(workload, machine));
    const claims = leaves(document).filter(
      (path) =>
        (path[0] === "bounds" &&
          ["certificate", "value", "reads", "writes", "requires", "readsRequire", "fastMemory"].includes(String(path[2]))) ||
        path[0] === "best",
    );
    // Names of arrays are for people.
    const checked = claims.filter((path) => path.at(-1) !== "array");
    expectEveryEditRefused(document, checked, () => CHANGES);
  });

  test("a certificate of other rows, another memory or another kind of kernel is refused", () => {
    const document = boundsDocument(boundWorkload(normWorkload("rmsnorm", { rows: 7, columns: 90 }), abstractMachine(40)));
    for (const [path, value] of [
      [["workload", "rows"], 8],
      [["workload", "columns"], 91],
      [["workload", "kind"], "softmax"],
      [["workload", "kind"], "layernorm"],
      [["workload", "kind"], "constructor"],
      [["workload", "dataType"], "fp99"],
      [["machine", "fastWords"], 41],
    ] as const) {
      expect(verifyDocument(edited(document, path, () => value as Json)), path.join(".")).toMatchObject({ valid: false });
    }
  });

  test("a row of a softmax that passes everything on an H200 is read twice, in part", () => {
    const best = bestBounds(boundWorkload(softmaxWorkload({ rows: 2, columns: 200_000_000 }), h200).bounds);
    expect(best.get("dram-l2")?.id).toBe("row-statistics");
    expect(best.get("dram-l2")?.reads).toBeGreaterThan(2n * 2n * 200_000_000n);
  });
});
