// RUN: %cuda-memlint --checks=-*,cuda-dynamic-local-array --show-remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %cuda-memlint --checks=-*,cuda-dynamic-local-array %s 2>&1 | FileCheck %s --check-prefix=QUIET --implicit-check-not=remark:
// QUIET: 0 warnings

#include <cuda_runtime.h>

//===--- Values that no unrolling makes constants ---------------------------===//

// CHECK: :[[#@LINE+3]]:3: remark: dynamically indexed array: `values` (1,024 B per thread) is placed in local memory because it is indexed by `chosen`, a kernel parameter [cuda-dynamic-local-array]
// CHECK: :[[#@LINE+5]]:22: note: indexed dynamically in `values[chosen]`
__global__ void byParameter(float *out, const float *in, int chosen) {
  float values[256];
  for (int i = 0; i < 256; ++i)
    values[i] = in[i * 1024 + threadIdx.x];
  out[threadIdx.x] = values[chosen];
}

// CHECK: remark: dynamically indexed array: `bins` (64 B per thread) is placed in local memory because it is indexed by `in[i]`, which is read from memory
// CHECK: note: indexed dynamically in `bins[in[i]]` and 1 other access
// CHECK: help: an unrolled loop over all elements that selects the wanted one keeps them in registers; shared memory, indexed as `[index][threadIdx.x]`, is faster and conflict-free
__global__ void histogram(int *out, const int *in, int n) {
  int bins[16] = {};
  for (int i = 0; i < n; ++i)
    bins[in[i]] += 1;
#pragma unroll
  for (int i = 0; i < 16; ++i)
    out[i * 1024 + threadIdx.x] = bins[i];
}

// Elements of 8 bytes are never kept in registers under such an index.
// CHECK: remark: dynamically indexed array: `pair` (16 B per thread) is placed in local memory because it is indexed by `threadIdx.x`
__global__ void twoDoubles(double *out, const double *in) {
  double pair[2] = {in[0], in[1]};
  out[threadIdx.x] = pair[threadIdx.x & 1];
}
// CHECK: remark: dynamically indexed array: `three` (24 B per thread) is placed in local memory because it is indexed by `threadIdx.x`
__global__ void threeDoubles(double *out, const double *in) {
  double three[3] = {in[0], in[1], in[2]};
  out[threadIdx.x] = three[threadIdx.x % 3];
}

// One access among 40 elements of 4 bytes is a selection, four may be.
__global__ void selected(float *out, const float *in, int chosen) {
  float values[40];
#pragma unroll
  for (int i = 0; i < 40; ++i)
    values[i] = in[i * 1024 + threadIdx.x];
  out[threadIdx.x] = values[chosen];
}
// CHECK: remark: dynamically indexed array: `values` (160 B per thread) is placed in local memory, unless the compiler selects among its elements in registers, because it is indexed by `chosen`
__global__ void selectedFourTimes(float *out, const float *in, int chosen) {
  float values[40];
#pragma unroll
  for (int i = 0; i < 40; ++i)
    values[i] = in[i * 1024 + threadIdx.x];
  out[threadIdx.x] = values[chosen] + values[chosen + 1] * values[chosen + 2] / values[chosen + 3];
}

//===--- Counters of loops --------------------------------------------------===//

// CHECK: remark: dynamically indexed array: `row` (64 B per thread) is placed in local memory because it is indexed by the counter of the loop at line [[#@LINE+4]], whose trip count is not constant
// CHECK: help: a constant trip count under `#pragma unroll`, with the condition inside the loop, makes the indices constant and keeps the elements in registers
__global__ void countOfParameter(double *out, const double *in, int n) {
  double row[8];
  for (int i = 0; i < n; ++i)
    row[i] = in[i * 1024 + threadIdx.x];
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += row[i] * row[n - 1 - i];
  out[threadIdx.x] = sum;
}

// The way out of it.
__global__ void countOfParameterMended(double *out, const double *in, int n) {
  double row[8];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    row[i] = i < n ? in[i * 1024 + threadIdx.x] : 0;
  double sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i)
    sum += row[i] * row[7 - i];
  out[threadIdx.x] = sum;
}

// CHECK: remark: dynamically indexed array: `kept` (64 B per thread) is placed in local memory because it is indexed by the counter of the loop at line [[#@LINE+5]], whose 16 iterations `#pragma unroll 1` does not unroll fully
// CHECK: help: `#pragma unroll` without a number makes the indices constant and keeps the elements in registers
__global__ void keptALoop(float *out, const float *in) {
  float kept[16];
#pragma unroll 1
  for (int i = 0; i < 16; ++i)
    kept[i] = in[i * 1024 + threadIdx.x];
#pragma unroll 1
  for (int i = 0; i < 16; ++i)
    out[i * 1024 + threadIdx.x] = kept[15 - i];
}

// CHECK: remark: dynamically indexed array: `part` (64 B per thread) is placed in local memory because it is indexed by the counter of the loop at line [[#@LINE+4]], whose 16 iterations `#pragma unroll 4` does not unroll fully
__global__ void unrolledInPart(float *out, const float *in) {
  float part[16];
#pragma unroll 4
  for (int i = 0; i < 16; ++i)
    part[i] = in[i * 1024 + threadIdx.x];
#pragma unroll 4
  for (int i = 0; i < 16; ++i)
    out[i * 1024 + threadIdx.x] = part[15 - i];
}
// As many as there are, or more, are all.
__global__ void unrolledByNumber(float *out, const float *in) {
  float part[16];
#pragma unroll 16
  for (int i = 0; i < 16; ++i)
    part[i] = in[i * 1024 + threadIdx.x];
#pragma unroll 32
  for (int i = 0; i < 16; ++i)
    out[i * 1024 + threadIdx.x] = part[15 - i];
}

// CHECK: remark: dynamically indexed array: `many` (4,096 B per thread) is placed in local memory because it is indexed by the counter of the loop at line [[#@LINE+3]], whose 1,024 iterations are too many to be unrolled without a pragma
__global__ void tooMany(float *out, const float *in) {
  float many[1024];
  for (int i = 0; i < 1024; ++i)
    many[i] = in[i * 1024 + threadIdx.x];
  for (int i = 0; i < 1024; ++i)
    out[i * 1024 + threadIdx.x] = many[i] * many[1023 - i];
}

// 32 times 32 iterations.
// CHECK: remark: dynamically indexed array: `square` (4,096 B per thread) is placed in local memory because it is indexed by the counter of the loop at line [[#@LINE+3]], whose 1,024 iterations are too many
__global__ void tooManyTogether(float *out, const float *in) {
  float square[32][32];
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j < 32; ++j)
      square[i][j] = in[(i * 32 + j) * 1024 + threadIdx.x];
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j < 32; ++j)
      out[(i * 32 + j) * 1024 + threadIdx.x] = square[j][i];
}

// Not of a thread: one for all of them, in global memory.
__global__ void lookedUp(char *out, const int *in) {
  static const char digits[16] = {'0', '1', '2', '3', '4', '5', '6', '7'};
  out[threadIdx.x] = digits[in[threadIdx.x] & 15];
}

//===--- Constants after unrolling ------------------------------------------===//

// Registers of a matrix product, in a loop of unknown length.
__global__ void tileOfProduct(float *out, const float *in, int n) {
  float sum[4][4] = {}, a[4], b[4];
  for (int k = 0; k < n; ++k) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      a[i] = in[(k * 8 + i) * 1024 + threadIdx.x];
      b[i] = in[(k * 8 + 4 + i) * 1024 + threadIdx.x];
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j)
        sum[i][j] += a[i] * b[j];
  }
#pragma unroll
  for (int i = 0; i < 16; ++i)
    out[i * 1024 + threadIdx.x] = sum[i / 4][i % 4];
}

// Without a pragma: 28 exchanges, and a bound that depends on the outer loop.
__global__ void sorted(double *out, const double *in) {
  double values[8];
  for (int i = 0; i < 8; ++i)
    values[i] = in[i * 1024 + threadIdx.x];
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 7 - i; ++j)
      if (values[j] > values[j + 1]) {
        double other = values[j];
        values[j] = values[j + 1];
        values[j + 1] = other;
      }
  for (int i = 0; i < 8; ++i)
    out[i * 1024 + threadIdx.x] = values[i];
}

// A constant bounds the loop, a parameter ends it before.
__global__ void leftEarly(double *out, const double *in, int n) {
  double values[8] = {};
  for (int i = 0; i < 8; ++i) {
    if (i >= n)
      break;
    values[i] = in[i * 1024 + threadIdx.x];
  }
  double sum = 0;
  for (int i = 0; i < 8 && i < n; ++i)
    sum += values[i];
  for (int i = 0; i < min(n, 8); ++i)
    sum *= values[i];
  out[threadIdx.x] = sum;
}

// Counted down, doubled, and not by one.
__global__ void otherCounts(double *out, const double *in) {
  double values[16];
  for (int i = 15; i >= 0; --i)
    values[i] = in[i * 1024 + threadIdx.x];
  double sum = 0;
  for (int i = 1; i < 16; i *= 2)
    sum += values[i];
  for (int i = 0; i < 16; i += 3)
    sum += values[i];
  for (int i = 8; i > 0; i >>= 1)
    sum *= values[i];
  out[threadIdx.x] = sum;
}

// What alternates may be a constant, in each of two copies of a body.
__global__ void alternating(double *out, const double *in, int n) {
  double values[2] = {};
  int current = 0;
  for (int i = 0; i < n; ++i) {
    values[current ^ 1] += values[current] * in[i * 1024 + threadIdx.x];
    current ^= 1;
  }
  out[threadIdx.x] = values[0] + values[1];
}

// The same bound, as it is often written.
__global__ void boundByChoice(double *out, const double *in, int n) {
  double values[8] = {};
  int end = n < 8 ? n : 8;
  for (int i = 0; i < end; ++i)
    values[i] = in[i * 1024 + threadIdx.x];
  double sum = 0;
  for (int i = 0; i < 8; ++i)
    sum = sum * in[i] + values[i];
  out[threadIdx.x] = sum;
}

// Functions that are inlined, by address and by reference.
__device__ double sumOf(const double *values) { return values[0] + values[1] + values[2]; }
template <int N> __device__ void fill(double (&values)[N], double with) {
#pragma unroll
  for (int i = 0; i < N; ++i)
    values[i] = with;
}
__global__ void byAddress(double *out, const double *in) {
  double values[3];
  fill(values, in[threadIdx.x]);
  values[1] = in[0];
  out[threadIdx.x] = sumOf(values);
}

// The number of iterations is one of the template's.
template <typename T, int N> __global__ void instantiated(T *out, const T *in) {
  T values[N];
#pragma unroll
  for (int i = 0; i < N; ++i)
    values[i] = in[i * 1024 + threadIdx.x];
#pragma unroll N
  for (int i = 0; i < N; ++i)
    out[i * 1024 + threadIdx.x] = values[N - 1 - i];
}
template __global__ void instantiated<double, 12>(double *, const double *);

// Parameters are in a memory space of their own, which has addresses.
struct Coefficients {
  double values[32];
};
__device__ double pick(Coefficients from, int index) { return from.values[index]; }
__global__ void ofParameter(double *out, const int *in, Coefficients from) {
  out[threadIdx.x] = from.values[in[threadIdx.x]] + pick(from, in[0]);
}

// Shared memory has addresses.
__global__ void inSharedMemory(float *out, const float *in, int chosen) {
  __shared__ float values[16][128];
  for (int i = 0; i < 16; ++i)
    values[i][threadIdx.x] = in[i * 1024 + threadIdx.x];
  out[threadIdx.x] = values[chosen][threadIdx.x];
}

// One finding for an array of a function, however often it is called.
// CHECK: remark: dynamically indexed array: `stack` (256 B per thread) is placed in local memory because it is indexed by `top`, which is carried by the loop at line [[#@LINE+9]], whose trip count is not constant
// CHECK: note: indexed dynamically in `stack[--top]`
// CHECK: note: in `walk`, called from here
// CHECK-NOT: `stack`,
__device__ int walk(const int *next, int from) {
  int stack[64];
  int top = 0;
  stack[top++] = from;
  int sum = 0;
  while (top > 0) {
    int at = stack[--top];
    sum += at;
    if (next[at] > 0 && top < 63)
      stack[top++] = next[at];
  }
  return sum;
}
__global__ void walkTwice(int *out, const int *next) {
  out[threadIdx.x] = walk(next, threadIdx.x) + walk(next, 0);
}

int main() {
  byParameter<<<1, 256>>>(nullptr, nullptr, 1);
  return 0;
}
