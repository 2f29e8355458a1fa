import { describe, expect, test } from "vitest";
import { convOutputs, convProducts, convWorkload } from "../../src/computation/conv.js";
import { describeWorkload } from "../../src/computation/workload.js";
import { readOperatorRange } from "../../src/measured/index.js";
import { gradientWorkload } from "../../src/measured/torch/conv-gradients.js";
import { strideAndPadding } from "../../src/measured/torch/conv-window.js";
import { recogniseWork } from "../../src/measured/torch/operators.js";

const FACTS = { sizeOf: () => undefined, launched: (id: number) => id < 100, dataType: "fp16" as const };
const JET = "nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_TNT";

const launch = (name: string, grid = "") => ({ name, grid, block: "", metrics: [] });
const read = (kernel: string, ...ranges: readonly string[]) =>
  recogniseWork(
    launch(kernel),
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
    expect(recogniseWork(launch(kernel), [call], FACTS)?.workload).toMatchObject({ dataType: "bf16", outputType: "fp32" });
});

test("a lookup by index is no pass through its table", () => {
  const index =
    "void at::index_elementwise_kernel<128, 4, at::gpu_index_kernel<at::OpaqueType<2>>(at::TensorIteratorBase &)>(long, T1)";
  expect(work(index, "aten::index, op_id = 4, sizes = [[32000, 4096], [7]]")).toBe(
    "looks rows up; nothing says how many are different",
  );
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

describe("convolutions", () => {
  const call = (name: string, sizes: readonly (readonly number[])[], values: readonly string[] = []) => [
    { name, sizes, values, producers: [], types: sizes.map(() => "bf16" as const) },
  ];
  const gradient = (kernel: string, sizes: readonly (readonly number[])[], values: readonly string[] = []) => {
    const found = recogniseWork(launch(kernel), call("convolution_backward", sizes, values), FACTS);
    return found?.workload === undefined ? found?.reason : describeWorkload(found.workload);
  };

  test.each([
    [4, "Out (2×8×7×7) = In (2×16×7×7) ∗ W (8×4×3×3), stride 1, padding 1, 4 groups, bf16, fp32 accumulators"],
    [5, "weights of other channels than the input's"],
  ])("weights of %i of 16 channels", (perGroup, text) => {
    const windows = ["", "", "[1, 1]", "[1, 1]", "[1, 1]"];
    const calls = call(
      "cudnn_convolution",
      [
        [2, 16, 7, 7],
        [8, perGroup, 3, 3],
      ],
      windows,
    );
    const found = recogniseWork(launch("sm80_xmma_fprop_implicit_gemm_bf16bf16_bf16f32_f32"), calls, FACTS);
    expect(found?.workload === undefined ? found?.reason : describeWorkload(found.workload)).toBe(text);
  });
  const DATA = "sm90_xmma_dgrad_implicit_gemm_bf16bf16_bf16f32_f32_nhwckrsc_nhwc_tilesize256x64x32_warpgroupsize1x1x1_g1_execute";
  const WEIGHT =
    "sm90_xmma_wgrad_indexed_implicit_gemm_bf16bf16_bf16f32_f32_nhwckrsc_nhwc_tilesize64x64x64_warpgroupsize1x1x1_g1_execute";
  const padded = [
    [4, 32, 10, 10],
    [4, 16, 12, 12],
    [32, 16, 3, 3],
  ];

  test.each([
    [DATA, padded, "Out (4×16×12×12) = In (4×32×10×10) ∗ W (16×32×3×3), stride 1, padding 2, bf16, fp32 accumulators"],
    [WEIGHT, padded, "Out (16×32×3×3) = In (16×4×12×12) ∗ W (32×4×10×10), stride 1, padding 0, bf16, fp32 accumulators"],
    [
      WEIGHT,
      [
        [32, 64, 14, 14],
        [32, 3, 224, 224],
        [64, 3, 16, 16],
      ],
      "C (64×768) = A (64×6272) · B (6272×768), bf16, fp32 accumulators",
    ],
    [
      DATA,
      [
        [32, 64, 14, 14],
        [32, 3, 224, 224],
        [64, 3, 16, 16],
      ],
      "C (6272×768) = A (6272×64) · B (64×768), bf16, fp32 accumulators",
    ],
    [
      WEIGHT,
      [
        [2, 8, 7, 7],
        [2, 4, 14, 14],
        [8, 4, 1, 1],
      ],
      "C (8×4) = A (8×98) · B (98×4), bf16, fp32 accumulators",
    ],
    [
      DATA,
      [
        [2, 8, 7, 7],
        [2, 4, 14, 14],
        [8, 4, 3, 3],
      ],
      "dIn (2×4×14×14) = dOut (2×8×7×7) ∗ W (8×4×3×3), stride 2, padding 1, bf16, fp32 accumulators",
    ],
    [
      DATA,
      [
        [2, 8, 7, 7],
        [2, 8, 7, 7],
        [8, 1, 3, 3],
      ],
      "dIn (2×8×7×7) = dOut (2×8×7×7) ∗ W (8×1×3×3), stride 1, padding 1, 8 groups, bf16, fp32 accumulators",
    ],
    ["nvjet_sm90_tst_128x64_64x8_1x2_h_bz_NTT", padded, "a gradient of a convolution; the name does not say of data or weights"],
    [
      "void cudnn::ops::nchwToNhwcKernel<__nv_bfloat16, __nv_bfloat16, float>(int)",
      padded,
      "moves a tensor for convolution_backward",
    ],
  ])("the gradient by %s", (kernel, sizes, text) => {
    expect(gradient(kernel, sizes)).toBe(text);
  });

  test("a gradient has the windows of its arguments", () => {
    const values = ["", "", "", "", "[1, 1]", "[0, 0]", "[2, 2]"];
    expect(gradient(DATA, [[4, 32, 8, 8], ...padded.slice(1)], values)).toBe(
      "dIn (4×16×12×12) = dOut (4×32×8×8) ∗ W (32×16×3×3), stride 1, padding 0, dilation 2, bf16, fp32 accumulators",
    );
    const far = ["", "", "", "", "[1, 1]", "[0, 0]", "[64, 64]"];
    expect(gradient(DATA, padded, far)).toMatch(/^a convolution without a theorem here: /);
  });

  /** Every product of a convolution or product, as pairs of words. */
  test("a gradient as a convolution forms as many products, of as many words", () => {
    for (const [side, kernel, padding] of [
      [12, 3, 0],
      [12, 3, 1],
      [9, 5, 2],
      [7, 2, 1],
    ] as const) {
      const outputs = side + 2 * padding - kernel + 1;
      const shapes = { result: [4, 32, outputs, outputs], x: [4, 16, side, side], weight: [32, 16, kernel, kernel] };
      const windows = { stride: [1, 1], padding: [padding, padding] };
      const types = { dataType: "bf16", outputType: "bf16" } as const;
      const forward = convWorkload({
        ...{ batch: 4, inChannels: 16, outChannels: 32, height: side, kernel, padding },
      });
      for (const of of ["data", "weight"] as const) {
        const workload = gradientWorkload(of, shapes, windows, types);
        if (workload?.kind !== "conv") throw new Error("no convolution");
        expect(convProducts(workload)).toBe(convProducts(forward));
        expect(convOutputs(workload)).toEqual(of === "data" ? [side, side] : [kernel, kernel]);
      }
    }
  });

  test("the grid of a change of layout tells the tensor", () => {
    const name = "void engines_precompiled::nchwToNhwcKernel<__nv_bfloat16, __nv_bfloat16, float, 0, 1, 0>(int)";
    const around = call("cudnn_convolution", [
      [4, 320, 64, 64],
      [640, 320, 3, 3],
    ]);
    const words = (grid: string) => {
      const workload = recogniseWork(launch(name, grid), around, FACTS)?.workload;
      return workload?.kind === "elementwise" ? workload.columns : undefined;
    };
    expect([words("(128, 10, 4)"), words("(1, 10, 640)"), words("(64, 10, 4)")]).toEqual([5242880, 1843200, 2017 * 289 * 4]);
  });
});

test("bytes into the SMs tell whether cuDNN's attention has a mask", () => {
  const range = "aten::_cudnn_attention_forward, op_id = 3, sizes = [[2, 8, 1024, 128], [2, 8, 1024, 128], [2, 8, 1024, 128]]";
  const name = "cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7_64x128x128_4x1x1_cga1x1x1_kernel0_0";
  const found = (bytes: number) => {
    const metrics = [{ name: "l1tex__m_xbar2l1tex_read_bytes.sum", unit: "byte", text: bytes.toLocaleString("en"), line: 1 }];
    const calls = [readOperatorRange(range)].flatMap((one) => one ?? []);
    const work = recogniseWork({ ...launch(name), block: "(384, 1, 1)", metrics }, calls, FACTS);
    return [work?.workload?.kind === "attention" && work.workload.causal, work?.assumed[0]];
  };
  const tile = 128 * 128 * 2;
  expect(found(16 * (8 * 8 * 2 + 8) * tile)).toEqual([false, "no mask, as the bytes into the SMs tell"]);
  expect(found(16 * (36 * 2 + 8) * tile)).toEqual([true, "causal, as the bytes into the SMs tell"]);
  expect(found(16 * (50 * 2 + 8) * tile)).toEqual([true, "causal, which needs least"]);
});

test("FlashAttention's own operators have the sequence before the heads, and its names the mask", () => {
  const range = "flash_attn::_flash_attn_forward, sizes = [[2, 1024, 8, 128], [2, 1024, 2, 128], [2, 1024, 2, 128], [], []]";
  const name =
    "void flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, 0, 0, cutlass::bfloat16_t>, 0, 1, 0, 0, 1, 1, 0, 0>(Flash_fwd_params)";
  expect(read(name, range)).toMatchObject({
    workload: { kind: "attention", batch: 2, heads: 8, kvHeads: 2, queries: 1024, causal: true, dataType: "bf16" },
    assumed: [],
  });
});

test("what is known but has no bound says what a bound lacks; what no rule reads is unknown", () => {
  const kinds = [
    ["void flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd>", "aten::_flash_attention_backward, sizes = [[2, 8]]", true],
    ["void at::sum_and_scatter<c10::BFloat16>", "aten::embedding_dense_backward, sizes = [[4, 8]]", true],
    ["triton_poi_fused_add_0", "triton_poi_fused_add_0, sizes = [[], []]", true],
    ["void at::index_elementwise_kernel<128, 4>", "aten::index, sizes = [[32, 8], [4]]", true],
    ["my_kernel", "aten::mm, op_id = 2, sizes = [[64, 32], [32, 16]]", undefined],
    ["my_kernel", "my::operator, op_id = 2, sizes = [[64, 32]]", undefined],
  ] as const;
  for (const [kernel, range, known] of kinds) {
    const found = read(kernel, range);
    expect([found?.workload, found?.named, typeof found?.reason], kernel).toEqual([undefined, known, "string"]);
  }
});

describe("least words where views repeat them, or rows are one", () => {
  const binary = "void at::vectorized_elementwise_kernel<4, at::CUDAFunctor_add<c10::BFloat16>, std::array<char *, 3>>(int)";
  test.each([
    [
      "void at::vectorized_elementwise_kernel<8, at::FillFunctor<c10::BFloat16>, std::array<char *, 1>>(int)",
      "aten::fill_, sizes = [[4, 8], []]",
      0,
      32,
    ],
    ["void at::vectorized_gather_kernel<16, long>", "aten::gather, sizes = [[32, 8], [], [4, 8]]", 0, 32],
    ["void at::indexSelectSmallIndex<c10::BFloat16, long>", "aten::index_select, sizes = [[32, 8], [], [5]]", 0, 40],
    ["void at::indexSelectLargeIndex<c10::BFloat16, long>", "aten::embedding, sizes = [[32, 8], [5], []]", 0, 40],
    [binary, "aten::copy_, sizes = [[4, 8], [8]]", 0, 32],
    [binary, "aten::add, sizes = [[4, 8], [8]]", 1, 32],
    [
      "void at::CatArrayBatchedCopy<at::OpaqueType<2>>(T1)",
      "aten::cat, op_id = 9, sizes = [[4, 8], [4, 8]], input_op_ids = [(3,0), (3,0)]",
      0,
      64,
    ],
    [
      "void at::vectorized_elementwise_kernel<2, at::CUDAFunctorOnSelf_add<long>, std::array<char *, 2>>(int)",
      "aten::add_, sizes = [[6], []]",
      1,
      6,
    ],
    ["void cub::DeviceRadixSortOnesweepKernel<long>", "aten::embedding_dense_backward, sizes = [[4, 8], [4]]", 1, 4],
    ["void at::ComputeFusedParamsCUDAKernel<c10::BFloat16>", "aten::native_group_norm, sizes = [[2, 6, 5], [6], [6]]", 1, 6],
  ] as const)("%s in %s", (kernel, range, inputs, columns) => {
    expect(read(kernel, range)?.workload).toMatchObject({ kind: "elementwise", rows: 1, inputs, columns });
  });

  test("the gradient of a table reads all of its result's gradient", () => {
    const found = read(
      "void at::embedding_backward_feature_kernel<c10::BFloat16, float, long>",
      "aten::embedding_dense_backward, sizes = [[4, 8], [4]]",
    );
    expect(found).toMatchObject({
      workload: { kind: "einsum", extents: { i: 1, j: 32 } },
      assumed: ["no row is padding, which is skipped"],
    });
  });

  test("before and after the gradients of attention, each word of what is read", () => {
    const range = `aten::_cudnn_attention_backward, sizes = [${"[2, 3, 5, 8], ".repeat(5)}[2, 3, 5, 1]]`;
    expect(read("void cudnn::compute_dot_do_o_specialized<1, 64>", range)?.workload).toMatchObject({
      extents: { i: 30, j: 8 },
      outputType: "fp32",
    });
    expect(read("void cudnn::convert_dq_to_16bits<1>", range)?.workload).toMatchObject({
      columns: 240,
      inputs: 1,
      dataType: "fp32",
    });
  });

  test("the gradients of attention: heads that share K and V, a mask, and sequences before heads", () => {
    const [kernel, sizes] = ["flash_bprop_kernel", "[2, 4, 32, 8], [2, 4, 32, 8], [2, 2, 64, 8], [2, 2, 64, 8]"];
    expect(work(kernel, `aten::_cudnn_attention_backward, sizes = [${sizes}]`)).toBe(
      "backward pass of attention, batch 2, 4 heads on 2 of K and V, 32 queries, 64 keys, dim 8, fp16, fp32 accumulators",
    );
    const masked = `${sizes}, [], [], [], [], [2, 4, 32, 64]`;
    expect(work(kernel, `aten::_cudnn_attention_backward, sizes = [${masked}]`)).toBe("attention with a mask of its own");
    const square = "[2, 32, 4, 8], [2, 32, 4, 8], [2, 32, 4, 8], [2, 32, 4, 8]";
    const found = read("flash_bwd_dq_dk_dv_loop", `aten::_flash_attention_backward, sizes = [${square}]`);
    expect(found).toMatchObject({
      workload: { heads: 4, queries: 32, causal: true },
      assumed: ["causal, which needs least", "fp16 words"],
    });
  });

  test("what a compiled kernel writes, the bytes out of the SMs tell; the rest of its whole arguments it reads", () => {
    const [name, sizes] = ["triton_red_fused_add_mean_6", "[[64, 128], [7, 512], [64, 128], [128], [64, 128], [], []]"];
    const range = [`${name}, op_id = 3, sizes = ${sizes}`].flatMap((one) => readOperatorRange(one) ?? []);
    const inputs = (text: string | undefined) => {
      const metrics = text === undefined ? [] : [{ name: "l1tex__m_l1tex2xbar_write_bytes.sum", unit: "byte", text, line: 1 }];
      const workload = recogniseWork({ ...launch(name), metrics }, range, FACTS)?.workload;
      return workload?.kind === "elementwise" ? [workload.columns, workload.inputs] : [];
    };
    expect([inputs("16,384"), inputs("32,768"), inputs(undefined)]).toEqual([
      [8192, 2],
      [8192, 1],
      [8192, 0],
    ]);
  });

  test("a template of torch.compile is the product of its matrices", () => {
    const sizes = "[[1, 64, 32], [16, 32], [1, 64, 16]]";
    expect(work("triton_tem_fused_mm_0", `triton_tem_fused_mm_0, sizes = ${sizes}`)).toBe(
      "C (64×16) = A (64×32) · B (32×16), fp16, fp32 accumulators",
    );
    expect(work("triton_tem_fused_mm_mm_0", `triton_tem_fused_mm_mm_0, sizes = ${sizes}`)).toMatch(/^fused by torch.compile/);
  });
});

test("DeepGEMM names N and K, whatever operator launches it", () => {
  const name =
    "void deep_gemm::fp8_gemm_kernel<1024u, 512u, 128u, 112u, 128u, 0u, 32u, 1u, 5u, 128u, 256u, 2u, false, (deep_gemm::GemmType)0>()";
  expect(work(name, "sgl::gemm, sizes = [[64, 512], [1024, 512]]")).toBe(
    "C (64×1024) = A (64×512) · B (512×1024), fp8 to bf16, fp32 accumulators",
  );
  expect(work(name, "sgl::gemm, sizes = [[64, 512], [2048, 512]]")).toBe("no rule for gemm");
});

test("a pooling reads all words of its windows, a matrix and a vector are a product", () => {
  expect(
    read("void at::max_pool_forward_nhwc<c10::BFloat16, int>(int)", "aten::max_pool2d_with_indices, sizes = [[2, 4, 8, 8]]"),
  ).toMatchObject({
    workload: { extents: { i: 1, j: 512 } },
    assumed: ["windows that leave out no word"],
  });
  expect(work("void gemv2T_kernel_val<int, int>()", "aten::mv, sizes = [[64, 32], [32]]")).toContain(
    "C (64×1) = A (64×32) · B (32×1)",
  );
});

test("parameters of a kernel are no types of words", () => {
  const name =
    "void at::batch_norm_transform_input_channels_last_kernel<c10::BFloat16, float, c10::BFloat16, 4>(const T1 *, int, int, bool)";
  expect(work(name, "aten::native_batch_norm, sizes = [[2, 4, 8, 8], [4]]")).toContain("1 rows of 512, bf16");
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
