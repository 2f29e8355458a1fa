import { expect, test } from "vitest";
import type { Setting } from "../../src/bounds/bound.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { bestBounds, proveBoundsInSetting } from "../../src/bounds/prove.js";
import { settingsOf } from "../../src/bounds/shared/setting.js";
import { KernelBounder } from "../../src/layers/kernels/kernel-bound.js";
import { KernelReplayer } from "../../src/layers/kernels/kernel-traffic.js";
import { scanOf } from "../../src/layers/kernels/single-cores.js";
import { layerDocument } from "../../src/layers/layer-document.js";
import { layerReport } from "../../src/layers/layer-report.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import { indexGraph, operatorsNamed, type ScanWork } from "../../src/layers/operator-graph.js";
import { objection } from "../../src/layers/plan/legality.js";
import { H100 } from "../../src/machines/known/h100.js";
import { planReplays } from "../../src/plan/planned.js";
import { verifyDocument } from "../../src/verify/document.js";
import { edited, type Path } from "../bounds/edited.js";

const AT_SMS = settingsOf(H100).find((one) => one.interface === "l2-sm") as Setting;

function scanOfLayer(options: Parameters<typeof modelLayer>[1]): ScanWork {
  const { graph } = modelLayer("mamba2-1.3b", options);
  return graph.operators.find(({ name }) => name === "scan")?.work as ScanWork;
}

test("a layer of Mamba-2 has its state space as a scan", () => {
  expect(scanOfLayer({ batch: 2, tokens: 300 })).toEqual({
    ...{ kind: "scan", batch: 2, heads: 64, groups: 1, tokens: 300, state: 128, dim: 64 },
    initialState: false,
  });
  expect(scanOfLayer({ phase: "decode" })).toMatchObject({ tokens: 1, initialState: true });
});

// States of a group of heads fit the SMs: the theorem scan-states never says more of these layers than that every word moves once.
test.each([
  ["prefill", { tokens: 2048 }],
  ["decode", { batch: 4 }],
] as const)("the scan's kernel must move what its workload must, states at their width in the layer: %s", (phase, options) => {
  const { graph } = modelLayer("mamba2-2.7b", { phase, ...options });
  const own = new KernelBounder(indexGraph(graph), AT_SMS).bound(["scan"]).value;
  const work = graph.operators.find(({ name }) => name === "scan")?.work as ScanWork;
  const alone = bestBounds(proveBoundsInSetting(scanOf(work, "bf16"), AT_SMS)).get("l2-sm");
  // The table of decays; the step size of a first token; states in 16 bits, not 32.
  const { batch, heads, state, dim } = work;
  const states = batch * heads * state * dim * (work.initialState ? 2 : 1);
  const first = work.initialState ? 0 : 2 * batch * heads;
  expect(alone?.certificate.theorem).toBe("compulsory");
  expect(own).toBe((alone?.value ?? 0n) + BigInt(2 * heads + first - 2 * states));
});

test("every schedule of scans is looked at, and moves at least what the kernel must", () => {
  const { graph } = modelLayer("mamba2-1.3b", { tokens: 1024 });
  const index = indexGraph(graph);
  const kernel = ["x-activation", "dt-softplus", "scan", "direct-add"];
  const bound = new KernelBounder(index, AT_SMS).bound(kernel).value;
  const best = new KernelReplayer(index, H100).traffic(kernel);
  expect(best?.schedule).toMatch(/^scan-/);
  expect(best?.bytes.get("l2-sm")).toBeGreaterThanOrEqual(bound);
  const work = graph.operators.find(({ name }) => name === "scan")?.work as ScanWork;
  const ids = planReplays(scanOf(work, "bf16"), H100, {}).map(({ label }) => label);
  expect(ids).toEqual(["scan-recurrent", "scan-chunks-fused", "scan-chunks", "scan-ssd"]);
  expect(best?.chosen?.found.schedules).toEqual(ids);
});

test("no kernel makes what a scan reads whole, nor whole rows of its results", () => {
  const index = indexGraph(modelLayer("mamba2-1.3b", { tokens: 64 }).graph);
  const said = (...names: readonly string[]): string | undefined => objection(index, H100, operatorsNamed(index, names));
  expect(said("x-activation", "dt-softplus", "scan", "direct-add", "gate-multiply")).toBeUndefined();
  expect(said("dt-product", "dt-softplus", "scan")).toBe("scan needs all rows of a tensor that the kernel makes");
  expect(said("scan", "direct-add", "gate-multiply", "gated-norm")).toBe(
    "gated-norm needs whole rows of a tensor that the kernel makes",
  );
});

test("a document whose scan has other extents than its tensors is refused", () => {
  const { workload, graph } = modelLayer("mamba2-1.3b", { tokens: 64 });
  const document = JSON.parse(JSON.stringify(layerDocument(layerReport(workload, graph, H100, { search: false })))) as Json;
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  const at = graph.operators.findIndex(({ name }) => name === "scan");
  const field = (name: string): Path => ["graph", "operators", at, "work", name];
  for (const [name, value] of [
    ...(["batch", "heads", "tokens", "state", "dim"] as const).map((extent) => [extent, 32] as const),
    ["groups", 2],
    ["initialState", true],
    ["decay", "state"],
  ] as const)
    expect(verifyDocument(edited(document, field(name), () => value)).valid, name).toBe(false);
  for (const side of ["inputs", "outputs"] as const) {
    const swapped = edited(document, ["graph", "operators", at, side], (names) => (names as Json[]).toReversed());
    expect(verifyDocument(swapped).valid, side).toBe(false);
  }
});
