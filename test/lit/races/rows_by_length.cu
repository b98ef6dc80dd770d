// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-global-race --show-remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
//
// Each warp has a row, and each row a length that is read: no length is more than the distance from
// one row to the next.

#include <cuda_runtime.h>

__global__ void rowOfWarp(const float *in, float *out, const int *length, int width) {
  int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32, n = length[row];
  for (int i = lane; i < n; i += 32)
    out[row * width + i] = 2.0f * in[row * width + i];
}

// The length is read anew, and what is stored has been read.
__global__ void updatedRow(float *out, const int *length, int width) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
  for (int i = lane; i < length[row]; i += 32)
    out[row * width + i] /= float(length[row]);
}

// A row of a block of two dimensions.
__global__ void rowOfBlock(const float *in, float *out, const int *length, int width) {
  int row = blockIdx.x * 4 + threadIdx.y, n = length[row];
  for (int i = threadIdx.x; i < n; i += 32)
    out[row * width + i] += in[i];
}

__global__ void sharedRow(const int *length, const int *in, int *out) {
  __shared__ int rows[4 * 64];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, n = length[blockIdx.x * 4 + warp];
  int *own = rows + warp * 64;
  for (int i = lane; i < n; i += 32)
    own[i] = in[(blockIdx.x * 4 + warp) * 64 + i];
  __syncwarp();
  for (int i = lane; i < n; i += 32)
    out[(blockIdx.x * 4 + warp) * 64 + i] = own[i];
}

// Near miss: one length for the whole block says nothing about its rows.
__global__ void lengthOfBlock(const float *in, float *out, const int *length) {
  int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32, n = length[blockIdx.x];
  for (int i = lane; i < n; i += 32)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: global memory race on `out`: {{.*}} when the data let both threads come here (`i < n`)
    out[row * 64 + i] = in[i];
}

// Near miss: each thread stores to what the next one begins with, so that there are no rows.
__global__ void spread(const float *in, float *out, const int *length) {
  int at = blockIdx.x * blockDim.x + threadIdx.x, n = length[at];
  for (int i = 0; i < n; ++i)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: global memory race on `out`: {{.*}} when the data let both threads come here (`i < n`)
    out[at + i] = in[at];
}

int main() {
  float *in = nullptr, *out = nullptr;
  int *length = nullptr, *numbers = nullptr, *results = nullptr;
  cudaMalloc(&in, 64 << 20);
  cudaMalloc(&out, 64 << 20);
  cudaMalloc(&length, 4 << 20);
  cudaMalloc(&numbers, 64 << 20);
  cudaMalloc(&results, 64 << 20);
  rowOfWarp<<<1024, 128>>>(in, out, length, 512);
  updatedRow<<<1250, 256>>>(out, length, 64);
  rowOfBlock<<<1024, dim3(32, 4)>>>(in, out, length, 512);
  sharedRow<<<1000, 128>>>(length, numbers, results);
  lengthOfBlock<<<1024, 128>>>(in, out, length);
  spread<<<1024, 128>>>(in, out, length);
}
