// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// Lanes that are a multiple of an argument apart, which may be 1. Kernels that are loaded by their
// name may be launched in other files.

#include <cuda_runtime.h>

extern "C" __global__ void scale(int count, float factor, float *x, int increment) {
  int i = (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x + threadIdx.x;
  if (i < count)
    // REMARK: :[[#@LINE+3]]:{{[0-9]+}}: remark: {{.*}}lanes are `increment` * 4 B apart
    // REMARK: note: and 1 more access to `x` on this line
    // REMARK: note: lanes are adjacent if `increment` is 1
    x[i * increment] *= factor;
}

// The start does not matter.
extern "C" __global__ void fillFrom(int count, float value, float *x, int start, int increment) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    // REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}lanes are `increment` * 4 B apart
    // REMARK: note: lanes are adjacent if `increment` is 1
    x[start + i * increment] = value;
}

// A multiple of it, in a loop of the host that doubles it from 1 on: half of the sectors are used then.
extern "C" __global__ void everySecond(unsigned *x, unsigned step) {
  unsigned i = 2 * step * (blockIdx.x * blockDim.x + threadIdx.x);
  // REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}lanes are `step` * 8 B apart
  // REMARK: note: lanes are 8 B apart if `step` is 1
  x[i + step - 1] = 0;
}

// Other indices count rows and planes, which says nothing of how long one is.
extern "C" __global__ void sampled(float *x, int width, int rows, int sample) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}lanes are `sample` * 4 B apart
  // REMARK: note: lanes are adjacent if `sample` is 1
  x[i * sample + width * (blockIdx.y * sample + rows * blockIdx.z)] = 0;
}

// A matrix: another index counts the elements of a row.
extern "C" __global__ void columns(float *out, const float *in, int pitch) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  // WARN: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}lanes are `pitch` * 4 B apart
  out[row] = in[row * pitch + blockIdx.y];
}

// A row for each thread.
extern "C" __global__ void rows(float *out, const float *in, int pitch) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int column = 0; column < pitch; ++column)
    // WARN: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}lanes are `pitch` * 4 B apart
    sum += in[row * pitch + column];
  out[row] = sum;
}

// The lanes of a warp have one `threadIdx.y`: it is `nx * nz` that keeps them apart, and where
// that is the size of a plane it is not 1.
__global__ void planes(float *out, const float *in, int nx, int nz, int py) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  // WARN: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}lanes are `nx * nz` * 4 B apart
  out[j * 4096 + i] = in[i * nx * nz + j * py];
}

// Launches that say how far: every third element, and every one.
__global__ void everyThird(float *x, int increment) {
  // WARN: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}lanes are 12 B apart
  x[threadIdx.x * increment] = 0;
}

__global__ void everyOne(float *x, int increment) {
  x[threadIdx.x * increment] = 0;
}

void launch(float *x, int n, int m, int p) {
  planes<<<1, dim3(32, 2)>>>(x, x, n, m, p);
  everyThird<<<1, 64>>>(x, 3);
  everyOne<<<1, 64>>>(x, 1);
}
