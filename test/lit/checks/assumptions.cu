// RUN: not %cuda-memlint %s | FileCheck %s

// What a finding assumes is one note.

#include <cuda_runtime.h>

__global__ void columns(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  // CHECK: :[[#@LINE+4]]:25: warning: uncoalesced load
  // The last blocks may reach past the matrix.
  // CHECK: note: assumed: all threads satisfy `{{.*}}threadIdx.x < width`; rows of `height` elements
  // CHECK-NOT: note: assumed
  out[y * width + x] += in[x * height + y];
}

void launch(float *out, const float *in, int width, int height) {
  columns<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, in, width, height);
}
