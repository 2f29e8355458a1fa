import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { redblue } from "./run.js";

const folder = mkdtempSync(join(tmpdir(), "redblue-report-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const SMALL = "gemm --m 1024 --n 768 --k 256 --gpu a100 --cache lru".split(" ");

test("report writes a page of the schedule of a file, says how large it is, and writes the same again", () => {
  writeFileSync(join(folder, "best.yaml"), "schedule: tiled-gemm\ntile: 128x64x32\norder: group:2\n");
  const words = ["report", ...SMALL, "--schedule", "best.yaml", "--measured-reads", "5000000", "--out"];
  const { status, stdout, stderr } = redblue([...words, "page.html"], folder);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toBe(`page.html: ${statSync(join(folder, "page.html")).size} bytes\n`);
  const page = readFileSync(join(folder, "page.html"), "utf8");
  for (const text of [
    "tiled-gemm group:2",
    "counted by the hardware",
    "Launch order",
    "Roofline",
    '"theorem"'.replaceAll('"', "&quot;"),
  ]) {
    expect(page).toContain(text);
  }
  expect(redblue([...words, "again.html"], folder).status).toBe(0);
  expect(readFileSync(join(folder, "again.html"), "utf8")).toBe(page);
});

test.each([
  [[], "--out: expected a file ending in .html"],
  [["--out", "page.pdf"], "--out: expected a file ending in .html"],
  [["--out", "page.html", "--schedule", "tiled-gem"], "did you mean tiled-gemm"],
])("refuses %s and writes nothing", (flags, message) => {
  rmSync(join(folder, "page.html"), { force: true });
  const { status, stdout, stderr } = redblue(["report", ...SMALL, ...flags], folder);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
  expect(existsSync(join(folder, "page.html"))).toBe(false);
});
