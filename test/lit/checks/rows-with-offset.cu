// RUN: %cuda-memlint --fail-on=none --remarks --checks=-*,cuda-pitch,cuda-misaligned-access %s | FileCheck %s --implicit-check-not='misaligned rows'

// Rows whose accesses are an element beside their start: what aligns the rows alone is not enough.

#include <cuda_runtime.h>

// Rows of 2,052 bytes, then 2,080: element (y + 1, x - 1) is 4 bytes before a sector then, too.
__global__ void before(float *out, const float *in, int width) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  // CHECK: remark: misaligned store: {{.*}}[cuda-misaligned-access]
  // CHECK: help: make both the base offset and the row pitch multiples of 32 B: 4.9 -> 4 sectors per request; neither suffices by itself
  out[(y + 1) * width + x - 1] = in[y * 512 + x];
}

// Rows of 2,056 bytes. The loads are rows apart, so that lanes have nothing to exchange.
__global__ void above(float *out, const float *in) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  // CHECK: remark: misaligned load: {{.*}}[cuda-misaligned-access]
  // CHECK: note: and 2 more accesses to `in` on this line
  // CHECK-NOT: note: no base offset
  // CHECK: help: make both the base offset and the row pitch multiples of 32 B: 5 -> 4 sectors per request; neither suffices by itself
  out[y * 512 + x] = in[y * 514 + x + 1] + in[(y + 1) * 514 + x + 1] + in[(y + 2) * 514 + x + 1];
}

// No start suits both loads, and no thread has what another needs: 400,012 bytes lie between them.
__global__ void farApart(float *out, const float *in) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  // CHECK: {{warning|remark}}: misaligned load: {{.*}}[cuda-misaligned-access]
  // CHECK: note: no base offset aligns both this load and the one here
  out[i] = in[i + 1] + in[i + 100004];
}

// The last column comes first: elements 477 to 508 of a row are bytes 1,908 to 2,036, which start 20
// bytes behind a sector in rows of 2,048 bytes, too.
__global__ void mirrored(float *out, const float *in) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  // CHECK: misaligned store: {{.*}}[cuda-misaligned-access]
  // CHECK: help: make both the base offset and the row pitch multiples of 32 B: 4.9 -> 4 sectors per request; neither suffices by itself
  if (x < 509)
    out[y * 509 + 508 - x] = in[y * 512 + x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 515 * 515 * sizeof(float));
  cudaMalloc(&out, 515 * 515 * sizeof(float));
  before<<<dim3(16, 64), dim3(32, 8)>>>(out, in, 513);
  above<<<dim3(16, 64), dim3(32, 8)>>>(out, in);
  mirrored<<<dim3(16, 64), dim3(32, 8)>>>(out, in);
  farApart<<<512, 256>>>(out, in);
  return cudaDeviceSynchronize() != cudaSuccess;
}
