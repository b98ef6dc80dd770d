// Atomics whose results decide branches, and few addresses that all blocks share.
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-atomic-contention %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <cuda_runtime.h>

// 16,777,216 of 0.733 ns, beside 128 MB that are certain.
__global__ void lastThread(unsigned *done, float *out, const float *in, unsigned n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
  __threadfence();
  // CHECK: :[[#@LINE+3]]:7: warning: contended atomic: all blocks of the grid update `done[0]`, one after the other (256 updates per block) [cuda-atomic-contention]
  // CHECK: note: 16,777,216 updates in the launch take 12.3 ms, all other memory traffic at most {{[0-9.]+}} µs (at rates measured on an H100)
  // CHECK: help: let one lane update the address for all of its warp, in one operation that does the same: `atomicAdd`, and the remainder by the bound + 1 where the value is used, and compute what the others would have got from what it gets
  if (atomicInc(done, n) == n - 1)
    out[0] = 0;
}

__global__ void first(int *flag, int *out, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:7: warning: contended atomic: all blocks of the grid update `flag[0]`, one after the other
  if (atomicExch(flag, 1) == 0)
    out[0] = i;
  out[i + 1] = in[i];
}

__global__ void larger(int *most, int *out, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[i];
  // CHECK: :[[#@LINE+2]]:7: warning: contended atomic: all blocks of the grid update `most[0]`, one after the other
  // CHECK: help: let one lane update the address for all of its warp, and compute what the others would have got from what it gets{{$}}
  if (atomicMax(most, x) < x)
    out[i] = i;
}

__global__ void passesLimit(float *total, float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:7: warning: contended atomic: all blocks of the grid update `total[0]`, one after the other
  if (atomicAdd(total, in[i]) > 3.0f)
    out[i] = 1;
}

// Nothing needs what was there before.
__global__ void latest(int *next, const int *in) {
  // CHECK: :[[#@LINE+2]]:3: warning: contended atomic: all blocks of the grid update `next[0]`, one after the other
  // CHECK: help: let one lane update the address for all of its warp{{$}}
  atomicExch(next, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

// Several at one array: each kind has advice of its own, and what a compare-and-swap finds decides whether it writes.
__global__ void several(int *values, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:3: warning: contended atomic: all blocks of the grid update `values[0]`, one after the other
  // CHECK: help: let one lane update the address for all of its warp; line [[#@LINE+2]]: let one lane update the address for all of its warp, in one operation that does the same: {{.*}}; lines [[#@LINE+3]], [[#@LINE+4]]: make fewer compare-and-swaps: one cannot stand for those of other lanes{{$}}
  atomicExch(&values[0], in[i]);
  atomicInc((unsigned *)&values[32], 17);
  atomicCAS(&values[64], in[i], i);
  atomicCAS(&values[96], i, in[i]);
}

// One atomic for each block of a moderate grid, which the last one recognises.
__global__ void lastBlock(unsigned *done, float *out, const float *in) {
  __shared__ bool isLast;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
  __threadfence();
  if (threadIdx.x == 0)
    isLast = atomicAdd(done, 1) == gridDim.x - 1;
  __syncthreads();
  if (isLast)
    out[threadIdx.x] = 0;
}

// The rest may go on for ever, or is not seen.
__global__ void thenLoops(int *most, int *out, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (atomicMax(most, i) < i)
    for (int k = 0; k < n; ++k)
      out[i] += in[k];
}

// More requests than 64 bits count.
__global__ void thenLoopsForYears(int *most, int *out, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (atomicMax(most, i) < i)
    for (long long j = 0; j < 1ll << 40; ++j)
      for (long long k = 0; k < 1ll << 40; ++k)
        out[i] += in[i];
}

// Four counters: 4,194,304 updates of each, of 0.733 ns.
__global__ void ofFour(int *counts) {
  // CHECK: :[[#@LINE+3]]:3: warning: contended atomic: all blocks of the grid update the same 4 elements of `counts`, one after the other at each (256 updates per block)
  // CHECK: note: 16,777,216 updates in the launch take 3.1 ms, all other memory traffic
  // CHECK: help: combine the values of a block in shared memory, and let one thread update each address{{$}}
  atomicAdd(&counts[threadIdx.x & 3], 1);
}

__global__ void combinedBefore(int *counts) {
  __shared__ int own[4];
  if (threadIdx.x < 4)
    own[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&own[threadIdx.x & 3], 1);
  __syncthreads();
  if (threadIdx.x < 4)
    atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

__global__ void numberOfFour(int *counts, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:12: warning: contended atomic: all blocks of the grid update the same 4 elements of `counts`, one after the other at each (256 updates per block)
  // CHECK: help: combine the values of a block in shared memory, and let one thread update each address, and compute what the others
  out[i] = atomicAdd(&counts[threadIdx.x % 4], 1);
}

// Few blocks; counters of each block; by data; more than a few.
__global__ void ofFew(int *counts) { atomicAdd(&counts[threadIdx.x & 3], 1); }

__global__ void ofEachBlock(int *counts) { atomicAdd(&counts[blockIdx.x * 4 + (threadIdx.x & 3)], 1); }

__global__ void byData(int *counts, const int *in) {
  atomicAdd(&counts[in[blockIdx.x * blockDim.x + threadIdx.x] & 3], 1);
}

__global__ void ofMany(int *counts) { atomicAdd(&counts[threadIdx.x & 63], 1); }

//===--- Lists that threads append to -------------------------------------===//

// The compiler makes one update for each warp: 524,288 of 0.733 ns, which one for each block of eight warps would end.
__global__ void append(int *count, int *out, const int *in) {
  // CHECK: :[[#@LINE+3]]:7: warning: contended atomic: all blocks of the grid update `count[0]`, one after the other (8 updates per block)
  // CHECK: note: 524,288 updates in the launch take 384 µs, all other memory traffic at most {{[0-9.]+}} µs (at rates measured on an H100)
  // CHECK: help: combine the values of the warps in shared memory, and let one thread update the address, and compute what the others would have got from what it gets
  out[atomicAdd(count, 1)] = in[blockIdx.x * blockDim.x + threadIdx.x];
}

// A counter that never starts again is the same to it; one that does, nobody combines.
__global__ void appendByIncrement(unsigned *count, int *out, const int *in) {
  // CHECK: :[[#@LINE+1]]:20: warning: contended atomic: all blocks of the grid update `count[0]`, one after the other (8 updates per block)
  unsigned place = atomicInc(count, 0xffffffff);
  out[place] = in[blockIdx.x * blockDim.x + threadIdx.x];
}

__global__ void appendInTurn(unsigned *count, int *out, const int *in) {
  // CHECK: :[[#@LINE+2]]:20: warning: contended atomic: all blocks of the grid update `count[0]`, one after the other (256 updates per block)
  // CHECK: help: let one lane update the address for all of its warp, in one operation that does the same: `atomicAdd`, and the remainder by the bound + 1 where the value is used, and compute what the others would have got from what it gets
  unsigned place = atomicInc(count, 1 << 24);
  out[place] = in[blockIdx.x * blockDim.x + threadIdx.x];
}

// The rest is at an address that data decide.
__global__ void gathers(int *most, int *out, const int *in, const int *index) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[index[i]];
  // CHECK: :[[#@LINE+1]]:7: warning: contended atomic: all blocks of the grid update `most[0]`, one after the other (256 updates per block)
  if (atomicMax(most, x) < x)
    out[i] = i;
}

// Eight updates of a block, each 2,048 bytes apart: all else takes as long.
__global__ void appendRows(int *count, int *out, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int place = atomicAdd(count, 1);
  for (int k = 0; k < 15; ++k)
    out[place * 512 + k] = in[i];
}

// The mend: one update for each block.
__global__ void appendByBlock(int *count, int *out, const int *in) {
  __shared__ int own, first;
  if (threadIdx.x == 0)
    own = 0;
  __syncthreads();
  int place = atomicAdd(&own, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    first = atomicAdd(count, own);
  __syncthreads();
  out[first + place] = in[blockIdx.x * blockDim.x + threadIdx.x];
}

// Few; data decide how many; the address that data decide is an atomic, too.
__global__ void appendFew(int *count, int *out, const int *in) {
  out[atomicAdd(count, 1)] = in[blockIdx.x * blockDim.x + threadIdx.x];
}

__global__ void appendSome(int *count, int *out, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0)
    out[atomicAdd(count, 1)] = i;
}

__global__ void besideHistogram(int *most, int *bins, const int *in) {
  int x = in[blockIdx.x * blockDim.x + threadIdx.x];
  atomicAdd(&bins[x], 1);
  atomicExch(most, x);
}

int main() {
  int *i;
  float *f;
  cudaMalloc(&i, 1 << 27);
  cudaMalloc(&f, 1 << 27);
  lastThread<<<65536, 256>>>((unsigned *)i, f, f, 65536 * 256);
  first<<<65536, 256>>>(i, i + 64, i);
  larger<<<65536, 256>>>(i, i + 64, i);
  passesLimit<<<65536, 256>>>(f, f + 64, f);
  latest<<<65536, 256>>>(i, i);
  several<<<65536, 256>>>(i, i);
  lastBlock<<<1024, 256>>>((unsigned *)i, f, f);
  thenLoops<<<65536, 256>>>(i, i + 64, i, 1000000);
  thenLoopsForYears<<<65536, 256>>>(i, i + 64, i);
  ofFour<<<65536, 256>>>(i);
  combinedBefore<<<16384, 256>>>(i);
  numberOfFour<<<65536, 256>>>(i, i + 64);
  ofFew<<<64, 256>>>(i);
  ofEachBlock<<<65536, 256>>>(i);
  byData<<<65536, 256>>>(i, i);
  ofMany<<<65536, 256>>>(i);
  append<<<65536, 256>>>(i, i + 64, i);
  appendByIncrement<<<65536, 256>>>((unsigned *)i, i + 64, i);
  appendInTurn<<<65536, 256>>>((unsigned *)i, i + 64, i);
  gathers<<<65536, 256>>>(i, i + 64, i, i);
  appendRows<<<65536, 256>>>(i, i + 64, i);
  appendByBlock<<<65536, 256>>>(i, i + 64, i);
  appendFew<<<512, 256>>>(i, i + 64, i);
  appendSome<<<65536, 256>>>(i, i + 64, i);
  besideHistogram<<<65536, 256>>>(i, i + 64, i);
}
