import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/errors.js";
import { profiledStep } from "../../src/gap/step/profiled-step.js";
import { H100 } from "../../src/machines/known/h100.js";
import { GPUS, gpuOfDevice } from "../../src/machines/registry.js";
import { callsAround, countersOf, readNsightKernels } from "../../src/measured/index.js";
import { overTime, readQuantity, readUnit } from "../../src/measured/nsight/quantity.js";
import { parameters } from "../properties/arbitraries.js";

const sample = (name: string): string => readFileSync(new URL(`nsight-samples/${name}.csv`, import.meta.url), "utf8");
const exactly = (value: bigint) => ({ least: value, most: value });

describe("four pages of the same launches", () => {
  test.each(["raw-full", "raw-metrics", "details-full", "details-metrics"])("%s: four kernels, in order", (page) => {
    const kernels = readNsightKernels(sample(page), page);
    expect(kernels.map(({ id }) => id)).toEqual(["0", "1", "2", "3"]);
    expect(kernels.map(({ name }) => name.slice(0, 9))).toEqual(["mm_kernel", "nvjet_sm9", "nvjet_sm9", "void at::"]);
    expect(kernels.map(({ grid }) => grid)).toEqual(["(256, 1, 1)", "(2, 66, 1)", "(2, 66, 1)", "(2048, 1, 1)"]);
    expect(kernels.every(({ computeCapability }) => computeCapability === "9.0")).toBe(true);
  });

  test("raw: bytes per interface exactly as printed, the device, no ranges", () => {
    const [first] = readNsightKernels(sample("raw-full"), "raw");
    if (first === undefined) throw new Error("no kernel");
    const { traffic, nanoseconds } = countersOf(first, "raw");
    expect(traffic.get("dram-l2")).toMatchObject({ reads: exactly(16788224n), writes: exactly(148736n) });
    expect(traffic.get("l2-sm")).toMatchObject({ reads: exactly(268443648n), writes: exactly(8388608n) });
    expect(nanoseconds).toEqual(exactly(28832n));
    expect(first.device).toBe("NVIDIA H200");
    expect(first.ranges).toEqual([]);
  });

  test("details: the same counters, and NVTX ranges", () => {
    const kernels = readNsightKernels(sample("details-metrics"), "details");
    const traffic = kernels.map((kernel) => countersOf(kernel, "details").traffic);
    expect(traffic.map((one) => one.get("dram-l2")?.reads?.least)).toEqual([16788992n, 85138944n, 85477120n, 16788480n]);
    expect(traffic.map((one) => one.get("l2-sm")?.reads?.least)).toEqual([268443648n, 805308352n, 805308352n, 16777216n]);
    expect(kernels.map(({ ranges }) => ranges[0])).toEqual([
      "triton-mm|M=2048|N=2048|K=2048|order=group8|BM=128|BN=128|BK=64",
      "cublas-mm|M=2048|N=4096|K=4096",
      "mm+softmax",
      "mm+softmax",
    ]);
  });

  test("details of the full set: DRAM bytes from rate and duration hold what page raw counted", () => {
    const details = readNsightKernels(sample("details-full"), "details");
    const total = details.map((kernel) => countersOf(kernel, "details").traffic.get("dram-l2")?.total);
    // The first kernel of page raw moved 16,788,224 + 148,736 bytes, in another run of the profiler.
    expect(Number(total[0]?.least) / (16788224 + 148736)).toBeCloseTo(1, 2);
    expect(details.map((kernel) => countersOf(kernel, "details").traffic.has("l2-sm"))).toEqual([false, false, false, false]);
  });
});

describe("profiles of several processes", () => {
  const RANGES = "thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg";
  const names = ["ID", "Process ID", RANGES, "Kernel Name", "Block Size", "Grid Size", "CC", "gpu__time_duration.sum"];
  const row = (cells: readonly string[]): string => cells.map((cell) => `"${cell}"`).join(",");
  const units = row(names.map((name) => (name.startsWith("gpu__") ? "ns" : "")));
  const kernel = "void at::vectorized_elementwise_kernel<8, at::CUDAFunctor_add<c10::BFloat16>, std::array<char *, 3>>(int)";
  const line = (id: number, process: number, call: number, producer: number): string => {
    const ids = `input_op_ids = [(${producer},0), (${producer + 1},0), (0,-1)]`;
    const range = `aten::add, op_id = ${call}, sizes = [[64, 64], [64, 64], []], ${ids}`;
    const ranges = `425  ""<default domain>:${range}:none:none:none:none:none:none""`;
    return row([String(id), String(process), ranges, kernel, "(128, 1, 1)", "(4, 1, 1)", "9.0", "5,000"]);
  };
  const read = (second: number) =>
    readNsightKernels([row(names), units, line(0, 425, 7, 3), line(1, second, 9, 7), line(2, 425, 8, 7)].join("\n"), "two");

  test("each process numbers its own calls", () => {
    const kernels = read(426);
    expect(kernels.map(({ process }) => process)).toEqual([undefined, 1, undefined]);
    const ids = kernels.map((kernel) => callsAround(kernel).flatMap(({ id, producers }) => [id, producers[0]?.id]));
    expect(ids).toEqual([
      [7, 3],
      [2 ** 32 + 9, 2 ** 32 + 7],
      [8, 7],
    ]);
    expect(read(425).map(({ process }) => process)).toEqual([undefined, undefined, undefined]);
  });

  test("launches of two processes are no neighbours to fuse", () => {
    const fusions = (second: number) =>
      profiledStep(read(second), "two", H100, { top: 0 }).summary?.fusions.map(({ launches }) => launches);
    expect([fusions(425), fusions(426)]).toEqual([[3], []]);
  });
});

describe("figures", () => {
  test.each([
    ["16,788,992", "byte", 16788992n, 16788992n],
    ["16788992", "byte", 16788992n, 16788992n],
    ["5,202,763", "sector", 166488416n, 166488416n],
    ["16.79", "Mbyte", 16785000n, 16795000n],
    ["2", "Gbyte", 1500000000n, 2500000000n],
    ["0.4", "byte", 0n, 1n],
    ["29.63", "us", 29625n, 29635n],
    ["0", "byte", 0n, 0n],
  ])("%s %s", (text, unit, least, most) => {
    const { scale } = readUnit(unit) ?? { scale: 0n };
    expect(readQuantity(text, scale)).toEqual({ least, most });
  });

  test.each(["", "-1", "1.234.567", "1,23", "nan", "n/a", "1e6", "(!) nan"])("%j is no number", (text) => {
    expect(readQuantity(text, 1n)).toBeUndefined();
  });

  test.each([
    ["50,789", "Mbyte"],
    ["1,234", "us"],
    ["50.789", "byte"],
    ["29.632", "ns"],
  ])("%s %s may be two numbers, and is none", (text, unit) => {
    expect(readQuantity(text, readUnit(unit)?.scale ?? 0n)).toBeUndefined();
  });

  test.each(["constructor", "__proto__", "toString", "%", "block", "cycle", "byte/block", "inst", ""])(
    "%j measures neither bytes nor time",
    (unit) => {
      expect(readUnit(unit)).toBeUndefined();
    },
  );

  test("the interval of a rounded figure holds the figure it was rounded from", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 13n }), fc.constantFrom("K", "M", "G"), (value, prefix) => {
        const scale = readUnit(`${prefix}byte`)?.scale ?? 0n;
        const hundredths = (value * 100n + scale / 2n) / scale;
        const text = `${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, "0")}`;
        const read = readQuantity(text, scale);
        expect(read !== undefined && read.least <= value && value <= read.most).toBe(true);
      }),
      parameters(100),
    );
  });

  test("a rate over a time is rounded outwards", () => {
    expect(overTime(exactly(587573333333n), exactly(28800n))).toEqual({ least: 16922111n, most: 16922112n });
  });
});

describe("what is no page of the profiler", () => {
  const lines = sample("raw-metrics").split("\n");
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ["an empty file", "", /expected a page of 'ncu --csv'.*found nothing/],
    ["another table", "a,b\n1,2\n", /found 'a,b'/],
    ["a header alone", sample("details-metrics").split("\n").slice(0, 4).join("\n"), /rows after the header/],
    ["raw without kernels", lines.slice(0, 5).join("\n"), /line 5: expected a row for each kernel/],
    ["a page cut inside a quote", sample("raw-metrics").slice(0, -2000), /line \d+: .*truncated/],
    ["a row cut after a comma", `${sample("details-metrics").trimEnd().split(",").slice(0, -6).join(",")}\n`, /truncated/],
    ["raw without its row of units", [...lines.slice(0, 4), ...lines.slice(5)].join("\n"), /row of units/],
    ["a stray line after the rows", `${sample("raw-metrics")}Traceback: it died\n`, /line 10: expected 289 columns.*found 1/],
  ];
  test.each(cases)("%s", (_, text, message) => {
    expect(() => readNsightKernels(text, "k.csv")).toThrow(message);
    expect(() => readNsightKernels(text, "k.csv")).toThrow(InputError);
  });

  const rows = sample("details-metrics").trimEnd().split("\n");
  const [header = "", row = ""] = rows.slice(rows.findIndex((line) => line.startsWith('"ID"')));
  const page = (...more: readonly string[]): string => [header, row, ...more].join("\n");
  const wrong: readonly (readonly [string, string, RegExp])[] = [
    ["two reports", page(header, row.replace("mm_kernel", "second")), /line 3: expected one report .*found a second header/],
    [
      "two reports without the second header",
      page(row.replace("mm_kernel", "second")),
      /line 3: expected one report .*launch '0' again/,
    ],
    ["two reports, raw", [...lines, ...lines.slice(5)].join("\n"), /line 11: expected one report .*launch '0' again/],
    ["launches that take turns", page(row.replace('"0"', '"1"'), row), /line 4: expected one report .*launch '0' again/],
    [
      "a metric measured twice",
      page(row.replace("16,788,992", "99,788,992")),
      /line 3: dram__bytes_read.sum: expected one figure of launch 0/,
    ],
    [
      "a metric twice in other units",
      page(row.replace('"byte","16,788,992"', '"Mbyte","16.78"')),
      /line 3: .*expected one figure/,
    ],
    ["a column twice", header.replace('"Context"', '"ID"'), /line 1: expected each column once, found 'ID' again/],
  ];
  test.each(wrong)("%s", (_, text, message) => {
    expect(() => readNsightKernels(text, "k.csv")).toThrow(message);
  });
  test("a figure that a section repeats is read once", () => {
    expect(readNsightKernels(page(row), "k.csv")[0]?.metrics).toHaveLength(1);
  });

  test("a counter that is no number: its line and name", () => {
    const text = sample("details-metrics").replace('"16,788,992"', '"n/a"');
    const [kernel] = readNsightKernels(text, "k.csv");
    if (kernel === undefined) throw new Error("no kernel");
    expect(() => countersOf(kernel, "k.csv")).toThrow(/k.csv: line 5: dram__bytes_read.sum: expected a number/);
  });
});

test("devices by the driver's name", () => {
  const ids = ["NVIDIA H200", "NVIDIA H100 80GB HBM3", "NVIDIA H100 PCIe", "NVIDIA A100-SXM4-80GB", "NVIDIA A100-PCIE-40GB"];
  expect(ids.map((name) => gpuOfDevice(name)?.id)).toEqual(["h200", "h100", "h100-pcie", "a100", "a100-40gb"]);
  expect(gpuOfDevice("NVIDIA GeForce RTX 4090")?.id).toBe("rtx4090");
  expect(gpuOfDevice("NVIDIA H20")?.id).toBe("h20");
  expect(gpuOfDevice("Tesla V100-SXM2-16GB")).toBeUndefined();
  for (const gpu of GPUS) expect(gpuOfDevice(`NVIDIA ${gpu.id}`)?.id).toBe(gpu.id);
});
