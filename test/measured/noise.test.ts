import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseMeasuredLaunches } from "../../src/measured/index.js";

const text = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

/** Launches of one shape: eight at one place (`at=0`), and one at each of eight others. */
function groups(name: string) {
  const byName = new Map<string, Map<string, number>[]>();
  for (const { label, counters } of parseMeasuredLaunches(text(name), name)) {
    const moved = !/\|at=0(\||$)/.test(label);
    const name = `${label.replace(/\|at=\d+.*/, "")} ${moved ? "moved" : "again"}`;
    byName.set(name, [...(byName.get(name) ?? []), new Map(counters)]);
  }
  return byName;
}

/** Furthest from the median, in per cent. */
function spread(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = ((sorted[3] ?? 0) + (sorted[4] ?? 0)) / 2;
  return 100 * Math.max(...values.map((value) => Math.abs(value / middle - 1)));
}

test.each(["data/h100-noise.csv", "data/h200-noise.csv"])(
  "docs/validation.md says how far launches of %s are from their median",
  (file) => {
    const all = groups(file);
    expect([...all.values()].map(({ length }) => length)).toEqual(new Array(16).fill(8));
    const names = [...all.keys()].filter((name) => name.endsWith("again")).map((name) => name.slice(0, -6));
    for (const name of names) {
      const cells = ["dram_read_bytes", "duration_ns"].flatMap((counter) =>
        ["again", "moved"].map((how) => spread((all.get(`${name} ${how}`) ?? []).map((row) => row.get(counter) ?? 0)).toFixed(1)),
      );
      expect(text("docs/validation.md")).toContain(`| ${name.replaceAll("|", " ")} | ${cells.join(" | ")} |`);
    }
  },
);
