// RUN: %cuda-memlint --fail-on=none --remarks --checks='-*,cuda-uncoalesced-*,cuda-misaligned-*' %s | FileCheck %s --implicit-check-not='iter('

// Conditions that verdicts rest on are as the source has them where they depend on the iteration,
// and none is named that follows from another one.

#include <cuda_runtime.h>

__global__ void strided(float *out, const float *in, int n) {
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced store
  // CHECK: note: assumed: all threads satisfy `i < n`
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    out[2 * i] = in[i];
}

__global__ void guarded(float *out, const float *in, int n) {
  // CHECK: :[[#@LINE+5]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced store
  // CHECK: note: assumed: all threads satisfy `place + 1 < n`
  for (int k = 0; k < 8; ++k) {
    int place = k * 4096 + blockIdx.x * blockDim.x + threadIdx.x;
    if (place + 1 < n)
      out[2 * place] = in[place];
  }
}

// `first * 16` is a multiple of 8, and `cols * 15` one if `cols` is.
__global__ void rows(float *out, const float *in, int cols, int first) {
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: {{warning|remark}}: misaligned load
  // CHECK: help: make the base offset a multiple of 32 B: {{[0-9.]+}} -> {{[0-9.]+}} sectors per request, and lay the array out so that `cols` is a multiple of 8 elements (32 bytes){{$}}
  out[threadIdx.y * 32 + threadIdx.x] =
      in[threadIdx.y * cols + cols * 15 + first * 16 + threadIdx.x + 1];
}

void launch(float *out, const float *in, int n, int cols, int first) {
  strided<<<64, 256>>>(out, in, n);
  guarded<<<16, 256>>>(out, in, n);
  rows<<<1, dim3(32, 8)>>>(out, in, cols, first);
}
