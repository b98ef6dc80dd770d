// RUN: %json %s | %query | FileCheck %s

// Indices that come out of tables of constants, and out of local arrays. One warp each.
//
// The address t + lut[t & 3] / 8 in sectors, with lut = 0, 8, 16, 24: groups of four lanes
// touch the sectors 4g, 4g + 2, 4g + 4 and 4g + 6, so all even ones from 0 to 34: 18.

#include <cuda_runtime.h>

__global__ void constexprTable(float *out, const float *in) {
  constexpr int lut[4] = {0, 8, 16, 24};
  out[threadIdx.x] = in[lut[threadIdx.x & 3] + 8 * threadIdx.x];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=18 ideal=4 worst=18; proved;
}

__global__ void staticTable(float *out, const float *in) {
  static const unsigned char lut[] = {0, 8, 16, 24};
  out[threadIdx.x] = in[lut[threadIdx.x & 3] + 8 * threadIdx.x];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=18 ideal=4 worst=18; proved;
}

__constant__ int steps[4] = {0, 8, 16, 24};
__global__ void constantTable(float *out, const float *in) {
  out[threadIdx.x] = in[steps[threadIdx.x & 3] + 8 * threadIdx.x];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=18 ideal=4 worst=18; proved;
}

// The host writes this one: what it holds is not what the source says.
__constant__ int written[4] = {0, 8, 16, 24};
__global__ void writtenTable(float *out, const float *in) {
  out[threadIdx.x] = in[written[threadIdx.x & 3] + 8 * threadIdx.x];
  // CHECK: line [[#@LINE-1]]: global load requests=null {{.*}} unknown;
}

// No line through the elements: sectors 0, 3, 1 and 7, four of them, where the bytes of
// 32 lanes would fill four.
struct Entry {
  short key;
  int sector;
};
static constexpr Entry entries[4] = {{9, 0}, {9, 3}, {9, 1}, {9, 7}};
__global__ void fieldOfTable(float *out, const float *in) {
  out[threadIdx.x] = in[entries[threadIdx.x % 4].sector * 8];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  // One lane in four reads further on: 3 * 32 / 4 = 24 sectors, 32 bytes apart, and the
  // sectors 100 bytes * 4 on, for the lanes with 7: 8 more, none of them counted yet.
  out[threadIdx.x] = in[(entries[threadIdx.x % 4].sector == 7) * 1024 + 8 * threadIdx.x];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=32 ideal=4 worst=32; proved;
}

// A table of two dimensions: rows 0 and 1, column 1: floats 3 and 5, both in sector 0.
__device__ const int grid[2][2] = {{1, 3}, {4, 5}};
__global__ void twoDimensions(float *out, const float *in) {
  out[threadIdx.x] = in[grid[threadIdx.x & 1][1]];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=1 ideal=1 worst=1; proved;
}

// A local array filled by one loop and used by another: rows of 32 floats, 4 sectors
// each; then the array's last row for everyone.
__global__ void filledInLoop(float *out) {
  int offsets[4];
  for (int i = 0; i < 4; ++i)
    offsets[i] = threadIdx.x + i * 32;
  for (int i = 0; i < 4; ++i)
    out[offsets[i]] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=4 cost=16 ideal=16 worst=4; proved;
  out[2 * offsets[3]] = 2;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
}

template <typename T, int N> struct Array {
  T elements[N];
  __device__ T &operator[](int i) { return elements[i]; }
  __device__ T *begin() { return elements; }
  __device__ T *end() { return elements + N; }
};

// The same through a class and a range-based for: strides of 2 and 3 floats, 8 and 12
// sectors.
__global__ void arrayClass(float *out) {
  Array<int, 2> strides;
  for (int i = 0; i < 2; ++i)
    strides[i] = i + 2;
  for (int stride : strides)
    out[stride * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=2 cost=20 ideal=8 worst=12; proved;
}

// An element chosen at run time is written, the others keep theirs: even lanes write
// strides[0], odd lanes strides[1]; then strides[0] is 0 for the even ones and 2 for the
// odd ones: floats 0 and 2, 6, 10 ... 62: eight sectors.
__global__ void elementWritten(float *out) {
  int strides[2] = {2, 3};
  strides[threadIdx.x & 1] = 0;
  out[strides[0] * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
}

// A pointer that walks over a local array and writes it: each element becomes 4.
__global__ void walkedOver(float *out) {
  int strides[4] = {0, 1, 2, 3};
  int *p = strides;
  for (int i = 0; i < 4; ++i) {
    *p = 4;
    ++p;
  }
  out[strides[2] * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=4 worst=16; proved;
  // From byte 16 to byte 527: the sectors 0 to 16.
  out[*(p - 2) * threadIdx.x + 4] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=17 ideal=4 worst=17; proved;
}

// Set in some iterations only: in the others it is what an earlier one left, the same
// for all lanes. With the counter in its place the row would start at 1, 2, 3 floats.
__global__ void setSometimes(float *out) {
  int row;
  for (int i = 0; i < 4; ++i) {
    if (i % 4 == 0)
      row = 8 * i;
    out[row + threadIdx.x] = 1;
    // CHECK: line [[#@LINE-1]]: global store {{.*}} assumed; kernel=setSometimes
  }
}

void launch(float *out, const float *in) {
  constexprTable<<<1, 32>>>(out, in);
  staticTable<<<1, 32>>>(out, in);
  constantTable<<<1, 32>>>(out, in);
  cudaMemcpyToSymbol(written, in, sizeof(written));
  writtenTable<<<1, 32>>>(out, in);
  fieldOfTable<<<1, 32>>>(out, in);
  twoDimensions<<<1, 32>>>(out, in);
  filledInLoop<<<1, 32>>>(out);
  arrayClass<<<1, 32>>>(out);
  elementWritten<<<1, 32>>>(out);
  walkedOver<<<1, 32>>>(out);
  setSometimes<<<1, 32>>>(out);
}
