import { describe, expect, test } from "vitest";
import { attentionWorkload } from "../../../src/computation/attention.js";
import { convWorkload } from "../../../src/computation/conv.js";
import { gemmWorkload } from "../../../src/computation/gemm.js";
import { elementwiseWorkload } from "../../../src/computation/row-workloads.js";
import { H100 } from "../../../src/machines/known/h100.js";
import { namedSchedule } from "../../../src/measured/index.js";
import { ATTENTION_NAMES, namedCausal } from "../../../src/measured/names/attention-names.js";
import { CONV_NAMES } from "../../../src/measured/names/conv-names.js";
import { PRODUCT_NAMES } from "../../../src/measured/names/product-names.js";
import { templateArguments } from "../../../src/measured/names/template-arguments.js";
import { planOne } from "../../../src/plan/plan-one.js";

const PRODUCT = gemmWorkload({ m: 4096, n: 1024, k: 512 });
const product = (name: string, grid = "(132, 1, 1)", workload = PRODUCT) =>
  namedSchedule({ name, grid, block: "(256, 1, 1)" }, workload);

describe("products", () => {
  test.each([
    [
      "nvjet_sm90_tst_320x128_64x3_1x2_h_bz_coopB_NNT",
      "(2, 66, 1)",
      { id: "persistent-gemm", tile: "128x320x64", stages: 3, cluster: "2x1", loads: "bulk" },
    ],
    [
      "nvjet_hsh_320x128_64x3_1x2_h_bz_coopB_NNT",
      "",
      { id: "persistent-gemm", tile: "128x320x64", stages: 3, cluster: "2x1", loads: "bulk" },
    ],
    [
      "void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_256x128_32x3_tn_align8>(T1::Params)",
      "(128, 1, 1)",
      { id: "tiled-gemm", tile: "128x256x32", stages: 3, order: "identity:4" },
    ],
    [
      "void cutlass::Kernel2<cutlass_75_tensorop_bf16_s1688gemm_bf16_128x128_tn_align1>(T1::Params)",
      "(256, 1, 3)",
      {
        ...{ id: "split-k", tile: "128x128x32", stages: 2, order: "identity:8", splits: 3, reduction: "parallel" },
        presumed: "k steps of 32 in two stages",
      },
    ],
    [
      "void cutlass::Kernel2<cutlass_80_simt_sgemm_128x32_8x5_nn_align1>(T1::Params)",
      "(128, 8, 1)",
      { id: "tiled-gemm", tile: "32x128x8", stages: 5, order: "col" },
    ],
    [
      "ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn",
      "(8, 16, 1)",
      { id: "tiled-gemm", tile: "256x128x64", stages: 3 },
    ],
    [
      "sm80_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x64x32_stage4_warpsize2x2x1_tensor16x8x16_execute_kernel__5x_cublas",
      "(8, 64, 1)",
      { id: "tiled-gemm", tile: "64x128x32", stages: 4 },
    ],
    [
      "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize256x128x64_warpgroupsize2x1x1_execute_segment_k_off_kernel__5x_cublas",
      "(132, 1, 1)",
      { id: "persistent-gemm", tile: "128x256x64", loads: "bulk" },
    ],
    [
      "cutlass3x_sm90_tensorop_s64x256x16gemm_bf16_bf16_f32_void_bf16_128x256x64_2x1x1_0_tnn_align8_warpspecialized_pingpong_epi_tma",
      "(132, 1, 1)",
      { id: "persistent-gemm", tile: "256x128x64", cluster: "1x2", loads: "bulk" },
    ],
    [
      "cutlass3x_sm90_tensorop_gemm_bf16_bf16_f32_bf16_bf16_128x256x64_2x1x1_0_tnt_align8_warpspecialized_cooperative_epi_tma",
      "(132, 1, 1)",
      { id: "persistent-gemm", tile: "128x256x64", cluster: "2x1", loads: "bulk" },
    ],
    [
      "void cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<cute::tuple<int, int, int, int>, " +
        "cutlass::gemm::collective::CollectiveMma<cutlass::gemm::MainloopSm90TmaGmmaWarpSpecialized<(int)4, " +
        "cute::tuple<cute::C<(int)2>, cute::C<(int)1>, cute::C<(int)1>>, cutlass::gemm::KernelTmaWarpSpecializedPingpong>, " +
        "cute::tuple<cute::C<(int)64>, cute::C<(int)128>, cute::C<(int)64>>, cutlass::bfloat16_t, cute::tuple<long, cute::C<(int)1>, long>>, " +
        "cutlass::epilogue::collective::CollectiveEpilogue<cutlass::epilogue::Sm90TmaWarpSpecialized<(int)4>, " +
        "cute::tuple<cute::C<(int)64>, cute::C<(int)128>, cute::C<(int)64>>, cutlass::bfloat16_t, cute::tuple<long, cute::C<(int)1>, long>>>>(T1::Params)",
      "(132, 1, 1)",
      { id: "persistent-gemm", tile: "64x128x64", stages: 4, cluster: "2x1", loads: "bulk" },
    ],
    [
      "void cutlass::Kernel2<cutlass::gemm::kernel::GemmUniversal<cutlass::gemm::threadblock::MmaMultistage<cutlass::gemm::GemmShape<256, 128, 32>, " +
        "cutlass::transform::threadblock::PredicatedTileAccessIterator<cutlass::MatrixShape<256, 32>>>>>(T1::Params)",
      "(128, 1, 1)",
      { id: "tiled-gemm", tile: "256x128x32", order: "identity:8" },
    ],
    [
      "void deep_gemm::fp8_gemm_kernel<1024u, 512u, 128u, 112u, 128u, 0u, 32u, 1u, 5u, 128u, 256u, 2u, false, (deep_gemm::GemmType)0>(__nv_bfloat16 *)",
      "(132, 1, 1)",
      { id: "persistent-gemm", tile: "128x112x128", stages: 5, cluster: "2x1", loads: "bulk", order: "deepgemm" },
    ],
    [
      "void deep_gemm::sm90_fp8_gemm_1d2d_impl<(cute::UMMA::Major)0, 0u, 1024u, 512u, 1u, 256u, 128u, 128u, 128u, 128u, 128u, 3u, 128u, 256u, 2u, true, 132u, (deep_gemm::GemmType)0, deep_gemm::epilogue::transform::EpilogueIdentity>(float *)",
      "(132, 1, 1)",
      { id: "persistent-gemm", tile: "256x128x128", stages: 3, cluster: "1x2", loads: "bulk", order: "deepgemm" },
    ],
  ])("%s", (name, grid, schedule) => {
    expect(product(name, grid)).toEqual(schedule);
  });

  test("the tile fits a schedule here", () => {
    const { id = "", tile, stages } = product("ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn", "(8, 16, 1)") ?? {};
    expect(planOne(id, PRODUCT, H100, { tile, stages, threads: 256, orders: [{ kind: "row" }] }).fields).toMatchObject({ tile });
  });

  test.each([
    ["where k is split in a way that nothing says", "nvjet_sm90_tst_64x8_64x16_4x1_v_bz_splitK_TNT", "(132, 1, 1)"],
    ["of another generation", "nvjet_sm100_tst_128x256_64x6_2x1_2cta_h_bz_TNT", "(132, 1, 1)"],
    [
      "cut into segments of k",
      "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_on_kernel__5x_cublas",
      "(132, 1, 1)",
    ],
    ["whose tiles do not make up the grid", "ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn", "(16, 16, 1)"],
    [
      "whose swizzle is none of CUTLASS's",
      "void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_256x128_32x3_tn_align8>(T1::Params)",
      "(96, 2, 1)",
    ],
    [
      "in groups",
      "void deep_gemm::fp8_gemm_kernel<1024u, 512u, 128u, 112u, 128u, 0u, 32u, 8u, 5u, 128u, 256u, 2u, false, (GemmType)1>()",
      "",
    ],
    [
      "of another shape",
      "void deep_gemm::fp8_gemm_kernel<2048u, 512u, 128u, 112u, 128u, 0u, 32u, 1u, 5u, 128u, 256u, 2u, false, (deep_gemm::GemmType)0>()",
      "",
    ],
    [
      "with tiles in streams of k",
      "cutlass3x_sm90_tensorop_s64x128x16gemm_bf16_bf16_f32_void_bf16_128x128x64_2x1x1_0_tnn_align8_stream_k_warpspecialized_cooperative",
      "",
    ],
    ["of a Triton kernel", "matmul_kernel", "(256, 1, 1)"],
  ])("unknown: %s", (_, name, grid) => {
    expect(product(name, grid)).toBeUndefined();
  });

  test("slices of k of several products cannot be told from products", () => {
    const batch = gemmWorkload({ m: 4096, n: 1024, k: 512, batch: 2 });
    const name = "ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn";
    expect(product(name, "(8, 16, 2)", batch)?.id).toBe("tiled-gemm");
    expect(product(name, "(8, 16, 4)", batch)).toBeUndefined();
  });
});

const ATTENTION = { batch: 2, heads: 8, kvHeads: 8, queries: 1024, keys: 1024, dim: 128 };
const causal = attentionWorkload({ ...ATTENTION, causal: true });
const full = attentionWorkload({ ...ATTENTION, causal: false });

describe("attention", () => {
  const [cudnn, second, third] = ATTENTION_NAMES.map(({ example }) => example) as [string, string, string];

  test("of cuDNN: 64 queries for each warp group that multiplies", () => {
    expect(namedSchedule({ name: cudnn, grid: "(132, 1, 1)", block: "(384, 1, 1)" }, causal)).toEqual({
      id: "persistent-attention",
      tile: "128x128",
      boxBytes: 2 * 16 * 128 * (2 * 36 * 128 + 8 * 128),
    });
    const narrow = attentionWorkload({ ...ATTENTION, dim: 80 });
    expect(namedSchedule({ name: cudnn, grid: "(132, 1, 1)", block: "(384, 1, 1)" }, narrow)?.boxBytes).toBe(
      2 * 16 * 128 * (2 * 64 * 128 + 8 * 128),
    );
  });

  test("FlashAttention-2 tells tile and mask, and its grid must fit", () => {
    const launch = { name: second, grid: "(8, 2, 8)", block: "(128, 1, 1)" };
    expect(namedSchedule(launch, causal)).toEqual({ id: "flash-attention-2", tile: "128x64", keyOrder: "backward" });
    expect(namedCausal(launch)).toBe(true);
    expect(namedSchedule(launch, full)).toBeUndefined();
    expect(namedSchedule({ ...launch, grid: "(16, 2, 8)" }, causal)).toBeUndefined();
    // As CUPTI and PyTorch's own copy write it.
    const other = {
      ...launch,
      name: second.replaceAll("0, ", "false, ").replaceAll("1, ", "true, ").replace("void ", "void pytorch_flash::"),
    };
    expect(namedSchedule(other, causal)?.tile).toBe("128x64");
  });

  test("FlashAttention-2 in parts of the keys", () => {
    const name =
      "void flash_fwd_splitkv_kernel<Flash_fwd_kernel_traits<(int)128, (int)64, (int)128, (int)4, (bool)0, (bool)0, cutlass::bfloat16_t>, " +
      "(bool)0, (bool)0, (bool)0, (bool)0, (bool)1, (bool)0, (bool)1, (bool)0>(Flash_fwd_params)";
    const decode = attentionWorkload({ ...ATTENTION, queries: 1, keys: 8192, causal: false });
    const launch = { name, grid: "(1, 6, 16)", block: "(128, 1, 1)" };
    expect(namedSchedule(launch, decode)).toEqual({ id: "flash-decoding", tile: "64x128", splits: 6 });
    expect(namedSchedule({ ...launch, name: name.replace("(bool)0>", "(bool)1>") }, decode)).toBeUndefined();
  });

  test("FlashAttention-3 tells tile, cluster and mask", () => {
    const launch = { name: third, grid: "(132, 1, 1)", block: "(384, 1, 1)" };
    expect(namedSchedule(launch, attentionWorkload({ ...ATTENTION, keys: 1056 }))).toEqual({
      id: "flash-attention-3",
      tile: "128x176",
      stages: 2,
      cluster: "2x1",
    });
    expect(namedSchedule(launch, full)?.notReplayed).toContain("edges");
    expect(namedSchedule(launch, causal)).toBeUndefined();
    // Lengths that differ are in no size.
    expect(namedSchedule({ ...launch, name: third.replace("Sm90, 0, 0, 0, 0", "Sm90, 0, 0, 0, 1") }, full)).toBeUndefined();
  });
});

test("convolutions: whole tiles of outputs by channels; what no replay moves is said", () => {
  const conv = convWorkload({ batch: 4, inChannels: 64, outChannels: 128, height: 32, kernel: 3, padding: 1 });
  const tiles = CONV_NAMES.map(({ example, launch }) => {
    const grid = launch === "persistent" ? "(132, 1, 1)" : example.includes("64x32x64") ? "(4, 64, 1)" : "(32, 1, 1)";
    return namedSchedule({ name: example, grid, block: "(128, 1, 1)" }, conv);
  });
  expect(tiles).toEqual([
    // Words that taps have beyond the borders of an image cost 64 bytes more in tiles of 256 pixels.
    { id: "implicit-gemm", tile: "256x64x32", boxBytes: 2 * 16 * 2 * (256 + 64) * 9 * 64 + 4 * 32 * 2 * 3 * 2 * 2 * 64 },
    { id: "implicit-gemm", tile: "64x32x64", stages: 5 },
    { id: "implicit-gemm", tile: "128x128x32", stages: 5, order: "col" },
  ]);
  const [{ example } = { example: "" }] = CONV_NAMES;
  const images = convWorkload({ batch: 4, inChannels: 3, outChannels: 128, height: 32, kernel: 3, padding: 1 });
  expect(namedSchedule({ name: example, grid: "(132, 1, 1)", block: "(384, 1, 1)" }, images)?.notReplayed).toContain(
    "filled up to 8",
  );
});

test("a product of one tap: the bytes into the SMs tell which side of its tile runs along the channels", () => {
  const conv = convWorkload({ batch: 4, inChannels: 320, outChannels: 640, height: 32, kernel: 1 });
  const name = "nvjet_sm90_tst_128x160_64x5_2x1_v_bz_NNT";
  const of = (text: string) => {
    const metrics = [{ name: "l1tex__m_xbar2l1tex_read_bytes.sum", unit: "byte", text, line: 1 }];
    return namedSchedule({ name, grid: "(2, 64, 1)", block: "(384, 1, 1)", metrics }, conv);
  };
  expect(of("23,592,960")).toMatchObject({ tile: "128x160x64", boxBytes: 23592960 });
  expect(of("28,753,920")).toMatchObject({ tile: "160x128x64", boxBytes: 28753920 });
  expect(of("30,000,000")?.notReplayed).toContain("neither name nor bytes");
});

test.each([
  ["nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_bias_TNT", 4],
  ["nvjet_sm90_tst_128x256_64x4_2x1_v_bz_coopA_bias_TNN", 32],
  ["nvjet_sm90_tst_192x192_64x4_2x1_v_bz_coopB_bias_TNN", 16],
  ["nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_TNT", undefined],
] as const)("the bias that %s reads for each column of a tile", (name, each) => {
  const workload = gemmWorkload({ m: 1920, n: 1000, k: 512 });
  const found = namedSchedule({ name, grid: "(2, 66, 1)", block: "(384, 1, 1)" }, workload);
  const rows = Number(found?.tile?.split("x")[0]);
  expect(found?.epilogueBytes).toBe(each && Math.ceil(1920 / rows) * 1000 * each);
});

test("element-wise kernels: as many words a block as make up the grid", () => {
  const name =
    "void at::vectorized_elementwise_kernel<8, at::CUDAFunctor_add<c10::BFloat16>, std::array<char *, 3>>(int, T2, T3)";
  const words = elementwiseWorkload({ rows: 1, columns: 8192 * 1024, inputs: 2 });
  const at = (grid: string) => namedSchedule({ name, grid, block: "(128, 1, 1)" }, words);
  expect(at("(8192, 1, 1)")).toEqual({ id: "elementwise-fused", tile: "1x1024" });
  expect(at("(8191, 1, 1)")).toBeUndefined();
});

test("each example of a table is read by its own line, and by no other", () => {
  for (const rules of [PRODUCT_NAMES, CONV_NAMES]) {
    for (const { example } of rules) {
      expect(
        rules.filter(({ pattern }) => pattern.test(example)).map((rule) => rule.example),
        example,
      ).toEqual([example]);
    }
  }
  for (const { example } of ATTENTION_NAMES) {
    const launch = { name: example, grid: "(132, 1, 1)", block: "(384, 1, 1)" };
    expect(ATTENTION_NAMES.filter(({ read }) => read(launch) !== undefined).map((rule) => rule.example)).toEqual([example]);
  }
});

test("arguments of templates, nested and as either profiler writes them", () => {
  expect(templateArguments("void f<a::b<1, 2>, (int)3, 4u, true, cute::C<5>>(g<6>)", "f")).toEqual([
    "a::b<1, 2>",
    "3",
    "4",
    "1",
    "5",
  ]);
  expect(templateArguments("void f<a, b", "f")).toBeUndefined();
  expect(templateArguments("void f(a)", "g")).toBeUndefined();
});
