// RUN: not %cuda-memlint --remarks --checks=-*,cuda-atomic-contention %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not %cuda-memlint --arch=sm_75 --checks=-*,cuda-atomic-contention %s 2>&1 | FileCheck %s --check-prefix=OLD --implicit-check-not=__reduce

#include <cuda_runtime.h>

__global__ void sum(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+5]]:5: warning: contended atomic: 32 lanes of a warp update `out[0]`, one after the other (256 updates per block, 1 needed) [cuda-atomic-contention]
  // CHECK: note: up to 1,048,576 updates in the launch, 4,096 with one per block (at the rate measured on an H100: 1.8 ms and 7.2 µs)
  // CHECK: note: for sum<<<4096, 256>>>
  // CHECK: help: combine the values of each warp with `__shfl_down_sync`, those of the warps in shared memory, and let one thread update the address
  if (i < n)
    atomicAdd(out, in[i]);
}

// Once per warp, and once per block.
__global__ void sumOfWarps(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = i < n ? in[i] : 0;
  for (int k = 16; k > 0; k /= 2)
    x += __shfl_down_sync(0xffffffff, x, k);
  if (threadIdx.x % 32 == 0)
    atomicAdd(out, x);
}

__global__ void sumOfBlocks(float *out, const float *in) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0)
    atomicAdd(out, s[0]);
}

// One address of each block, one of each row of threads, of each iteration, in shared memory.
__global__ void ofBlock(double *out, const double *in) {
  // CHECK: :[[#@LINE+1]]:3: warning: contended atomic: 32 lanes of a warp update one element of `out`, one after the other (256 updates per block, 1 needed)
  atomicAdd(&out[blockIdx.x], in[blockIdx.x * blockDim.x + threadIdx.x]);
}

__global__ void ofRow(float *out, const float *in) {
  // CHECK: :[[#@LINE+3]]:3: warning: contended atomic: 32 lanes of a warp update one element of `out`, one after the other (256 updates per block, 8 needed)
  // CHECK: note: 16,384 updates in the launch, 512 with one per warp
  // CHECK: help: combine the values of the lanes with `__shfl_down_sync`, and let one of them update the address
  atomicAdd(&out[threadIdx.y], in[threadIdx.y * 32 + threadIdx.x]);
}

// Two addresses in each of 8 warps: of 64 blocks of 256 updates, one for each address leaves 64 * 16.
__global__ void ofHalfWarp(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:3: warning: contended atomic: 16 lanes of a warp update one element of `out`, one after the other (256 updates per block, 16 needed)
  // CHECK: note: 16,384 updates in the launch, 1,024 with one per address of each warp
  atomicAdd(&out[threadIdx.x / 16 + blockIdx.x * 16], in[blockIdx.x * 256 + threadIdx.x]);
}

// The compiler does not know that a row is a warp.
__global__ void ofRowInteger(int *out, const int *in) {
  // OLD: :[[#@LINE+4]]:3: warning: contended atomic: 32 lanes of a warp update one element of `out`
  // OLD: help: combine the values of the lanes with `__shfl_down_sync`, and let one of them update the address
  // CHECK: :[[#@LINE+2]]:3: warning: contended atomic: 32 lanes of a warp update one element of `out`
  // CHECK: help: combine the values of the lanes with `__reduce_*_sync`, and let one of them update the address
  atomicAdd(&out[threadIdx.y], in[threadIdx.y * 32 + threadIdx.x]);
}

__global__ void inLoop(float *out, const float *in, int n) {
  for (int k = 0; k < n; ++k)
    // CHECK: :[[#@LINE+3]]:5: warning: contended atomic: 32 lanes of a warp update one element of `out`, one after the other (256 updates per block and iteration, 1 needed)
    // CHECK-NEXT: atomicAdd
    // CHECK-NOT: updates in the launch
    atomicAdd(&out[k], in[k * 256 + threadIdx.x]);
}

__global__ void inShared(float *out, const float *in) {
  __shared__ float total;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:3: warning: contended atomic: 32 lanes of a warp update `total`, one after the other (256 updates per block, 1 needed)
  atomicAdd(&total, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = total;
}

__global__ void longs(unsigned long long *out, const unsigned long long *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(out, 1ull);
  // CHECK: :[[#@LINE+1]]:3: warning: contended atomic: 32 lanes of a warp update `out[1]`
  atomicAdd(out + 1, in[i]);
  // CHECK: :[[#@LINE+1]]:3: warning: contended atomic: 32 lanes of a warp update `out[2]`
  atomicMax(out + 2, in[i]);
}

// One finding for each address.
__global__ void twice(double *out, const double *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: contended atomic: 32 lanes of a warp update `out[0]`
  atomicAdd(out, in[i]);
  // CHECK: note: and 1 more access to `out`: line [[#@LINE+1]]
  atomicAdd(out, in[i + 1]);
}

// A maximum of floats by compare-and-swap.
__device__ void maximum(float *at, float x) {
  int *bits = (int *)at;
  int old = *bits, expected;
  do {
    expected = old;
    // CHECK: :[[#@LINE+2]]:11: warning: contended compare-and-swap loop: 32 lanes of a warp retry on `out[0]`, where one succeeds in each round (256 updates per block, 1 needed)
    // CHECK: note: in `maximum`, called from here
    old = atomicCAS(bits, expected, __float_as_int(fmaxf(x, __int_as_float(expected))));
  } while (old != expected);
}

__global__ void largest(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    maximum(out, in[i]);
}

__global__ void largestOfEach(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    maximum(&out[i], in[i]);
}

// Kept as floating-point numbers, or with the first try before the loop.
__global__ void largestOfFloats(float *out, const float *in) {
  float x = in[blockIdx.x * blockDim.x + threadIdx.x], old = *out, expected;
  do {
    expected = old;
    // CHECK: :[[#@LINE+2]]:26: warning: contended compare-and-swap loop: 32 lanes of a warp retry on `out[0]`, where one succeeds in each round (256 updates per block, 1 needed)
    // CHECK: note: about 24,387 cycles for a warp by itself if each changes the value, 672 if its lanes shared no address (by the rule measured on an H100)
    old = __int_as_float(atomicCAS((int *)out, __float_as_int(expected), __float_as_int(fmaxf(x, expected))));
  } while (old != expected);
}

__global__ void largestOnceMore(float *out, const float *in) {
  float x = in[blockIdx.x * blockDim.x + threadIdx.x], first = *out;
  int expected = __float_as_int(first);
  int old = atomicCAS((int *)out, expected, __float_as_int(fmaxf(x, first)));
  while (old != expected) {
    expected = old;
    // CHECK: :[[#@LINE+1]]:11: warning: contended compare-and-swap loop: 32 lanes of a warp retry on `out[0]`
    old = atomicCAS((int *)out, expected, __float_as_int(fmaxf(x, __int_as_float(expected))));
  }
}

__global__ void largestIfLarger(int *out, const int *in) {
  int x = in[blockIdx.x * blockDim.x + threadIdx.x], expected = *out;
  int old = atomicCAS(out, expected, expected ^ x);
  if (old != expected)
    do {
      expected = old;
      // CHECK: :[[#@LINE+1]]:13: warning: contended compare-and-swap loop: 32 lanes of a warp retry on `out[0]`
      old = atomicCAS(out, expected, expected ^ x);
    } while (old != expected);
}

// It waits for its turn, and replaces nothing that it has read.
__global__ void turns(int *out, const int *in) {
  int mine = in[blockIdx.x * blockDim.x + threadIdx.x];
  while (atomicCAS(out, mine, mine + 1) != mine)
    ;
}

// Most lanes find that they need no swap; a lock that is taken where it is free.
__global__ void seldom(float *out, const float *in) {
  float x = in[blockIdx.x * blockDim.x + threadIdx.x], current = *out;
  while (current < x) {
    float seen = __int_as_float(atomicCAS((int *)out, __float_as_int(current), __float_as_int(x)));
    if (seen == current)
      break;
    current = seen;
  }
}

__global__ void takes(int *lock) {
  int seen;
  do {
    seen = *(volatile int *)lock;
  } while (seen != 0 || atomicCAS(lock, seen, 1) != seen);
  atomicExch(lock, 0);
}

// What the compiler combines.
__global__ void integers(int *out, unsigned *more, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int count;
  atomicAdd(&count, in[i]);
  atomicAdd(out, in[i]);
  atomicSub(out + 1, in[i]);
  atomicMax(out + 2, in[i]);
  atomicOr(more, 1u << (i % 32));
  out[i + 4] = atomicAdd(out + 3, in[i]) + count;
}

// Data decide who comes, or where.
__global__ void byData(float *out, const float *in, const int *bin) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0)
    atomicAdd(out, in[i]);
  atomicAdd(&out[bin[i]], 1.0f);
}

// Results of the ones before are needed; locks; the last block.
__global__ void inOrder(float *out, int *lock, unsigned *done, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i + 2] = atomicAdd(out, in[i]);
  atomicExch(out + 1, in[i]);
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    atomicExch(lock, 0);
    if (atomicInc(done, gridDim.x) == gridDim.x - 1)
      out[1] = 0;
  }
}

// Each of four counters numbers its own lanes.
__global__ void numbered(int *out, int *counts) {
  out[atomicAdd(&counts[threadIdx.y], 1)] = threadIdx.x;
}

//===--- Weighed against the rest of the launch ---------------------------===//

// 65,536 of 1.76 ns, beside 64 MB and as many sectors of 32 bytes, at 3.1 TB/s.
__global__ void oncePerBlock(float *out, const float *in) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0)
    // CHECK: :[[#@LINE+3]]:5: warning: contended atomic: all blocks of the grid update `out[0]`, one after the other (1 update per block)
    // CHECK: note: 65,536 updates in the launch take 115 µs, all other memory traffic 22.3 µs (at rates measured on an H100)
    // CHECK: help: let fewer blocks do more each, in a grid-stride loop, with as many blocks as the device runs at a time
    atomicAdd(out, s[0]);
}

__global__ void oncePerWarp(double *out, const double *in) {
  double x = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int k = 16; k > 0; k /= 2)
    x += __shfl_down_sync(0xffffffff, x, k);
  if (threadIdx.x % 32 == 0)
    // CHECK: :[[#@LINE+2]]:5: warning: contended atomic: all blocks of the grid update `out[0]`, one after the other (8 updates per block)
    // CHECK: help: combine the values of the warps in shared memory, and let one thread update the address; if that is not enough,
    atomicAdd(out, x);
}

// What else takes time: computation, or accesses that are not found.
__global__ void simulated(double *out, float x) {
  float s = threadIdx.x;
  for (int k = 0; k < 100; ++k)
    s = s * x + 1;
  if (threadIdx.x % 32 == 0)
    atomicAdd(out, double(s));
}

__device__ float unseen(float);

__global__ void callsUnseen(double *out, float x) {
  float s = unseen(threadIdx.x);
  if (threadIdx.x % 32 == 0)
    atomicAdd(out, double(s));
}

// The same number of blocks, with more for each to do.
__global__ void oncePerLargeBlock(float *out, const float *in) {
  float x = 0;
  for (int k = 0; k < 16; ++k)
    x += in[(blockIdx.x * 16 + k) * 256 + threadIdx.x];
  for (int k = 16; k > 0; k /= 2)
    x += __shfl_down_sync(0xffffffff, x, k);
  __shared__ float sums[8];
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = x;
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(out, sums[0] + sums[1] + sums[2] + sums[3] + sums[4] + sums[5] + sums[6] + sums[7]);
}

// Nobody combines these: 1,048,576 of 0.733 ns.
__global__ void resultsUsed(int *most, int *next, int *before, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+3]]:15: warning: contended atomic: all blocks of the grid update `most[0]`, one after the other (256 updates per block)
  // CHECK: note: 1,048,576 updates in the launch take 769 µs
  // CHECK: help: let one lane update the address for all of its warp
  before[i] = atomicMax(most, in[i]);
  // CHECK: :[[#@LINE+2]]:3: warning: contended atomic: all blocks of the grid update `next[0]`
  // CHECK: note: and 2 more accesses to `next`: lines [[#@LINE+2]] and [[#@LINE+4]]
  atomicExch(next, in[i]);
  atomicInc((unsigned *)next + 32, 1000);
  // One for each warp: 32,768 take 24 µs.
  before[i] += atomicAdd(next + 64, in[i]);
  // Not of each block.
  if (blockIdx.x == 7)
    atomicExch(next + 96, in[i]);
}

// Of the first blocks only.
__global__ void ofFirstThreads(int *last, float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
  if (i >= 512)
    return;
  atomicExch(last, i);
}

// Of nearly all.
__global__ void ofMostThreads(int *last, float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = in[i];
  // CHECK: :[[#@LINE+1]]:3: warning: contended atomic: all blocks of the grid update `last[0]`
  atomicExch(last, i);
}

// Few lanes at each address.
__global__ void fewLanes(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&out[i / 4], in[i]);
  if (threadIdx.x < 4)
    atomicAdd(out, in[i]);
}

// CHECK: :[[#@LINE+3]]:3: remark: contended atomic:
// CHECK: note: minor: 256 updates in the launch
__global__ void small(float *out, const float *in) {
  atomicAdd(out, in[threadIdx.x]);
}

__global__ void afterLoop(float *out, const float *in, int n) {
  float x = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    x += in[i];
  // CHECK: :[[#@LINE+2]]:3: remark: contended atomic:
  // CHECK: note: minor: outside the loop at line [[#@LINE-3]], which has an unknown trip count
  atomicAdd(out, x);
}

__global__ void afterLongLoop(float *out, const float *in) {
  float x = 0;
  for (int k = 0; k < 100; ++k)
    x += in[k * 256 + threadIdx.x];
  // CHECK: :[[#@LINE+2]]:3: remark: contended atomic:
  // CHECK: note: minor: a thread makes 100 other accesses for each update
  atomicAdd(out, x);
}

// An exchange takes as long for a float as for an integer, also where its result is discarded:
// 1,048,576 of 0.733 ns take 769 µs.
__global__ void exchanges(int *number, float *value) {
  // CHECK: :[[#@LINE+2]]:3: warning: contended atomic: all blocks of the grid update `number[0]`, one after the other (256 updates per block)
  // CHECK: note: 1,048,576 updates in the launch take 769 µs
  atomicExch(number, threadIdx.x);
  // CHECK: :[[#@LINE+2]]:3: warning: contended atomic: all blocks of the grid update `value[0]`, one after the other (256 updates per block)
  // CHECK: note: 1,048,576 updates in the launch take 769 µs
  atomicExch(value, threadIdx.x);
}

// Once per block over all iterations.
__global__ void stride(float *out, const float *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    // 16,384 threads, of 262,144 elements 16 each, in every block.
    // CHECK: :[[#@LINE+2]]:5: warning: contended atomic: 32 lanes of a warp update `out[0]`, one after the other (4,096 updates per block, 1 needed)
    // CHECK: note: 262,144 updates in the launch, 64 with one per block (at the rate measured on an H100: 461 µs and
    atomicAdd(out, in[i]);
}

// 132 * 256 = 33,792 threads; of 500 * 33,792 elements all have 500, of 100 fewer the last 100 threads have 499.
// 16,896,000 updates of 1.76 ns take 29.7 ms.
__global__ void evenly(float *out, const float *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    // CHECK: :[[#@LINE+2]]:5: warning: contended atomic: {{.*}} (128,000 updates per block, 1 needed)
    // CHECK: note: 16,896,000 updates in the launch, 132 with one per block (at the rate measured on an H100: 29.7 ms and
    atomicAdd(out, in[i]);
}

__global__ void unevenly(float *out, const float *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    // CHECK: :[[#@LINE+2]]:5: warning: contended atomic: {{.*}} (up to 128,000 updates per block, 1 needed)
    // CHECK: note: up to 16,896,000 updates in the launch, 132 with one per block (at the rate measured on an H100: 29.7 ms and
    atomicAdd(out, in[i]);
}

// 100 elements more than 500 for each thread: those of the first block have them, not of the second one, which has 128,000.
__global__ void mostInFirst(float *out, const float *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    // CHECK: :[[#@LINE+2]]:5: warning: contended atomic: {{.*}} (up to 128,100 updates per block, 1 needed)
    // CHECK: note: up to 16,909,200 updates in the launch, 132 with one per block
    atomicAdd(out, in[i]);
}

// 132 blocks of 256 threads, 500 times; and another element each time, where one of 500 is needed for each.
__global__ void constantTimes(float *out, const float *in) {
  for (int k = 0; k < 500; ++k)
    // CHECK: :[[#@LINE+2]]:5: warning: contended atomic: {{.*}} (128,000 updates per block, 1 needed)
    // CHECK: note: 16,896,000 updates in the launch, 132 with one per block (at the rate measured on an H100: 29.7 ms and
    atomicAdd(out, in[(k * 132 + blockIdx.x) * 256 + threadIdx.x]);
}

__global__ void otherEachTime(float *out, const float *in) {
  for (int k = 0; k < 500; ++k)
    // CHECK: :[[#@LINE+2]]:5: warning: contended atomic: {{.*}} (128,000 updates per block, 500 needed)
    // CHECK: note: 16,896,000 updates in the launch, 66,000 with one per block and iteration{{$}}
    atomicAdd(out + k, in[(k * 132 + blockIdx.x) * 256 + threadIdx.x]);
}

// 4 * 256 updates.
__global__ void fewInLoop(float *out, const float *in) {
  for (int k = 0; k < 4; ++k)
    // CHECK: :[[#@LINE+2]]:5: remark: contended atomic: {{.*}} (1,024 updates per block, 1 needed)
    // CHECK: note: minor: 1,024 updates in the launch
    atomicAdd(out, in[k * 256 + threadIdx.x]);
}

// One finding for a structure. Names that are reserved are not written.
struct Box {
  float x, y, z;
};

struct Hidden {
  float __value;
};

__global__ void structures(Box *boxes, Hidden *hidden, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:3: warning: contended atomic: 32 lanes of a warp update `boxes[2].x`
  // CHECK: note: and 2 more accesses to `boxes`: lines [[#@LINE+2]] and [[#@LINE+3]]
  atomicAdd(&boxes[2].x, in[i]);
  atomicAdd(&boxes[2].y, in[i]);
  atomicAdd(&boxes[2].z, in[i]);
  // CHECK: :[[#@LINE+1]]:3: warning: contended atomic: 32 lanes of a warp update `hidden[1]`,
  atomicAdd(&hidden[1].__value, in[i]);
}

// A long computation before, in registers.
__global__ void afterComputation(float *out, float x, int n) {
  float s = threadIdx.x;
  for (int k = 0; k < n; ++k)
    s = s * x + 1;
  // CHECK: :[[#@LINE+2]]:3: remark: contended atomic:
  // CHECK: note: minor: outside the loop at line [[#@LINE-3]], which has an unknown trip count
  atomicAdd(out, s);
}

__global__ void afterLongComputation(float *out, float x) {
  float s = threadIdx.x;
  for (int k = 0; k < 10000; ++k)
    s = s * x + 1;
  // CHECK: :[[#@LINE+2]]:3: remark: contended atomic:
  // CHECK: note: minor: outside the loop at line [[#@LINE-3]], which has 1,024 or more iterations
  atomicAdd(out, s);
}

__global__ void afterShortComputation(float *out, float x) {
  float s = threadIdx.x;
  for (int k = 0; k < 100; ++k)
    s = s * x + 1;
  // CHECK: :[[#@LINE+1]]:3: warning: contended atomic:
  atomicAdd(out, s);
}

extern int fromElsewhere;

int main() {
  int *i;
  float *f;
  double *d;
  unsigned long long *l;
  cudaMalloc(&i, 1 << 24);
  cudaMalloc(&f, 1 << 24);
  cudaMalloc(&d, 1 << 24);
  cudaMalloc(&l, 1 << 24);
  sum<<<4096, 256>>>(f, f, fromElsewhere);
  // 14 µs of updates.
  sumOfWarps<<<1024, 256>>>(f, f, fromElsewhere);
  sumOfBlocks<<<4096, 256>>>(f, f);
  ofBlock<<<64, 256>>>(d, d);
  ofRow<<<64, dim3(32, 8)>>>(f, f);
  ofHalfWarp<<<64, 256>>>(f, f);
  ofRowInteger<<<64, dim3(32, 8)>>>(i, i);
  inLoop<<<64, 256>>>(f, f, fromElsewhere);
  inShared<<<64, 256>>>(f, f);
  longs<<<64, 256>>>(l, l);
  twice<<<64, 256>>>(d, d);
  largest<<<64, 256>>>(f, f, fromElsewhere);
  largestOfEach<<<64, 256>>>(f, f, fromElsewhere);
  integers<<<64, 256>>>(i, (unsigned *)i, i);
  byData<<<64, 256>>>(f, f, i);
  inOrder<<<64, 256>>>(f, i, (unsigned *)i, f);
  numbered<<<64, dim3(32, 4)>>>(i, i);
  fewLanes<<<64, 256>>>(f, f);
  largestOfFloats<<<64, 256>>>(f, f);
  largestOnceMore<<<64, 256>>>(f, f);
  largestIfLarger<<<64, 256>>>(i, i);
  turns<<<64, 256>>>(i, i);
  seldom<<<64, 256>>>(f, f);
  takes<<<64, 256>>>(i);
  oncePerBlock<<<65536, 256>>>(f, f);
  oncePerWarp<<<8192, 256>>>(d, d);
  simulated<<<8192, 256>>>(d, 2);
  callsUnseen<<<8192, 256>>>(d, 2);
  oncePerLargeBlock<<<65536, 256>>>(f, f);
  resultsUsed<<<4096, 256>>>(i, i, i, i);
  ofFirstThreads<<<65536, 256>>>(i, f, f);
  ofMostThreads<<<4096, 256>>>(i, f, f, 1048000);
  small<<<1, 256>>>(f, f);
  afterLoop<<<64, 256>>>(f, f, fromElsewhere);
  afterLongLoop<<<64, 256>>>(f, f);
  exchanges<<<4096, 256>>>(i, f);
  stride<<<64, 256>>>(f, f, 1 << 18);
  evenly<<<132, 256>>>(f, f, 500 * 33792);
  unevenly<<<132, 256>>>(f, f, 500 * 33792 - 100);
  mostInFirst<<<132, 256>>>(f, f, 500 * 33792 + 100);
  constantTimes<<<132, 256>>>(f, f);
  otherEachTime<<<132, 256>>>(f, f);
  fewInLoop<<<1, 256>>>(f, f);
  structures<<<64, 256>>>((Box *)f, (Hidden *)f, f);
  afterComputation<<<64, 256>>>(f, 2, fromElsewhere);
  afterLongComputation<<<64, 256>>>(f, 2);
  afterShortComputation<<<64, 256>>>(f, 2);
}
