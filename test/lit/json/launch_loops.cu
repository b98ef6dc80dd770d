// RUN: %json %s | %query >%t.txt
// RUN: FileCheck %s --input-file %t.txt
// RUN: grep -c 'global load .*; kernel=pairs ' %t.txt | FileCheck --check-prefix=COUNT %s

// Launches in loops of the host: a launch for each iteration, with its own arguments.

#include <cuda_runtime.h>

// Strides of 1, 2 and 4 floats: 32 lanes cover 128, 256 and 512 bytes: 4, 8, 16 sectors.
__global__ void strided(float *out, int stride) {
  out[threadIdx.x * stride] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved; kernel=strided grid=1,1,1 block=32,1,1
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=8 ideal=4 worst=8; proved; kernel=strided grid=1,1,1 block=32,1,1
  // CHECK: line [[#@LINE-3]]: global store requests=1 cost=16 ideal=4 worst=16; proved; kernel=strided grid=1,1,1 block=32,1,1
}
void doubling(float *out) {
  for (int stride = 1; stride <= 4; stride *= 2)
    strided<<<1, 32>>>(out, stride);
}

// 13 * 12 / 2 = 78 pairs of sizes. The first 16 are distinguished; the others are one, with
// what they share: numbers that are multiples of 32, so that rows begin at sectors.
__global__ void pairs(const float *in, float *out, int first, int second) {
  out[threadIdx.x] = in[first * second + threadIdx.x];
  // CHECK-COUNT-17: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved; kernel=pairs grid=1,1,1 block=32,1,1
  // COUNT: 17
}
void triangle(const float *in, float *out) {
  for (int first = 1; first < 13; ++first)
    for (int second = 0; second < first; ++second)
      pairs<<<1, 32>>>(in, out, 32 * first, 32 * (second + 1));
}
