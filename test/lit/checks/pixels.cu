// RUN: not %cuda-memlint --remarks --no-fixes --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=help:

// Pixels of four bytes, which one access takes where they are aligned to four.

#include <cuda_runtime.h>

struct Pixel {
  unsigned char red, green, blue, alpha;
};

// 3 loads of 4 sectors and a store of one for each of 8,192 warps; then one load of 4.
__global__ void grey(unsigned char *out, const Pixel *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Pixel pixel = in[i];
  // CHECK: warning: uncoalesced load (3 of 4 parts)
  // CHECK: help: declare `Pixel` with `__align__(4)`, as `uchar4` is: 106,496 -> 40,960 sectors for the kernel; a warp touches the same sectors in all, by fewer requests{{$}}
  out[i] = (pixel.red * 77 + pixel.green * 150 + pixel.blue * 29) >> 8;
}

// Bytes without a structure.
__global__ void fill(unsigned char *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: warning: uncoalesced store
  // CHECK: help: access `out` as `uchar4`, one store for 4
  out[4 * i] = i;
  out[4 * i + 1] = i >> 2;
  out[4 * i + 2] = i >> 4;
  out[4 * i + 3] = 255;
}

// Near miss: as many bytes, two numbers.
struct Pair {
  short first, second;
};
__global__ void sums(short *out, const Pair *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: uncoalesced load
  // CHECK: help: declare `Pair` with `__align__(4)`:
  out[i] = in[i].first + in[i].second;
}

void launch(unsigned char *out, const Pixel *in, short *numbers, const Pair *pairs) {
  grey<<<1024, 256>>>(out, in);
  fill<<<1024, 256>>>(out);
  sums<<<1024, 256>>>(numbers, pairs);
}
