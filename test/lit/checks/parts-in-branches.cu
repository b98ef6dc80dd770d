// Bytes of a word that branches store, which compilers do not store together.
//
// RUN: %cuda-memlint --remarks --fail-on=none --no-fixes --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=collect

#include <cuda_runtime.h>

__global__ void fill(unsigned char *out, size_t pitch, int face) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  unsigned char *pixel = out + y * pitch + 4 * x;
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced store
  // CHECK: note: and 6 more accesses to `out`
  // CHECK: help: if each thread stores all 4 adjacent B of `out` in one branch or another, and they start at a multiple of 4 B, collect them in a local variable and store that once, behind the branches{{$}}
  pixel[3] = 255;
  if (face % 2) {
    pixel[0] = 1;
    pixel[1] = 2;
    pixel[2] = 3;
  } else {
    pixel[0] = 4;
    pixel[1] = 5;
    pixel[2] = 6;
  }
}

// Near miss: three of four.
__global__ void three(unsigned char *out, size_t pitch, int face) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  unsigned char *pixel = out + y * pitch + 4 * x;
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced store
  // CHECK: note: and 2 more accesses to `out`
  // CHECK: note: no advice
  pixel[2] = 255;
  if (face % 2)
    pixel[0] = 1;
  else
    pixel[1] = 2;
}

// Fixed.
__global__ void whole(uchar4 *out, int width, int face) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  uchar4 pixel = make_uchar4(4, 5, 6, 255);
  if (face % 2)
    pixel = make_uchar4(1, 2, 3, 255);
  out[y * width + x] = pixel;
}

void launch(unsigned char *out, size_t pitch, int width, int height, int face) {
  dim3 grid((width + 15) / 16, (height + 15) / 16);
  fill<<<grid, dim3(16, 16)>>>(out, pitch, face);
  three<<<grid, dim3(16, 16)>>>(out, pitch, face);
  whole<<<grid, dim3(16, 16)>>>((uchar4 *)out, width, face);
}
