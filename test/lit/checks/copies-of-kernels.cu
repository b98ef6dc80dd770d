// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*,cuda-shared-bank-*' %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not='written alike'
// RUN: not %cuda-memlint --each-access --checks='-*,cuda-shared-bank-*' %s | FileCheck %s --check-prefix=EACH --implicit-check-not='written alike'
// RUN: not %cuda-memlint --format=short --checks='-*,cuda-shared-bank-*' %s | FileCheck %s --check-prefix=SHORT

// A kernel and its copies, which differ in what they compute: one finding, which names the others.

#include <cuda_runtime.h>

// SHORT-COUNT-3: warning:
// SHORT-NOT: warning:
__global__ void sumOfTile(float *out, const float *in, const float *weights) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y, at = blockIdx.x * 1024 + y * 32 + x;
  tile[y][x] = in[at];
  __syncthreads();
  // CHECK: :[[#@LINE+4]]:13: warning: 32-way shared memory bank conflict
  // EACH: :[[#@LINE+3]]:13: warning: 32-way shared memory bank conflict
  // CHECK: :[[#PRODUCT:]]:13: note: the same in `productOfTile`, which is written alike
  // CHECK: help: pad `tile` to `[32][33]`
  out[at] = tile[x][y] + weights[at];
}

__global__ void productOfTile(float *out, const float *in, const float *weights) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y, at = blockIdx.x * 1024 + y * 32 + x;
  tile[y][x] = in[at] * 2;
  __syncthreads();
  // EACH: :[[#@LINE+1]]:13: warning: 32-way shared memory bank conflict
  out[at] = tile[x][y] * weights[at];
}

// Near miss: it loads one array more.
__global__ void withOffsets(float *out, const float *in, const float *weights, const float *offsets) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y, at = blockIdx.x * 1024 + y * 32 + x;
  tile[y][x] = in[at] + offsets[at];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:13: warning: 32-way shared memory bank conflict
  // EACH: :[[#@LINE+1]]:13: warning: 32-way shared memory bank conflict
  out[at] = tile[x][y] * weights[at];
}

// Near miss: it has other conflicts.
__global__ void withHalfRows(float *out, const float *in, const float *weights) {
  __shared__ float tile[64][16];
  int x = threadIdx.x, y = threadIdx.y, at = blockIdx.x * 1024 + y * 32 + x;
  tile[y][x % 16] = in[at];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:13: warning: 16-way shared memory bank conflict
  // EACH: :[[#@LINE+1]]:13: warning: 16-way shared memory bank conflict
  out[at] = tile[x][y % 16] * weights[at];
}

// Near miss: kernels with a few accesses look alike by chance.
__global__ void even(float *out) {
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[(blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x) * 8] = 0;
}
__global__ void odd(float *out) {
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[(blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x) * 8] = 1;
}

// Fixed.
__global__ void padded(float *out, const float *in, const float *weights) {
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y, at = blockIdx.x * 1024 + y * 32 + x;
  tile[y][x] = in[at] * 2;
  __syncthreads();
  out[at] = tile[x][y] * weights[at];
}

void launch(float *out, const float *in, const float *weights, const float *offsets) {
  sumOfTile<<<64, dim3(32, 32)>>>(out, in, weights);
  productOfTile<<<64, dim3(32, 32)>>>(out, in, weights);
  withOffsets<<<64, dim3(32, 32)>>>(out, in, weights, offsets);
  withHalfRows<<<64, dim3(32, 32)>>>(out, in, weights);
  even<<<64, dim3(32, 32)>>>(out);
  odd<<<64, dim3(32, 32)>>>(out);
  padded<<<64, dim3(32, 32)>>>(out, in, weights);
}
