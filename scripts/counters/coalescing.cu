// Where requests of several SMs for the same lines become one request to the L2. Each experiment is one launch of a block an SM; the SMs of a
// group read the same stream out of the L2, member i of a group i·DELAY ns after the first. Nsight Compute counts what SMs receive and what the L2 reads.
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string>
#include <vector>

constexpr int THREADS = 512, CHUNK = 16384, CHUNKS_A_STREAM = 16;

__device__ unsigned smid() {
  unsigned sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  return sm;
}

__device__ unsigned long long now() {
  unsigned long long t;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
  return t;
}

__global__ void where(int* smOf, int* clusterOf) {
  unsigned cluster;
  asm volatile("mov.u32 %0, %%clusterid.x;" : "=r"(cluster));
  if (threadIdx.x == 0) smOf[blockIdx.x] = smid(), clusterOf[blockIdx.x] = cluster;
  const long long start = clock64();
  while (clock64() - start < 200000) {}
}

// All blocks are resident: they meet, wait for one moment and read.
__global__ void readStreams(const uint4* memory, const int* streamOf, const int* rankOf, int delay, int steps, unsigned* met, unsigned long long* times, uint4* sink) {
  const unsigned sm = smid();
  __shared__ unsigned long long go;
  if (threadIdx.x == 0) {
    if (atomicAdd(met, 1) + 1 == gridDim.x) {
      times[2 * gridDim.x] = now() + 20000;
      __threadfence();
      atomicExch(met + 1, 1);
    }
    while (atomicAdd(met + 1, 0) == 0) __nanosleep(500);
    __threadfence();
    go = *(volatile unsigned long long*)(times + 2 * gridDim.x) + (unsigned long long)(rankOf[sm] * delay);
  }
  __syncthreads();
  const int stream = streamOf[sm];
  if (stream < 0) return;
  const uint4* mine = memory + (long)stream * CHUNKS_A_STREAM * (CHUNK / 16) + threadIdx.x;
  while (now() < go) {}
  const unsigned long long begin = now();
  uint4 sum = {0, 0, 0, 0};
  for (int step = 0; step < steps; step++) {
    const uint4* p = mine + (step % CHUNKS_A_STREAM) * (CHUNK / 16);
    uint4 v[CHUNK / 16 / THREADS];
#pragma unroll
    for (int i = 0; i < CHUNK / 16 / THREADS; i++)
      asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v[i].x), "=r"(v[i].y), "=r"(v[i].z), "=r"(v[i].w) : "l"(p + i * THREADS));
#pragma unroll
    for (int i = 0; i < CHUNK / 16 / THREADS; i++) sum.x ^= v[i].x, sum.y ^= v[i].y, sum.z ^= v[i].z, sum.w ^= v[i].w;
  }
  if ((sum.x ^ sum.y ^ sum.z ^ sum.w) == 0x12345678) *sink = sum;
  __syncthreads();
  if (threadIdx.x == 0) times[2 * sm] = begin, times[2 * sm + 1] = now();
}

static int root(std::vector<int>& parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

// KIND:SIZE:DELAY, or pair:A:B. KIND is smid (neighbours in number), gpc (neighbours in a GPC), stride (every other TPC of a GPC).
int main(int argc, char** argv) {
  int sms;
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  int *smOf, *clusterOf, *streamOf, *rankOf;
  unsigned* met;
  unsigned long long* times;
  char* memory;
  const size_t bytes = (size_t)sms * CHUNK * CHUNKS_A_STREAM;
  cudaMallocManaged(&smOf, 4096 * 4);
  cudaMallocManaged(&clusterOf, 4096 * 4);
  cudaMallocManaged(&times, (2 * sms + 1) * 8);
  cudaMalloc(&streamOf, sms * 4);
  cudaMalloc(&rankOf, sms * 4);
  cudaMalloc(&met, 8);
  if (cudaMalloc(&memory, bytes + 64)) return 3;
  cudaMemset(memory, 1, bytes);
  const int shared = 120 << 10;
  cudaFuncSetAttribute(readStreams, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  cudaFuncSetAttribute(where, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  // Clusters lie in one GPC each.
  std::vector<int> parent(sms);
  std::iota(parent.begin(), parent.end(), 0);
  for (int size : {8, 4, 2, 8, 4, 2, 8, 4})
    for (int again = 0; again < 6; again++) {
      cudaLaunchConfig_t config = {};
      config.gridDim = sms / size * size;
      config.blockDim = 32;
      config.dynamicSmemBytes = shared;
      cudaLaunchAttribute cluster[1];
      cluster[0].id = cudaLaunchAttributeClusterDimension;
      cluster[0].val.clusterDim = {(unsigned)size, 1, 1};
      config.attrs = cluster;
      config.numAttrs = 1;
      if (cudaLaunchKernelEx(&config, where, smOf, clusterOf)) return 4;
      cudaDeviceSynchronize();
      std::map<int, int> first;
      for (unsigned b = 0; b < config.gridDim.x; b++) {
        auto [at, fresh] = first.emplace(clusterOf[b], smOf[b]);
        if (!fresh) parent[root(parent, smOf[b])] = root(parent, at->second);
      }
    }
  std::map<int, std::vector<int>> gpcs;
  for (int sm = 0; sm < sms; sm++) gpcs[root(parent, sm)].push_back(sm);
  for (auto& [_, members] : gpcs) {
    printf("GPC");
    for (int sm : members) printf(" %d", sm);
    printf("\n");
  }
  where<<<sms, 32, shared>>>(smOf, clusterOf);
  cudaDeviceSynchronize();
  printf("ORDER");
  for (int b = 0; b < sms; b++) printf(" %d", smOf[b]);
  printf("\n");
  for (int arg = 1; arg < argc; arg++) {
    char kind[16];
    int one, two;
    if (sscanf(argv[arg], "%15[a-z]:%d:%d", kind, &one, &two) != 3) return 2;
    std::vector<int> stream(sms, -1), rank(sms, 0);
    int delay = two, streams = 0;
    const std::string name = kind;
    if (name == "pair") {
      delay = 0;
      stream[one] = stream[two] = 0;
    } else if (name == "smid") {
      for (int sm = 0; sm < sms; sm++) stream[sm] = sm / one, rank[sm] = sm % one;
    } else {
      for (auto& [_, members] : gpcs) {
        const int count = members.size(), groups = (count + one - 1) / one;
        for (int i = 0; i < count; i++) {
          // Neighbours, or SMs as far from each other in the GPC as can be.
          const int group = name == "gpc" ? i / one : i % groups;
          stream[members[i]] = streams + group;
          rank[members[i]] = name == "gpc" ? i % one : i / groups;
        }
        streams += groups;
      }
    }
    cudaMemcpy(streamOf, stream.data(), sms * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(rankOf, rank.data(), sms * 4, cudaMemcpyHostToDevice);
    // Once through, so that no SM meets another a lap later; a pair alone goes round, to stand out of the barrier's own sectors.
    const int steps = name == "pair" ? 128 : CHUNKS_A_STREAM;
    for (int pass = 0; pass < 2; pass++) {
      cudaMemset(met, 0, 8);
      cudaMemset(times, 0, (2 * sms + 1) * 8);
      if (pass == 1) cudaProfilerStart();
      readStreams<<<sms, THREADS, shared>>>((uint4*)memory, streamOf, rankOf, delay, steps, met, times, (uint4*)(memory + bytes));
      if (cudaDeviceSynchronize()) return 5;
      if (pass == 1) cudaProfilerStop();
    }
    unsigned long long begin = ~0ull, end = 0;
    int active = 0;
    for (int sm = 0; sm < sms; sm++)
      if (stream[sm] >= 0) active++, begin = std::min(begin, times[2 * sm]), end = std::max(end, times[2 * sm + 1]);
    printf("LAUNCH %s %d %llu %ld\n", argv[arg], active, end - begin, (long)active * steps * CHUNK);
  }
}
