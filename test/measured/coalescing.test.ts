import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GPC_RUNS } from "../../src/machines/known/h200.js";

/** Launches of scripts/counters/coalescing.cu on an H100: SMs that read the same chunks of 16 KiB out of the L2, one after another. */
const SECTOR = 32;
const launches = readFileSync(new URL("../../data/h100-coalescing.csv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [experiment = "", ...figures] = line.split(",");
    const [sms = 0, nanoseconds = 0, bytes = 0, sectors = 0, received = 0] = figures.map(Number);
    const [kind = "", one = "", two = ""] = experiment.split(":");
    const share = (SECTOR * sectors) / bytes;
    return { kind, one: Number(one), two: Number(two), sms, nanoseconds, bytes, received, share };
  });

test("requests of two SMs for the same lines become one exactly where both lie in one GPC, six of 16 SMs and two of 18", () => {
  const pairs = launches.filter(({ kind }) => kind === "pair");
  expect(pairs).toHaveLength(8 * 131);
  const groups = new Map<number, number>();
  for (const { one, two, share } of pairs) {
    // Alone on the GPU, so that little is under way: some of the lines, or none.
    expect(share < 0.95 || share > 0.999, `${one} ${two}: ${share}`).toBe(true);
    groups.set(one, (groups.get(one) ?? 1) + (share < 0.95 ? 1 : 0));
  }
  const sizes = [...groups.values()];
  expect(sizes.filter((size) => size === 16)).toHaveLength(6);
  expect(sizes.filter((size) => size === 18)).toHaveLength(2);
  // Two runs of three GPCs, and the two larger ones.
  expect(GPC_RUNS.map(({ sms }) => sms)).toEqual([48, 48, 18, 18]);
});

test("SMs receive all that they ask for; what leaves the L2 for them is less, at no more than 8.3 TB/s", () => {
  for (const { kind, one, sms, received, bytes, share, nanoseconds } of launches) {
    expect(received / bytes).toBeGreaterThanOrEqual(1);
    expect(received / bytes).toBeLessThan(1.01);
    if (kind === "pair" || sms < 132) continue;
    expect((share * bytes) / nanoseconds / 1000, `${kind}:${one}`).toBeLessThan(8.3);
  }
  const together = launches.filter(({ kind, two }) => kind === "gpc" && two === 0);
  const rates = together.map(({ bytes, nanoseconds }) => bytes / nanoseconds / 1000);
  expect(Math.min(...rates)).toBeGreaterThan(12);
});

test("of SMs in pairs, the later the second asks, the fewer of its lines join, as docs/validation.md prints", () => {
  const page = readFileSync(new URL("../../docs/validation.md", import.meta.url), "utf8");
  const delays = [0, 25, 50, 100, 150, 200, 300, 400, 600];
  const joined = delays.map((delay) => {
    const shares = launches
      .filter(({ kind, one, two }) => kind === "smid" && one === 2 && two === delay)
      .map(({ share }) => share);
    expect(shares).toHaveLength(3);
    return 2 * (1 - shares.reduce((sum, share) => sum + share, 0) / shares.length);
  });
  for (let i = 1; i < joined.length; i++) expect(joined[i]).toBeLessThan(joined[i - 1] as number);
  expect(page).toContain(
    `| lines that join | ${joined.map((share) => `${Math.max(0, Math.round(100 * share))} %`).join(" | ")} |`,
  );
});
