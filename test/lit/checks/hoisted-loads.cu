// RUN: %cuda-memlint --remarks --fail-on=none --no-fixes --checks=-*,cuda-uncoalesced-access,cuda-shared-bank-conflict %s | FileCheck %s

// A load whose address stays the same through a loop, in which nothing may change the value, is made once before the loop. All
// kernels have 65,536 threads, 2,048 warps, and 512 iterations.

#include <cuda_runtime.h>

struct Body {
  float x, y, z, vx, vy, vz, mass;
};

// No store is in the loop.
__global__ void force(const Body *bodies, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < n; ++j)
    // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced load: lanes are 28 B apart (28 sectors per request
    // CHECK: note: proved for force<<<256, 256>>> at line {{[0-9]+}}: 2,048 requests, 57,344 sectors, 8,192 needed
    // CHECK: note: counted once for all iterations of the loop at line [[#@LINE-3]]: its address stays the same
    sum += bodies[j].x - bodies[i].x;
  out[i] = sum;
}

// A store, but `__restrict__` says that it is to something else.
__global__ void scale(float *__restrict__ out, const float *__restrict__ factors, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < n; ++j)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced load: lanes are 12 B apart
    // CHECK: note: proved for scale<<<256, 256>>> at line {{[0-9]+}}: 2,048 requests,
    out[j * 65536 + i] = factors[i * 3] * float(j);
}

// Near miss: the store may be to the factors.
__global__ void mayAlias(float *out, const float *factors, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < n; ++j)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced load: lanes are 12 B apart
    // CHECK: note: proved for mayAlias<<<256, 256>>> at line {{[0-9]+}}: 1,048,576 requests,
    out[j * 65536 + i] = factors[i * 3] * float(j);
}

// Near miss: some iterations do without. Copies of the body that compilers make may share the value.
__global__ void sometimes(float *out, const float *factors, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < n; ++j)
    if (j % 2 == 0)
      // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced load: lanes are 12 B apart
      // CHECK: note: proved for sometimes<<<256, 256>>> at line {{[0-9]+}}: at most 524,288 requests,
      sum += factors[i * 3];
  out[i] = sum;
}

// Near miss: a way out of the loop comes first.
__global__ void leaves(float *out, const float *factors, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < n; ++j) {
    if (factors[j] > 0)
      break;
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced load: lanes are 12 B apart
    sum += factors[i * 3];
    // CHECK-NOT: counted once
  }
  out[i] = sum;
}

// Near miss: at a barrier others may store to the array.
__global__ void waits(float *out, const float *factors, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < n; ++j) {
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced load: lanes are 12 B apart
    // CHECK: note: proved for waits<<<256, 256>>> at line {{[0-9]+}}: 1,048,576 requests,
    sum += factors[i * 3];
    __syncthreads();
  }
  out[i] = sum;
}

// Shared memory as well.
__global__ void tile(float *out, const float *in, int n) {
  __shared__ float values[32 * 256];
  values[threadIdx.x * 32] = in[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < n; ++j)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: {{warning|remark}}: 32-way shared memory bank conflict: lanes load
    // CHECK: note: proved for tile<<<256, 256>>> at line {{[0-9]+}}: 2,048 requests, 65,536 wavefronts
    sum += values[threadIdx.x * 32] * in[j];
  out[threadIdx.x] = sum;
}

// Of two loops the inner one.
__global__ void nested(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    for (int j = 0; j < n; ++j)
      // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced load: lanes are 12 B apart
      // CHECK: note: proved for nested<<<256, 256>>> at line {{[0-9]+}}: 8,192 requests,
      sum += in[i * 3 + k * 1000000] * in[j];
  out[i] = sum;
}

int main() {
  Body *bodies;
  float *out, *in;
  cudaMalloc(&bodies, 1 << 28);
  cudaMalloc(&out, 1 << 28);
  cudaMalloc(&in, 1 << 28);
  force<<<256, 256>>>(bodies, out, 512);
  scale<<<256, 256>>>(out, in, 512);
  mayAlias<<<256, 256>>>(out, in, 512);
  sometimes<<<256, 256>>>(out, in, 512);
  leaves<<<256, 256>>>(out, in, 512);
  waits<<<256, 256>>>(out, in, 512);
  tile<<<256, 256>>>(out, in, 512);
  nested<<<256, 256>>>(out, in, 512);
}
