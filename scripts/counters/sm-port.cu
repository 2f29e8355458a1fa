// Kernels that move a known number of bytes through the ports of SMs, one way of moving each; docs/validation.md says
// what the counters saw. Compile and profile as sm-port.sh does. Every kernel's result is checked against the host.
//
// The program prints a line a launch, in launch order: kind, cluster, rounds, and the bytes that arrive at SMs and that
// leave them, each counted at the port of an SM: from or to the L2, or another SM.
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

constexpr int CTAS = 32, THREADS = 256, WORDS = 4096, BYTES = WORDS * 4, MOST_ROUNDS = 32;
constexpr int STRIDE = 8;  // Words from one lane's word to the next in the sparse kinds: a 32-byte sector each.

#define CHECK(call) \
  do { \
    auto status = (call); \
    if (status != cudaSuccess) { \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(1); \
    } \
  } while (0)

struct Work {
  const uint32_t* in;
  uint32_t* out;
  uint32_t* sums;
  uint32_t* places;  // The SM of each CTA.
  int rounds;
  int partner;  // The rank of another CTA is this one's, exclusive-or `partner`.
};

__host__ __device__ inline uint32_t mixed(uint32_t i) {
  i *= 2654435761u;
  return i ^ (i >> 15);
}

__device__ __forceinline__ uint32_t shared(const void* p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ __forceinline__ uint32_t rank() {
  uint32_t r;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
  return r;
}
__device__ __forceinline__ uint32_t cluster() {
  uint32_t r;
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(r));
  return r;
}
__device__ __forceinline__ uint32_t there(uint32_t address, uint32_t rank) {
  uint32_t r;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(address), "r"(rank));
  return r;
}
__device__ __forceinline__ void meet() {
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}
__device__ __forceinline__ void barrierInit(uint32_t bar) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ __forceinline__ void barrierExpect(uint32_t bar, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes) : "memory");
}
__device__ __forceinline__ void barrierWait(uint32_t bar, uint32_t parity) {
  uint32_t done = 0;
  while (!done)
    asm volatile(
        "{\n.reg .pred p;\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, "
        "p;\n}"
        : "=r"(done)
        : "r"(bar), "r"(parity)
        : "memory");
}
__device__ __forceinline__ void fenceAsync() { asm volatile("fence.proxy.async;" ::: "memory"); }
__device__ __forceinline__ uint4 loadShared(uint32_t a) {
  uint4 v;
  asm volatile("ld.shared::cluster.v4.u32 {%0,%1,%2,%3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "r"(a)
               : "memory");
  return v;
}
__device__ __forceinline__ uint32_t loadShared1(uint32_t a) {
  uint32_t v;
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(a) : "memory");
  return v;
}

// What every kernel shares: 16 KiB of words in shared memory, a barrier, a sum a thread that goes out at the end.
#define ENTER \
  __shared__ __align__(1024) uint32_t words[WORDS]; \
  __shared__ __align__(8) uint64_t bar; \
  const uint32_t t = threadIdx.x, cta = blockIdx.x, here = shared(words), mine = shared(&bar); \
  const uint32_t other = there(here, rank() ^ w.partner), otherBar = there(mine, rank() ^ w.partner); \
  [[maybe_unused]] uint32_t sum = 0, phase = 0; \
  (void)other; \
  (void)otherBar; \
  if (t == 0) { \
    barrierInit(mine); \
    uint32_t sm; \
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm)); \
    w.places[cta] = sm; \
  } \
  for (int i = t; i < WORDS; i += THREADS) words[i] = mixed(cta * WORDS + i); \
  fenceAsync(); \
  meet()
#define LEAVE w.sums[cta * THREADS + t] = sum, meet()
#define PIECES(i) for (int i = threadIdx.x * 4; i < WORDS; i += THREADS * 4)
#define SINGLES(i) for (int i = threadIdx.x; i < WORDS; i += THREADS)
#define SPARSE(i) for (int i = threadIdx.x * STRIDE; i < WORDS; i += THREADS * STRIDE)
#define ROUNDS(r) for (int r = 0; r < w.rounds; r++)
__device__ __forceinline__ uint32_t total(uint4 v) { return v.x + v.y + v.z + v.w; }
__device__ __forceinline__ uint32_t totalHere(uint32_t here) {
  uint32_t sum = 0;
  PIECES (i) sum += total(loadShared(here + 4 * i));
  return sum;
}

// Between an SM and the L2, plain.
__global__ void load(Work w) {
  ENTER;
  ROUNDS (r)
    PIECES (i) {
      uint4 v;
      const uint32_t* p = w.in + ((size_t)cta * w.rounds + r) * WORDS + i;
      asm volatile("ld.global.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));
      sum += total(v);
    }
  LEAVE;
}
__global__ void loadSparse(Work w) {
  ENTER;
  ROUNDS (r)
    SPARSE (i) {
      uint32_t v;
      asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(w.in + ((size_t)cta * w.rounds + r) * WORDS + i));
      sum += v;
    }
  LEAVE;
}
__global__ void store(Work w) {
  ENTER;
  ROUNDS (r)
    PIECES (i) {
      uint32_t* p = w.out + ((size_t)cta * w.rounds + r) * WORDS + i;
      asm volatile("st.global.v4.u32 [%0], {%1,%2,%3,%4};" ::"l"(p), "r"(words[i] + r), "r"(words[i + 1] + r),
                   "r"(words[i + 2] + r), "r"(words[i + 3] + r)
                   : "memory");
    }
  LEAVE;
}
__global__ void storeSparse(Work w) {
  ENTER;
  ROUNDS (r)
    SPARSE (i)
      asm volatile("st.global.u32 [%0], %1;" ::"l"(w.out + ((size_t)cta * w.rounds + r) * WORDS + i), "r"(words[i] + r)
                   : "memory");
  LEAVE;
}
__global__ void loadAsync(Work w) {
  ENTER;
  ROUNDS (r) {
    PIECES (i)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(here + 4 * i),
                   "l"(w.in + ((size_t)cta * w.rounds + r) * WORDS + i)
                   : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    sum += totalHere(here);
    __syncthreads();
  }
  LEAVE;
}
__global__ void bulkLoad(Work w) {
  ENTER;
  ROUNDS (r) {
    if (t == 0) {
      barrierExpect(mine, BYTES);
      asm volatile(
          "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(here),
          "l"(w.in + ((size_t)cta * w.rounds + r) * WORDS), "r"(BYTES), "r"(mine)
          : "memory");
    }
    barrierWait(mine, phase);
    phase ^= 1;
    sum += totalHere(here);
    __syncthreads();
  }
  LEAVE;
}
__global__ void bulkStore(Work w) {
  ENTER;
  ROUNDS (r) {
    if (t == 0) {
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                       w.out + ((size_t)cta * w.rounds + r) * WORDS),
                   "r"(here), "r"(BYTES)
                   : "memory");
      asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
    }
    __syncthreads();
    SINGLES (i) words[i] += 1;
    fenceAsync();
    __syncthreads();
  }
  LEAVE;
}

// Adds in the L2. Two CTAs add to each word.
#define ADD_KERNEL(name, loop, text, ...) \
  __global__ void name(Work w) { \
    ENTER; \
    ROUNDS (r) \
      loop (i) { \
        uint32_t* p = w.out + ((size_t)(cta / 2) * w.rounds + r) * WORDS + i; \
        asm volatile(text::"l"(p), __VA_ARGS__ : "memory"); \
      } \
    LEAVE; \
  }
#define ONE "f"((float)(cta % 2 + i % 7))
ADD_KERNEL(redF32, SINGLES, "red.relaxed.gpu.global.add.f32 [%0], %1;", ONE)
ADD_KERNEL(redF32Sparse, SPARSE, "red.relaxed.gpu.global.add.f32 [%0], %1;", ONE)
ADD_KERNEL(redF32x4, PIECES, "red.relaxed.gpu.global.v4.f32.add [%0], {%1,%1,%1,%1};", ONE)
ADD_KERNEL(redF16x2, SINGLES, "red.relaxed.gpu.global.add.noftz.f16x2 [%0], %1;", "r"(0x3c003c00u))
ADD_KERNEL(redBf16x2, SINGLES, "red.relaxed.gpu.global.add.noftz.bf16x2 [%0], %1;", "r"(0x3f803f80u))
__global__ void redOneWord(Work w) {  // All CTAs to one word; lanes of a warp may be added before they leave.
  ENTER;
  ROUNDS (r)
    SINGLES (i) asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" ::"l"(w.out), "r"(1u) : "memory");
  LEAVE;
}
__global__ void atomF32(Work w) {
  ENTER;
  ROUNDS (r)
    SINGLES (i) {
      float old;
      uint32_t* p = w.out + ((size_t)cta * w.rounds + r) * WORDS + i;
      asm volatile("atom.relaxed.gpu.global.add.f32 %0, [%1], %2;" : "=f"(old) : "l"(p), ONE : "memory");
      sum += (uint32_t)old;
    }
  LEAVE;
}
#define BULK_ADD(name, fill, type) \
  __global__ void name(Work w) { \
    ENTER; \
    SINGLES (i) words[i] = fill; \
    fenceAsync(); \
    __syncthreads(); \
    ROUNDS (r) \
      if (t == 0) { \
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add." type \
                     " [%0], [%1], %2;" ::"l"(w.out + ((size_t)(cta / 2) * w.rounds + r) * WORDS), \
                     "r"(here), "r"(BYTES) \
                     : "memory"); \
        asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory"); \
      } \
    LEAVE; \
  }
BULK_ADD(bulkRedF32, __float_as_uint((float)(cta % 2 + i % 7)), "f32")
BULK_ADD(bulkRedF16, 0x3c003c00u, "noftz.f16")
BULK_ADD(bulkRedBf16, 0x3f803f80u, "noftz.bf16")
__global__ void tensorRed(Work w, const __grid_constant__ CUtensorMap, const __grid_constant__ CUtensorMap map) {
  ENTER;
  SINGLES (i) words[i] = cta % 2 + i % 7;
  fenceAsync();
  __syncthreads();
  ROUNDS (r)
    if (t == 0) {
      asm volatile(
          "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map),
          "r"(0), "r"(((cta / 2) * w.rounds + r) * 64), "r"(here)
          : "memory");
      asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
    }
  LEAVE;
}

// From SM to SM.
__global__ void smLoad(Work w) {
  ENTER;
  ROUNDS (r)
    PIECES (i) sum += total(loadShared(other + 4 * i));
  LEAVE;
}
__global__ void smLoad1(Work w) {
  ENTER;
  ROUNDS (r)
    SINGLES (i) sum += loadShared1(other + 4 * i);
  LEAVE;
}
__global__ void smLoadSparse(Work w) {
  ENTER;
  ROUNDS (r)
    SPARSE (i) sum += loadShared1(other + 4 * i);
  LEAVE;
}
__global__ void smLoadOneWord(Work w) {  // Every lane of a warp reads the same word.
  ENTER;
  ROUNDS (r)
    SINGLES (i) sum += loadShared1(other + 4 * (i & ~31));
  LEAVE;
}
__global__ void smStore(Work w) {
  ENTER;
  ROUNDS (r) {
    PIECES (i) {
      uint32_t v = mixed(cta * WORDS + i) + r;
      asm volatile("st.shared::cluster.v4.u32 [%0], {%1,%2,%3,%4};" ::"r"(other + 4 * i), "r"(v), "r"(v + 1),
                   "r"(v + 2), "r"(v + 3)
                   : "memory");
    }
    meet();
    sum += totalHere(here);
    meet();
  }
  LEAVE;
}
__global__ void smStore1(Work w) {
  ENTER;
  ROUNDS (r) {
    SINGLES (i)
      asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(other + 4 * i), "r"(mixed(cta * WORDS + i) + r) : "memory");
    meet();
    sum += totalHere(here);
    meet();
  }
  LEAVE;
}
__global__ void smStoreSparse(Work w) {
  ENTER;
  SINGLES (i) words[i] = 0;
  meet();
  ROUNDS (r) {
    SPARSE (i)
      asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(other + 4 * i), "r"(mixed(cta * WORDS + i) + r) : "memory");
    meet();
    sum += totalHere(here);
    meet();
  }
  LEAVE;
}
// Results arrive with a transaction count at the receiver's barrier.
#define TO_BARRIER(name, loop, text, ...) \
  __global__ void name(Work w) { \
    ENTER; \
    meet(); \
    ROUNDS (r) { \
      if (t == 0) barrierExpect(mine, BYTES); \
      meet(); \
      loop (i) asm volatile(text::"r"(other + 4 * i), "r"(otherBar), __VA_ARGS__ : "memory"); \
      barrierWait(mine, phase); \
      phase ^= 1; \
      sum += totalHere(here); \
      meet(); \
    } \
    LEAVE; \
  }
TO_BARRIER(smStoreAsync, PIECES,
           "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%2,%2,%2,%2}, [%1];",
           "r"(mixed(cta * WORDS + i) + r))
TO_BARRIER(smStoreAsync1, SINGLES, "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %2, [%1];",
           "r"(mixed(cta * WORDS + i) + r))
TO_BARRIER(smRedAsync, SINGLES,
           "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %2, [%1];",
           "r"(mixed(i) + r))
#define BULK_TO_SM(name, text) \
  __global__ void name(Work w) { \
    __shared__ __align__(1024) uint32_t source[WORDS]; \
    ENTER; \
    SINGLES (i) source[i] = mixed(cta * WORDS + i); \
    fenceAsync(); \
    meet(); \
    ROUNDS (r) { \
      if (t == 0) { \
        barrierExpect(mine, BYTES); \
        asm volatile(text::"r"(other), "r"(shared(source)), "r"(BYTES), "r"(otherBar) : "memory"); \
      } \
      barrierWait(mine, phase); \
      phase ^= 1; \
      sum += totalHere(here); \
      __syncthreads(); \
      SINGLES (i) source[i] += 1; \
      fenceAsync(); \
      meet(); \
    } \
    LEAVE; \
  }
BULK_TO_SM(smBulkCopy, "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];")
BULK_TO_SM(
    smBulkRed,
    "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [%0], [%1], %2, [%3];")
__global__ void smRed(Work w) {
  ENTER;
  ROUNDS (r)
    SINGLES (i)
      asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], %1;" ::"r"(other + 4 * i), "r"(mixed(i))
                   : "memory");
  meet();
  sum = totalHere(here);
  LEAVE;
}
__global__ void smAtom(Work w) {  // Odd ranks do not add, so that the old values are known.
  ENTER;
  ROUNDS (r)
    if (rank() % 2 == 0)
      SINGLES (i) {
        uint32_t old;
        asm volatile("atom.relaxed.cluster.shared::cluster.add.u32 %0, [%1], %2;"
                     : "=r"(old)
                     : "r"(other + 4 * i), "r"(1u)
                     : "memory");
        sum += old;
      }
  LEAVE;
}

// One load from the L2 for all CTAs of a cluster: the first loads all, or each loads its share.
template <bool SHARES, bool OTHERS_ONLY, bool TENSOR>
__device__ __forceinline__ void multicastRounds(const Work& w, const CUtensorMap* map) {
  ENTER;
  const uint32_t n = cluster(), first = cta / n, mask = ((1u << n) - 1) & ~(OTHERS_ONLY ? 1u : 0u);
  const uint32_t part = SHARES ? BYTES / n : BYTES, from = SHARES ? rank() * part : 0;
  ROUNDS (r) {
    const bool receives = !OTHERS_ONLY || rank() != 0;
    if (t == 0 && receives) barrierExpect(mine, BYTES);
    meet();
    if (t == 0 && (SHARES || rank() == 0)) {
      const uint32_t chunk = first * w.rounds + r;
      if (TENSOR)
        asm volatile(
            "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], "
            "[%1, {%2, %3}], [%4], %5;" ::"r"(here),
            "l"(map), "r"(0), "r"(chunk * 64), "r"(mine), "h"((uint16_t)mask)
            : "memory");
      else
        asm volatile(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, "
            "[%3], %4;" ::"r"(here + from),
            "l"(w.in + (size_t)chunk * WORDS + from / 4), "r"(part), "r"(mine), "h"((uint16_t)mask)
            : "memory");
    }
    if (receives) {
      barrierWait(mine, phase);
      phase ^= 1;
      sum += totalHere(here);
    }
    meet();
  }
  LEAVE;
}
__global__ void multicast(Work w) { multicastRounds<false, false, false>(w, nullptr); }
__global__ void multicastShares(Work w) { multicastRounds<true, false, false>(w, nullptr); }
__global__ void multicastOthers(Work w) { multicastRounds<false, true, false>(w, nullptr); }
__global__ void multicastTensor(Work w, const __grid_constant__ CUtensorMap map) {
  multicastRounds<false, false, true>(w, &map);
}

// The host's side.

using Expect = std::function<bool(int cluster, int rounds, uint32_t sum, const uint32_t* out)>;
struct Kind {
  const char* name;
  const void* kernel;
  std::vector<std::pair<int, int>> clusters;  // Size of the clusters, and the partner.
  double in, out;  // Bytes that arrive and that leave, over CTAS * BYTES * rounds; per-cluster kinds say so below.
  Expect isRight;
};

static uint32_t sumOf(size_t from, size_t to, const std::function<uint32_t(uint32_t)>& f, int step = 1) {
  uint32_t sum = 0;
  for (size_t i = from; i < to; i += step) sum += f((uint32_t)i);
  return sum;
}
static Expect sumIs(std::function<uint32_t(int, int)> f) {
  return [f](int cluster, int rounds, uint32_t sum, const uint32_t*) { return sum == f(cluster, rounds); };
}
static Expect outIs(std::function<uint32_t(int, int, int)> word, int ctas, int step) {
  return [=](int, int rounds, uint32_t, const uint32_t* out) {
    for (int c = 0; c < ctas; c++)
      for (int r = 0; r < rounds; r++)
        for (int i = 0; i < WORDS; i++)
          if (out[((size_t)c * rounds + r) * WORDS + i] != (i % step == 0 ? word(c, r, i) : 0u)) return false;
    return true;
  };
}
static uint32_t bits(float f) {
  uint32_t u;
  memcpy(&u, &f, 4);
  return u;
}

int main(int argc, char** argv) {
  const std::vector<int> sizes =
      argc > 1 && !strcmp(argv[1], "one") ? std::vector<int>{16} : std::vector<int>{8, 16, 32};
  const size_t words = (size_t)CTAS * WORDS * MOST_ROUNDS;
  uint32_t *in, *out, *sums, *places;
  CHECK(cudaMalloc(&in, words * 4));
  CHECK(cudaMalloc(&out, words * 4));
  CHECK(cudaMalloc(&sums, CTAS * THREADS * 4));
  CHECK(cudaMalloc(&places, CTAS * 4));
  std::vector<uint32_t> host(words);
  for (size_t i = 0; i < words; i++) host[i] = mixed((uint32_t)i);
  CHECK(cudaMemcpy(in, host.data(), words * 4, cudaMemcpyHostToDevice));

  void* encode = nullptr;
  cudaDriverEntryPointQueryResult found;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault, &found));
  CUtensorMap maps[2];
  cuuint64_t dims[2] = {64, words / 64}, strides[1] = {256};
  cuuint32_t box[2] = {64, 64}, steps[2] = {1, 1};
  for (int i = 0; i < 2; i++)
    if (reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(
            &maps[i], CU_TENSOR_MAP_DATA_TYPE_UINT32, 2, i == 0 ? in : out, dims, strides, box, steps,
            CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
            CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
      fprintf(stderr, "no tensor map\n");
      return 1;
    }

  const auto word = [](uint32_t i) { return mixed(i); };
  const auto own = [=](int, int rounds) { return rounds * sumOf(0, (size_t)CTAS * WORDS, word); };
  const auto read = sumIs([=](int, int rounds) { return sumOf(0, (size_t)CTAS * WORDS * rounds, word); });
  const auto readSparse = sumIs([=](int, int rounds) { return sumOf(0, (size_t)CTAS * WORDS * rounds, word, STRIDE); });
  const auto plus = [=](int c, int r, int i) { return mixed(c * WORDS + i) + r; };
  const auto two = [](int, int, int i) { return bits((float)(2 * (i % 7) + 1)); };
  const auto rising = [=](int, int rounds) {  // Each round's words are the first ones plus the round.
    return own(0, rounds) + (uint32_t)CTAS * WORDS * (rounds * (rounds - 1) / 2);
  };
  const auto pieces = [=](int step) {
    return sumIs([=](int, int rounds) {
      uint32_t sum = 0;
      for (int r = 0; r < rounds; r++)
        for (size_t i = 0; i < (size_t)CTAS * WORDS; i += step)
          sum += 4 * (mixed((uint32_t)i) + r) + (step == 4 ? 6 : 0);
      return sum;
    });
  };
  const auto toBarrier = sumIs([=](int, int rounds) {
    uint32_t sum = 0;
    for (int r = 0; r < rounds; r++)
      for (size_t i = 0; i < (size_t)CTAS * WORDS; i += 4) sum += 4 * (mixed((uint32_t)i) + r);
    return sum;
  });
  const auto storedSparse = sumIs([=](int, int rounds) {
    uint32_t sum = 0;
    for (int r = 0; r < rounds; r++)
      for (size_t i = 0; i < (size_t)CTAS * WORDS; i += STRIDE) sum += mixed((uint32_t)i) + r;
    return sum;
  });
  const auto oneWord = sumIs([=](int, int rounds) { return rounds * 32 * sumOf(0, (size_t)CTAS * WORDS, word, 32); });
  // Words that start as their own and take `mixed(i) + r` (or `mixed(i)`) a round; the asynchronous kinds sum after
  // every round.
  const uint32_t each = CTAS * sumOf(0, WORDS, word);
  const auto reds = sumIs([=](int, int rounds) { return own(0, 1) + rounds * each; });
  const auto redsAsync = sumIs([=](int, int rounds) {
    uint32_t sum = 0, now = own(0, 1);
    for (int r = 0; r < rounds; r++) {
      now += each + (uint32_t)CTAS * WORDS * r;
      sum += now;
    }
    return sum;
  });
  const auto bulkReds = sumIs([=](int, int rounds) {
    uint32_t sum = 0, now = own(0, 1);
    for (int r = 0; r < rounds; r++) {
      now += own(0, 1) + (uint32_t)CTAS * WORDS * r;
      sum += now;
    }
    return sum;
  });
  const auto atoms = sumIs([=](int, int rounds) {  // The odd ranks' words, each round one more.
    uint32_t sum = 0;
    for (int c = 1; c < CTAS; c += 2)
      sum += rounds * sumOf((size_t)c * WORDS, (size_t)(c + 1) * WORDS, word) +
             (uint32_t)WORDS * (rounds * (rounds - 1) / 2);
    return sum;
  });
  const auto perCluster = [=](bool others) {
    return sumIs([=](int cluster, int rounds) {
      return (cluster - (others ? 1 : 0)) * sumOf(0, (size_t)CTAS / cluster * WORDS * rounds, word);
    });
  };

  const std::vector<std::pair<int, int>> alone = {{1, 0}}, pairs = {{2, 1}, {4, 2}, {8, 4}}, pair = {{2, 1}},
                                         sets = {{2, 0}, {4, 0}, {8, 0}};
  const double sparse = 1.0 / STRIDE, none = 0;
  const std::vector<Kind> kinds = {
      {"load", (void*)load, {{1, 0}, {4, 0}}, 1, 0, read},
      {"load-sparse", (void*)loadSparse, alone, sparse, 0, readSparse},
      {"load-async", (void*)loadAsync, alone, 1, 0, read},
      {"bulk-load", (void*)bulkLoad, alone, 1, 0, read},
      {"store", (void*)store, alone, 0, 1, outIs(plus, CTAS, 1)},
      {"store-sparse", (void*)storeSparse, alone, 0, sparse, outIs(plus, CTAS, STRIDE)},
      {"bulk-store", (void*)bulkStore, alone, 0, 1, outIs(plus, CTAS, 1)},
      {"red-f32", (void*)redF32, alone, 0, 1, outIs(two, CTAS / 2, 1)},
      {"red-f32-sparse", (void*)redF32Sparse, alone, 0, sparse, outIs(two, CTAS / 2, STRIDE)},
      {"red-f32x4", (void*)redF32x4, alone, 0, 1,
       outIs([](int, int, int i) { return bits((float)(2 * (i / 4 * 4 % 7) + 1)); }, CTAS / 2, 1)},
      {"red-f16x2", (void*)redF16x2, alone, 0, 1, outIs([](int, int, int) { return 0x40004000u; }, CTAS / 2, 1)},
      {"red-bf16x2", (void*)redBf16x2, alone, 0, 1, outIs([](int, int, int) { return 0x40004000u; }, CTAS / 2, 1)},
      {"red-one-word", (void*)redOneWord, alone, 0, 1.0 / 32,
       [](int, int rounds, uint32_t, const uint32_t* o) { return o[0] == (uint32_t)CTAS * WORDS * rounds; }},
      {"atom-f32", (void*)atomF32, alone, 1, 1,
       outIs([](int c, int, int i) { return bits((float)(c % 2 + i % 7)); }, CTAS, 1)},
      {"bulk-red-f32", (void*)bulkRedF32, alone, 0, 1, outIs(two, CTAS / 2, 1)},
      {"bulk-red-f16", (void*)bulkRedF16, alone, 0, 1, outIs([](int, int, int) { return 0x40004000u; }, CTAS / 2, 1)},
      {"bulk-red-bf16", (void*)bulkRedBf16, alone, 0, 1, outIs([](int, int, int) { return 0x40004000u; }, CTAS / 2, 1)},
      {"tensor-red-u32", (void*)tensorRed, alone, 0, 1,
       outIs([](int, int, int i) { return 2u * (i % 7) + 1; }, CTAS / 2, 1)},
      {"sm-load", (void*)smLoad, pairs, 1, 1, sumIs(own)},
      {"sm-load-u32", (void*)smLoad1, pair, 1, 1, sumIs(own)},
      {"sm-load-sparse", (void*)smLoadSparse, pair, sparse, sparse,
       sumIs([=](int, int rounds) { return rounds * sumOf(0, (size_t)CTAS * WORDS, word, STRIDE); })},
      {"sm-load-one-word", (void*)smLoadOneWord, pair, 1.0 / 32, 1.0 / 32, oneWord},
      {"sm-load-own", (void*)smLoad, {{2, 0}}, none, none, sumIs(own)},
      {"sm-store", (void*)smStore, pairs, 1, 1, pieces(4)},
      {"sm-store-u32", (void*)smStore1, pair, 1, 1, sumIs(rising)},
      {"sm-store-sparse", (void*)smStoreSparse, pair, sparse, sparse, storedSparse},
      {"sm-store-async", (void*)smStoreAsync, pairs, 1, 1, toBarrier},
      {"sm-store-async-u32", (void*)smStoreAsync1, pair, 1, 1, sumIs(rising)},
      {"sm-bulk-copy", (void*)smBulkCopy, pairs, 1, 1, sumIs(rising)},
      {"sm-bulk-red", (void*)smBulkRed, pair, 1, 1, bulkReds},
      {"sm-red-u32", (void*)smRed, pairs, 1, 1, reds},
      {"sm-red-async-u32", (void*)smRedAsync, pair, 1, 1, redsAsync},
      {"sm-atom-u32", (void*)smAtom, pair, 1, 1, atoms},  // Half of the CTAs send a word, and get one back.
      {"multicast", (void*)multicast, sets, 1, 0, perCluster(false)},
      {"multicast-shares", (void*)multicastShares, sets, 1, 0, perCluster(false)},
      {"multicast-others", (void*)multicastOthers, {{2, 0}, {4, 0}}, -1, 0, perCluster(true)},
      {"multicast-tensor", (void*)multicastTensor, sets, 1, 0, perCluster(false)},
  };

  bool isWrong = false;
  for (const Kind& kind : kinds)
    for (auto [cluster, partner] : kind.clusters)
      for (int rounds : sizes) {
        CHECK(cudaMemset(out, 0, words * 4));
        Work w{in, out, sums, places, rounds, partner};
        void* arguments[] = {&w, &maps[0], &maps[1]};
        cudaLaunchAttribute attribute;
        attribute.id = cudaLaunchAttributeClusterDimension;
        attribute.val.clusterDim.x = cluster;
        attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
        cudaLaunchConfig_t config = {};
        config.gridDim = dim3(CTAS);
        config.blockDim = dim3(THREADS);
        config.attrs = &attribute;
        config.numAttrs = cluster > 1 ? 1 : 0;
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaProfilerStart());
        CHECK(cudaLaunchKernelExC(&config, kind.kernel, arguments));
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaProfilerStop());
        std::vector<uint32_t> partial(CTAS * THREADS), sm(CTAS);
        CHECK(cudaMemcpy(partial.data(), sums, partial.size() * 4, cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(sm.data(), places, CTAS * 4, cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(host.data(), out, words * 4, cudaMemcpyDeviceToHost));
        uint32_t sum = 0;
        for (uint32_t one : partial) sum += one;
        const bool right = kind.isRight(cluster, rounds, sum, host.data());
        isWrong |= !right;
        const double all = (double)CTAS * BYTES * rounds;
        const double arriving = kind.in < 0 ? (cluster - 1.0) / cluster : kind.in;
        printf("LAUNCH,%s,%d,%d,%.0f,%.0f,%s,SMs %u %u %u %u\n", kind.name, cluster, rounds, arriving * all,
               kind.out * all, right ? "right" : "WRONG", sm[0], sm[1], sm[2], sm[3]);
        fflush(stdout);
      }
  return isWrong ? 1 : 0;
}
