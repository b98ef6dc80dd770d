// RUN: %json --toolkit=embedded %s > %t.json
// RUN: FileCheck %s --check-prefix=WHOLE < %t.json
// RUN: %query < %t.json | FileCheck %s
// RUN: %if cuda-toolkit %{ %json --toolkit=%cuda-path %s > %t.toolkit.json %}
// RUN: %if cuda-toolkit %{ FileCheck %s --check-prefix=WHOLE < %t.toolkit.json %}
// RUN: %if cuda-toolkit %{ %query < %t.toolkit.json | FileCheck %s %}
// RUN: %if nvcc %{ %nvcc -std=c++17 -arch=sm_90 --ptx -o %t.ptx %s %}

// Calls that nvcc accepts are not errors, with our headers and with a toolkit's.

// WHOLE: "parsed": "whole"

#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <type_traits>

// Loads and stores with a cache operator, of any type that a load has, in templates.
template <typename T> __global__ void copy(T *out, const T *in) {
  int i = threadIdx.x;
  reinterpret_cast<int4 *>(out)[i] = __ldcs(reinterpret_cast<const int4 *>(in) + i);
  // Each of 32 lanes loads 16 bytes, in a row: 512 bytes in 16 sectors.
  // CHECK: line [[#@LINE-2]]: global load requests=1 cost=16 ideal=16 worst=16; proved;
  __stcs((int4 *)out + i, __ldcg((int4 *)in + i));
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=16 ideal=16 worst=16; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=16 ideal=16 worst=16; proved;
  __stcg(out + i, __ldca(in + i));
  __stwb(out + i, __ldlu(in + i));
  __stwt(out + i, __ldcv(in + i));
}

template <typename T> __global__ void vectors(T *p) {
  p[0] = __ldcs(p + 1);
  __stcs(p, __ldcg(p + 2));
}
template __global__ void vectors(char4 *);
template __global__ void vectors(short2 *);
template __global__ void vectors(uint2 *);
template __global__ void vectors(longlong2 *);
template __global__ void vectors(float4 *);
template __global__ void vectors(double2 *);
template __global__ void vectors(__half2 *);
template __global__ void vectors(__nv_bfloat16 *);
template __global__ void vectors(unsigned long long *);

// The host has the functions of <cmath> in the global namespace, of every type.
template <typename T> bool isOrdinary(T x) {
  return isfinite(x) && !isnan(x) && !isinf(x) && !signbit(x) && !::isnan(x) && !std::isinf(x) &&
         isnormal(x) && isless(x, T(9)) && !isunordered(x, x) && fpclassify(x) != FP_NAN;
}
bool ofTheHost(double d, long double l) {
  return isOrdinary(1) && isOrdinary(1.0f) && isOrdinary(d) && isOrdinary(l) && isOrdinary(2ull) &&
         isOrdinary('c');
}
namespace everything {
using namespace std;
bool ofTheHost(int i, float f) { return isfinite(i) && isnan(f) && isinf(i) && isfinite(f); }
} // namespace everything

template <typename T> __host__ __device__ bool isOrdinaryOnBoth(T x) {
  return isfinite(x) && !isnan(x) && !std::isinf(x) && !signbit(x);
}

__global__ void onDevice(float *p, double *d, unsigned *u, int *i, __half2 *h) {
  p[0] = isOrdinaryOnBoth(p[1]) + isOrdinaryOnBoth(d[0]) + isOrdinaryOnBoth(i[0]);
  i[1] = __viaddmax_s32(i[2], i[3], i[4]) + __vimax3_s32_relu(i[5], i[6], i[7]);
  bool which;
  u[0] = __vibmin_u32(u[1], u[2], &which) + __vimin3_u16x2(u[3], u[4], u[5]);
  h[0] = __hequ2(h[1], h[2]);
}

void run(int *out, const int *in) { copy<<<1, 32>>>(out, in); }
