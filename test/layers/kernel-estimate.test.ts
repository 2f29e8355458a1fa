import { expect, test } from "vitest";
import { toApproximateNumber } from "../../src/exact/rational.js";
import { layerDocument } from "../../src/layers/layer-document.js";
import { estimatedSeconds, layerReport } from "../../src/layers/layer-report.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import { H100 } from "../../src/machines/known/h100.js";
import { layerText } from "../../src/report/layer/layer-text.js";
import { verifyDocument } from "../../src/verify/document.js";

const { workload, graph } = modelLayer("llama3-8b", { phase: "decode", batch: 4, context: 512 });
const report = layerReport(workload, graph, H100, { estimate: true, search: false });

test("every estimate of a kernel is above its least time, and a plan's is their sum", () => {
  const known = report.rows.filter((row) => estimatedSeconds(row) !== undefined);
  expect(known.map(({ plan }) => plan.id)).toContain("flash");
  for (const row of report.rows) {
    row.estimates?.forEach((estimate, i) => {
      const least = row.times?.[i];
      if (estimate !== undefined && least !== undefined)
        expect(estimate.seconds, row.plan.kernels[i]?.join(" ")).toBeGreaterThan(toApproximateNumber(least.seconds));
    });
  }
  for (const row of known) {
    const sum = (row.estimates ?? []).reduce((all, one) => all + (one?.seconds ?? Number.NaN), 0);
    expect(estimatedSeconds(row)).toBeCloseTo(sum, 12);
  }
});

test("a kernel whose products have no schedule here leaves its plan without an estimate", () => {
  const streaming = report.rows.find(({ plan }) => plan.id === "streaming");
  expect(streaming?.estimates).toEqual([undefined]);
  expect(streaming && estimatedSeconds(streaming)).toBeUndefined();
  const text = layerText(report, (title) => title);
  expect(text).toMatch(/^streaming .* – +SN40L/m);
  expect(text).toMatch(/^Kernels of \S+, the fastest estimated$/m);
});

test("the document verifies, its estimates as claims that are not checked", () => {
  expect(verifyDocument(JSON.parse(JSON.stringify(layerDocument(report))))).toMatchObject({
    valid: true,
    notChecked: expect.arrayContaining(["estimated times of kernels"]),
  });
});
