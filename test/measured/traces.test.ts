import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { describeWorkload } from "../../src/computation/workload.js";
import { profiledStep } from "../../src/gap/step/profiled-step.js";
import { H100 } from "../../src/machines/known/h100.js";
import type { ProfiledKernel } from "../../src/measured/index.js";
import { readSystemsTrace, recogniseStep, TraceReader } from "../../src/measured/index.js";
import { asNsightPrints } from "../../src/measured/trace/kernel-name.js";

/** Steps of scripts/profiles/step.py on an H100, by PyTorch's profiler; that of GPT-2 with modules. */
const text = (name: string): string =>
  gunzipSync(readFileSync(new URL(`profiles/${name}.trace.json.gz`, import.meta.url))).toString("utf8");

function read(trace: string, pieces = trace.length): readonly ProfiledKernel[] {
  const reader = new TraceReader("trace");
  for (let at = 0; at < trace.length; at += pieces) reader.push(trace.slice(at, at + pieces));
  return reader.end();
}

const GPT2 = text("gpt2-training");

describe("a trace of GPT-2", () => {
  const kernels = read(GPT2);
  const works = recogniseStep(kernels);
  const found = (operator: string): readonly string[] => [
    ...new Set(
      [...works.values()].flatMap(({ operator: name, workload }) =>
        name === operator && workload !== undefined ? [describeWorkload(workload)] : [],
      ),
    ),
  ];

  test("has every launch with its time, the same however it is cut", () => {
    expect(kernels).toHaveLength(136);
    const seconds = kernels.reduce((sum, { metrics }) => sum + Number(metrics[0]?.text), 0) / 1e9;
    expect(seconds).toBeCloseTo(0.01417, 5);
    expect(read(GPT2, 997)).toEqual(kernels);
    expect(kernels[0]).toMatchObject({ device: "NVIDIA H100 80GB HBM3", computeCapability: "9.0" });
  });

  test("tells what kernels compute, with types and flags that ranges do not have", () => {
    expect(found("linear")[0]).toBe("C (4096×3072) = A (4096×1024) · B (1024×3072), bf16, fp32 accumulators");
    expect(found("scaled_dot_product_attention")).toEqual([
      "causal attention, batch 4, 16 heads, 1024 queries, 1024 keys, dim 64, bf16, fp32 accumulators",
    ]);
    expect([...works.values()].find(({ operator }) => operator === "scaled_dot_product_attention")?.assumed).toEqual([]);
    expect(found("to")).toContain("elementwise f(X1), 1 rows of 205852672, bf16 to fp32, fp32 accumulators");
  });

  test("names the modules around a launch, and around the one whose gradient it computes", () => {
    const around = (operator: string): readonly (readonly string[] | undefined)[] =>
      kernels.filter((kernel) => works.get(kernel)?.operator === operator).map(({ modules }) => modules);
    expect(around("linear").at(0)).toEqual(["Gpt2_0", "Block_0", "Linear_0"]);
    expect(around("AddmmBackward0").at(0)).toEqual(["Gpt2_0", "Block_1", "Linear_7"]);
    const { summary } = profiledStep(kernels, "trace", H100, { by: "module", top: 1 });
    expect(summary?.groups.map(({ title }) => title)).toContain("Gpt2_0 > Block_1 > Linear_4");
    expect(summary?.groups.reduce((sum, { launches }) => sum + launches, 0)).toBe(136);
  });

  test("sets bounds and replays beside durations alone", () => {
    const one = kernels.filter(({ name }) => name.startsWith("nvjet_sm90_tst_256x128_64x4_1x2_h")).slice(0, 1);
    const [product] = profiledStep(one, "trace", H100).shown;
    expect(product?.meaning?.scheduleNote).toContain("reads least from DRAM");
    for (const { bound, replay } of product?.meaning?.uncounted ?? []) {
      expect(replay).toBeDefined();
      expect((replay?.reads ?? 0n) + (replay?.writes ?? 0n) + (replay?.dirtyAtEnd ?? 0n)).toBeGreaterThanOrEqual(bound.value);
    }
    expect(product?.meaning?.uncounted).toHaveLength(2);
  });
});

test("a convolution has the stride and padding of its arguments", () => {
  const works = [...recogniseStep(read(text("unet"))).values()];
  const convolutions = works.flatMap(({ workload, assumed }) => (workload?.kind === "conv" ? [{ workload, assumed }] : []));
  expect(convolutions.length).toBeGreaterThan(10);
  for (const { assumed } of convolutions) expect(assumed).toEqual([]);
  expect(convolutions.some(({ workload }) => workload.stride?.[0] === 2 && workload.padding?.[0] === 1)).toBe(true);
});

test("views that repeat words count once", () => {
  const kernel =
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul> >(int)";
  const event = (strides: string): string => `{"traceEvents": [
    {"ph": "X", "cat": "cpu_op", "name": "aten::add", "pid": 1, "tid": 1, "ts": 10, "dur": 5, "args": {"External id": 3,
      "Concrete Inputs": ["", "", "1"], "Input type": ["float", "float", "Scalar"], "Input Strides": [${strides}, [8, 1], []],
      "Input Dims": [[4, 8], [4, 8], []], "Ev Idx": 1}},
    {"ph": "X", "cat": "kernel", "name": ${JSON.stringify(kernel)}, "pid": 0, "tid": 7, "ts": 20, "dur": 1.5,
      "args": {"External id": 3, "grid": [1, 1, 1], "block": [32, 1, 1]}}]}`;
  const inputs = (strides: string): number => {
    const [work] = recogniseStep(read(event(strides))).values();
    return work?.workload?.kind === "elementwise" ? work.workload.inputs : Number.NaN;
  };
  // Two arguments of which nothing says that they are two tensors count as one.
  expect([inputs("[8, 1]"), inputs("[0, 1]")]).toEqual([1, 1]);
});

test("names as CUPTI writes them are read as Nsight Compute prints them", () => {
  expect(
    asNsightPrints(
      "void at::native::vectorized_elementwise_kernel<8, at::native::(anonymous namespace)::silu_kernel(at::TensorIteratorBase&)" +
        "::{lambda()#1}::operator()() const::{lambda(c10::BFloat16)#1}, std::array<char*, 2ul> >(int, std::array<char*, 2ul>)",
    ),
  ).toBe(
    "void at::vectorized_elementwise_kernel<8, at::<unnamed>::silu_kernel(at::TensorIteratorBase &)" +
      "::[lambda() (instance 1)]::operator ()() const::[lambda(c10::BFloat16) (instance 1)], std::array<char *, 2>>",
  );
});

describe("files that are no whole trace", () => {
  test.each([
    ["cut in an event", GPT2.slice(0, 300_000), /^trace: expected the end of the trace's JSON \(is the file truncated\?\)/],
    ["cut in a string", '{"traceEvents": [{"name": "a', /truncated/],
    ["without kernels", '{"traceEvents": []}', /kernels in the trace \(profile with ProfilerActivity.CUDA\), found none/],
    ["with a bracket too many", "[]]", /a bracket that closes nothing/],
    ["with a broken event", '[{"cat": "kernel", "ph": X}]', /expected JSON/],
  ])("%s", (_, trace, message) => {
    expect(() => read(trace, 1000)).toThrow(message);
  });
});

const SYSTEMS = `Processing [report.sqlite] with [cuda_gpu_trace.py]...
Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MB/s),SrcMemKd,DstMemKd,Device,Ctx,Strm,Name
100,89186,26,2,66,1,384,1,1,168,0.000,0.213,,,,,NVIDIA H100 80GB HBM3 (0),1,7,nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_TNT
90000,1024,27,,,,,,,,,,0.005,5.000,Device,,NVIDIA H100 80GB HBM3 (0),1,7,[CUDA memset]
`;

test("a table of launches of Nsight Systems, by its columns", () => {
  const kernels = readSystemsTrace(SYSTEMS, "nsys");
  expect(kernels.map(({ name, grid, device }) => [name, grid, device])).toEqual([
    ["nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_TNT", "(2, 66, 1)", "NVIDIA H100 80GB HBM3"],
    ["[CUDA memset]", "(, , )", "NVIDIA H100 80GB HBM3"],
  ]);
  expect(profiledStep(kernels, "nsys", H100).report.rows[0]?.counters.nanoseconds?.most).toBe(89186n);
  expect(() => readSystemsTrace(SYSTEMS.slice(0, -30), "nsys")).toThrow(
    /nsys: line 4: expected 20 columns \(is the file truncated\?\)/,
  );
  expect(() => readSystemsTrace(SYSTEMS.replace(",Name", ",Label"), "nsys")).toThrow(/expected a column Name/);
  expect(() => readSystemsTrace(SYSTEMS.replace("89186", "-"), "nsys")).toThrow(/line 3: Duration: expected a time/);
});
