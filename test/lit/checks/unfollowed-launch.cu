// RUN: not %cuda-memlint --remarks --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --implicit-check-not=warning:

// Kernels whose launch is in the source but not followed: their block is not known.

#include <cuda_runtime.h>

// A template that nothing instantiates launches it, with blocks of one column.
__global__ void inTemplate(float *out, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: uncoalesced store
  // CHECK: :[[#@LINE+5]]:{{[0-9]+}}: note: the block is a guess: this launch is not followed
  out[x * pitch + y] = 1;
}
template <typename T> struct Runner {
  void operator()(T *out, int n) {
    inTemplate<<<n, dim3(1, n)>>>(out, n);
  }
};

// After a comparison, with arguments.
template <int Rows> __global__ void templateInTemplate(float *out, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: uncoalesced store
  // CHECK: :[[#@LINE+4]]:{{[0-9]+}}: note: the block is a guess: this launch is not followed
  out[x * pitch + y * Rows] = 1;
}
template <typename T> void runSome(T *out, int n) {
  if (n < (8)) templateInTemplate<(4)><<<n, dim3(1, n)>>>(out, n);
}
template __global__ void templateInTemplate<4>(float *out, int pitch);

// Near misses: in whatever row of threads, lanes are as far apart.
__global__ void rowInTemplate(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced store
  out[i * 8] = 1;
}
template <typename T> void run(T *out, int n) { rowInTemplate<<<n, n>>>(out); }

// A launch that is followed, as far as its block is known.
__global__ void followed(float *out, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced store
  out[x * pitch + y] = 1;
}
void launch(float *out, int n, dim3 block) { followed<<<4, block>>>(out, n); }

// A comparison and a shift are not a launch.
__global__ void compared(float *out, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced store
  out[x * pitch + y] = 1;
}
bool isCompared(void *kernel, int n) { return (void *)compared < kernel && (n << 3) > 0; }
