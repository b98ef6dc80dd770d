// RUN: not %cuda-memlint --checks=-*,cuda-shared-bank-conflict %s | FileCheck %s --implicit-check-not=warning:

// Loads of successive iterations that the compiler makes one of: the requests are those that it
// makes.

#include <cuda_runtime.h>

// 1,320 blocks of 12 warps make 8 requests each for all 32 iterations, with LDS.128. An H200 counts 4,055,040 wavefronts.
__global__ void rowsOfLargeTile(float *out) {
  __shared__ float whole[384][32];
  int t = threadIdx.y * 32 + threadIdx.x;
  for (int r = threadIdx.y; r < 384; r += 12)
    whole[r][threadIdx.x] = out[r * 32 + threadIdx.x];
  __syncthreads();
  for (int c = 0; c < 32; ++c)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: shared memory bank conflict: lanes load `whole[t][c]` with a stride of 128 B (32 wavefronts per request, 4 needed; 8.0x)
    // CHECK: note: proved for rowsOfLargeTile<<<1320, (32,12,1)>>> {{.*}}: 126,720 requests, 4,055,040 wavefronts, 506,880 needed; 3,548,160 in excess (87.5 %)
    out[blockIdx.x * 12288 + c * 384 + t] = whole[t][c];
}
void launchRows(float *out) { rowsOfLargeTile<<<1320, dim3(32, 12)>>>(out); }


// As written: the pragma keeps the compiler from merging. 32 requests each, one lane in each
// wavefront.
__global__ void rowsNotUnrolled(float *out) {
  __shared__ float whole[384][32];
  int t = threadIdx.y * 32 + threadIdx.x;
  for (int r = threadIdx.y; r < 384; r += 12)
    whole[r][threadIdx.x] = out[r * 32 + threadIdx.x];
  __syncthreads();
#pragma unroll 1
  for (int c = 0; c < 32; ++c)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict: lanes load `whole[t][c]` with a stride of 128 B (32 wavefronts per request, 1 needed)
    // CHECK: note: proved for rowsNotUnrolled<<<1320, (32,12,1)>>> {{.*}}: 506,880 requests, 16,220,160 wavefronts, 506,880 needed
    out[blockIdx.x * 12288 + c * 384 + t] = whole[t][c];
}
void launch(float *out) { rowsNotUnrolled<<<1320, dim3(32, 12)>>>(out); }
