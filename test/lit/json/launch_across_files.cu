// RUN: %json %source/test/lit/Inputs/launch_across_files/main.cpp %s | %query | FileCheck %s
// RUN: %json %s %source/test/lit/Inputs/launch_across_files/main.cpp | %query | FileCheck %s
// RUN: %json %s | %query | FileCheck --check-prefix=ALONE %s

// The launchers are here; who calls them, and with what, is in another file. Given
// together, in either order, the calls decide. The loop over the widths runs from one
// constant of this file to another.

#include <cuda_runtime.h>

// Given in + 1: 4 bytes past a sector boundary, each warp reads from 5 sectors.
//   width 32: 4 blocks of 1 warp: 20; width 64: 4 of 2 warps: 40.
__global__ void copy(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
  // CHECK: line [[#@LINE-1]]: global load requests=4 cost=20 ideal=16 worst=5; proved; kernel=copy grid=4,1,1 block=32,1,1
  // CHECK: line [[#@LINE-2]]: global load requests=8 cost=40 ideal=32 worst=5; proved; kernel=copy grid=4,1,1 block=64,1,1
  // By itself the file specifies neither the block nor the blocks in x, nor that the pointer is moved.
  // ALONE: line [[#@LINE-4]]: global load requests=null cost=null ideal=null worst=4; proved; kernel=copy grid=null,1,1 block=256,1,1
}
extern "C" const int Smallest = 32;
extern "C" const int Largest = 2 * Smallest;
extern "C" void copyRows(float *out, const float *in, int rows, int width) {
  copy<<<rows, width>>>(out, in);
}

// Column t of 8 rows of 64 floats: 32 lanes are 256 bytes apart: 32 sectors; 2 warps.
// Lanes side by side, 1024 of them: 32 warps of 4.
__global__ void fillColumns(float *out, int width) { out[threadIdx.x * width + blockIdx.x] = 1; }
// CHECK: line [[#@LINE-1]]: global store requests=16 cost=512 ideal=64 worst=32; proved; kernel=fillColumns grid=8,1,1 block=64,1,1
__global__ void fillRow(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
// CHECK: line [[#@LINE-1]]: global store requests=32 cost=128 ideal=128 worst=4; proved; kernel=fillRow grid=4,1,1 block=256,1,1

struct Shape {
  int width, height;
};
namespace tools {
void fill(float *out, const Shape &shape) {
  fillColumns<<<shape.height, shape.width>>>(out, shape.width);
}
void fill(float *out, int length) { fillRow<<<length / 256, 256>>>(out); }
} // namespace tools

// An instantiation for another file: 4 blocks of 2 warps.
__global__ void scale(float *data) { data[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
// CHECK: line [[#@LINE-1]]: global load requests=8 cost=32 ideal=32 worst=4; proved; kernel=scale grid=4,1,1 block=64,1,1
template <int Block> void scaleBy(float *data, int n) { scale<<<n / Block, Block>>>(data); }
template void scaleBy<64>(float *data, int n);
