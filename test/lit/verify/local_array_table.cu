// REQUIRES: nvcc
// RUN: %cuda-memlint --verify-code --checks=-*,cuda-dynamic-local-array --fail-on=none %s | FileCheck %s

// One kernel for each line of the tables in docs/checks/cuda-dynamic-local-array.md: what nvcc and
// ptxas make of arrays of each thread. The columns are registers and bytes of stack. The first
// kernels differ in their loops, with elements of 8 bytes, which ptxas never keeps in registers
// if they are indexed by a loop's counter.

#include <cuda_runtime.h>

enum Pragma { None, Whole, Single, Four };
template <Pragma Asked, int Count> __global__ void counted(double *out, const double *in) {
  double values[Count];
  if constexpr (Asked == None) {
    for (int i = 0; i < Count; ++i)
      values[i] = in[i * 1024 + threadIdx.x];
    for (int i = 0; i < Count; ++i)
      out[i * 1024 + threadIdx.x] = values[Count - 1 - i];
  } else if constexpr (Asked == Whole) {
#pragma unroll
    for (int i = 0; i < Count; ++i)
      values[i] = in[i * 1024 + threadIdx.x];
#pragma unroll
    for (int i = 0; i < Count; ++i)
      out[i * 1024 + threadIdx.x] = values[Count - 1 - i];
  } else if constexpr (Asked == Single) {
#pragma unroll 1
    for (int i = 0; i < Count; ++i)
      values[i] = in[i * 1024 + threadIdx.x];
#pragma unroll 1
    for (int i = 0; i < Count; ++i)
      out[i * 1024 + threadIdx.x] = values[Count - 1 - i];
  } else {
#pragma unroll 4
    for (int i = 0; i < Count; ++i)
      values[i] = in[i * 1024 + threadIdx.x];
#pragma unroll 4
    for (int i = 0; i < Count; ++i)
      out[i * 1024 + threadIdx.x] = values[Count - 1 - i];
  }
}
template __global__ void counted<Whole, 64>(double *, const double *);
template __global__ void counted<Four, 4>(double *, const double *);
template __global__ void counted<Four, 8>(double *, const double *);
template __global__ void counted<Single, 4>(double *, const double *);
template __global__ void counted<None, 16>(double *, const double *);
template __global__ void counted<None, 768>(double *, const double *);
// CHECK-DAG: {{^}} counted<(Pragma)1, 64> {{[0-9]+}} 0
// CHECK-DAG: {{^}} counted<(Pragma)3, 4> {{[0-9]+}} 0
// CHECK-DAG: {{^}} counted<(Pragma)3, 8> {{[0-9]+}} 64
// CHECK-DAG: {{^}} counted<(Pragma)2, 4> {{[0-9]+}} 32
// CHECK-DAG: {{^}} counted<(Pragma)0, 16> {{[0-9]+}} 0
// CHECK-DAG: {{^}} counted<(Pragma)0, 768> {{[0-9]+}} 6,144

__global__ void notKnown(double *out, const double *in, int n) {
  double values[4] = {};
#pragma unroll
  for (int i = 0; i < n; ++i)
    values[i] = in[i * 1024 + threadIdx.x];
  out[threadIdx.x] = values[0] + values[1] * values[2] + values[3];
}
__global__ void notKnownButBounded(double *out, const double *in, int n) {
  double values[4] = {};
  for (int i = 0; i < 4 && i < n; ++i)
    values[i] = in[i * 1024 + threadIdx.x];
  for (int i = 0; i < min(n, 4); ++i)
    values[i] *= in[i * 2048 + threadIdx.x];
  out[threadIdx.x] = values[0] + values[1] * values[2] + values[3];
}
// CHECK-DAG: {{^}} notKnown {{[0-9]+}} 32
// CHECK-DAG: {{^}} notKnownButBounded {{[0-9]+}} 0

template <int Rows, int Columns> __global__ void together(double *out, const double *in) {
  double values[Rows][Columns];
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j)
      values[i][j] = in[(i * Columns + j) * 1024 + threadIdx.x];
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j)
      out[(i * Columns + j) * 1024 + threadIdx.x] = values[i][Columns - 1 - j];
}
template __global__ void together<8, 8>(double *, const double *);
template __global__ void together<28, 28>(double *, const double *);
// CHECK-DAG: {{^}} together<8, 8> {{[0-9]+}} 0
// CHECK-DAG: {{^}} together<28, 28> {{[0-9]+}} 6,272

// What ptxas makes of the elements' size and number.
template <typename T, int Count> __global__ void once(T *out, const T *in, int chosen) {
  T values[Count];
#pragma unroll
  for (int i = 0; i < Count; ++i)
    values[i] = in[i * 1024 + threadIdx.x];
  out[threadIdx.x] = values[chosen];
}
template __global__ void once<double, 2>(double *, const double *, int);
template __global__ void once<long long, 2>(long long *, const long long *, int);
template __global__ void once<char, 2>(char *, const char *, int);
template __global__ void once<short, 2>(short *, const short *, int);
template __global__ void once<float, 80>(float *, const float *, int);
template __global__ void once<float, 96>(float *, const float *, int);
template __global__ void once<float2, 40>(float2 *, const float2 *, int);
// CHECK-DAG: {{^}} once<double, 2> {{[0-9]+}} 16
// CHECK-DAG: {{^}} once<long long, 2> {{[0-9]+}} 16
// CHECK-DAG: {{^}} once<char, 2> {{[0-9]+}} 8
// CHECK-DAG: {{^}} once<short, 2> {{[0-9]+}} 8
// CHECK-DAG: {{^}} once<float, 80> {{[0-9]+}} 0
// CHECK-DAG: {{^}} once<float, 96> {{[0-9]+}} 384
// CHECK-DAG: {{^}} once<float2, 40> {{[0-9]+}} 0

template <int Count> __global__ void often(float *out, const int *chosen, const float *in) {
  float values[Count];
#pragma unroll
  for (int i = 0; i < Count; ++i)
    values[i] = in[i * 1024 + threadIdx.x];
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i)
    sum = sum * in[i] + values[chosen[i * 1024 + threadIdx.x]];
  out[threadIdx.x] = sum;
}
template __global__ void often<10>(float *, const int *, const float *);
template __global__ void often<96>(float *, const int *, const float *);
// CHECK-DAG: {{^}} often<10> {{[0-9]+}} 0
// CHECK-DAG: {{^}} often<96> {{[0-9]+}} 384

template <int Count> __global__ void histogram(float *out, const int *chosen, const float *in, int n) {
  float values[Count] = {};
  for (int i = 0; i < n; ++i)
    values[chosen[i * 1024 + threadIdx.x]] += 1;
  float sum = 0;
#pragma unroll
  for (int i = 0; i < Count; ++i)
    sum = sum * in[i] + values[i];
  out[threadIdx.x] = sum;
}
template __global__ void histogram<12>(float *, const int *, const float *, int);
template __global__ void histogram<16>(float *, const int *, const float *, int);
// CHECK-DAG: {{^}} histogram<12> {{[0-9]+}} 48
// CHECK-DAG: {{^}} histogram<16> {{[0-9]+}} 64

template <int Count> __global__ void lookUp(float *out, const int *chosen, const float *in, int n) {
  float values[Count];
#pragma unroll
  for (int i = 0; i < Count; ++i)
    values[i] = in[i * 1024 + threadIdx.x];
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += values[chosen[i * 1024 + threadIdx.x]] * out[i * 1024];
  out[threadIdx.x] = sum;
}
template __global__ void lookUp<6>(float *, const int *, const float *, int);
template __global__ void lookUp<16>(float *, const int *, const float *, int);
// CHECK-DAG: {{^}} lookUp<6> {{[0-9]+}} 0
// CHECK-DAG: {{^}} lookUp<16> {{[0-9]+}} 64

template <int Count> __global__ void inOrder(float *out, const float *in, int n) {
  float values[Count];
#pragma unroll
  for (int i = 0; i < Count; ++i)
    values[i] = in[i * 1024 + threadIdx.x];
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += values[i] * out[i * 1024];
  out[threadIdx.x] = sum;
}
template __global__ void inOrder<64>(float *, const float *, int);
// CHECK-DAG: {{^}} inOrder<64> {{[0-9]+}} 256

template <int Count> __global__ void filled(float *out, const float *in, int n) {
  float values[Count] = {};
  for (int i = 0; i < n; ++i)
    values[i] = out[i * 1024 + threadIdx.x];
  float sum = 0;
#pragma unroll
  for (int i = 0; i < Count; ++i)
    sum = sum * in[i] + values[i];
  out[threadIdx.x] = sum;
}
template __global__ void filled<4>(float *, const float *, int);
template __global__ void filled<48>(float *, const float *, int);
// CHECK-DAG: {{^}} filled<4> {{[0-9]+}} 0
// CHECK-DAG: {{^}} filled<48> {{[0-9]+}} 192
