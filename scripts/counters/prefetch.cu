// Prefetch into the L2 ahead of use, in two ways, bf16 throughout:
// (a) a tiled product, one CTA a tile, that prefetches its operands so many k-tiles ahead of their loads, on into the CTA's successor or not;
// (b) a kernel that prefetches the weights of the matrix-vector product launched after it, or that product itself before it waits (PDL).
// Every case prints a line "LABEL name ns" for each of its kernels: ns is the median of all kernels of the case together, by events.
#include <cuda_bf16.h>
#include <cuda_profiler_api.h>
#include <mma.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>
using namespace nvcuda;
typedef __nv_bfloat16 bf16;

#define CHECK(call)                                                                            \
  do {                                                                                         \
    cudaError_t error = (call);                                                                \
    if (error != cudaSuccess) {                                                                \
      fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(error));            \
      exit(3);                                                                                 \
    }                                                                                          \
  } while (0)

constexpr int BM = 128, BN = 128, BK = 32, ST = 3, SA = BK + 8, SB = BN + 8, LINE = 128;
constexpr int SMEM = std::max(ST * (BM * SA + BK * SB) * 2, 64 * BN * 4);

__device__ __forceinline__ void prefetch(const void* p) { asm volatile("prefetch.global.L2 [%0];" ::"l"(p)); }
__device__ __forceinline__ void prefetchBulk(const void* p, unsigned bytes) {
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(p), "r"(bytes));
}
__device__ __forceinline__ void cp16(void* s, const void* g) {
  unsigned d = (unsigned)__cvta_generic_to_shared(s);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(d), "l"(g));
}
__device__ __forceinline__ void letNextLaunch() { asm volatile("griddepcontrol.launch_dependents;"); }

// What a kernel brings into the L2 for the next one: CTAs from..to share the lines, and each asks for its share in one step.
struct Ahead {
  const char* data;
  int lines, from, to, bulk;
  float after;
};
__device__ __forceinline__ void prefetchShare(const Ahead& w) {
  int cta = (int)blockIdx.x - w.from, ctas = w.to - w.from;
  if (cta < 0 || cta >= ctas) return;
  int each = (w.lines + ctas - 1) / ctas, first = each * cta, end = min(w.lines, first + each);
  if (w.bulk) {
    if (threadIdx.x == 0 && end > first) prefetchBulk(w.data + (size_t)first * LINE, (unsigned)(end - first) * LINE);
  } else {
    for (int line = first + threadIdx.x; line < end; line += blockDim.x) prefetch(w.data + (size_t)line * LINE);
  }
}

// Operands `ahead` k-tiles before their load: with OWN those of this tile, with NEXT those of the CTA that takes its place.
enum { NONE = 0, OWN = 1, NEXT = 2, BOTH = 3 };
template <int P>
__global__ void __launch_bounds__(256) mm(const bf16* A, const bf16* B, bf16* C, int N, int K, int ahead, int arrays, int slots, Ahead weights) {
  extern __shared__ __align__(16) unsigned char raw[];
  letNextLaunch();
  bf16 *a = (bf16*)raw, *b = a + ST * BM * SA;
  int gn = N / BN, t = blockIdx.x, m0 = t / gn * BM, n0 = t % gn * BN, tid = threadIdx.x, w = tid / 32, wm = w / 2 * 32, wn = w % 2 * 64;
  int next = t + slots, steps = K / BK, asks = weights.lines ? (int)(weights.after * steps) : -1;
  auto load = [&](int s, int k0) {
    for (int i = tid; i < BM * BK / 8; i += 256) {
      int r = i / (BK / 8), c = i % (BK / 8) * 8;
      cp16(a + s * BM * SA + r * SA + c, A + (size_t)(m0 + r) * K + k0 + c);
    }
    for (int i = tid; i < BK * BN / 8; i += 256) {
      int r = i / (BN / 8), c = i % (BN / 8) * 8;
      cp16(b + s * BK * SB + r * SB + c, B + (size_t)(k0 + r) * N + n0 + c);
    }
    asm volatile("cp.async.commit_group;");
  };
  // A line has two k-tiles of a row of A, and half a row of a k-tile of B.
  auto early = [&](int tile) {
    int m = m0, n = n0;
    if (tile >= steps) {
      if (!(P & NEXT) || next >= (int)gridDim.x) return;
      m = next / gn * BM, n = next % gn * BN, tile -= steps;
      if (tile >= steps) return;
    } else if (!(P & OWN)) return;
    if (tid < BM) {
      if ((arrays & 1) && tile % 2 == 0) prefetch(A + (size_t)(m + tid) * K + tile * BK);
    } else if (tid < BM + 2 * BK) {
      int r = (tid - BM) / 2, c = (tid - BM) % 2 * 64;
      if (arrays & 2) prefetch(B + (size_t)(tile * BK + r) * N + n + c);
    }
  };
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
  for (auto& x : acc)
    for (auto& y : x) wmma::fill_fragment(y, 0.f);
  if (P & OWN)
    for (int k = ST - 1; k < ahead; k++) early(k);
  for (int s = 0; s < ST - 1; s++) load(s, s * BK);
  for (int k = 0; k < steps; k++) {
    asm volatile("cp.async.wait_group %0;" ::"n"(ST - 2));
    __syncthreads();
    if (k + ST - 1 < steps) load((k + ST - 1) % ST, (k + ST - 1) * BK);
    else asm volatile("cp.async.commit_group;");
    if (P != NONE) early(k + ahead);
    if (k == asks) prefetchShare(weights);
    const bf16 *as = a + k % ST * BM * SA, *bs = b + k % ST * BK * SB;
    for (int kk = 0; kk < BK; kk += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, bf16, wmma::row_major> fa[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, bf16, wmma::row_major> fb[4];
      for (int i = 0; i < 2; i++) wmma::load_matrix_sync(fa[i], as + (wm + 16 * i) * SA + kk, SA);
      for (int j = 0; j < 4; j++) wmma::load_matrix_sync(fb[j], bs + kk * SB + wn + 16 * j, SB);
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
    }
    __syncthreads();
  }
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  float* f = (float*)raw;  // 64 rows at a time
  for (int half = 0; half < 2; half++) {
    if (wm / 64 == half)
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) wmma::store_matrix_sync(f + (wm % 64 + 16 * i) * BN + wn + 16 * j, acc[i][j], BN, wmma::mem_row_major);
    __syncthreads();
    for (int i = tid; i < 64 * BN / 8; i += 256) {
      int r = i / (BN / 8), c = i % (BN / 8) * 8;
      __nv_bfloat162 o[4];
      for (int q = 0; q < 4; q++) o[q] = __floats2bfloat162_rn(f[r * BN + c + 2 * q], f[r * BN + c + 2 * q + 1]);
      *(uint4*)(C + (size_t)(m0 + half * 64 + r) * N + n0 + c) = *(uint4*)o;
    }
    __syncthreads();
  }
}

// No memory traffic of its own: stands for arithmetic, or for waiting on other GPUs.
__global__ void waiting(long nanoseconds, Ahead weights) {
  letNextLaunch();
  unsigned long long start, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  for (int step = 0; step < 64; step++) {
    if (weights.lines && step == (int)(weights.after * 64)) prefetchShare(weights);
    do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    while ((long)(now - start) < nanoseconds * (step + 1) / 64);
  }
}

// DRAM is busy: y = 2x, 16 KiB a step.
__global__ void rows(const uint4* x, uint4* y, long words, Ahead weights) {
  letNextLaunch();
  long each = words / gridDim.x;
  const int steps = (int)(each / 1024);
  for (int step = 0; step < steps; step++) {
    if (weights.lines && step == (int)(weights.after * steps)) prefetchShare(weights);
    for (long i = threadIdx.x; i < 1024; i += blockDim.x) {
      uint4 v = x[blockIdx.x * each + step * 1024L + i];
      v.x += v.x;
      y[blockIdx.x * each + step * 1024L + i] = v;
    }
  }
}

// Decoding: y = W·x with a warp a row of W, 4096 columns. With `wait` it may start before the kernel ahead of it ends, and
// with `own` it prefetches its weights before it waits.
constexpr int COLUMNS = 4096;
__global__ void __launch_bounds__(256) decode(const bf16* W, const bf16* x, float* y, int n, int wait, int own) {
  __shared__ __align__(16) bf16 xs[COLUMNS];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = gridDim.x * 8;
  if (own)
    for (int r = blockIdx.x * 8 + warp; r < n; r += warps)
      for (int i = lane; i < COLUMNS * 2 / LINE; i += 32) prefetch((const char*)(W + (size_t)r * COLUMNS) + i * LINE);
  if (wait) asm volatile("griddepcontrol.wait;" ::: "memory");
  for (int i = threadIdx.x; i < COLUMNS / 8; i += 256) ((uint4*)xs)[i] = ((const uint4*)x)[i];
  __syncthreads();
  for (int r = blockIdx.x * 8 + warp; r < n; r += warps) {
    const uint4* row = (const uint4*)(W + (size_t)r * COLUMNS);
    uint4 v[16];
    for (int i = 0; i < 16; i++) v[i] = __ldcg(row + i * 32 + lane);
    float sum = 0;
    for (int i = 0; i < 16; i++) {
      uint4 u = ((const uint4*)xs)[i * 32 + lane];
      const __nv_bfloat162 *p = (const __nv_bfloat162*)&v[i], *q = (const __nv_bfloat162*)&u;
      for (int j = 0; j < 4; j++) {
        float2 s = __bfloat1622float2(p[j]), t = __bfloat1622float2(q[j]);
        sum += s.x * t.x + s.y * t.y;
      }
    }
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0) y[r] = sum;
  }
}

__global__ void fill(bf16* p, size_t n) {
  for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < n; i += gridDim.x * 256ull) p[i] = __float2bfloat16(((i * 2654435761u) % 1000) * 1e-3f - 0.5f);
}
// An L2 full of clean lines of others.
__global__ void sweep(const uint4* p, size_t n, unsigned* out) {
  unsigned sum = 0;
  for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < n; i += gridDim.x * 256ull) sum += __ldcg(p + i).x;
  if (sum == 12345) *out = sum;
}

int main(int argc, char** argv) {
  const bool profiled = argc > 1 && std::string(argv[1]) == "profiled";
  const size_t words = 1ull << 29, junkBytes = 256ull << 20;
  bf16 *pool, *weights, *x;
  uint4* junk;
  float* y;
  unsigned* out;
  CHECK(cudaMalloc(&pool, words * 2));
  CHECK(cudaMalloc(&weights, 256ull << 20));
  CHECK(cudaMalloc(&x, COLUMNS * 2));
  CHECK(cudaMalloc(&junk, junkBytes));
  CHECK(cudaMalloc(&y, 1 << 20));
  CHECK(cudaMalloc(&out, 4));
  fill<<<2048, 256>>>(pool, words);
  fill<<<2048, 256>>>(weights, 128ull << 20);
  fill<<<1, 256>>>(x, COLUMNS);
  CHECK(cudaMemset(junk, 0, junkBytes));
  CHECK(cudaDeviceSynchronize());
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  int sms = 0, perSm = 0;
  CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  for (auto f : {mm<NONE>, mm<OWN>, mm<NEXT>, mm<BOTH>}) CHECK(cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, SMEM));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, mm<BOTH>, 256, SMEM));
  const int slots = sms * perSm;
  // Kernels that split an SM's memory in different ways never share an SM.
  for (const void* f : {(const void*)mm<NONE>, (const void*)waiting, (const void*)rows, (const void*)decode})
    CHECK(cudaFuncSetAttribute(f, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));

  auto measured = [&](const std::vector<std::string>& labels, const std::function<void()>& launch) {
    std::vector<float> times;
    for (int again = 0; again < (profiled ? 1 : 15); again++) {
      sweep<<<2048, 256>>>(junk, junkBytes / 16, out);
      if (profiled) {
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaProfilerStart());
        launch();
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaProfilerStop());
      } else {
        CHECK(cudaEventRecord(begin));
        launch();
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        float ms = 0;
        CHECK(cudaEventElapsedTime(&ms, begin, end));
        times.push_back(ms);
      }
    }
    std::sort(times.begin(), times.end());
    for (auto& label : labels) printf("LABEL %s %.0f\n", label.c_str(), profiled ? 0 : times[times.size() / 2] * 1e6);
    fflush(stdout);
  };

  // (a)
  struct Shape {
    int m, n, k;
  };
  for (Shape s : {Shape{4096, 4096, 4096}, {8192, 8192, 2048}, {2048, 2048, 4096}, {16384, 4096, 1024}, {128, 4096, 8192}, {128, 8192, 8192}, {128, 16384, 4096}}) {
    const bf16 *A = pool, *B = A + (size_t)s.m * s.k;
    bf16* C = pool + (size_t)s.m * s.k + (size_t)s.k * s.n;
    int ctas = s.m / BM * (s.n / BN);
    char name[200];
    auto run = [&](const char* how, int ahead, const char* arrays, decltype(&mm<NONE>) f) {
      snprintf(name, sizeof name, "cuda-prefetch|M=%d|N=%d|K=%d|order=row|BM=128|BN=128|BK=32|stages=3|ctas=%d|prefetch=%s|arrays=%s|ahead=%d", s.m, s.n, s.k, perSm, how,
               arrays, ahead);
      int mask = (strchr(arrays, 'a') ? 1 : 0) | (strchr(arrays, 'b') ? 2 : 0);
      measured({name}, [&] { f<<<ctas, 256, SMEM>>>(A, B, C, s.n, s.k, ahead, mask, slots, Ahead{nullptr, 0, 0, 0, 0, 0}); });
    };
    run("none", 0, "-", mm<NONE>);
    for (int ahead : {4, 8, 16, 32}) run("own", ahead, "ab", mm<OWN>);
    run("own", 16, "b", mm<OWN>);
    if (ctas > slots) {
      for (int ahead : {2, 8, 32}) run("next", ahead, "ab", mm<NEXT>);
      run("both", 16, "ab", mm<BOTH>);
    }
  }

  // (b)
  for (std::string first : {"waiting30", "product2048", "product4096", "rows64"})
    for (int megabytes : {8, 16, 24, 32, 40, 48, 64})
      for (std::string how : {"none", "first0", "last0", "last50", "last80", "last95", "last80-bulk", "pdl", "pdl-own"}) {
        int n = (megabytes << 20) / (COLUMNS * 2), g = first == "product2048" ? 256 : first == "product4096" ? 1024 : first == "rows64" ? sms * 2 : sms;
        int wave = std::min(first == "waiting30" ? sms : first == "rows64" ? sms * 2 : slots, g);
        Ahead ahead{(const char*)weights, how[0] == 'f' || how[0] == 'l' ? (megabytes << 20) / LINE : 0, how[0] == 'f' ? 0 : g - wave, how[0] == 'f' ? wave : g,
                    how == "last80-bulk", how[0] == 'l' ? atoi(how.c_str() + 4) / 100.f : 0.f};
        bool pdl = how[0] == 'p';
        auto launch = [&] {
          if (first == "waiting30") waiting<<<g, 256>>>(30000, ahead);
          else if (first == "rows64") rows<<<g, 256>>>((uint4*)pool, (uint4*)(pool + (128 << 20)), (64L << 20) / 16 / g / 1024 * 1024 * g, ahead);
          else {
            int side = first == "product2048" ? 2048 : 4096;
            mm<NONE><<<g, 256, SMEM>>>(pool, pool + (size_t)side * 4096, pool + (size_t)side * 8192, side, 4096, 0, 0, slots, ahead);
          }
          cudaLaunchConfig_t config = {};
          cudaLaunchAttribute attribute[1];
          attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
          attribute[0].val.programmaticStreamSerializationAllowed = 1;
          config.gridDim = dim3((n + 7) / 8);
          config.blockDim = dim3(256);
          config.attrs = attribute;
          config.numAttrs = pdl ? 1 : 0;
          CHECK(cudaLaunchKernelEx(&config, decode, (const bf16*)weights, (const bf16*)x, y, n, (int)pdl, (int)(how == "pdl-own")));
        };
        char name[200];
        std::vector<std::string> labels;
        for (int part = 1; part <= 2; part++) {
          snprintf(name, sizeof name, "cuda-prefetch-next|first=%s|weights=%d|columns=%d|prefetch=%s|part=%d", first.c_str(), megabytes, COLUMNS, how.c_str(), part);
          labels.push_back(name);
        }
        measured(labels, launch);
      }
  CHECK(cudaGetLastError());
  printf("DONE\n");
}
