import { describe, expect, test } from "vitest";
import { describeWorkload } from "../../src/computation/workload.js";
import { namedProduct, readOperatorRange } from "../../src/measured/index.js";
import { strideAndPadding } from "../../src/measured/torch/conv-window.js";
import { recogniseWork } from "../../src/measured/torch/operators.js";

const FACTS = { sizeOf: () => undefined, launched: (id: number) => id < 100, dataType: "fp16" as const };
const JET = "nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_TNT";

const read = (kernel: string, ...ranges: readonly string[]) =>
  recogniseWork(
    kernel,
    ranges.flatMap((range) => readOperatorRange(range) ?? []),
    FACTS,
  );
const work = (kernel: string, ...ranges: readonly string[]): string | undefined => {
  const found = read(kernel, ...ranges);
  return found?.workload === undefined ? found?.reason : describeWorkload(found.workload);
};

test("ranges of operators, with producers and without, and no others", () => {
  expect(readOperatorRange("aten::mm, seq = 5, op_id = 7, sizes = [[2, 3], [3, 4]], input_op_ids = [(6,0), (0,-1)]")).toEqual({
    name: "mm",
    id: 7,
    sizes: [
      [2, 3],
      [3, 4],
    ],
    producers: [{ id: 6, place: 0 }, undefined],
  });
  expect(readOperatorRange("aten::cat, sizes = [[[1, 2], [3]], []]")).toMatchObject({ name: "cat", sizes: [[1, 2], [3], []] });
  for (const other of ["train step", "redblue {workload: gemm}", "cub::DeviceScan", "## Call CompiledFxGraph ##"])
    expect(readOperatorRange(other), other).toBeUndefined();
});

describe("what operators compute", () => {
  test.each([
    ["aten::mm, op_id = 2, sizes = [[64, 32], [32, 16]]", "C (64×16) = A (64×32) · B (32×16), bf16, fp32 accumulators"],
    [
      "aten::addmm, op_id = 2, sizes = [[16], [64, 32], [32, 16], [], []]",
      "C (64×16) = A (64×32) · B (32×16), bf16, fp32 accumulators",
    ],
    [
      "aten::bmm, op_id = 2, sizes = [[5, 64, 32], [5, 32, 16]]",
      "5 × C (64×16) = A (64×32) · B (32×16), bf16, fp32 accumulators",
    ],
    ["aten::mm, op_id = 2, sizes = [[64, 32], [31, 16]]", "no rule for mm"],
    ["aten::mm, op_id = 2, sizes = [[64, 0], [0, 16]]", "an empty product"],
    ["aten::mm, op_id = 9, sizes = [[32, 32], [32, 32]], input_op_ids = [(3,0), (3,0)]", "one tensor as two operands"],
  ])("%s", (range, text) => {
    expect(work(JET, range)).toBe(text);
  });

  test("a kernel that only helps a product is none", () => {
    const range = "aten::mm, op_id = 2, sizes = [[64, 32], [32, 16]]";
    expect(work("void cublasLt::splitKreduce_kernel<32, 16, int, float>(T1)", range)).toBe("helps mm");
  });

  test("operands of an element-wise kernel count once each, those that are broadcast not at all", () => {
    const add =
      "void at::vectorized_elementwise_kernel<8, at::CUDAFunctor_add<c10::BFloat16>, std::array<char *, 3>>(int, T2, T3)";
    const range = (second: string, ids: string): string =>
      `aten::add, op_id = 9, sizes = [[4, 8], ${second}, []], input_op_ids = [${ids}]`;
    expect(work(add, range("[4, 8]", "(1,0), (2,0), (0,-1)"))).toContain("f(X1, X2), 1 rows of 32, bf16");
    expect(work(add, range("[4, 8]", "(1,0), (1,0), (0,-1)"))).toContain("f(X1), 1 rows of 32");
    expect(work(add, range("[8]", "(1,0), (2,0), (0,-1)"))).toContain("f(X1), 1 rows of 32");
    expect(read(add, range("[4, 8]", "(1,0), (200,0), (0,-1)"))?.refutable).toBe(true);
    expect(read(add, range("[4, 8]", "(1,0), (2,0), (0,-1)"))?.refutable).toBe(false);
  });

  test("a cast has the types of both sides, a comparison writes bytes", () => {
    const copy =
      "void at::vectorized_elementwise_kernel<8, at::bfloat16_copy_kernel_cuda(at::TensorIteratorBase &)::[lambda(float) (instance 1)], std::array<char *, 2>>(int, T2, T3)";
    expect(work(copy, "aten::copy_, op_id = 5, sizes = [[4, 8], [4, 8], []], input_op_ids = [(1,0), (2,0), (0,-1)]")).toContain(
      "fp32 to bf16",
    );
  });

  test("attention is taken as causal where nothing says, and says so", () => {
    const sdpa =
      "aten::scaled_dot_product_attention, op_id = 3, sizes = [[1, 8, 128, 64], [1, 2, 128, 64], [1, 2, 128, 64], [], []]";
    const found = read("cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7_64x128x128_4x1x1", sdpa);
    expect(found?.workload).toMatchObject({ kind: "attention", causal: true, kvHeads: 2, dataType: "fp16" });
    expect(found?.assumed).toEqual(["causal, which needs least", "fp16 words"]);
    const masked = sdpa.replace("[], []]", "[128, 128], []]");
    expect(work("flash_fwd_kernel", masked)).toBe("attention with a mask of its own");
  });
});

test("a kernel that casts what it reads does not tell the types in memory, the arguments of a copy do", () => {
  const casting =
    "void at::elementwise_kernel<128, 4, void at::gpu_kernel_impl<at::direct_copy_kernel_cuda(at::TensorIteratorBase &)::[lambda(float) (instance 1)]>(at::TensorIteratorBase &, const T1 &)::[lambda(int) (instance 1)]>(int, T3)";
  expect(
    read(casting, "aten::copy_, op_id = 5, sizes = [[4, 8], [4, 8], []], input_op_ids = [(1,0), (2,0), (0,-1)]"),
  ).toMatchObject({
    workload: { dataType: "fp16" },
    assumed: ["fp16 words"],
  });
  const call = { name: "copy_", producers: [], sizes: [[4, 8], [4, 8], []], types: ["fp32", "bf16", undefined] } as const;
  const copy =
    "void at::vectorized_elementwise_kernel<4, at::direct_copy_kernel_cuda(at::TensorIteratorBase &)::[lambda(float) (instance 1)]>";
  for (const kernel of [casting, copy])
    expect(recogniseWork(kernel, [call], FACTS)?.workload).toMatchObject({ dataType: "bf16", outputType: "fp32" });
});

test("a lookup by index is no pass through its table", () => {
  const index =
    "void at::index_elementwise_kernel<128, 4, at::gpu_index_kernel<at::OpaqueType<2>>(at::TensorIteratorBase &)>(long, T1)";
  expect(work(index, "aten::index, op_id = 4, sizes = [[32000, 4096], [7]]")).toBe("no rule for index");
});

test("kernels of a normalisation, by what they read and write", () => {
  const whole =
    "aten::native_layer_norm, op_id = 4, sizes = [[6, 64], [], [64], [64], []], input_op_ids = [(1,0), (0,-1), (0,-1), (0,-1), (0,-1)]";
  const kernel = "void at::<unnamed>::vectorized_layer_norm_kernel<c10::BFloat16, float, 0>(int, T2, const T1 *)";
  expect(work(kernel, whole)).toContain("LayerNorm(X) ⊙ gain + shift, 6 rows of 64, bf16");
  expect(work(kernel, whole.replace("[64], [64]", "[64], []"))).toContain("f(X1), 1 rows of 384, bf16");
  expect(work("void at::<unnamed>::RowwiseMomentsCUDAKernel<c10::BFloat16>(long, T1)", whole)).toContain(
    "Y[i] += X[i,j], i=1, j=384, bf16",
  );
});

test("scaled products of types that no name tells have words of fp8", () => {
  const range = "aten::_scaled_mm, op_id = 2, sizes = [[64, 32], [32, 16], [], []]";
  expect(read("nvjet_qqtst_128x128_128x6_2x1_v_bz_TNT", range)).toMatchObject({
    workload: { dataType: "fp8" },
    assumed: ["fp8 words"],
    refutable: true,
  });
});

test("names of cuBLAS tell tiles of a row-major C, but not where k is split", () => {
  const known = { tile: "128x320x64", stages: 3, cluster: "2x1", loads: "bulk" };
  expect(namedProduct("nvjet_sm90_tst_320x128_64x3_1x2_h_bz_coopB_NNT")).toEqual(known);
  expect(namedProduct("nvjet_hsh_320x128_64x3_1x2_h_bz_coopB_NNT")).toEqual(known);
  expect(namedProduct("nvjet_sm90_tst_64x8_64x16_4x1_v_bz_splitK_TNT")).toBeUndefined();
  expect(
    namedProduct("void cutlass::Kernel2<cutlass_75_tensorop_bf16_s1688gemm_bf16_128x128_tn_align1>(T1::Params)"),
  ).toBeUndefined();
});

test("stride and padding from the output's size", () => {
  expect(strideAndPadding(56, 1, 28)).toEqual({ stride: 2, padding: 0 });
  expect(strideAndPadding(56, 3, 28)).toEqual({ stride: 2, padding: 1 });
  expect(strideAndPadding(224, 7, 112)).toEqual({ stride: 2, padding: 3 });
  expect(strideAndPadding(224, 16, 14)).toEqual({ stride: 16, padding: 0 });
  expect(strideAndPadding(149, 3, 74)).toEqual({ stride: 2, padding: 0 });
  // Stride 2 without padding and stride 3 with a row of it both make four of ten.
  expect(strideAndPadding(10, 3, 4)).toBeUndefined();
  expect(strideAndPadding(10, 3, 50)).toBeUndefined();
});
