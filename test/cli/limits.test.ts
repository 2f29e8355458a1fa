import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { redblue } from "./run.js";
import { until } from "./until.js";

const folder = mkdtempSync(join(tmpdir(), "redblue-"));
const plan = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const GEMM = "gpus: [h200]\nworkloads: [{workload: gemm, m: 2, n: 2, k: 2}]\n";
const axes = (to: number): string =>
  ["stages", "threads", "splits", "band", "ctas-per-sm"].map((axis) => `${axis}: {from: 1, to: ${to}, step: 1}`).join(", ");
const SMALL = plan("small.yaml", `${GEMM}schedules: [{schedule: tiled-gemm}]\n`);

test.each([
  ["five axes of 100", `${GEMM}schedules: [{schedule: tiled-gemm, ${axes(100)}}]\n`],
  ["five axes of 20", `${GEMM}schedules: [{schedule: tiled-gemm, ${axes(20)}}]\n`],
  [
    "one axis up to 2^53",
    `fast-words: [10]\nworkloads: [{workload: gemm, m: {from: 1, to: ${2 ** 53 - 1}, step: 1}, n: 2, k: 2}]\n`,
  ],
])("a plan of %s is counted and refused before a point of it is made", (name, text) => {
  const { status, stdout, stderr } = redblue(["sweep", plan(`${name}.yaml`, text), "--out", join(folder, "points.csv")]);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^redblue: [^\n]*: expected at most [^\n]*\n$/);
});

test.each([
  ["--workers", "100000000"],
  ["--merge", "4000000000"],
])("%s %s is refused in one line", (flag, value) => {
  const { status, stdout, stderr } = redblue(["sweep", SMALL, "--out", join(folder, "points.csv"), flag, value]);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(new RegExp(`^redblue: ${flag}: [^\\n]*\\n$`));
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends a search before its time, with the status of the signal", async (signal) => {
  const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
  const out = join(folder, `${signal}.yaml`);
  const words = ["optimize", "gemm", "--m", "4096", "--n", "4096", "--k", "4096", "--gpu", "h100", "--seconds", "3600"];
  const child = spawn(process.execPath, [main, ...words, "--out", out], { stdio: "ignore" });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  // What is found is kept there from the first schedule on.
  await until("a schedule is found", () => existsSync(`${out}.part`) || child.exitCode !== null);
  child.kill(signal);
  expect(await ended).toBe(signal === "SIGINT" ? 130 : 143);
});
