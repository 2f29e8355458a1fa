import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { H200 } from "../../src/machines/known/h200.js";
import {
  parseMeasuredLaunches,
  REPLAYABLE_KINDS,
  rangeOfLaunch,
  rangeTable,
  scheduleOfLaunch,
} from "../../src/measured/index.js";

const replayable = (name: string) =>
  parseMeasuredLaunches(readFileSync(new URL(`../../data/${name}`, import.meta.url), "utf8"), name).filter(({ kind }) =>
    REPLAYABLE_KINDS.includes(kind),
  );
const [fitted, unseen, products] = [replayable("h200.csv"), replayable("h200-unseen.csv"), replayable("h200-products.csv")];

test("in the small rows, fitted or not, the counter of DRAM reads lies in the printed range in 19 of 20", () => {
  const small = [...fitted, ...unseen].filter((launch) => scheduleOfLaunch(launch, H200).layout.touches < 100_000);
  const inside = small.filter((launch) => rangeOfLaunch(launch, H200).inside).length;
  expect(small.length).toBeGreaterThan(15);
  expect(inside / small.length).toBeGreaterThanOrEqual(0.95);
});

test("a table of ranges counts the rows inside and gives the widths", () => {
  const [launch] = fitted;
  if (launch === undefined) throw new Error("no launches");
  const row = rangeOfLaunch(launch, H200);
  const lines = rangeTable([
    { ...row, inside: true, width: 0.1 },
    { ...row, inside: false, width: 0.2 },
  ]).split("\n");
  expect(lines.at(-1)).toBe("| all | 2 | 1 | 20.0 / 20.0 / 20.0 |");
  expect(() => rangeTable([])).toThrow(RangeError);
});

/** Eight replays a row: a minute or two. */
describe.runIf(process.env["REDBLUE_SLOW"] === "1")("all rows", () => {
  const docs = readFileSync(new URL("../../docs/validation.md", import.meta.url), "utf8");
  test.each([
    ["fitted", fitted, 0.92],
    ["unseen", unseen, 0.95],
    ["other kernels", products, 0.9],
  ] as const)("%s: so many of the counters lie inside, and docs/validation.md prints the table", (_, launches, share) => {
    const rows = launches.map((launch) => rangeOfLaunch(launch, H200));
    expect(rows.filter(({ inside }) => inside).length / rows.length).toBeGreaterThanOrEqual(share);
    expect(docs).toContain(rangeTable(rows));
  });
});
