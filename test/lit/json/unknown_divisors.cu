// RUN: %json %s | %query | FileCheck %s

// Rows whose length is not known: a warp is taken to be in one row, and the verdict says so.

#include <cuda_runtime.h>

// Within one row, neighbours stay neighbours: 4 sectors.
__global__ void copyRows(float *out, const float *in, int width, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i / width * pitch + i % width] = in[i];
  // CHECK: line [[#@LINE-1]]: global load requests=4 cost=16 ideal=16 worst=4; proved; kernel=copyRows
  // CHECK: line [[#@LINE-2]]: global store {{.*}} worst=4; assumed; kernel=copyRows
}

// Each lane in a row of its own: 32 sectors.
__global__ void transpose(float *out, const float *in, int width, int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i % width * height + i / width] = in[i];
  // CHECK: line [[#@LINE-1]]: global load {{.*}}; proved; kernel=transpose
  // CHECK: line [[#@LINE-2]]: global store {{.*}} worst=32; assumed; kernel=transpose
}

// All lanes read one number of the row: 1 sector.
__global__ void perRow(float *out, const float *in, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] *= in[i / width];
  // CHECK: line [[#@LINE-1]]: global load {{.*}} worst=1; assumed; kernel=perRow
}

// The launch specifies the width. 20: row r starts at 96 r bytes and is 80 long. Lanes 0 ... 19
// are in bytes 0 ... 79, sectors 0 ... 2; lanes 20 ... 31 in 96 ... 143, sectors 3 and 4: 5.
__global__ void knownWidth(float *out, int width, int pitch) {
  int i = threadIdx.x;
  out[i / width * pitch + i % width] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=5 ideal=4 worst=5; proved; kernel=knownWidth
}

// The left half of pairs of halves, with masks as sorting networks have them: with a stride
// of at least a warp 32 neighbours.
__global__ void pairs(float *out, const float *in, unsigned stride) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = 2 * t - (t & (stride - 1));
  out[at] = in[at + stride];
  // CHECK: line [[#@LINE-1]]: global load {{.*}} worst=4; assumed; kernel=pairs
  // CHECK: line [[#@LINE-2]]: global store {{.*}} worst=4; assumed; kernel=pairs
}

// A ring of 64 floats turned by what is not known: each residue leaves 32 lanes in 32 banks. Of 16
// words two lanes write each.
__global__ void turned(float *out, int n) {
  __shared__ float s[64];
  s[(threadIdx.x + n) % 64] = 1;
  // CHECK: line [[#@LINE-1]]: shared store {{.*}} worst=1; proved; kernel=turned
  s[(threadIdx.x + n) % 16] = 1;
  // CHECK: line [[#@LINE-1]]: shared store {{.*}} worst=1; proved; kernel=turned
  out[threadIdx.x] = s[threadIdx.x];
}

void launch(float *out, const float *in, int w, int h) {
  copyRows<<<2, 64>>>(out, in, w, h);
  transpose<<<2, 64>>>(out, in, w, h);
  perRow<<<2, 64>>>(out, in, w);
  knownWidth<<<1, 32>>>(out, 20, 24);
  pairs<<<2, 64>>>(out, in, w);
  turned<<<1, 64>>>(out, w);
}
