// Asynchronous copies from global to shared memory: the compiler's function, inline
// PTX, and those of cooperative groups. What they cost in shared memory has no rule, and
// neither have those that leave out the first-level cache (cp.async.cg).

#include "support.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

namespace groups = cooperative_groups;

__global__ void pipelined4(float *out, const float *in) {
  __shared__ float buffer[96];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&buffer[t], &in[t * 3], sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = buffer[95 - t];
}

__global__ void pipelined8(double *out, const double *in) {
  __shared__ double buffer[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&buffer[t], &in[t + 1], 8);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = buffer[t ^ 1];
}

__global__ void pipelined16(float4 *out, const float4 *in) {
  __shared__ float4 buffer[2][32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&buffer[0][t], &in[t], 16);
  __pipeline_commit();
  for (int k = 0; k < 4; ++k) {
    if (k < 3) {
      __pipeline_memcpy_async(&buffer[(k + 1) % 2][t], &in[(k + 1) * 32 + t], 16);
      __pipeline_commit();
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncwarp();
    out[k * 32 + t] = buffer[k % 2][t ^ 3];
    __syncwarp();
  }
}

__device__ inline void copyByPtx(void *to, const void *from) {
  unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(place), "l"(from));
}

__global__ void inlinePtx(int *out, const int *in) {
  __shared__ int buffer[64];
  int t = threadIdx.x;
  if (t % 2 == 0)
    copyByPtx(&buffer[t], &in[t * 5]);
  else
    copyByPtx(&buffer[t], &in[t]);
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 0;");
  __syncthreads();
  out[t] = buffer[63 - t];
}

__global__ void inlinePtxWide(float4 *out, const float4 *in) {
  __shared__ float4 buffer[48];
  int t = threadIdx.x;
  unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(&buffer[t]));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place), "l"(in + t));
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  out[t] = buffer[47 - t];
}

__global__ void byGroup(float *out, const float *in) {
  __shared__ float buffer[256];
  auto block = groups::this_thread_block();
  groups::memcpy_async(block, buffer, in, 256 * sizeof(float));
  groups::wait(block);
  out[threadIdx.x] = buffer[threadIdx.x * 2];
}

int main() {
  const float *in = numbers<float>(1024);
  float *out = zeros<float>(256);
  pipelined4<<<1, 96>>>(out, in);
  expect("pipelined4", out, 96, [](int i) { return numberAt((95 - i) * 3); });
  double *wide = zeros<double>(64);
  pipelined8<<<1, 64>>>(wide, numbers<double>(128));
  expect("pipelined8", wide, 64, [](int i) { return numberAt((i ^ 1) + 1); });
  const float4 *inVectors = numbers<float4>(128);
  float4 *vectors = zeros<float4>(128);
  pipelined16<<<1, 32>>>(vectors, inVectors);
  expectGathered("pipelined16", vectors, inVectors, 128, [](int i) { return i ^ 3; });
  int *whole = zeros<int>(64);
  inlinePtx<<<1, 64>>>(whole, numbers<int>(512));
  expect("inlinePtx", whole, 64,
         [](int i) { return numberAt((63 - i) % 2 ? 63 - i : (63 - i) * 5); });
  vectors = zeros<float4>(128);
  inlinePtxWide<<<1, 48>>>(vectors, inVectors);
  expectGathered("inlinePtxWide", vectors, inVectors, 48, [](int i) { return 47 - i; });
  byGroup<<<1, 128>>>(out, in);
  expect("byGroup", out, 128, [](int i) { return numberAt(2 * i); });
  return finish();
}
