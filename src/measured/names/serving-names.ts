/** Kernels of serving engines, whose launches stand in no operator's range: what the name says they do, and where it is from. */
interface ServingKernel {
  readonly pattern: RegExp;
  readonly operator: string;
  /** Repository and file that defines it. */
  readonly source: string;
  readonly example: string;
}

const kernel = (pattern: RegExp, operator: string, source: string, example: string): ServingKernel => {
  return { pattern, operator, source, example };
};

/** vLLM's own kernels, and those of FlashInfer, which SGLang and vLLM call; the first that matches. */
export const SERVING_KERNELS: readonly ServingKernel[] = [
  kernel(
    /\bpaged_attention_v[12](?:_reduce)?_kernel\b/,
    "paged attention",
    "vllm-project/vllm csrc/attention/attention_kernels.cuh",
    "void vllm::paged_attention_v2_kernel<__nv_bfloat16, __nv_bfloat16, 128, 16, 128, (vllm::Fp8KVCacheDataType)0, false, 512>(…)",
  ),
  kernel(
    /\bkernel_unified_attention_[23]d\b/,
    "paged attention",
    "vllm-project/vllm vllm/v1/attention/ops/triton_unified_attention.py",
    "kernel_unified_attention_2d",
  ),
  kernel(
    /\b(?:Batch|Single)(?:Decode|Prefill)With(?:Paged|Ragged)?KVCacheKernel\b/,
    "paged attention",
    "flashinfer-ai/flashinfer include/flashinfer/attention",
    "void flashinfer::BatchDecodeWithPagedKVCacheKernel<(flashinfer::PosEncodingMode)0, 2u, 4u, 8u, 16u, 8u, …>(…)",
  ),
  kernel(
    /\breshape_and_cache(?:_flash)?_kernel\b|\bAppendPagedKVCacheKernel\b/,
    "store of K and V in the paged cache",
    "vllm-project/vllm csrc/cache_kernels.cu; flashinfer-ai/flashinfer include/flashinfer/page.cuh",
    "void vllm::reshape_and_cache_flash_kernel<__nv_bfloat16, __nv_bfloat16, (vllm::Fp8KVCacheDataType)0>(…)",
  ),
  kernel(
    /\bfused_add_rms_norm_kernel\b|\bFusedAddRMSNormKernel\b/,
    "residual and rmsnorm",
    "vllm-project/vllm csrc/layernorm_kernels.cu; flashinfer-ai/flashinfer include/flashinfer/norm.cuh",
    "void flashinfer::norm::FusedAddRMSNormKernel<8u, __nv_bfloat16>(…)",
  ),
  kernel(
    /\bvllm::rms_norm_kernel\b|\bnorm::RMSNormKernel\b/,
    "rmsnorm",
    "vllm-project/vllm csrc/layernorm_kernels.cu; flashinfer-ai/flashinfer include/flashinfer/norm.cuh",
    "void vllm::rms_norm_kernel<c10::BFloat16>(…)",
  ),
  kernel(
    /\bvllm::rotary_embedding_kernel\b|\bBatchQKApplyRotary\w*Kernel\b/,
    "rotary",
    "vllm-project/vllm csrc/pos_encoding_kernels.cu; flashinfer-ai/flashinfer include/flashinfer/pos_enc.cuh",
    "void vllm::rotary_embedding_kernel<c10::BFloat16, true>(…)",
  ),
  kernel(
    /\bact_and_mul_kernel\b/,
    "gated activation",
    "vllm-project/vllm csrc/activation_kernels.cu; flashinfer-ai/flashinfer include/flashinfer/activation.cuh",
    "void vllm::act_and_mul_kernel<c10::BFloat16, …>(…)",
  ),
  kernel(
    /\btopkGatingSoftmax\b|\bmoe_align_block_size_kernel\b/,
    "routing to experts",
    "vllm-project/vllm csrc/moe",
    "void vllm::moe::topkGatingSoftmax<8, 128, 4, 16, int>(…)",
  ),
  kernel(
    /^fused_moe_kernel\b/,
    "grouped products of experts",
    "vllm-project/vllm vllm/model_executor/layers/fused_moe/fused_moe.py",
    "fused_moe_kernel",
  ),
];

/** What the name of a serving engine's kernel says that it does; undefined for any other name. */
export function servingOperator(name: string): string | undefined {
  return SERVING_KERNELS.find(({ pattern }) => pattern.test(name))?.operator;
}
