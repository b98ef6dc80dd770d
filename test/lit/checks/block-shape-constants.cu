// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --implicit-check-not=help:

// Blocks whose extents the kernel states as constants: other shapes are tried with other constants.

#include <cuda_runtime.h>

#define SIDE 16
constexpr int Edge = 8;

__global__ void literal(unsigned char *out, const unsigned char *in) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: 2 groups of 16 lanes
  // CHECK: help: launch it with `<<<dim3(32, 128), dim3(32, 8)>>>`, and multiply `blockIdx.x` by 32, not 16, and `blockIdx.y` by 8, not 16, in this kernel alone: 131,072 -> 65,536 sectors for the kernel
  out[y * 1024 + x] = in[y * 1024 + x] ^ 255;
}

__global__ void macro(unsigned char *out, const unsigned char *in, int width) {
  int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
  if (x >= width)
    return;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: 2 groups of 16 lanes
  // CHECK: help: launch it with `<<<dim3(32, 128), dim3(32, 8)>>>`, and multiply `blockIdx.x` by 32, not 16, and `blockIdx.y` by 8, not 16, in this kernel alone
  out[y * width + x] = in[y * width + x] ^ 255;
}

__global__ void constant(short *out, const short *in) {
  int x = blockIdx.x * Edge + threadIdx.x, y = blockIdx.y * Edge + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: 4 groups of 8 lanes
  // CHECK: help: launch it with `<<<dim3(64, 256), dim3(16, 4)>>>`, and multiply `blockIdx.x` by 16, not 8, and `blockIdx.y` by 4, not 8, in this kernel alone: 262,144 -> 131,072 sectors for the kernel
  out[y * 1024 + x] = in[y * 1024 + x] ^ 255;
}

// Both launches have the block that the constants are of.
__global__ void twice(unsigned char *out, const unsigned char *in) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: 2 groups of 16 lanes
  // CHECK: help: launch it with `<<<dim3({{[0-9]+, [0-9]+}}), dim3(32, 8)>>>`, with blocks of that shape in its other launches, too, and multiply `blockIdx.x` by 32, not 16, and `blockIdx.y` by 8, not 16, in this kernel alone
  out[y * 1024 + x] = in[y * 1024 + x] ^ 255;
}

// The rows of another launch have 48 elements, which blocks of 32 do not divide.
__global__ void narrow(unsigned char *out, const unsigned char *in) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store: 2 groups of 16 lanes
  out[y * 1024 + x] = in[y * 1024 + x] ^ 255;
}

// Where a thread is in its block is part of the result.
__global__ void byThread(unsigned char *out, const unsigned char *in) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store: 2 groups of 16 lanes
  out[y * 1024 + x] = in[y * 1024 + x] ^ threadIdx.x;
}

// Another instance has the constants of the source, too, and other blocks.
template <typename T> __global__ void instance(T *out, const T *in) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: 2 groups of 16 lanes
  // CHECK-NOT: help: launch
  out[y * 1024 + x] = in[y * 1024 + x] ^ 255;
}

// Of blocks that are apart, nobody accesses what is between.
__global__ void apart(unsigned char *out, const unsigned char *in) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store: 2 groups of 16 lanes
  out[y * 2048 + x] = in[y * 2048 + x] ^ 255;
}

void run(unsigned char *out, const unsigned char *in, short *words, const short *from) {
  dim3 block(SIDE, SIDE), grid(1024 / SIDE, 1024 / SIDE);
  literal<<<dim3(64, 64), dim3(16, 16)>>>(out, in);
  macro<<<grid, block>>>(out, in, 1024);
  constant<<<dim3(1024 / Edge, 1024 / Edge), dim3(Edge, Edge)>>>(words, from);
  twice<<<grid, block>>>(out, in);
  twice<<<dim3(64, 32), block>>>(out, in);
  narrow<<<grid, block>>>(out, in);
  narrow<<<dim3(3, 64), block>>>(out, in);
  byThread<<<grid, block>>>(out, in);
  instance<<<grid, block>>>(out, in);
  instance<<<grid, block>>>(words, from);
  apart<<<grid, block>>>(out, in);
}
