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

// A shift by 0 leaves them adjacent.
extern "C" __global__ void shifted(int count, float factor, float *x, int shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    // REMARK: :[[#@LINE+3]]:{{[0-9]+}}: remark: {{.*}}lanes are `1 << shift` * 4 B apart
    // REMARK: note: and 1 more access to `x` on this line
    // REMARK: note: lanes are adjacent if `shift` is 0
    x[i << shift] *= factor;
}

// A shift of a multiple leaves them apart in any case.
extern "C" __global__ void shiftedPairs(float *out, const float *in, int shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // WARN: :[[#@LINE+4]]:{{[0-9]+}}: warning: {{.*}}lanes are `1 << shift` * 8 B apart
  // WARN: note: lanes are 8 B apart if `shift` is 0, which costs the least: 8 sectors per request, 4 needed
  // WARN-NOT: have nothing to mend
  // WARN: note: no advice: no wider access
  out[i] = in[(2 * i) << shift];
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
  // REMARK: :[[#@LINE+3]]:{{[0-9]+}}: remark: {{.*}}lanes are `step` * 8 B apart
  // REMARK: note: lanes are 8 B apart if `step` is 1: 8 sectors per request, 4 needed
  // REMARK-NOT: have nothing to mend
  x[i + step - 1] = 0;
}

// Other indices count rows and planes, which says nothing of how long one is.
extern "C" __global__ void sampled(float *x, int width, int rows, int sample) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}lanes are `sample` * 4 B apart
  // REMARK: note: lanes are adjacent if `sample` is 1
  x[i * sample + width * (blockIdx.y * sample + rows * blockIdx.z)] = 0;
}

// Rows and columns that one index of all threads is divided into.
extern "C" __global__ void shortcut(float *x, int count, int columns, int rows, int width, int height, int sample) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  int column = i % columns, row = i / columns % rows, plane = i / columns / rows;
  // REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}lanes are `sample` * 4 B apart
  // REMARK: note: lanes are adjacent if `sample` is 1
  x[column * sample + width * (row * sample + height * plane)] = 0;
}

extern "C" __global__ void groups(float *out, const float *in, int length, int count, int groups, int batch, int apart, int increment) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  float sum = 0;
  for (int k = 0; k < length; ++k)
    // REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}lanes are `apart` * 4 B apart
    // REMARK: note: lanes are adjacent if `apart` is 1
    sum += in[i / groups * batch + i % groups * apart + k * increment];
  out[i] = sum;
}

// The same with elements of a row that are counted.
extern "C" __global__ void channels(float *x, int count, int columns, int channels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  // WARN: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}lanes are `channels` * 4 B apart
  x[(i / columns * columns + i % columns) * channels + blockIdx.y] = 0;
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

// Launches that say that it is no less than 8, or 1,024.
__global__ void everyEighth(float *out, const float *in, int increment) {
  // WARN: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}lanes are {{.*}} B apart
  out[threadIdx.x] = in[threadIdx.x * increment];
}

__global__ void farApart(float *out, const float *in, int increment) {
  // WARN: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}lanes are `increment` * 4 B apart
  out[threadIdx.x] = in[threadIdx.x * increment];
}

void launchFar(float *x, float *y, int n) {
  everyEighth<<<1, 256>>>(x, y, 8 * n);
  if (n >= 1024)
    farApart<<<1, 256>>>(x, y, n);
}

void launch(float *x, int n, int m, int p) {
  planes<<<1, dim3(32, 2)>>>(x, x, n, m, p);
  everyThird<<<1, 64>>>(x, 3);
  everyOne<<<1, 64>>>(x, 1);
}
