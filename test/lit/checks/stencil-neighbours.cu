// RUN: not %cuda-memlint --remarks --checks='-*,cuda-misaligned-access' %s | FileCheck %s

// Neighbours of a stencil: a start that suits those beside costs those above and below, which are
// aligned, what it saves.

#include <cuda_runtime.h>

// The load of the element itself is missing.
__global__ void withoutCentre(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  int i = y * width + x;
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: remark: misaligned load: {{.*}}(up to 6 sectors per request, 4 needed
  // CHECK: note: no base offset aligns both this load and the one here
  // CHECK: help: exchange values between lanes by a shuffle, with a load of their own for the lanes at the ends of a warp, or through shared memory
  out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
}

// Only those beside: a start that suits one of them saves sectors.
__global__ void onlyBeside(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  int i = y * width + x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: misaligned load: {{.*}}(up to 6 sectors per request, 4 needed
  // CHECK: note: no base offset aligns both this load and the one here
  out[i] = 0.5f * (in[i - 1] + in[i + 1]);
}

// Warps side by side share the sectors at their ends in the L1 cache: exchanging the values in place
// of loading them was measured to take longer, 28.2 for 25.3 microseconds on an H200.
__global__ void besideEachOther(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 8;
  // CHECK: :[[#@LINE+5]]:{{[0-9]+}}: remark: misaligned load: {{.*}}(5 sectors per request, 4 needed
  // CHECK-NOT: help:
  // CHECK: note: no base offset aligns both this load and the one here
  // CHECK-NOT: help:
  // CHECK: note: withoutCentre
  out[i] = in[i] + 0.25f * (in[i - 1] - 2 * in[i] + in[i + 1]);
}

void launch(float *out, const float *in) {
  withoutCentre<<<dim3(64, 64), dim3(16, 16)>>>(out, in, 1024, 1024);
  onlyBeside<<<dim3(64, 64), dim3(16, 16)>>>(out, in, 1024, 1024);
  besideEachOther<<<32768, 256>>>(out, in);
}
