import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { verifyDocument } from "../../src/verify/document.js";
import { redblue } from "./run.js";

const folder = mkdtempSync(join(tmpdir(), "redblue-curve-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GEMM = "gemm --m 1024 --n 1024 --k 512".split(" ");
const KERNEL = [...GEMM, "--gpu", "a40", "--order", "row,group:4", "--per-doubling", "1"];

describe("redblue curve", () => {
  test("prints a table with the GPU's own size, the bound and every schedule", () => {
    const { status, stdout, stderr } = redblue(["curve", ...KERNEL]);
    expect([status, stderr]).toEqual([0, ""]);
    for (const text of ["own 6 MiB", "bound", "tiled-gemm row", "tiled-gemm group:4"]) expect(stdout).toContain(text);
  });

  test("its document verifies, and each point is what replay counts there", () => {
    const { stdout } = redblue(["curve", ...KERNEL, "--json"]);
    const path = join(folder, "curve.json");
    writeFileSync(path, stdout);
    expect(redblue(["verify", path])).toMatchObject({ status: 0, stderr: "" });
    const document = JSON.parse(stdout);
    expect(document.schema).toBe("redblue.curve/2");
    const { points, schedule } = document.curves[1];
    expect(schedule.order).toBe("group:4");
    for (const { l2Bytes, readBytes, writeBytes, dirtyAtEndBytes, traffic, bound, gap } of [points[0], points[3]]) {
      const words = [...GEMM, "--gpu", "a40", "--order", "group:4", "--cache", "lru", "--l2-bytes", String(l2Bytes), "--json"];
      const replayed = JSON.parse(redblue(["replay", ...words]).stdout).traffic["dram-l2"];
      expect(replayed).toEqual({ readBytes, writeBytes, dirtyAtEndBytes });
      expect(traffic).toBe(readBytes + writeBytes + dirtyAtEndBytes);
      expect(gap).toBe(traffic / bound);
    }
  });

  test("has the time of one schedule at the GPU's own size, and at no other", () => {
    const words = ["curve", ...GEMM, "--gpu", "h200", "--order", "row,group:4", "--per-doubling", "1"];
    const { stdout } = redblue([...words, "--json"]);
    const document = JSON.parse(stdout);
    type Curve = {
      readonly label: string;
      readonly points: readonly { readonly l2Bytes: number; readonly estimatedSeconds?: number }[];
    };
    const timed = (document.curves as readonly Curve[]).flatMap(({ label, points }) =>
      points.flatMap((point) => (point.estimatedSeconds === undefined ? [] : [{ label, ...point }])),
    );
    expect(timed).toHaveLength(1);
    expect(timed[0]).toMatchObject({ l2Bytes: document.machine.l2Bytes });
    expect(document.leastSeconds).toBeLessThan(timed[0]?.estimatedSeconds ?? 0);
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    expect(redblue(words).stdout).toContain(`${timed[0]?.label} replayed in time at this GPU's own L2, 60 MiB`);
    const lines = redblue([...words, "--csv"])
      .stdout.trimEnd()
      .split("\n");
    expect(lines[0]).toMatch(/,estimated_seconds,binds,percent_of_peak$/);
    expect(lines.filter((line) => !line.endsWith(",,,"))).toHaveLength(2);
  });

  test("draws the same chart twice", () => {
    const [one, two] = ["one.svg", "two.svg"].map((name) => {
      expect(redblue(["curve", ...KERNEL, "--svg", name], folder).status).toBe(0);
      return readFileSync(join(folder, name), "utf8");
    });
    expect(one).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    expect(two).toBe(one);
  });

  test("takes the fast words of a workload file as the middle of a range", () => {
    const path = join(folder, "words.json");
    writeFileSync(path, JSON.stringify({ workload: "gemm", m: 64, n: 64, k: 8, "fast-words": 64 }));
    const { status, stdout } = redblue(["curve", path, "--csv", "--per-doubling", "1"]);
    expect(status).toBe(0);
    expect(stdout.split("\n")[0]).toContain("fast_words");
    expect(stdout).toContain("\ncosma,1024,");
  });

  test.each([
    [["--gpu", "a40", "--l2-bytes", "9:5"], /^redblue: --l2-bytes: expected FROM:TO/],
    [["--gpu", "a40", "--l2-bytes", "1000:2000"], /^redblue: --l2-bytes: expected at least 32768 bytes, the largest tile/],
    [["--gpu", "a40", "--per-doubling", "3"], /^redblue: --per-doubling: expected one of 1, 2, 4/],
    [["--gpu", "a40", "--cache", "fifo"], /^redblue: --cache: expected lru or opt/],
    [["--gpu", "a40", "--schedule", "cosma"], /^redblue: --schedule: expected one of tiled-gemm/],
    [["--gpu", "a40", "--json", "--csv"], /^redblue: --csv: expected either/],
    [
      ["--gpu", "a40", "--svg", "/no/such/folder/x.svg"],
      /^redblue: \/no\/such\/folder\/x.svg: expected a file that can be written/,
    ],
    [["--gpu", "sn40l"], /^redblue: --gpu: expected a GPU/],
    [["--fast-words", "2:9"], /^redblue: --fast-words: expected a whole number from 3/],
    [["--fast-words", "9:99", "--cache", "lru"], /^redblue: --cache: expected a GPU/],
    [["--fast-words", "9:99", "--l2-bytes", "5"], /^redblue: --l2-bytes: expected a GPU/],
    [[], /^redblue: --gpu: expected a GPU/],
  ])("%j is one line on stderr, exit 2", (words, message) => {
    const { status, stdout, stderr } = redblue(["curve", ...GEMM, ...words], folder);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});
