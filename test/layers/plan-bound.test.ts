import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/bounds/certificates/json.js";
import { GraphWriter } from "../../src/layers/graph-writer.js";
import { KernelBounder } from "../../src/layers/kernels/kernel-bound.js";
import { layerDocument } from "../../src/layers/layer-document.js";
import { layerReport } from "../../src/layers/layer-report.js";
import { MODEL_CARDS } from "../../src/layers/models/model-cards.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import { indexGraph } from "../../src/layers/operator-graph.js";
import { fusionPlan } from "../../src/layers/plan/fusion-plan.js";
import { PlanBounder } from "../../src/layers/plan/plan-bound.js";
import { H100 } from "../../src/machines/known/h100.js";
import { ACCELERATORS, GPUS } from "../../src/machines/registry.js";
import { buildCdag } from "../../src/pebble/cdag.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { twoLevelGame } from "../../src/pebble/rules.js";
import { verifyDocument } from "../../src/verify/document.js";
import type { Path } from "../bounds/edited.js";
import { edited, leaves } from "../bounds/edited.js";
import { parameters } from "../properties/arbitraries.js";

const anyLayer = fc
  .record({
    model: fc.constantFrom(...MODEL_CARDS.filter(({ kind }) => kind === "decoder").map(({ id }) => id)),
    phase: fc.constantFrom("prefill", "decode"),
    batch: fc.integer({ min: 1, max: 64 }),
    tokens: fc.integer({ min: 1, max: 9000 }),
    context: fc.integer({ min: 0, max: 40_000 }),
  })
  .map(({ model, phase, batch, tokens, context }) =>
    modelLayer(model, { phase, batch, context, ...(phase === "decode" ? {} : { tokens }) }),
  );

test("every bound of every plan of any layer verifies, on every machine", () => {
  fc.assert(
    fc.property(anyLayer, fc.constantFrom(...GPUS, ...ACCELERATORS), ({ workload, graph }, machine) => {
      const document = JSON.parse(JSON.stringify(layerDocument(layerReport(workload, graph, machine))));
      expect(verifyDocument(document)).toMatchObject({ valid: true });
    }),
    parameters(4, 500),
  );
});

test("a diffusion block's document verifies too", () => {
  const { workload, graph } = modelLayer("sd15-unet", {});
  expect(verifyDocument(JSON.parse(JSON.stringify(layerDocument(layerReport(workload, graph, H100)))))).toMatchObject({
    valid: true,
  });
});

describe("no edit of a number or path in a certificate passes", () => {
  const { workload, graph } = modelLayer("llama3-8b", { tokens: 2048 });
  const document = JSON.parse(JSON.stringify(layerDocument(layerReport(workload, graph, H100)))) as Json;
  const isClaim = (path: Path): boolean =>
    (path[0] === "plans" && path[2] === "bounds") || path[0] === "floor" || (path[1] === "operators" && path.at(-1) === "kind");
  const claims = leaves(document).filter(
    (path) => isClaim(path) && path.at(-1) !== "array" && !(path.includes("workload") && path.at(-1) === "accumulator"),
  );

  test("of what is claimed", () => {
    fc.assert(
      fc.property(fc.constantFrom(...claims), fc.integer({ min: 1, max: 9 }), (path, step) => {
        // A cut is the deriver's to choose, and its nearest neighbours may hold the same clock.
        const number = (leaf: number): number => (path.at(-1) === "cut" ? leaf * (step + 1) : leaf + step);
        const changed = edited(document, path, (leaf) =>
          typeof leaf === "number" ? number(leaf) : typeof leaf === "boolean" ? !leaf : `${leaf}${step}`,
        );
        expect(verifyDocument(changed), path.join(".")).toMatchObject({ valid: false });
      }),
      parameters(60),
    );
  });

  test("of an interface, to a name that is none", () => {
    for (const path of claims.filter((one) => one.at(-1) === "interface")) {
      const changed = edited(document, path, (leaf) => `${leaf}1`);
      expect(verifyDocument(changed), path.join(".")).toMatchObject({ valid: false });
    }
  });

  test("of a tensor's words, when a bound rests on it", () => {
    const tensors = leaves(document).filter((path) => path[0] === "graph" && path[1] === "tensors" && path.at(-1) === "words");
    for (const path of tensors) {
      expect(verifyDocument(edited(document, path, (leaf) => Number(leaf) + 1)), path.join(".")).toMatchObject({ valid: false });
    }
  });
});

/** Norm-free kernel of words of 4 bytes: f(A)·B + R, and where `gated` g(A·B1) ⊙ (A·B2). */
function smallKernel(m: number, k: number, n: number, gated: boolean) {
  const writer = new GraphWriter("fp32");
  const a = writer.map("scale", "elementwise", [writer.tensor("a", m * k)], "a-scaled");
  const c = writer.product("first", a, m, k, n, "c");
  const other = gated ? writer.product("second", a, m, k, n, "d") : writer.tensor("r", m * n);
  writer.markOutput(writer.map("join", "elementwise", [c, other], "e", [c, other]));
  return indexGraph(writer.finish("small"));
}

/** The same kernel as a graph of scalar operations, sums in a chain. */
function smallCdag(m: number, k: number, n: number, gated: boolean) {
  const edges: [number, number][] = [];
  let vertices = 0;
  const vertex = (...operands: readonly number[]): number => {
    for (const operand of operands) edges.push([operand, vertices]);
    return vertices++;
  };
  const inputs = (count: number): readonly number[] => Array.from({ length: count }, () => vertex());
  const raw = inputs(m * k);
  const weights = [inputs(k * n), ...(gated ? [inputs(k * n)] : [])];
  const residual = gated ? [] : inputs(m * n);
  const scaled = raw.map((word) => vertex(word));
  const sums = weights.map((b) =>
    Array.from({ length: m * n }, (_, at) => {
      const [i, j] = [Math.floor(at / n), at % n];
      let sum: number | undefined;
      for (let q = 0; q < k; q++) {
        const operands = [scaled[i * k + q] ?? 0, b[q * n + j] ?? 0];
        sum = sum === undefined ? vertex(...operands) : vertex(...operands, sum);
      }
      return sum ?? 0;
    }),
  );
  const outputs = Array.from({ length: m * n }, (_, at) =>
    vertex(sums[0]?.[at] ?? 0, gated ? (sums[1]?.[at] ?? 0) : (residual[at] ?? 0)),
  );
  return buildCdag({ vertices, edges, outputs });
}

test("a kernel's bound is below the true optimum of its graph", () => {
  const cases = [
    [2, 2, 1, false],
    [1, 2, 2, false],
    [2, 1, 2, false],
    [1, 2, 2, true],
    [2, 1, 1, true],
    [1, 3, 1, true],
  ] as const;
  for (const [m, k, n, gated] of cases) {
    const index = smallKernel(m, k, n, gated);
    const operators = index.graph.operators.map(({ name }) => name);
    for (const fast of [3, 4, 5, 6]) {
      const setting = { interface: "l2-sm", unit: "bytes", capacity: BigInt(4 * fast), memories: 1n, fastMemory: "" } as const;
      const bound = new KernelBounder(index, setting).bound(operators).value;
      const optimum = findOptimum(smallCdag(m, k, n, gated), twoLevelGame(fast));
      expect(optimum.exact).toBe(true);
      if (optimum.exact)
        expect(Number(bound), `${m}×${k}×${n} ${gated} S=${fast}`).toBeLessThanOrEqual(4 * Number(optimum.optimum));
    }
  }
});

test("two gated results that leave as one word are credited with the store of one of them", () => {
  const index = smallKernel(64, 64, 64, true);
  const setting = { interface: "l2-sm", unit: "bytes", capacity: 400n, memories: 1n, fastMemory: "" } as const;
  const kernel = new KernelBounder(index, setting).bound(["scale", "first", "second", "join"]);
  expect(kernel.cores.map(({ workload, unstoredBytes }) => [workload.kind, unstoredBytes])).toEqual([
    ["gemm", BigInt(4 * 64 * 64)],
  ]);
});

describe("no tensor of a core stands for words of two arrays", () => {
  const [m, k] = [28, 4];
  const setting = { interface: "l2-sm", unit: "bytes", capacity: 40n, memories: 1n, fastMemory: "" } as const;
  const coresOf = (write: (writer: GraphWriter, x: string) => string) => {
    const writer = new GraphWriter("fp32");
    writer.markOutput(write(writer, writer.tensor("x", m * k)));
    const index = indexGraph(writer.finish("drawn"));
    return new KernelBounder(index, setting).bound(index.graph.operators.map(({ name }) => name)).cores;
  };
  const square = { kind: "product", batch: 1, rows: k, inner: k, columns: k } as const;

  test("a residual sum is a form of the operand, so no longer one of the result added to it", () => {
    const cores = coresOf((writer, x) => {
      const first = writer.product("first", x, m, k, k, "c");
      const sum = writer.map("add", "elementwise", [first, x], "sum", [first, x]);
      writer.markOutput(sum);
      return writer.product("second", sum, m, k, 1, "e");
    });
    expect(cores).toMatchObject([
      {
        operators: ["first", "second"],
        left: [["x"], ["x", "sum"]],
        outputs: [
          { path: ["c"], stored: false },
          { path: ["e"], stored: true },
        ],
        unstoredBytes: BigInt(4 * m * k),
      },
    ]);
  });

  test("two products with one weight are two products, of which one may be a core", () => {
    const cores = coresOf((writer, x) => {
      const weight = writer.weight("w", k * k);
      const both = ["c", "d"].map((name) =>
        writer.operator(name, { ...square, rows: m }, [x, weight], { name: `${name}0`, words: m * k }),
      );
      return writer.map("add", "elementwise", both, "e");
    });
    expect(cores.map(({ operators }) => operators)).toEqual([["c"]]);
  });

  test("a matrix times itself is no product of two arrays", () => {
    const cores = coresOf((writer) => {
      const a = writer.tensor("a", k * k);
      return writer.operator("square", square, [a, a], { name: "c", words: k * k });
    });
    expect(cores).toEqual([]);
  });
});

test("cutting a kernel in two never lowers the compulsory part, and no plan is below the floor", () => {
  fc.assert(
    fc.property(anyLayer, fc.constantFrom(...GPUS), ({ graph }, gpu) => {
      const index = indexGraph(graph);
      const bounder = new PlanBounder(index, gpu);
      const all = graph.operators.map(({ name }) => name);
      const floor = bounder.floor().value;
      for (const cut of [3, 8, 12]) {
        const plan = fusionPlan(index, { id: "cut", title: "", kernels: [all.slice(0, cut), all.slice(cut)] });
        for (const bound of bounder.bounds(plan)) expect(bound.value).toBeGreaterThanOrEqual(floor);
      }
    }),
    parameters(10, 2000),
  );
});

test("a tensor too large for the L2 between two kernels is stored and loaded again; a small one is not", () => {
  const writer = new GraphWriter("bf16");
  const large = 2 ** 28;
  const y = writer.map("first", "elementwise", [writer.tensor("x", large)], "y");
  writer.markOutput(writer.map("second", "elementwise", [y], "z"));
  const index = indexGraph(writer.finish("two steps"));
  const bounder = new PlanBounder(index, H100);
  const dram = (kernels: readonly (readonly string[])[]) =>
    bounder.bounds(fusionPlan(index, { id: "p", title: "", kernels }))[0]?.value;
  const bytes = BigInt(2 * large);
  expect(dram([["first", "second"]])).toBe(2n * bytes);
  expect(dram([["first"], ["second"]])).toBe(4n * bytes - 2n * BigInt(H100.l2Bytes));
});
