// RUN: not %cuda-memlint --remarks --checks=-*,cuda-shared-bank-conflict %s | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --checks=-*,cuda-shared-bank-conflict --min-excess=0 %s | FileCheck %s --check-prefix=ALL

// A warp that has two rows of threads: what a second wavefront for the other row costs is no
// warning.

#include <cuda_runtime.h>

// Rows of 24 words: lanes 16 to 31 begin at bank 24, and 8 of them meet the first row's banks 0 to 7.
__global__ void blur(float *out, const float *in) {
  __shared__ float tile[24][24];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int i = threadIdx.y; i < 24; i += 16)
    for (int j = threadIdx.x; j < 24; j += 16)
      tile[i][j] = in[(blockIdx.y * 16 + i) * 1024 + blockIdx.x * 16 + j];
  __syncthreads();
  float sum = 0;
  for (int r = 0; r < 9; ++r)
    for (int c = 0; c < 9; ++c)
      // CHECK: :[[#@LINE+4]]:14: remark: 2-way shared memory bank conflict: lanes load `tile[threadIdx.y + r][threadIdx.x + c]` in 2 groups of 16 lanes
      // CHECK: note: minor: only the two halves of a warp conflict, and the lanes of each are contiguous
      // CHECK: help: pad `tile` to `[24][48]`
      // ALL: :[[#@LINE+1]]:14: warning: 2-way shared memory bank conflict
      sum += tile[threadIdx.y + r][threadIdx.x + c];
  out[y * 1000 + x] = sum;
}

// With rows of 48 words the second row begins at bank 16.
__global__ void blurPadded(float *out, const float *in) {
  __shared__ float tile[24][48];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int i = threadIdx.y; i < 24; i += 16)
    for (int j = threadIdx.x; j < 24; j += 16)
      tile[i][j] = in[(blockIdx.y * 16 + i) * 1024 + blockIdx.x * 16 + j];
  __syncthreads();
  float sum = 0;
  for (int r = 0; r < 9; ++r)
    for (int c = 0; c < 9; ++c)
      sum += tile[threadIdx.y + r][threadIdx.x + c];
  out[y * 1000 + x] = sum;
}

// Two lanes of each half conflict, and no two of different halves: lanes are two words apart.
__global__ void pairs(float2 *out, const float *in) {
  __shared__ float s[512];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 512 + t];
  s[t + 256] = in[blockIdx.x * 512 + t + 256];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    // CHECK: :[[#@LINE+1]]:12: warning: 2-way shared memory bank conflict
    sum += s[(2 * t + k) & 511];
  out[blockIdx.x * 256 + t] = {sum, sum};
}

// Four rows of 8 threads in a warp: 4-way.
__global__ void quarters(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int k = 0; k < 4; ++k)
    // CHECK: :[[#@LINE+1]]:5: warning: 4-way shared memory bank conflict
    tile[y][k * 8 + x] = in[(blockIdx.x * 32 + y) * 32 + k * 8 + x];
  __syncthreads();
  for (int k = 0; k < 4; ++k)
    out[(blockIdx.x * 32 + y) * 32 + k * 8 + x] = tile[y][k * 8 + x] * 2;
}

void launch(float *out, const float *in) {
  blur<<<dim3(62, 62), dim3(16, 16)>>>(out, in);
  blurPadded<<<dim3(62, 62), dim3(16, 16)>>>(out, in);
  pairs<<<1024, 256>>>((float2 *)out, in);
  quarters<<<1024, dim3(8, 32)>>>(out, in);
}
