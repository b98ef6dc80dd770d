// REQUIRES: nvcc
// RUN: %cuda-memlint --verify-code --checks=-*,cuda-struct-layout --fail-on=none %s | FileCheck %s

// That alignment makes one access of several, in the PTX of nvcc. No GPU is needed.

#include <cuda_runtime.h>

struct Body {
  float x, y, z, mass;
};
struct __align__(16) AlignedBody {
  float x, y, z, mass;
};
template <typename T> __global__ void product(float *out, const T *bodies) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = bodies[i].x * bodies[i].y * bodies[i].z * bodies[i].mass;
}
template __global__ void product<Body>(float *, const Body *);
template __global__ void product<AlignedBody>(float *, const AlignedBody *);
// CHECK-DAG: product<Body>, PTX: 4 ld.global.{{[a-z]}}32, 1 st.global.{{[a-z]}}32
// CHECK-DAG: product<AlignedBody>, PTX: 1 ld.global.v4.{{[a-z]}}32, 1 st.global.{{[a-z]}}32

template <typename T> __global__ void copy(T *out, const T *bodies) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = bodies[i];
}
template __global__ void copy<Body>(Body *, const Body *);
template __global__ void copy<AlignedBody>(AlignedBody *, const AlignedBody *);
template __global__ void copy<float3>(float3 *, const float3 *);
// CHECK-DAG: copy<Body>, PTX: 4 ld.global.{{[a-z]}}32, 4 st.global.{{[a-z]}}32
// CHECK-DAG: copy<AlignedBody>, PTX: 1 ld.global.v4.{{[a-z]}}32, 1 st.global.v4.{{[a-z]}}32
// CHECK-DAG: copy<float3>, PTX: 3 ld.global.{{[a-z]}}32, 3 st.global.{{[a-z]}}32

// Padded, a load takes the padding along.
struct __align__(16) Padded {
  float x, y, z;
};
__global__ void padded(float *out, const Padded *points) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = points[i].x * points[i].y * points[i].z;
}
// CHECK-DAG: padded, PTX: 1 ld.global.v4.{{[a-z]}}32, 1 st.global.{{[a-z]}}32

// 24 bytes of 4: aligned to 8, three accesses of 8.
template <int Alignment> struct __align__(Alignment) Six {
  float values[6];
};
template <int Alignment> __global__ void six(Six<Alignment> *out, const Six<Alignment> *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
template __global__ void six<4>(Six<4> *, const Six<4> *);
template __global__ void six<8>(Six<8> *, const Six<8> *);
// CHECK-DAG: six<4>, PTX: 6 ld.global.{{[a-z]}}32, 6 st.global.{{[a-z]}}32
// CHECK-DAG: six<8>, PTX: 3 ld.global.v2.{{[a-z]}}32, 3 st.global.v2.{{[a-z]}}32
