// What an L2 keeps of lines that carry eviction policies. Each experiment is a list of passes over arrays, all SMs reading or writing
// disjoint chunks; the last pass is profiled, and what it reads from DRAM is what the L2 no longer held. With WHOLE set all passes are
// one launch, profiled whole, which may begin with an empty L2.
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

constexpr int CHUNK = 4096, THREADS = 256;

__device__ uint64_t policyOf(char hint) {
  uint64_t policy = 0;
  if (hint == 'f') asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  if (hint == 'l') asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
  if (hint == 'n') asm volatile("createpolicy.fractional.L2::evict_normal.b64 %0, 1.0;" : "=l"(policy));
  if (hint == 'u') asm volatile("createpolicy.fractional.L2::evict_unchanged.b64 %0, 1.0;" : "=l"(policy));
  return policy;
}

// Chunk i belongs to SM (i + shift) mod SMs, so that the same SM comes back to a chunk.
__device__ void touch(uint4* array, long chunks, char hint, bool write, int shift, int sms, uint4* sink) {
  unsigned sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  uint64_t policy = policyOf(hint);
  uint4 sum = {0, 0, 0, 0};
  for (long c = ((long)sm - shift + sms) % sms; c < chunks; c += sms) {
    uint4* p = array + c * (CHUNK / 16) + threadIdx.x;
    uint4 v = {1, 2, 3, 4};
    if (write && hint == '-') asm volatile("st.global.v4.u32 [%0], {%1,%2,%3,%4};" ::"l"(p), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
    else if (write) asm volatile("st.global.L2::cache_hint.v4.u32 [%0], {%1,%2,%3,%4}, %5;" ::"l"(p), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w), "l"(policy) : "memory");
    else if (hint == '-') asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));
    else asm volatile("ld.global.L1::no_allocate.L2::cache_hint.v4.u32 {%0,%1,%2,%3}, [%4], %5;" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p), "l"(policy));
    sum.x ^= v.x; sum.y ^= v.y; sum.z ^= v.z; sum.w ^= v.w;
  }
  if ((sum.x ^ sum.y ^ sum.z ^ sum.w) == 0x12345678) *sink = sum;
}

__global__ void pass(uint4* array, long chunks, char hint, bool write, int shift, int sms, uint4* sink) {
  touch(array, chunks, hint, write, shift, sms, sink);
}

struct Pass {
  uint4* array;
  long chunks;
  char hint;
  bool write;
  int shift;
};

struct Passes {
  Pass all[8];
  int count;
};

// All passes in one launch: an SM's chunks are its own, so no SM waits for another.
__global__ void passes(Passes list, int sms, uint4* sink) {
  for (int p = 0; p < list.count; p++) {
    const Pass& one = list.all[p];
    touch(one.array, one.chunks, one.hint, one.write, one.shift, sms, sink);
    __syncthreads();
  }
}

// A pass is ARRAY HINT KIND MEGABYTES[+SHIFT]: `a-r8` reads 8 MB (2^20) of array a without a hint, `bfw16` writes 16 MB of b evict-first,
// `apr8` reads with a persisting and `asr8` with a streaming access policy window over these bytes, of which RATIO (default 1) have the property.
// PERSISTING is the megabytes of cudaLimitPersistingL2CacheSize.
int main(int argc, char** argv) {
  const size_t each = 600ull << 20;
  char* memory;
  if (cudaMalloc(&memory, 4 * each)) return 3;
  cudaMemset(memory, 1, 4 * each);
  int sms;
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  const int shared = 160 << 10;
  cudaFuncSetAttribute(pass, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  printf("L2 %d, persisting at most %d, window at most %d\n", properties.l2CacheSize, properties.persistingL2CacheMaxSize, properties.accessPolicyMaxWindowSize);
  uint4* sink = (uint4*)(memory + 3 * each + (512ull << 20));
  cudaFuncSetAttribute(passes, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  if (const char* megabytes = getenv("PERSISTING"))
    if (cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, (size_t)atol(megabytes) << 20)) return printf("PERSISTING %s: refused\n", megabytes), 4;
  auto read = [&](std::string text) {
    int array = text[0] - 'a', shift = 0;
    size_t plus = text.find('+');
    if (plus != std::string::npos) shift = atoi(text.c_str() + plus + 1);
    long chunks = (long)(atof(text.c_str() + 3) * (1 << 20) / CHUNK);
    return Pass{(uint4*)(memory + array * each), chunks, text[1], text[2] == 'w', shift};
  };
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  const char* ratio = getenv("RATIO");
  auto window = [&](const Pass& one, bool open) {
    cudaStreamAttrValue value = {};
    value.accessPolicyWindow.base_ptr = one.array;
    value.accessPolicyWindow.num_bytes = open ? one.chunks * CHUNK : 0;
    value.accessPolicyWindow.hitRatio = ratio ? atof(ratio) : 1.0;
    value.accessPolicyWindow.hitProp = one.hint == 's' ? cudaAccessPropertyStreaming : cudaAccessPropertyPersisting;
    value.accessPolicyWindow.missProp = cudaAccessPropertyNormal;
    cudaError_t error = cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value);
    if (error) printf("WINDOW %s\n", cudaGetErrorString(error));
  };
  auto run = [&](std::string text) {
    Pass one = read(text);
    const bool windowed = one.hint == 'p' || one.hint == 's';
    if (windowed) window(one, true);
    pass<<<sms, THREADS, shared, stream>>>(one.array, one.chunks, windowed ? '-' : one.hint, one.write, one.shift, sms, sink);
    cudaDeviceSynchronize();
    if (windowed) window(one, false);
  };
  const bool whole = getenv("WHOLE") != nullptr;
  for (int i = 1; i < argc; i++) {
    std::string experiment = argv[i];
    std::vector<std::string> passes_;
    for (size_t at = 0; at < experiment.size();) {
      size_t end = experiment.find(',', at);
      if (end == std::string::npos) end = experiment.size();
      passes_.push_back(experiment.substr(at, end - at));
      at = end + 1;
    }
    cudaCtxResetPersistingL2Cache();
    if (whole) {
      Passes list = {};
      for (auto& text : passes_) list.all[list.count++] = read(text);
      cudaProfilerStart();
      passes<<<sms, THREADS, shared>>>(list, sms, sink);
      cudaDeviceSynchronize();
      cudaProfilerStop();
      printf("LAUNCH %s\n", experiment.c_str());
      continue;
    }
    run("d-r512");
    for (size_t p = 0; p + 1 < passes_.size(); p++) run(passes_[p]);
    cudaProfilerStart();
    run(passes_.back());
    cudaProfilerStop();
    printf("LAUNCH %s\n", experiment.c_str());
  }
  printf("DONE %s\n", cudaGetErrorString(cudaGetLastError()));
}
