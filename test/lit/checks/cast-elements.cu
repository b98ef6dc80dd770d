// Pointers that are cast in the kernel: what all accesses take the elements to be is what the array holds, and advice is as without
// the cast.
//
// RUN: %cuda-memlint --fail-on=none --remarks --checks=-*,cuda-uncoalesced-access,cuda-struct-layout %s 2>&1 | FileCheck %s

#include <cuda_runtime.h>

struct Sample {
  float a, b, c, d, e, f, g, h;
};
struct Pair {
  float x, y;
};
struct Pixel {
  float r, g, b, a;
};

// 32 lanes 32 bytes apart are in 32 sectors for each of two fields; two arrays of 4 bytes take 4 each, and so does `out`: of 32,768
// warps, 68 and 12 sectors each.
// CHECK: :[[#@LINE+4]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 32 B apart
// CHECK: help: use an array for each member of `Sample` (structure of arrays), in all kernels and host code that use it: 2,228,224 -> 393,216 sectors for the kernel
__global__ void declared(float *out, const Sample *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].a + in[i].e;
}

// CHECK: :[[#@LINE+5]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 32 B apart
// CHECK: help: use an array for each member of `Sample` (structure of arrays), in all kernels and host code that use it: 2,228,224 -> 393,216 sectors for the kernel
__global__ void fromVoid(float *out, const void *raw) {
  const Sample *in = (const Sample *)raw;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].a + in[i].e;
}

// CHECK: :[[#@LINE+5]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 32 B apart
// CHECK: help: use an array for each member of `Sample` (structure of arrays), in all kernels and host code that use it: 2,228,224 -> 393,216 sectors for the kernel
__global__ void fromBytes(float *out, const unsigned char *raw) {
  const Sample *in = reinterpret_cast<const Sample *>(raw);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].a + in[i].e;
}

// CHECK: :[[#@LINE+6]]:{{[0-9]+}}: remark: uncoalesced load: lanes are 8 B apart
// CHECK: note: no automatic fix
// CHECK: help: declare `Pair` with `__align__(8)`: {{.*}}; a warp touches the same sectors in all, by fewer requests
__global__ void pairs(float *out, const char *raw) {
  const Pair *in = reinterpret_cast<const Pair *>(raw);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].x + in[i].y;
}

// CHECK: :[[#@LINE+5]]:{{[0-9]+}}: remark: uncoalesced load (each of 4 parts): lanes are 16 B apart
// CHECK: help: declare `Pixel` with `__align__(16)`
__global__ void whole(float *rawOut, const float *raw) {
  const Pixel *in = (const Pixel *)raw;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Pixel q = in[i];
  rawOut[i] = q.r + q.g + q.b + q.a;
}

// CHECK: :[[#@LINE+5]]:{{[0-9]+}}: {{remark|warning}}: uncoalesced load: lanes are 16 B apart
// CHECK: help: access `raw` as `float4`, one load for 4
__global__ void vectors(float *out, const void *raw) {
  const float *in = (const float *)raw;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[4 * i] + in[4 * i + 1] + in[4 * i + 2] + in[4 * i + 3];
}

// Behind a header of four bytes, elements are not aligned as the array is.
// CHECK-NOT: structure layout
// CHECK: :[[#@LINE+4]]:{{[0-9]+}}: {{remark|warning}}: uncoalesced load
__global__ void behindHeader(float *out, const char *raw) {
  const Pair *in = reinterpret_cast<const Pair *>(raw + 4);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].x + in[i].y;
}

// Accesses do not agree on what it holds.
// CHECK-NOT: structure layout
// CHECK: :[[#@LINE+5]]:{{[0-9]+}}: {{remark|warning}}: uncoalesced load
__global__ void disagreeing(float *out, const void *raw) {
  const Sample *in = (const Sample *)raw;
  const Pair *other = (const Pair *)raw;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].a + in[i].e + other[i].x;
}

int main() {
  void *a, *b;
  cudaMalloc(&a, 1 << 26);
  cudaMalloc(&b, 1 << 26);
  declared<<<4096, 256>>>((float *)a, (Sample *)b);
  fromVoid<<<4096, 256>>>((float *)a, b);
  fromBytes<<<4096, 256>>>((float *)a, (unsigned char *)b);
  pairs<<<4096, 256>>>((float *)a, (char *)b);
  whole<<<4096, 256>>>((float *)a, (float *)b);
  vectors<<<4096, 256>>>((float *)a, b);
  behindHeader<<<4096, 256>>>((float *)a, (char *)b);
  disagreeing<<<4096, 256>>>((float *)a, b);
}
