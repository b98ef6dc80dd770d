// RUN: %json %s | %query | FileCheck %s

// An index taken apart into coordinates and put together again is the index, whatever the
// extents are: 100 blocks of 8 warps, each of 128 bytes in a row: 4 sectors.

#include <cuda_runtime.h>

__global__ void unknownExtents(float *out, int depth, int width, int total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int plane = i / (depth * width), row = (i / width) % depth, column = i % width;
  out[plane * depth * width + row * width + column] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=800 cost=3200 ideal=3200 worst=4; proved;
  out[(plane * depth + row) * width + column] = 2;
  // CHECK: line [[#@LINE-1]]: global store requests=800 cost=3200 ideal=3200 worst=4; proved;
}

__global__ void knownExtents(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i / 84 * 84 + i / 7 % 12 * 7 + i % 7] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=800 cost=3200 ideal=3200 worst=4; proved;
  // Near miss: rows of 7 kept 8 apart.
  out[i / 7 * 8 + i % 7] = 1;
  // CHECK-NOT: line [[#@LINE-1]]: global store requests=800 cost=3200
}

void launch(float *out, int depth, int width, int total) {
  unknownExtents<<<100, 256>>>(out, depth, width, total);
  knownExtents<<<100, 256>>>(out);
}
