import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { bestBounds } from "../../src/bounds/prove.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { H100 } from "../../src/machines/known/h100.js";
import { parseMeasuredLaunches, validateLaunch } from "../../src/measured/index.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";

const file = "data/h100-workloads.csv";
const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const launches = parseMeasuredLaunches(text, file).filter(({ kind }) => kind === "triton-latent");
const labelled = (...parts: readonly string[]) =>
  launches.find(({ label }) => parts.every((part) => label.includes(`|${part}|`))) ?? expect.fail(parts.join());

test.each([
  [["B=64", "H=128", "S=2048", "splits=1", "BM=64"], 0],
  [["B=4", "H=128", "S=8192", "splits=1", "BM=16"], 0],
  [["B=4", "H=16", "S=8192", "splits=4"], 0.0002],
] as const)("a kernel that decodes latents brings what its replay brings: %j", (parts, off) => {
  const row = validateLaunch(labelled(...parts), H100, partitionedL2(H100));
  expect(Math.abs(row.smReadError)).toBeLessThanOrEqual(off);
  expect(Math.abs(row.dramReadError)).toBeLessThan(off === 0 ? 0.001 : 0.02);
});

test("it reads what the bound says must be read, where counting keys and values apart says twice as much", () => {
  const { counters } = labelled("B=64", "H=128", "S=4096", "splits=1", "BM=16");
  const read = counters.get("dram_read_bytes") ?? expect.fail("no such counter");
  const sizes = { batch: 64, heads: 128, kvHeads: 1, queries: 1, keys: 4096, dim: 576 };
  const reads = (workload: ReturnType<typeof attentionWorkload>): number =>
    Number(bestBounds(boundWorkload(workload, H100).bounds).get("dram-l2")?.reads);
  const right = reads(attentionWorkload({ ...sizes, valueDim: 512, valuesInKeys: true }));
  expect(read / right).toBeGreaterThanOrEqual(1);
  expect(read / right).toBeLessThan(1.001);
  expect(reads(attentionWorkload(sizes))).toBeGreaterThan(1.9 * read);
});
