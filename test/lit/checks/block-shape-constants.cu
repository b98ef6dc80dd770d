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

// Two kernels have the constant of this function: it cannot be changed for one of them alone.
__device__ int columnOfBlock() { return blockIdx.x * 16 + threadIdx.x; }

__global__ void byFunction(unsigned char *out, const unsigned char *in) {
  int x = columnOfBlock(), y = blockIdx.y * 16 + threadIdx.y;
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store: 2 groups of 16 lanes
  out[y * 1024 + x] = in[y * 1024 + x] ^ 255;
}

__global__ void otherByFunction(unsigned char *out) { out[columnOfBlock()] = 0; }

// Nor can that of a macro, but for one that is the constant alone, as above.
#define ROW (blockIdx.y * 16 + threadIdx.y)

__global__ void byMacro(unsigned char *out, const unsigned char *in) {
  int x = blockIdx.x * 16 + threadIdx.x, y = ROW;
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store: 2 groups of 16 lanes
  out[y * 1024 + x] = in[y * 1024 + x] ^ 255;
}

// Near miss: a copy of the index, and the factor first.
__global__ void byCopy(unsigned char *out, const unsigned char *in) {
  int row = blockIdx.y;
  int x = 16 * blockIdx.x + threadIdx.x, y = row * 16 + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: 2 groups of 16 lanes
  // CHECK: help: launch it with `<<<dim3(32, 128), dim3(32, 8)>>>`, and multiply `blockIdx.x` by 32, not 16, and `blockIdx.y` by 8, not 16, in this kernel alone
  out[y * 1024 + x] = in[y * 1024 + x] ^ 255;
}

// Another factor would move what `first` stands for, too.
__global__ void sum(unsigned char *out, const unsigned char *in, int first) {
  int x = (blockIdx.x + first) * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store: 2 groups of 16 lanes
  out[y * 1024 + x] = in[y * 1024 + x] ^ 255;
}

// The source does not multiply by 16: it shifts,
__global__ void shift(unsigned char *out, const unsigned char *in) {
  int x = (blockIdx.x << 4) + threadIdx.x, y = (blockIdx.y << 4) + threadIdx.y;
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store: 2 groups of 16 lanes
  out[y * 1024 + x] = in[y * 1024 + x] ^ 255;
}

// multiplies by 16 * 17,
__global__ void pitched(unsigned char *out, const unsigned char *in) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 272 + threadIdx.y * 17;
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store: 2 groups of 16 lanes
  out[y * 64 + x] = in[y * 64 + x] ^ 255;
}

// or has rows of 16.
__global__ void subscript(unsigned char (*out)[16], const unsigned char (*in)[16]) {
  int y = blockIdx.y * 16 + threadIdx.y;
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store: 2 groups of 16 lanes
  out[y * 64 + blockIdx.x][threadIdx.x] = in[y * 64 + blockIdx.x][threadIdx.x] ^ 255;
}

// Near miss: the rows are longer, and the block's index has its factor.
__global__ void pitchedRow(unsigned char *out, const unsigned char *in) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: 2 groups of 16 lanes
  // CHECK: help: launch it with `<<<dim3(32, 128), dim3(32, 8)>>>`, and multiply `blockIdx.x` by 32, not 16, and `blockIdx.y` by 8, not 16, in this kernel alone
  out[y * 1088 + x] = in[y * 1088 + x] ^ 255;
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
  byFunction<<<grid, block>>>(out, in);
  otherByFunction<<<64, 16>>>(out);
  byMacro<<<grid, block>>>(out, in);
  byCopy<<<grid, block>>>(out, in);
  sum<<<grid, block>>>(out, in, 0);
  sum<<<grid, block>>>(out, in, 64);
  shift<<<grid, block>>>(out, in);
  pitched<<<dim3(4, 64), block>>>(out, in);
  subscript<<<grid, block>>>((unsigned char(*)[16])out, (const unsigned char(*)[16])in);
  pitchedRow<<<grid, block>>>(out, in);
}
