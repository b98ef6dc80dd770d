// RUN: not %cuda-memlint --remarks --checks=-*,cuda-divergent-branch %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Lanes and warps are counted over the launch, where its blocks differ.
#include <cuda_runtime.h>

// 16,000 elements in 63 blocks: 62 of 8 warps, and one with 128 threads in 4. Packed 62 * 2 + 1.
__global__ void upToEdge(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  // CHECK: :[[#@LINE+4]]:7: warning: divergent branch: `i % 4 == 0` leaves 8 of 32 lanes active in each warp that executes it (500 warps executed in the launch, 125 if the active threads of each block were consecutive) [cuda-divergent-branch]
  // CHECK-NOT: counted for one block
  // CHECK: note: for upToEdge<<<63, 256>>>
  // CHECK: help: give the work to consecutive threads: `int index = 4 * threadIdx.x; if (index < blockDim.x)`, with `index` in place of `threadIdx.x`, also in the other conditions{{$}}
  if (i % 4 == 0)
    out[i / 4] = in[i] + in[i + 1] + in[i + 2] + in[i + 3];
}

__global__ void upToEdgeMended(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 4)
    return;
  out[i] = in[4 * i] + in[4 * i + 1] + in[4 * i + 2] + in[4 * i + 3];
}

// 48 threads in a block, 1.5 warps: of three threads one, 16 of each block, in 2 warps.
__global__ void partialWarps(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:7: warning: divergent branch: `i % 3 == 0` leaves 8 of 32 lanes active in each warp that executes it (2 warps executed in each of 10 blocks, 1 if the active threads were consecutive)
  if (i % 3 == 0)
    out[i / 3] = in[i] + in[i + 1] + in[i + 2];
}

// Every second block: 32 of 8 warps, packed 4.
__global__ void evenBlocks(float *data) {
  int t = threadIdx.x;
  if (blockIdx.x % 2 == 0)
    // CHECK: :[[#@LINE+1]]:9: warning: divergent branch: `t % 2 == 0` leaves 16 of 32 lanes active in each warp that executes it (256 warps executed in the launch, 128 if the active threads of each block were consecutive)
    if (t % 2 == 0)
      data[t] = data[t + 1] + data[t + 2];
}

// In one block of 64 there is little to gain.
__global__ void firstBlock(float *data) {
  int t = threadIdx.x;
  if (blockIdx.x == 0)
    if (t % 2 == 0)
      data[t] = data[t + 1] + data[t + 2];
}

// Blocks 0 and 2: lane r makes r iterations, a warp 31 with 496 lanes, the block 248 with 3,968; by rising number packed 136.
// Block 1: one less each, 30 with 465 lanes, 240 with 3,720; 8 * m threads are in the iteration with m numbers left, m = 1 to 30:
// packed the sum of m / 4 rounded up, 128. Together 736 with 11,656 lanes, and 400.
__global__ void longerInLaterBlocks(float *data) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: divergent loop: lanes leave it after different numbers of iterations, and 15.8 of 32 lanes are active on average (736 iterations of warps in the launch, 400 if threads with equal numbers of each block were consecutive)
  for (int k = blockIdx.x % 2; k < t % 32; ++k)
    data[256 * k + t] = data[256 * k + t] + 1;
}

// Too many blocks, which differ.
__global__ void ofMany(float *out, const float *in) {
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:7: warning: divergent branch: `i % 3 == 0` leaves 10.6 of 32 lanes active in each warp that executes it (8 warps executed per block, 3 if the active threads were consecutive)
  // CHECK: note: counted for one block: the launch has too many to count each
  if (i % 3 == 0)
    out[i / 3] = in[i] + in[i + 1] + in[i + 2];
}

// Many blocks, all alike to the condition.
__global__ void alike(float *out, const float *in) {
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:7: warning: divergent branch: `threadIdx.x % 4 == 0` leaves 8 of 32 lanes active in each warp that executes it (8 warps executed in each of 2,000,000 blocks, 2 if
  if (threadIdx.x % 4 == 0)
    out[i / 4] = in[i] + in[i + 1] + in[i + 2];
}

// Who knows how many.
__global__ void ofUnknownGrid(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+3]]:7: warning: divergent branch: `i % 4 == 0` leaves 8 of 32 lanes active in each warp that executes it (8 warps executed per block, 2 if
  // CHECK-NOT: counted for one block
  // CHECK: note: for ofUnknownGrid
  if (i % 4 == 0)
    out[i / 4] = in[i] + in[i + 1] + in[i + 2] + in[i + 3];
}

extern int fromElsewhere;

int main() {
  float *f;
  cudaMalloc(&f, 1 << 20);
  upToEdge<<<63, 256>>>(f, f + 65536, 16000);
  upToEdgeMended<<<16, 256>>>(f, f + 65536, 16000);
  partialWarps<<<10, 48>>>(f, f + 65536);
  evenBlocks<<<64, 256>>>(f);
  firstBlock<<<64, 256>>>(f);
  longerInLaterBlocks<<<3, 256>>>(f);
  ofMany<<<2000000, 256>>>(f, f + 65536);
  alike<<<2000000, 256>>>(f, f + 65536);
  ofUnknownGrid<<<fromElsewhere, 256>>>(f, f + 65536);
}
