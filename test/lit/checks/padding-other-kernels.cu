// Rows of an array that several kernels have: longer ones must be right for all of them.
// RUN: %json --checks=-*,cuda-shared-bank-conflict %s > %t.json
// RUN: FileCheck %s --check-prefix=NOTES --input-file=%t.json
// RUN: %python %S/../Inputs/apply_fixes.py %s < %t.json > %t.cu
// RUN: grep -v CHECK %t.cu | FileCheck %s

#include <cuda_runtime.h>

// All who call it stay in their rows.
// CHECK-LABEL: float column(
__device__ float column(const float *in, int from) {
  // CHECK: __shared__ float tile[32][33];
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  return tile[x][y] + tile[0][from];
}
__global__ void first(float *out, const float *in) { out[threadIdx.x] = column(in, 0); }
__global__ void second(float *out, const float *in) { out[threadIdx.x] = column(in, 31); }

// Another one goes to the next row by the subscript of the first.
// CHECK-LABEL: float nextRow(
__device__ float nextRow(const float *in, int from) {
  // CHECK: __shared__ float tile[32][32];
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  return tile[x][y] + tile[0][from];
}
// NOTES: pad the rows of `tile` from 32 to 33 elements (not offered as an edit: it may be wrong for kernel 'nextRowToo')
__global__ void nextRowFirst(float *out, const float *in) { out[threadIdx.x] = nextRow(in, 0); }
__global__ void nextRowToo(float *out, const float *in) { out[threadIdx.x] = nextRow(in, 40); }

// Without known launches.
// CHECK-LABEL: float notLaunched(
__device__ float notLaunched(const float *in, int from) {
  // CHECK: __shared__ float tile[32][32];
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  return from ? tile[0][from + x] : tile[x][y];
}
// NOTES: it may be wrong for kernel 'notLaunchedToo'
__global__ void notLaunchedFirst(float *out, const float *in) {
  out[threadIdx.x] = notLaunched(in, 0);
}
__global__ void notLaunchedToo(float *out, const float *in) {
  out[threadIdx.x] = notLaunched(in, 40);
}

// CHECK-LABEL: float flat(
__device__ float flat(const float *in, int from, bool turned) {
  // CHECK: __shared__ float tile[32 * 32];
  __shared__ float tile[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  // CHECK: tile[y * 32 + x] =
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  return turned ? tile[from] : tile[x * 32 + y];
}
// NOTES: it may be wrong for kernel 'flatToo'
__global__ void flatFirst(float *out, const float *in) { out[threadIdx.x] = flat(in, 0, false); }
__global__ void flatToo(float *out, const float *in) {
  out[threadIdx.x] = flat(in, 1023 - (threadIdx.y * 32 + threadIdx.x), true);
}

// Four elements at once, which must be aligned.
// CHECK-LABEL: float wide(
__device__ float wide(const float *in, bool four) {
  // CHECK: __shared__ float tile[32][32];
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  if (four) {
    float4 values = *(float4 *)&tile[y][(x & 7) * 4];
    return values.x + values.y + values.z + values.w;
  }
  return tile[x][y];
}
// NOTES: it may be wrong for kernel 'wideToo'
__global__ void wideFirst(float *out, const float *in) { out[threadIdx.x] = wide(in, false); }
__global__ void wideToo(float *out, const float *in) { out[threadIdx.x] = wide(in, true); }

// The other instantiation of a template.
// CHECK-LABEL: void instantiated(
template <bool Flat> __global__ void instantiated(float *out, const float *in) {
  // CHECK: __shared__ float tile[32][32];
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  if (Flat)
    out[y * 32 + x] = tile[0][1023 - (y * 32 + x)];
  else
    out[y * 32 + x] = tile[x][y];
}
// NOTES: it may be wrong for kernel 'instantiated<true>'

// Others of the same declaration are free to have their own rows.
// CHECK-LABEL: float together(
__device__ float together(const float *in, int from) {
  // CHECK: __shared__ float a[32][33], b[1024];
  __shared__ float a[32][32], b[1024];
  int x = threadIdx.x, y = threadIdx.y;
  a[y][x] = in[y * 32 + x];
  b[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  return a[x][y] + b[from];
}
__global__ void togetherFirst(float *out, const float *in) { out[threadIdx.x] = together(in, 0); }
__global__ void togetherToo(float *out, const float *in) {
  out[threadIdx.x] = together(in, 1023 - (threadIdx.y * 32 + threadIdx.x));
}

void launch(float *out, const float *in) {
  dim3 block(32, 32);
  first<<<1, block>>>(out, in);
  second<<<1, block>>>(out, in);
  nextRowFirst<<<1, block>>>(out, in);
  nextRowToo<<<1, block>>>(out, in);
  notLaunchedFirst<<<1, block>>>(out, in);
  flatFirst<<<1, block>>>(out, in);
  flatToo<<<1, block>>>(out, in);
  wideFirst<<<1, block>>>(out, in);
  wideToo<<<1, block>>>(out, in);
  instantiated<false><<<1, block>>>(out, in);
  instantiated<true><<<1, block>>>(out, in);
  togetherFirst<<<1, block>>>(out, in);
  togetherToo<<<1, block>>>(out, in);
}
