import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { chainWorkload } from "../../src/computation/chain.js";
import { gapReport } from "../../src/gap/gap.js";
import { gpuNamed } from "../../src/machines/registry.js";
import { lruL2, partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { everyNth } from "../properties/arbitraries.js";

const page = readFileSync(new URL("../../docs/bands.md", import.meta.url), "utf8");
const GPUS = ["a40", "a100", "h100", "h200"];

/** Rows of one table of the page: title, then a cell for each GPU. */
function rowsOf(chain: string): ReadonlyMap<string, readonly string[]> {
  const [, block = ""] = page.split(`<!-- ${chain}: written by scripts/bands.js -->`);
  const lines = (block.split(`<!-- end of ${chain} -->`)[0] ?? "").split("\n").filter((line) => line.startsWith("| "));
  return new Map(
    lines.map((line) => {
      const [title = "", ...cells] = line.slice(2, -2).split(" | ");
      return [title, cells] as const;
    }),
  );
}

const megabytes = (bytes: bigint): string => (Number(bytes) / 1e6).toFixed(1);

test.each([
  ["wide", { m: 16_384, k: 1024, l: 4096, n: 1024 }],
  ["narrow", { m: 32_768, k: 512, l: 512, n: 512 }],
])("the %s chain of docs/bands.md moves what the page says (node scripts/bands.js rewrites it)", (name, extents) => {
  const rows = rowsOf(name);
  expect(rows.size).toBeGreaterThan(10);
  const workload = chainWorkload(extents);
  for (const id of everyNth(3, ["a40", "h100", "h200"])) {
    const gpu = gpuNamed(id);
    const at = GPUS.indexOf(id);
    const found = [partitionedL2(gpu), lruL2(gpu)].map((l2) =>
      gapReport(workload, gpu, { tile: "128x128x64", bands: [2, 8, 32], l2 }).rows.filter((row) => row.interface === "dram-l2"),
    );
    const moved = (label: string): string =>
      found.map((report) => megabytes(report.find((row) => row.label === label)?.total ?? 0n)).join(" / ");
    expect(rows.get("separate, row order")?.[at]).toBe(moved("chain-separate row"));
    expect(rows.get("separate, column order")?.[at]).toBe(moved("chain-separate col"));
    for (const height of [2, 8, 32]) expect(rows.get(`band ${height}`)?.[at]).toBe(moved(`chain-bands ${height}`));
    expect(rows.get("proven bound")?.[at]).toBe(megabytes(found[0]?.[0]?.bound.value ?? 0n));
  }
});

test("the best heights of the page are no worse than any height of its tables", () => {
  for (const name of ["wide", "narrow"]) {
    const rows = rowsOf(name);
    ["event-driven", "lock step"].forEach((model, part) => {
      rows.get(`best height, ${model}`)?.forEach((cell, gpu) => {
        const best = Number(cell.split(": ")[1]);
        const heights = [...rows].filter(([title]) => title.startsWith("band "));
        for (const [, cells] of heights) expect(best).toBeLessThanOrEqual(Number(cells[gpu]?.split(" / ")[part]));
      });
    });
  }
});
