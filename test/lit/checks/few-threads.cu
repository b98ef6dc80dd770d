// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*,cuda-shared-bank-*,cuda-missing-restrict' %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks --checks='-*,cuda-uncoalesced-*,cuda-shared-bank-*,cuda-missing-restrict' %s | FileCheck %s --check-prefix=REMARK
// RUN: sed 's/^int main() {/void start() {/' %s >%t.cu
// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %t.cu | FileCheck %s --check-prefix=LIBRARY

// A program that launches a kernel with a few warps only waits for latencies. Without a `main`, other
// files may launch the kernels with more. With more warps, what is in excess in all counts.

#include <cuda_runtime.h>

__global__ void fourWarps(float *out) {
  // LIBRARY: :[[#@LINE+3]]:3: warning: uncoalesced store
  // REMARK: :[[#@LINE+2]]:3: remark: uncoalesced store
  // REMARK: note: minor: no launch of this kernel has more than 128 threads
  out[8 * (blockIdx.x * 64 + threadIdx.x)] = 0;
}

// 32 - 4 sectors, 5 warps.
__global__ void fiveWarps(float *out) {
  // LIBRARY: :[[#@LINE+3]]:3: warning: uncoalesced store
  // REMARK: :[[#@LINE+2]]:3: remark: uncoalesced store
  // REMARK: note: minor: 140 sectors in excess take little of the time of a launch
  out[8 * threadIdx.x] = 0;
}

// One launch of two has 16 warps.
__global__ void once(float *out) {
  // LIBRARY: :[[#@LINE+3]]:3: warning: uncoalesced store
  // REMARK: :[[#@LINE+2]]:3: remark: uncoalesced store
  // REMARK: note: minor: 448 sectors in excess take little of the time of a launch
  out[8 * (blockIdx.x * 64 + threadIdx.x)] = 0;
}

struct Pair {
  float a[7], b;
};

// Data decide how many lanes take part: (32 - 4) * 8 sectors are in excess at most.
__global__ void atMost(Pair *out, const int *wanted) {
  // LIBRARY: :[[#@LINE+4]]:{{[0-9]+}}: warning: uncoalesced store
  // REMARK: :[[#@LINE+3]]:{{[0-9]+}}: remark: uncoalesced store
  // REMARK: note: minor: at most 224 sectors in excess take little of the time of a launch
  if (wanted[threadIdx.x] > 0)
    out[threadIdx.x].b = 0;
}

// As much in each of many blocks.
__global__ void atMostInMany(Pair *out, const int *wanted) {
  if (wanted[threadIdx.x] > 0)
    // WARN: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced store
    out[blockIdx.x * 256 + threadIdx.x].b = 0;
}

// 32 - 4 sectors, 4 warps, 200 iterations: 22,400, more than are moved while a kernel is launched.
__global__ void muchPerThread(float *out) {
  for (int i = 0; i < 200; ++i)
    // WARN: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[threadIdx.x * 256 + i] = 0;
}

// No cache serves shared memory.
__global__ void tile(float *out, const float *in) {
  __shared__ float tile[32][32];
  for (int i = 0; i < 8; ++i)
    tile[threadIdx.y + 4 * i][threadIdx.x] = in[(threadIdx.y + 4 * i) * 32 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 8; ++i)
    // WARN: :[[#@LINE+1]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict
    out[(threadIdx.y + 4 * i) * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y + 4 * i];
}

// REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: missing `__restrict__`
// REMARK: note: minor: no launch of this kernel has more than 128 threads
__global__ void reloads(float *out, const int *scale) {
  for (int i = 0; i < 4; ++i)
    out[i * 128 + threadIdx.x] = scale[threadIdx.x];
}

int main() {
  float *out;
  const int *numbers = nullptr;
  cudaMalloc(&out, 1 << 20);
  fourWarps<<<2, 64>>>(out);
  fiveWarps<<<1, 160>>>(out);
  once<<<1, 64>>>(out);
  once<<<8, 64>>>(out);
  atMost<<<1, 256>>>((Pair *)out, numbers);
  atMostInMany<<<64, 256>>>((Pair *)out, numbers);
  muchPerThread<<<1, 128>>>(out);
  tile<<<1, dim3(32, 4)>>>(out, out + 1024);
  reloads<<<1, 128>>>(out, numbers);
}
