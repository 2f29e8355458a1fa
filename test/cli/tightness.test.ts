import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { THEOREMS } from "../../src/bounds/catalogue.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { maximum } from "../../src/exact/integer.js";
import { bytesPerSm } from "../../src/machines/machine.js";
import { gpuNamed } from "../../src/machines/registry.js";
import { wordChains } from "../../src/schedules/two-level/chain/schedules.js";
import { chainTotal } from "../../src/schedules/two-level/chain/words.js";

const root = new URL("../../", import.meta.url);
const script = (...options: string[]): ReturnType<typeof spawnSync> =>
  spawnSync(process.execPath, [fileURLToPath(new URL("scripts/tightness.js", root)), ...options], { encoding: "utf8" });
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const points = read("docs/data/tightness.csv").trim().split("\n");

test("a sample of docs/data/tightness.csv is what the script prints (npm run tightness -- --write)", () => {
  const { status, stdout } = script("--every", "37");
  expect(status).toBe(0);
  const [header, ...rows] = String(stdout).trim().split("\n");
  expect(rows.length).toBeGreaterThan(15);
  expect(points[0]).toBe(header);
  for (const row of rows) expect(points).toContain(row);
});

test("the summary of docs/tightness.md counts the points of the file and the machine-checked of their theorems", () => {
  const theorems = points.slice(1).map((point) => /"[^"]*",\d+,\d+,([a-z-]+),(machine-checked|paper proof),/.exec(point));
  const isKnown = (id = ""): boolean => THEOREMS.some((theorem) => theorem.id === id.replace(/-finer-units$/, ""));
  expect(theorems.map((found) => found?.[1]).filter((id) => !isKnown(id))).toEqual([]);
  const checked = theorems.filter((found) => found?.[2] === "machine-checked");
  const share = `${Math.round((100 * checked.length) / theorems.length)} %`;
  expect(read("docs/tightness.md")).toMatch(new RegExp(`^\\| all points \\| ${theorems.length} \\|.* \\| ${share} \\|$`, "m"));
});

test("the script refuses a step that is no count, in one line", () => {
  const { status, stdout, stderr } = script("--every", "0");
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toBe("tightness: --every: expected a whole number from 1 to 9999, found '0'\n");
  expect(script("--every", "2", "--write").stderr).toBe("tightness: --write needs every point: leave --every out\n");
});

test("attention of 16384 rows and more on real SMs: the bound is at least 0.97 of 4N²d²/S and above no schedule", () => {
  for (const gpu of ["a100", "h100"]) {
    // Words of two bytes.
    const fastWords = bytesPerSm(gpuNamed(gpu)) / 2;
    const fastMemory = `${fastWords} words`;
    const setting = { interface: "slow-fast", unit: "words", capacity: BigInt(fastWords), memories: 1n, fastMemory } as const;
    for (const dim of [64, 128]) {
      for (const rows of [16_384, 131_072]) {
        const bounds = proveBoundsInSetting(attentionWorkload({ heads: 1, queries: rows, dim }), setting);
        const best = bounds.reduce((most, { value }) => maximum(most, value), 0n);
        expect(Number(best) / ((4 * rows ** 2 * dim ** 2) / fastWords)).toBeGreaterThanOrEqual(0.97);
        for (const { id, words } of wordChains(chainWorkload({ m: rows, k: dim, l: rows, n: dim }), fastWords))
          expect(best <= chainTotal(words), id).toBe(true);
      }
    }
  }
});
