// RUN: %cuda-memlint --remarks --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=help: --implicit-check-not='remark: unc'

// Members of an aligned structure that the compiler does not merge: one access to the whole takes
// the sectors once. What nvcc 13.0 makes of these kernels was read in the machine code.

#include <cuda_runtime.h>

struct __align__(16) Body {
  float x, y, z, mass;
};

// The stores to `out` keep the loads apart. 32 warps, 4 loads of 16 sectors and 4 stores of 4; one
// load of 16.
// CHECK: remark: uncoalesced load
// CHECK: help: load each element of `in` whole, into a local `Body`, by 16-byte loads: 2,560 -> 1,024 sectors for the kernel
__global__ void split(float *out, const Body *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].x;
  out[i + 1024] = in[i].y;
  out[i + 2048] = in[i].z;
  out[i + 3072] = in[i].mass;
}

// Other kernels have no use for the whole of this one.
struct __align__(16) Part {
  float x, y, z, mass;
};

// Fixed.
__global__ void splitWhole(float *out, const Body *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Body body = in[i];
  out[i] = body.x;
  out[i + 1024] = body.y;
  out[i + 2048] = body.z;
  out[i + 3072] = body.mass;
}

// Stores need all members.
// CHECK: remark: uncoalesced store
// CHECK: help: store each element of `out` whole, from a local `Body`, by 16-byte stores: 2,560 -> 1,024 sectors for the kernel
__global__ void fuse(Body *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i].x = in[i];
  out[i].y = in[i + 1024];
  out[i].z = in[i + 2048];
  out[i].mass = in[i + 3072];
}
// Three of four are not a whole: 3 loads of 4 sectors and 3 stores of 16, or of 4 to arrays of their own.
// CHECK: remark: uncoalesced store
// CHECK: note: and 2 more accesses to `out`
// CHECK: help: use an array for each member of `Part` (structure of arrays), in all kernels and host code that use it: 1,920 -> 768 sectors for the kernel
__global__ void fuseThree(Part *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i].x = in[i];
  out[i].y = in[i + 1024];
  out[i].z = in[i + 2048];
}

// A barrier, behind which nobody has stored to the array. A load comes before its condition.
// CHECK: remark: uncoalesced load
// CHECK: help: load each element of `in` whole, into a local `float2`, by 8-byte loads: 768 -> 512 sectors for the kernel
__global__ void acrossBarrier(float *out, const float2 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].x;
  __syncthreads();
  out[i + 1024] = in[i].y;
}
// CHECK: remark: uncoalesced load
// CHECK: help: load each element of `in` whole, into a local `float2`, by 8-byte loads: 640 -> 384 sectors for the kernel
__global__ void conditional(float *out, const float2 *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = in[i].x;
  if (n > 3)
    sum += in[i].y;
  out[i] = sum;
}

// Here somebody has.
// CHECK: remark: uncoalesced load
// CHECK: help: use an array for each member of `float2` (structure of arrays), in all kernels and host code that use it: 1,024 -> 640 sectors for the kernel
__global__ void changedBehindBarrier(float *out, float2 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].x;
  __syncthreads();
  in[i ^ 1].y = 1;
  __syncthreads();
  out[i + 1024] = in[i].y;
}

// The compiler fetches two words that are not in one half by two loads, whatever the source says.
// CHECK: remark: uncoalesced load
// CHECK: note: and 1 more access to `in`
// CHECK: help: use an array for each member of `Part` (structure of arrays), in all kernels and host code that use it: 1,280 -> 512 sectors for the kernel
__global__ void ends(float *out, const Part *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].x;
  out[i + 1024] = in[i].mass;
}

int main() {
  float *out;
  Body *bodies;
  Part *parts;
  float2 *pairs;
  cudaMalloc(&out, 1 << 20);
  cudaMalloc(&bodies, 1 << 20);
  cudaMalloc(&parts, 1 << 20);
  cudaMalloc(&pairs, 1 << 20);
  split<<<4, 256>>>(out, bodies);
  splitWhole<<<4, 256>>>(out, bodies);
  fuse<<<4, 256>>>(bodies, out);
  fuseThree<<<4, 256>>>(parts, out);
  acrossBarrier<<<4, 256>>>(out, pairs);
  conditional<<<4, 256>>>(out, pairs, 4);
  changedBehindBarrier<<<4, 256>>>(out, pairs);
  ends<<<4, 256>>>(out, parts);
}
