// RUN: %cuda-memlint --min-share=0 --checks=-*,cuda-missing-restrict --remarks --fail-on=none %s 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %json --checks=-*,cuda-missing-restrict %s | FileCheck %s --check-prefix=JSON

#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

//===--- Loads that are repeated -------------------------------------------===//

// CHECK: :[[#@LINE+6]]:48: warning: missing `__restrict__`: the compiler must assume that stores to `out` may modify `in`, so `in[0]` is reloaded at line [[#@LINE+9]] [cuda-missing-restrict]
// CHECK: :[[#@LINE+7]]:12: note: loaded here
// CHECK: :[[#@LINE+6]]:3: note: the compiler must assume that this store may modify it
// CHECK: :[[#@LINE+6]]:17: note: reloaded here
// CHECK: note: no visible launch passes overlapping arrays
// CHECK-NOT: note:
__global__ void twice(float *out, const float *in) {
  int t = threadIdx.x;
  out[t] = in[0];
  out[t + 64] = in[0];
}

// JSON: "check": "cuda-missing-restrict"
// JSON: "kernel": "twice"

// CHECK: warning: missing `__restrict__`: the compiler must assume that stores to `data` may modify `scale`, so `*scale` is reloaded in each iteration of the loop at line [[#@LINE+3]] [cuda-missing-restrict]
// CHECK: help: declare
__global__ void scaleAll(float *data, float *scale, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    data[i] *= *scale;
}

// CHECK: warning: missing `__restrict__`: the compiler must assume that stores to `sums` may modify `values`, so `sums[t]` is loaded and stored in each iteration of the loop at line [[#@LINE+4]] [cuda-missing-restrict]
// CHECK: help: keep `sums[t]` in a local variable through the loop at line [[#@LINE+3]], and store it behind it, or declare `sums` and `values` `__restrict__`
__global__ void accumulate(float *sums, const float *values, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    sums[t] += values[k];
}

// CHECK: warning: missing `__restrict__`: the compiler must assume that stores to `out` may modify `in`, so `in[t]` is reloaded at line [[#@LINE+6]] [cuda-missing-restrict]
__global__ void aroundBarrier(float *__restrict__ out, const float *in) {
  __shared__ float sums[64];
  int t = threadIdx.x;
  sums[t] = in[t];
  __syncthreads();
  out[t] = sums[63 - t] * in[t];
}

// Another element in each iteration, wherever the number comes from.
// CHECK: remark: missing `__restrict__`: the compiler must assume that stores to `out` may modify `table`, so its loads do not take the read-only path
__global__ void gathered(float *out, const float *table, const int *__restrict__ at, int n) {
  for (int i = 0; i < n; ++i)
    out[i * 64 + threadIdx.x] = table[at[i]];
}

// One element, whose index nothing changes.
// CHECK: warning: missing `__restrict__`: the compiler must assume that stores to `out` may modify `table`, so `table[at[0]]` is reloaded in each iteration of the loop at line [[#@LINE+2]] [cuda-missing-restrict]
__global__ void chosenOnce(float *out, const float *table, const int *__restrict__ at, int n) {
  for (int i = 0; i < n; ++i)
    out[i * 64 + threadIdx.x] = table[at[0]];
}

// Work that is repeated so that it takes longer: every address is the same in each iteration.
// CHECK: remark: missing `__restrict__`: the compiler must assume that stores to `out` may modify `in`, so `in[t]` is reloaded in each iteration of the loop at line [[#@LINE+5]] [cuda-missing-restrict]
// CHECK: note: minor: each iteration of the loop accesses the same addresses
// CHECK: note: no visible launch passes overlapping arrays
__global__ void busy(float *out, const float *in, int n) {
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k)
    out[t] = in[t] + 1;
}

// Beside what the loop does with it, one load of 11 is little.
// CHECK: remark: missing `__restrict__`: the compiler must assume that stores to `out` may modify `in`, so `in[t]` is reloaded in each iteration
// CHECK: note: minor: the loads that would be saved are 9.1 % of the kernel's global accesses
__global__ void seldom(float *out, const float *in, int n) {
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    float scale = in[t];
    for (int i = 0; i < 10; ++i)
      out[(k * 10 + i) * 64 + t] = scale;
  }
}

// One of 9 is more.
// CHECK: warning: missing `__restrict__`: the compiler must assume that stores to `out` may modify `in`, so `in[t]` is reloaded in each iteration
__global__ void oftener(float *out, const float *in, int n) {
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    float scale = in[t];
    for (int i = 0; i < 8; ++i)
      out[(k * 8 + i) * 64 + t] = scale;
  }
}

// The same with the promise.
__global__ void promised(float *__restrict__ out, const float *__restrict__ in) {
  int t = threadIdx.x;
  out[t] = in[0];
  out[t + 64] = in[0];
}

//===--- The read-only path -------------------------------------------------===//

// CHECK: :[[#@LINE+2]]:46: remark: missing `__restrict__`: the compiler must assume that stores to `sum` may modify `a` and `b`, so their loads do not take the read-only path [cuda-missing-restrict]
// CHECK: :[[#@LINE+1]]:56: note: `b` is also only read
__global__ void add(float *sum, const float *a, float *b) {
  int t = threadIdx.x;
  sum[t] = a[t] + b[t];
}

// In a loop, but another place each time; under a condition; with nothing between.
// CHECK: remark: missing `__restrict__`: the compiler must assume that stores to `out` may modify `in`,
__global__ void otherPlaces(float *out, const float *in, int n) {
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    out[k * 64 + t] = in[k * 64 + t];
    if (k & t)
      out[k * 64] = in[t];
  }
  out[t] = in[t + 1] + in[t + 1];
}

// Whoever is not seen may pass one array twice.
// CHECK: remark: missing `__restrict__`: {{.*}} may modify `in`, so `in[0]` is reloaded at line
// CHECK: note: no launch is visible: callers must not pass overlapping arrays
__global__ void notLaunched(float *out, const float *in) {
  int t = threadIdx.x;
  out[t] = in[0];
  out[t + 64] = in[0];
}

// CHECK: remark: missing `__restrict__`: the compiler must assume that stores to `table` may modify `in`
__device__ float table[64];
__global__ void toVariable(const float *in) { table[threadIdx.x] = in[threadIdx.x]; }

//===--- Nothing to be had ---------------------------------------------------===//

// nvcc finds out by itself that `in` does not change.
__global__ void halfPromised(float *__restrict__ out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void readsWhatItWrites(float *data) { data[threadIdx.x] = data[threadIdx.x + 1]; }

__global__ void writesBoth(float *a, float *b) {
  a[threadIdx.x] = b[threadIdx.x];
  float *either = threadIdx.x < 32 ? a : b;
  either[threadIdx.x] = 0;
}

__global__ void byIntrinsic(float *out, const float *in) {
  out[threadIdx.x] = __ldg(in + threadIdx.x);
  out[threadIdx.x + 64] = in[threadIdx.x];
}

__global__ void byAssembly(float *out, const float *in) {
  float value;
  asm("ld.global.f32 %0, [%1];" : "=f"(value) : "l"(in + threadIdx.x));
  out[threadIdx.x] = value + in[threadIdx.x];
}

__global__ void byCopy(float *out, const float *in) {
  __shared__ float values[64];
  __pipeline_memcpy_async(values + threadIdx.x, in + threadIdx.x, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = values[threadIdx.x] + in[threadIdx.x + 1];
}

__global__ void isVolatile(float *out, const volatile float *in) {
  out[threadIdx.x] = in[0];
  out[threadIdx.x + 64] = in[0];
}

// Somebody else writes it.
__global__ void waits(int *out, const int *flag, const int *in) {
  while (*flag == 0) {
  }
  out[threadIdx.x] = in[threadIdx.x];
}

__device__ void unseen(const float *);
__global__ void handsOn(float *out, float *in) {
  unseen(in);
  out[threadIdx.x] = in[threadIdx.x];
}

__device__ __noinline__ float notInlined(const float *in) { return in[threadIdx.x]; }
__global__ void callsAway(float *out, const float *in) { out[threadIdx.x] = notInlined(in); }

__global__ void throughTable(float **rows, const float *in) { rows[0][threadIdx.x] = in[0]; }

// A launch passes one array twice.
__global__ void inPlace(float *out, const float *in) {
  out[threadIdx.x] = in[0];
  out[threadIdx.x + 64] = in[0];
}

//===--- Declarations --------------------------------------------------------===//

// Written in one instantiation.
template <bool Clears> __global__ void mayClear(float *out, float *in) {
  out[threadIdx.x] = in[threadIdx.x];
  if constexpr (Clears)
    in[threadIdx.x] = 0;
}

// The first declaration of a template counts.
template <typename T> __global__ void declaredBefore(T *out, const T *in);
template <typename T> __global__ void declaredBefore(T *out, const T *in) {
  out[threadIdx.x] = in[threadIdx.x];
}

using Floats = const float *;
__global__ void byName(float *out, Floats in) { out[threadIdx.x] = in[threadIdx.x]; }

// Another architecture's code writes through it.
__global__ void otherCode(float *out, float *in) {
#if __CUDA_ARCH__ < 800
  in[threadIdx.x] = 0;
#endif
  out[threadIdx.x] = in[0];
  out[threadIdx.x + 64] = in[0];
}

// Both loads come before the vote.
// CHECK: remark: missing `__restrict__`: the compiler must assume that stores to `out` may modify `in`, so its loads do not take the read-only path [cuda-missing-restrict]
__global__ void beforeVote(int *out, const int *in) {
  __shared__ int values[64];
  values[threadIdx.x] = in[threadIdx.x];
  int any = __any_sync(0xffffffff, in[threadIdx.x] > 0);
  __syncthreads();
  out[threadIdx.x] = values[63 - threadIdx.x] + any;
}

// One array for both, by the other way to launch.
__global__ void byArray(float *out, const float *in) {
  out[threadIdx.x] = in[0];
  out[threadIdx.x + 64] = in[0];
}
void launchByArray(float *a, float *b) {
  void *same[] = {&a, &a};
  cudaLaunchKernel(reinterpret_cast<const void *>(byArray), 1, 64, same, 0, 0);
  byArray<<<1, 64>>>(a, b);
}

int main() {
  float *a, *b, *c, **rows;
  int *numbers, *others;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  cudaMalloc(&c, 4096);
  cudaMalloc(&rows, 4096);
  cudaMalloc(&numbers, 4096);
  cudaMalloc(&others, 4096);
  twice<<<1, 64>>>(a, b);
  scaleAll<<<1, 64>>>(a, b, 1024);
  busy<<<1, 64>>>(a, b, 40);
  seldom<<<1, 64>>>(a, b, 40);
  oftener<<<1, 64>>>(a, b, 40);
  chosenOnce<<<1, 64>>>(a, b, nullptr, 100);
  gathered<<<1, 64>>>(a, b, nullptr, 100);
  accumulate<<<1, 64>>>(a, b, 64);
  aroundBarrier<<<1, 64>>>(a, b);
  promised<<<1, 64>>>(a, b);
  add<<<1, 64>>>(a, b, c);
  otherPlaces<<<1, 64>>>(a, b, 8);
  toVariable<<<1, 64>>>(a);
  halfPromised<<<1, 64>>>(a, b);
  readsWhatItWrites<<<1, 64>>>(a);
  writesBoth<<<1, 64>>>(a, b);
  byIntrinsic<<<1, 64>>>(a, b);
  byAssembly<<<1, 64>>>(a, b);
  byCopy<<<1, 64>>>(a, b);
  isVolatile<<<1, 64>>>(a, b);
  waits<<<1, 64>>>(numbers, others, (int *)a);
  handsOn<<<1, 64>>>(a, b);
  callsAway<<<1, 64>>>(a, b);
  throughTable<<<1, 64>>>(rows, a);
  inPlace<<<1, 64>>>(a, b);
  inPlace<<<1, 64>>>(a, a + 256);
  mayClear<false><<<1, 64>>>(a, b);
  mayClear<true><<<1, 64>>>(a, b);
  declaredBefore<<<1, 64>>>(a, b);
  byName<<<1, 64>>>(a, b);
  otherCode<<<1, 64>>>(a, b);
  beforeVote<<<1, 64>>>(numbers, others);
}

// CHECK: 6 warnings, 8 remarks
