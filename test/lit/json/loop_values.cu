// RUN: %json %s | %query | FileCheck %s

// What loops leave in their variables, and counters that do not go in equal steps.

#include <cuda_runtime.h>

// Lanes 0 to 7 return in turn i = lane. Before that turn's store: 31, 30, ... 24 lanes of warp
// 0: bytes from 4 (i + 1), 4 sectors until i = 6, 3 when i = 7: 31; warp 1 8 * 4. Behind
// the loop i is 8: lanes 8 ... 31 at 64 ... 159: 3 sectors, and 4 of warp 1; twice.
__global__ void returningLanes(float *a) {
  int i;
  for (i = 0; i < 8; ++i) {
    if (threadIdx.x == i)
      return;
    a[threadIdx.x] = 1;
    // CHECK: line [[#@LINE-1]]: global store requests=32 cost=126 ideal=126 worst=4; proved;
  }
  a[threadIdx.x + i] = 2;
  // CHECK: line [[#@LINE-1]]: global store requests=4 cost=14 ideal=14 worst=4; proved;
}

// i is thread + 7, but at most 21: elements 7 ... 21, bytes 28 ... 87: 3 sectors; warp 1 has
// one element. Ideal 3 and 1.
__global__ void twoBreaks(float *a) {
  int i;
  for (i = 0; i < 50; ++i) {
    if (i == threadIdx.x + 7)
      break;
    if (i * 2 > 40)
      break;
  }
  a[i] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=2 cost=4 ideal=4 worst=3; proved;
}

// 1, 3, 9, 27, 81: 5 turns. 100, 33, 11, 3, 1: 5. 0, 1, 3, 7, 15, 31, 63: 7. 64, 32, ... 2: 6,
// and 50, 25, 13, 7, 4, 2: 6. All of 2 warps that start on 128 bytes.
__global__ void steps(float *a) {
  for (int i = 1; i < 100; i *= 3)
    a[i * 32 + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=10 cost=40 ideal=40 worst=4; proved;
  for (int i = 100; i > 0; i /= 3)
    a[i * 32 + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=10 cost=40 ideal=40 worst=4; proved;
  for (int i = 0; i < 100; i = 2 * i + 1)
    a[i * 32 + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=14 cost=56 ideal=56 worst=4; proved;
  for (int s = blockDim.x; s > 1; s = (s + 1) / 2)
    a[s * 32 + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=12 cost=48 ideal=48 worst=4; proved;
  for (int s = 50; s > 1; s = (s + 1) / 2)
    a[s * 32 + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=12 cost=48 ideal=48 worst=4; proved;
}

// Rows of a triangle start at 0, 0, 1, 3, 6, 10, 15, 21 floats. Multiples of 8 floats are
// on a sector: 4 sectors (0, 0: twice), the others 5: 2 * 4 + 6 * 5, for 2 warps.
__global__ void triangle(float *a) {
  int row = 0;
  for (int i = 0; i < 8; ++i) {
    a[row + threadIdx.x] = 1;
    // CHECK: line [[#@LINE-1]]: global store requests=16 cost=76 ideal=64 worst=5; proved;
    row += i;
  }
}

// A ring of 3 buffers, 36 floats (144 bytes) each: on a sector for 0 and 2 * 144 only.
// Turns 0 ... 9: buffer 1 in 3 of them: 7 * 4 + 3 * 5, for 2 warps.
__global__ void ring(float *a) {
  int slot = 0;
  for (int i = 0; i < 10; ++i) {
    a[slot * 36 + threadIdx.x] = 1;
    // CHECK: line [[#@LINE-1]]: global store requests=20 cost=86 ideal=80 worst=5; proved;
    if (++slot == 3)
      slot = 0;
  }
}

void launch(float *a) {
  returningLanes<<<2, 64>>>(a);
  twoBreaks<<<1, 64>>>(a);
  steps<<<1, 64>>>(a);
  triangle<<<1, 64>>>(a);
  ring<<<1, 64>>>(a);
}
