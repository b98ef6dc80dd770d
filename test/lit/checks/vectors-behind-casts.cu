// Vectors and their numbers behind casts: what to make one access, and where one must start.
//
// RUN: %cuda-memlint --remarks --fail-on=none --checks=-*,cuda-uncoalesced-access,cuda-misaligned-access %s \
// RUN:     | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning:

#include <cuda_runtime.h>

// The array holds vectors, and a thread loads the numbers of one.
// CHECK: :[[#@LINE+7]]:12: remark: uncoalesced load: lanes are 16 B apart
// CHECK: help: access `vectors` as `float4`, once in 4 iterations: {{.*}} sectors for the kernel
__global__ void numbers(float *__restrict__ out, const float4 *__restrict__ vectors) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float *p = (const float *)vectors;
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    sum += p[i * 4 + k];
  out[i] = sum;
}

// Near miss: the numbers of five elements each, which start anywhere in a vector.
// CHECK: :[[#@LINE+7]]:12: {{remark|warning}}: uncoalesced load: lanes are 20 B apart
// CHECK-NOT: as `float4`
__global__ void fives(float *__restrict__ out, const float4 *__restrict__ vectors) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float *p = (const float *)vectors;
  float sum = 0;
  for (int k = 0; k < 5; ++k)
    sum += p[i * 5 + k];
  out[i] = sum;
}

__global__ void whole(float *__restrict__ out, const float4 *__restrict__ vectors) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = vectors[i];
  out[i] = v.x + v.y + v.z + v.w;
}

// 16 bytes from byte 4 on.
// CHECK: :[[#@LINE+4]]:12: remark: misaligned load: contiguous, but 4 B past a sector boundary
// CHECK: help: start at a multiple of 16 B: the device refuses an access of 16 B at any other address (`cudaErrorMisalignedAddress`)
__global__ void refused(float4 *__restrict__ out, const float *__restrict__ in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = reinterpret_cast<const float4 *>(in + 1)[i];
}

// Near miss: from byte 16 on.
// CHECK: :[[#@LINE+4]]:12: remark: misaligned load: contiguous, but 16 B past a sector boundary
// CHECK: help: make the base offset a multiple of 32 B: 17 -> 16 sectors per request
__global__ void allowed(float4 *__restrict__ out, const float *__restrict__ in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = reinterpret_cast<const float4 *>(in + 4)[i];
}

__global__ void fromStart(float4 *__restrict__ out, const float *__restrict__ in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = reinterpret_cast<const float4 *>(in)[i];
}

void launch(float *out, float *in, float4 *vectors, float4 *wide) {
  numbers<<<4096, 256>>>(out, vectors);
  fives<<<4096, 256>>>(out, vectors);
  whole<<<4096, 256>>>(out, vectors);
  refused<<<4096, 256>>>(wide, in);
  allowed<<<4096, 256>>>(wide, in);
  fromStart<<<4096, 256>>>(wide, in);
}
