import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { redblue } from "./run.js";

const PRODUCT = "gemm --m 512 --n 384 --k 512 --gpu h200 --tile 128x128x64".split(" ");

test.each([
  [["--schedule", "persistent-gemm", "--scheduler", "dynamic", "--order", "raster:8"], { scheduler: "dynamic", ctas: 12 }],
  [["--schedule", "persistent-gemm", "--k-order", "sawtooth"], { kOrder: "sawtooth", scheduler: "static" }],
  [["--schedule", "split-k", "--splits", "3", "--reduction", "parallel"], { splits: 3, reduction: "parallel" }],
  [["--schedule", "split-k", "--splits", "5", "--order", "identity:4"], { splits: 4, reduction: "serial", order: "identity:4" }],
  [["--schedule", "stream-k", "--order", "serpentine:2"], { streamTiles: 12, streamCtas: 48, ctas: 48 }],
  [["--schedule", "tiled-gemm", "--order", "deepgemm"], { order: "group:8" }],
])("replay %j resolves every parameter", (flags, expected) => {
  const { status, stdout, stderr } = redblue(["replay", ...PRODUCT, ...flags, "--json"]);
  expect([status, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout).schedule).toMatchObject({ id: flags[1], ...expected });
});

test("slices through a workspace are counted as its own array", () => {
  const flags = ["--schedule", "split-k", "--splits", "2", "--reduction", "parallel", "--json"];
  const { byArray } = JSON.parse(redblue(["replay", ...PRODUCT, ...flags]).stdout);
  const bytes = 2 * 512 * 384 * 4;
  expect(byArray.partials["l2-sm"]).toEqual({ readBytes: bytes, writeBytes: bytes });
});

test("scales enter each cluster once and reach every CTA; the bounds beside them verify", () => {
  const scaled = [...PRODUCT, "--dtype", "fp8", "--scales", "a:1x128,b:128x128", "--cluster", "2x1"];
  const { status, stdout } = redblue(["replay", ...scaled, "--schedule", "persistent-gemm", "--json"]);
  expect(status).toBe(0);
  const { byArray } = JSON.parse(stdout);
  // Scales of 4 bytes, 4 blocks along k: of A for each of 3 columns of tiles, of B for 2 rows of clusters of 4 rows of tiles.
  const [ofA, ofB] = [512 * 4 * 4, 3 * 4 * 4];
  expect(byArray.SA["l2-cluster"]).toEqual({ readBytes: 3 * ofA, writeBytes: 0 });
  expect(byArray.SB["l2-cluster"]).toEqual({ readBytes: 2 * ofB, writeBytes: 0 });
  expect([byArray.SA["l2-sm"].readBytes, byArray.SB["l2-sm"].readBytes]).toEqual([3 * ofA, 4 * ofB]);
  const gap = redblue(["gap", ...scaled, "--schedule", "tiled-gemm", "--order", "row", "--json"]).stdout;
  const path = join(mkdtempSync(join(tmpdir(), "redblue-")), "gap.json");
  writeFileSync(path, gap);
  expect(redblue(["verify", path])).toMatchObject({ status: 0, stderr: "" });
});

test("gap shows one kernel when one is named, in every order", () => {
  const { stdout } = redblue(["gap", ...PRODUCT, "--schedule", "stream-k", "--order", "horizontal,col,raster-m:2", "--json"]);
  const ids = JSON.parse(stdout).rows.map((row: { schedule: { id: string } }) => row.schedule.id);
  expect(ids).toEqual(Array(6).fill("stream-k"));
});

test.each([
  [["--splits", "9", "--schedule", "split-k"], "--splits"],
  [["--splits", "0", "--schedule", "split-k"], "--splits"],
  [["--splits", "2", "--schedule", "stream-k"], "--splits"],
  [["--reduction", "parallel"], "--reduction"],
  [["--reduction", "tree", "--schedule", "split-k"], "--reduction"],
  [["--scheduler", "greedy", "--schedule", "persistent-gemm"], "--scheduler"],
  [["--k-order", "sawtoth", "--schedule", "persistent-gemm"], "--k-order"],
  [["--k-order", "sawtooth", "--schedule", "stream-k"], "--k-order"],
  [["--k-order", "sawtooth", "--schedule", "persistent-gemm", "--scheduler", "dynamic"], "--scheduler dynamic"],
  [["--k-order", "sawtooth", "--schedule", "persistent-gemm", "--cluster", "2x1"], "--cluster"],
  [["--k-order", "sawtooth", "--schedule", "persistent-gemm", "--scales", "a:1x128,b:128x128"], "--scales"],
  [["--schedule", "split-kk"], "--schedule"],
  [["--order", "identity:0"], "--order"],
])("replay %j is one line on stderr and exit 2", (flags, named) => {
  const { status, stdout, stderr } = redblue(["replay", ...PRODUCT, ...flags]);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(named);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
});

test("a kernel's option on another workload is refused", () => {
  const { status, stderr } = redblue(
    "replay attention --heads 1 --queries 128 --dim 64 --gpu h200 --scheduler dynamic".split(" "),
  );
  expect(status).toBe(2);
  expect(stderr).toContain("--scheduler");
});
