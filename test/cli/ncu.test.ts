import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";
import { afterAll, describe, expect, test } from "vitest";
import { redblue } from "./run.js";

const folder = mkdtempSync(join(tmpdir(), "redblue-ncu-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const page = (name: string): string => fileURLToPath(new URL(`../measured/nsight-samples/${name}.csv`, import.meta.url));
const TRACE = fileURLToPath(new URL("../measured/profiles/unet.trace.json.gz", import.meta.url));
const MAP = fileURLToPath(new URL("../../docs/examples/kernels.yaml", import.meta.url));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function packed(bytes: number): string {
  const path = join(folder, "cut.json.gz");
  writeFileSync(path, readFileSync(TRACE).subarray(0, bytes));
  return path;
}

test("a mapping file names kernels by their ranges; measured, bound and replay stand side by side", () => {
  const { status, stdout, stderr } = redblue(["ncu", page("details-metrics"), "--gpu", "h200", "--workload", MAP, "--json"]);
  expect([status, stderr]).toEqual([0, ""]);
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({ schema: "redblue.ncu/2", machine: { id: "h200" } });
  expect(document.kernels).toHaveLength(4);
  const [triton, cublas, product, softmax] = document.kernels;
  expect(triton).toMatchObject({
    durationNs: 29632,
    workload: { kind: "gemm", m: 2048, n: 2048, k: 2048 },
    schedule: { id: "tiled-gemm", order: "group:8", tile: "128x128x64" },
    measured: { "dram-l2": { readBytes: 16788992, writeBytes: 98560 }, "l2-sm": { readBytes: 268443648 } },
  });
  const sm = triton.interfaces.find((one: { interface: string }) => one.interface === "l2-sm");
  expect(sm).toMatchObject({ compared: "reads", belowBound: false, replay: { readBytes: 268435456 } });
  expect(sm.gap).toBe(268443648 / sm.bound.value);
  expect(triton.binds.resource).toBe("matrix");
  expect(triton.binds.measuredOverLeast).toBe(29632 / 1e9 / triton.binds.leastSeconds);
  expect(triton.binds.measuredOverLeast).toBeGreaterThan(1);
  expect(triton.estimate.measuredOverEstimated).toBe(29632 / 1e9 / triton.estimate.estimatedSeconds);
  expect(cublas.estimate).toBeUndefined();
  expect(sm.replay.measuredOverReplayed).toBe(268443648 / 268435456);
  expect(cublas.workload).toMatchObject({ m: 2048, n: 4096, k: 4096 });
  expect(product.workload).toEqual(cublas.workload);
  expect(cublas.schedule).toBeUndefined();
  expect(softmax.workload).toBeUndefined();
});

test("a workload by flags for the kernels of one name; the device comes from page raw", () => {
  const words = "--workload gemm --m 2048 --n 2048 --k 2048 --kernel mm_kernel --schedule tiled-gemm --order group:8 --json";
  const document = JSON.parse(redblue(["ncu", page("raw-full"), ...words.split(" ")]).stdout);
  expect(document.kernels.map((kernel: { workload?: object }) => kernel.workload !== undefined)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const sm = document.kernels[0].interfaces.find((one: { interface: string }) => one.interface === "l2-sm");
  expect(sm.compared).toBe("total");
});

test("a kernel after one that left inputs in the L2 is held against less, by a flag or a field", () => {
  const words = "--workload gemm --m 2048 --n 2048 --k 2048 --kernel mm_kernel --schedule tiled-gemm --order group:8 --json";
  const dramOf = (more: readonly string[]): Record<string, Record<string, unknown>> => {
    const { status, stdout } = redblue(["ncu", page("raw-full"), ...words.split(" "), ...more]);
    expect(status).toBe(0);
    const [kernel] = JSON.parse(stdout).kernels;
    const dram = kernel.interfaces.find((one: { interface: string }) => one.interface === "dram-l2");
    return { ...dram, resident: kernel.resident };
  };
  const [cold, warm, both] = [[], ["--resident", "a:4M"], ["--resident", "A,B:1M"]].map(dramOf);
  expect(cold?.["resident"]).toBeUndefined();
  expect(warm?.["resident"]).toEqual([{ array: "A", size: 4 * 2 ** 20 }]);
  expect(warm?.["bound"]?.["id"]).toBe(`${cold?.["bound"]?.["id"]}-warm-start`);
  expect(warm?.["bound"]?.["value"]).toBe(Number(cold?.["bound"]?.["value"]) - 4 * 2 ** 20);
  expect(Number(warm?.["replay"]?.["readBytes"])).toBeLessThan(Number(cold?.["replay"]?.["readBytes"]));
  expect(Number(warm?.["replay"]?.["readBytes"])).toBeGreaterThanOrEqual(Number(warm?.["bound"]?.["value"]));
  expect(both?.["resident"]).toEqual([
    { array: "A", size: 2 ** 23 },
    { array: "B", size: 2 ** 20 },
  ]);
  const named = file("warm.yaml", "kernel: mm_kernel\nworkload: gemm\nm: 2048\nn: 2048\nk: 2048\nresident: A:4M\n");
  const { stdout } = redblue(["ncu", page("raw-full"), "--workload", named]);
  expect(stdout).toContain("; in the L2 at the start: A 4.194 MB\n");
  expect(stdout).toContain("-warm-start");
});

test("an NVTX range may name its own workload", () => {
  const text = readFileSync(page("details-metrics"), "utf8").replaceAll(
    "mm+softmax",
    "redblue {workload: gemm, m: 2048, n: 4096, k: 4096}",
  );
  const named = file("named.csv", text);
  const document = JSON.parse(redblue(["ncu", named, "--gpu", "h200", "--json"]).stdout);
  expect(document.kernels[2].workload).toMatchObject({ kind: "gemm", m: 2048, n: 4096, k: 4096 });
});

test("a counter below a bound: exit 1, marked and explained", () => {
  const words = [
    "ncu",
    page("raw-full"),
    "--workload",
    "gemm",
    "--m",
    "8192",
    "--n",
    "8192",
    "--k",
    "2048",
    "--kernel",
    "mm_kernel",
  ];
  const { status, stdout } = redblue(words);
  expect(status).toBe(1);
  expect(stdout).toContain("BELOW");
  expect(stdout).toContain("the caches were warm");
  const document = JSON.parse(redblue([...words, "--json"]).stdout);
  expect(document.kernels[0].interfaces.some((one: { belowBound: boolean }) => one.belowBound)).toBe(true);
});

test("a launch with clusters on a GPU whose counters were not measured: counters alone at the SMs, with the reason", () => {
  const text = readFileSync(page("raw-metrics"), "utf8").replaceAll('"9.0"', '"10.0"');
  const words = "--gpu b200 --workload gemm --m 2048 --n 4096 --k 4096 --kernel nvjet".split(" ");
  const profile = file("blackwell.csv", text);
  const { status, stdout } = redblue(["ncu", profile, ...words]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^l2-sm +805\.3 MB +no$/m);
  expect(stdout).toMatch(/^Kernel 1, 2: no bound stands beside the counters of l2-sm: .*, and the launch has clusters of 2\.$/m);
  const [, kernel] = JSON.parse(redblue(["ncu", profile, ...words, "--json"]).stdout).kernels;
  expect(kernel.interfaces.map((one: { interface: string }) => one.interface)).toEqual(["dram-l2"]);
  expect(kernel.notCompared).toEqual([{ interface: "l2-sm", reason: expect.stringContaining("clusters of 2") }]);
});

test("a trace is read as it is, packed or not, and several files as one", () => {
  const { status, stdout } = redblue(["profile", TRACE, "--top", "1"]);
  expect(status).toBe(0);
  expect(stdout).toContain("NVIDIA H100 SXM 80 GB");
  expect(stdout).toMatch(/^120 launches took 1\.565 ms\. The work of 98\.8 % of that is known/m);
  const plain = file("unet.json", gunzipSync(readFileSync(TRACE)).toString("utf8"));
  expect(redblue(["ncu", plain, "--top", "1"]).stdout).toBe(stdout);
  const both = redblue(["ncu", plain, page("raw-metrics"), "--gpu", "h100", "--by", "kernel", "--top", "1", "--json"]);
  const { kernels } = JSON.parse(both.stdout);
  expect(kernels).toHaveLength(124);
  expect([kernels[0].id, kernels.at(-1).id]).toEqual(["1:0", "2:3"]);
});

test("a page of the step, and a line a launch", () => {
  const html = join(folder, "step.html");
  expect(redblue(["profile", TRACE, "--top", "2", "--html", html]).stdout).toMatch(/step\.html: \d+ bytes/);
  expect(readFileSync(html, "utf8")).toContain("<h1>unet.trace.json.gz</h1>");
  const [header, ...lines] = redblue(["profile", TRACE, "--top", "1", "--csv"]).stdout.trim().split("\n");
  expect(header).toMatch(/^id,kernel,operator,module,workload,reason,seconds,least_seconds,binds,dram_read_bytes,/);
  expect(lines).toHaveLength(120);
  expect(lines.find((line) => line.includes("nvjet"))).toMatch(/,matrix,,,\d+,,,\d+$/);
});

test("the table of launches as a Parquet file, its columns of the same types in any profile", async () => {
  const path = join(folder, "launches.parquet");
  expect(redblue(["profile", TRACE, "--top", "1", "--parquet", path]).stdout).toBe(`${path}: 120 launches\n`);
  const bytes = readFileSync(path);
  const rows = await parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) });
  expect(rows).toHaveLength(120);
  const product = rows.find(({ kernel }) => String(kernel).includes("nvjet"));
  expect(product).toMatchObject({ id: expect.any(String), binds: "matrix", dram_read_bytes: null, module: null });
  expect([typeof product?.["seconds"], typeof product?.["dram_bound_bytes"]]).toEqual(["number", "bigint"]);
  const [header, ...lines] = redblue(["profile", TRACE, "--top", "1", "--csv"]).stdout.trim().split("\n");
  expect(Object.keys(rows[0] ?? {}).join(",")).toBe(header);
  expect(lines[0]).toContain(String(rows[0]?.["seconds"]));
});

describe("bad input: one line, exit 2, nothing on stdout", () => {
  const gemm = "--workload gemm --m 64 --n 64 --k 64".split(" ");
  test.each([
    ["an empty file", [file("empty.csv", "")], /empty.csv: expected a profile, found an empty file/],
    ["a packed file that is cut", [packed(1000)], /cut.json.gz: expected a whole file packed by gzip \(is it truncated\?\)/],
    ["two forms of output", [TRACE, "--json", "--csv"], /--csv: expected no --json beside it, found both/],
    [
      "a table by another name",
      [TRACE, "--parquet", "step.csv"],
      /--parquet: expected a file ending in .parquet, found .?step\.csv/,
    ],
    ["a page by another name", [TRACE, "--html", "step.txt"], /--html: expected a file ending in .html, found .?step\.txt/],
    ["no such file", ["nowhere.csv"], /nowhere.csv: expected a readable file, found no such file/],
    ["no GPU named", [page("details-metrics")], /--gpu: expected the GPU that was profiled/],
    ["an accelerator", [page("raw-full"), "--gpu", "tpu-v1"], /--gpu: expected a GPU that Nsight/],
    ["no kernel of that name", [page("raw-full"), ...gemm, "--kernel", "conv"], /--kernel: expected a kernel of .*mm_kernel/],
    ["--kernel alone", [page("raw-full"), "--kernel", "mm"], /--kernel: expected --workload beside it/],
    ["an unknown workload", [page("raw-full"), "--workload", "gem"], /--workload: expected gemm, .*did you mean gemm/],
    ["residents without a workload", [page("raw-full"), "--resident", "A"], /--resident: expected --workload beside it/],
    ["residents that are none", [page("raw-full"), ...gemm, "--resident", "A:x"], /--resident: expected /],
    ["a resident result", [page("raw-full"), ...gemm, "--resident", "C"], /resident: expected /],
    ["a broken expression", [page("raw-full"), ...gemm, "--kernel", "/(/"], /--kernel: expected a regular expression/],
    [
      "a tile without a schedule",
      [page("raw-full"), ...gemm, "--tile", "128x128x64"],
      /expected schedule: beside tile:, found none/,
    ],
    [
      "a schedule without its order",
      [page("raw-full"), ...gemm, "--schedule", "tiled-gemm"],
      /schedule: expected its launch order or band/,
    ],
    [
      "a schedule of another workload",
      [page("raw-full"), ...gemm, "--schedule", "flash-attention-2"],
      /expected one of .*tiled-gemm/,
    ],
    [
      "an empty mapping",
      [page("raw-full"), "--workload", file("empty.yaml", "kernels: []\n")],
      /empty.yaml: expected a workload, or kernels/,
    ],
    [
      "an unknown field",
      [page("raw-full"), "--workload", file("odd.yaml", "workload: gemm\nmm: 4\n")],
      /odd.yaml: mm: expected|odd.yaml: mm: one of/,
    ],
  ])("%s", (_, words, message) => {
    const { status, stdout, stderr } = redblue(["ncu", ...words]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});
