import * as fc from "fast-check";
import { expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { trafficCurve } from "../../src/gap/curve.js";
import { A40 } from "../../src/machines/known/a40.js";
import { apart, logTicks } from "../../src/report/chart-layout.js";
import { chartSvg } from "../../src/report/chart-svg.js";
import { curveChart } from "../../src/report/curve-chart.js";
import { curveCsv } from "../../src/report/curve-text.js";
import { parameters } from "../properties/arbitraries.js";

const report = trafficCurve(gemmWorkload({ m: 4096, n: 4096, k: 1024 }), A40);

test("the chart names every curve and both axes, draws one path a curve, and follows the reader's colour scheme", () => {
  const svg = chartSvg(curveChart(report));
  expect(svg.match(/class="curve /g)).toHaveLength(1 + report.series.length);
  for (const text of ["proven bound", ...report.series.map(({ label }) => label), "L2 size", "its own L2"]) {
    expect(svg).toContain(`>${text}</text>`);
  }
  expect(svg).toContain("prefers-color-scheme: dark");
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  expect(chartSvg(curveChart(trafficCurve(gemmWorkload({ m: 4096, n: 4096, k: 1024 }), A40)))).toBe(svg);
});

test("text is escaped and a chart without points is still a document", () => {
  const axis = { label: "a<b", base: 10, format: String } as const;
  const svg = chartSvg({
    title: "x & y",
    subtitle: "",
    x: axis,
    y: axis,
    curves: [{ label: "none", kind: "schedule", points: [] }],
    marks: [],
  });
  expect(svg).toContain("x &amp; y");
  expect(svg).toContain("a&lt;b");
  expect(svg).not.toContain("NaN");
});

test("comma-separated values have a line for every schedule and size, with the sum of what moved", () => {
  const [titles, ...lines] = curveCsv(report).split("\n");
  expect(titles).toBe(
    "schedule,l2_bytes,read_bytes,write_bytes,dirty_at_end_bytes,traffic_bytes,bound_bytes,bound_id,estimated_seconds,binds,percent_of_peak",
  );
  expect(lines).toHaveLength(report.series.length * report.capacities.length);
  for (const line of lines) {
    const [, , reads, writes, dirty, traffic] = line.split(",").map(Number);
    expect((reads as number) + (writes as number) + (dirty as number)).toBe(traffic);
  }
});

test("a long title and label stay inside the drawing, and ticks of large sizes do not meet", () => {
  const axis = { label: "x", base: 2, format: (value: number) => `${value} words of memory` } as const;
  const long = `${"a workload of many extents ".repeat(12)}end`;
  const curves = Array.from({ length: 11 }, (_, i) => ({
    ...{ label: i === 0 ? "a schedule of a very long name in clusters of 2x1" : `s${i}`, kind: "schedule" as const },
    points: [[1, 1 + i] as const, [4096, 2 + i] as const],
  }));
  const svg = chartSvg({ title: long, subtitle: long, x: axis, y: { ...axis, base: 10, format: String }, curves, marks: [] });
  const width = Number(svg.match(/viewBox="0 0 (\d+)/)?.[1]);
  const [, at = "", text = ""] = svg.match(/<text class="t0" x="([\d.]+)"[^>]*>([^<]*)</) ?? [];
  expect(Number(at) + 6.5 * text.length).toBeLessThan(width);
  const titles = [...svg.matchAll(/class="title" x="([\d.]+)"[^>]*>([^<]*)</g)];
  expect(titles.length).toBeGreaterThan(2);
  expect(titles.map(([, , line]) => line).join(" ")).toBe(long);
  for (const [, x, line] of titles) expect(Number(x) + 8 * (line ?? "").length).toBeLessThan(width);
  const ticks = [...svg.matchAll(/text-anchor="middle" x="([\d.]+)"[^>]*>(\d+ words of memory)</g)];
  ticks.slice(1).forEach(([, x, label], i) => {
    expect(Number(x) - Number(ticks[i]?.[1])).toBeGreaterThan(6 * (label ?? "").length);
  });
  // No two curves look alike.
  const looks = [...svg.matchAll(/class="curve ([^"]*)"/g)].map(([, look]) => look);
  expect(new Set(looks).size).toBe(curves.length);
});

test("labels keep their order, stay apart and inside when there is room", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 10 }), (wanted) => {
      const places = apart(wanted, 10, 0, 100);
      const sorted = [...places].sort((x, y) => x - y);
      for (let i = 1; i < sorted.length; i++) expect((sorted[i] as number) - (sorted[i - 1] as number)).toBeGreaterThan(9.999);
      for (const place of places) expect(place >= -1e-9 && place <= 100).toBe(true);
      wanted.forEach((one, i) => {
        wanted.forEach((other, j) => {
          if (one < other) expect((places[i] as number) < (places[j] as number)).toBe(true);
        });
      });
    }),
    parameters(100),
  );
});

test("ticks are round, inside and neither one nor many", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 15, noNaN: true }), fc.double({ min: 0.31, max: 4, noNaN: true }), (start, decades) => {
      const domain = [10 ** start, 10 ** (start + decades)] as const;
      for (const base of [2, 10] as const) {
        const ticks = logTicks(domain, base);
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThanOrEqual(16);
        for (const tick of ticks) expect(tick >= domain[0] && tick <= domain[1]).toBe(true);
      }
    }),
    parameters(100),
  );
});
