// RUN: %cuda-memlint --remarks --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=help:

// Another layout of a structure changes all arrays of that type: what it saves and costs is that of
// all of them together.

#include <cuda_runtime.h>

struct Body {
  float x, y, z, mass;
};

// 32 warps, 4 loads and 4 stores of 16 sectors each; one load and one store of 16.
// CHECK: help: declare `Body` with `__align__(16)`: 4,096 -> 1,024 sectors for the kernel
// CHECK: help: declare `Body` with `__align__(16)`: 4,096 -> 1,024 sectors for the kernel
__global__ void copyBodies(Body *out, const Body *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

struct Point {
  float x, y, z;
};

// 12 sectors of either array, and 4 of the store; 4 each.
// CHECK: help: use an array for each member of `Point` (structure of arrays), in all kernels and host code that use it: 896 -> 384 sectors for the kernel
// CHECK: help: use an array for each member of `Point` (structure of arrays), in all kernels and host code that use it: 896 -> 384 sectors for the kernel
__global__ void multiply(float *out, const Point *left, const Point *right) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = left[i].x * right[i].y;
}

// Bodies far apart, each of 16 bytes in one sector, would be in four: worse for the kernel than
// what the other array gains.
// CHECK: remark: uncoalesced load: lanes are 256 B apart
// CHECK: remark: uncoalesced load: lanes are 16 B apart
__global__ void gatherBodies(float *out, const float4 *one, const float4 *apart) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 other = apart[i * 16];
  out[i] = one[i].x * other.x * other.y * other.z * other.w;
}

// What the other array would lose depends on data.
// CHECK: remark: uncoalesced load: lanes are 16 B apart
__global__ void gatherUnknown(float *out, const float4 *one, const float4 *some, const int *index) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 other = some[index[i]];
  out[i] = one[i].x * other.x * other.y * other.z * other.w;
}

// Those of another type stay as they are: 16 sectors of one array, which become 4, 32 of the other
// and 4 of the store.
struct __align__(16) Other {
  float x, y, z, mass;
};
// CHECK: remark: uncoalesced load: lanes are 256 B apart
// CHECK: remark: uncoalesced load: lanes are 16 B apart
// CHECK: help: use an array for each member of `float4` (structure of arrays), in all kernels and host code that use it: 1,664 -> 1,280 sectors for the kernel
__global__ void gatherOthers(float *out, const float4 *one, const Other *apart) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Other other = apart[i * 16];
  out[i] = one[i].x * other.x * other.y * other.z * other.mass;
}

// Elements of a member that is an array lie side by side in it: each needs an array of its own. 3
// loads of 20 sectors and a store of 4; 4 of 4.
struct Vertex {
  float at[3];
  int id, next;
};
// CHECK: remark: uncoalesced load: lanes are 20 B apart
// CHECK: help: use an array for each member of `Vertex`, and for each element of those that are arrays (structure of arrays), in all kernels and host code that use it: 2,048 -> 512 sectors for the kernel
__global__ void sumAt(float *out, const Vertex *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].at[0] + in[i].at[1] + in[i].at[2];
}

// Near miss: one load takes all 16 bytes, and arrays would save little beside that. 3 loads of 16
// sectors and a store of 4; one of 16 and 4.
struct Tagged {
  float x, y, z;
  int id;
};
// CHECK: remark: uncoalesced load: lanes are 16 B apart
// CHECK: help: declare `Tagged` with `__align__(16)`: 1,664 -> 640 sectors for the kernel; a warp touches the same sectors in all, by fewer requests{{$}}
__global__ void sumTagged(float *out, const Tagged *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].x + in[i].y + in[i].z;
}

int main() {
  float *out;
  Tagged *tagged;
  Body *bodies;
  Point *points;
  Vertex *vertices;
  float4 *aligned;
  Other *others;
  int *index;
  cudaMalloc(&out, 1 << 20);
  cudaMalloc(&vertices, 1 << 20);
  cudaMalloc(&tagged, 1 << 20);
  cudaMalloc(&bodies, 1 << 20);
  cudaMalloc(&points, 1 << 20);
  cudaMalloc(&aligned, 1 << 20);
  cudaMalloc(&others, 1 << 20);
  cudaMalloc(&index, 1 << 20);
  sumAt<<<4, 256>>>(out, vertices);
  sumTagged<<<4, 256>>>(out, tagged);
  copyBodies<<<4, 256>>>(bodies, bodies);
  multiply<<<4, 256>>>(out, points, points);
  gatherBodies<<<4, 256>>>(out, aligned, aligned);
  gatherUnknown<<<4, 256>>>(out, aligned, aligned, index);
  gatherOthers<<<4, 256>>>(out, aligned, others);
}
