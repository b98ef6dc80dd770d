// RUN: %json %s | %query | FileCheck %s

// Accesses and indices in device functions, methods and lambdas.

#include <cuda_runtime.h>

__device__ int rowMajor(int row, int column, int width) { return row * width + column; }

__device__ float fetchEvery(const float *values, int index, int stride) {
  return values[index * stride];
  // Called once, one warp, stride 2: 8 sectors against 4.
  // CHECK: line [[#@LINE-2]]: global load requests=1 cost=8 ideal=4 worst=8; proved; kernel=callsFetch
}

__device__ void addTo(float &slot, float value) {
  slot += value;
  // Called once, with a reference to every fourth float: 512 bytes, 16 against 4.
  // CHECK: line [[#@LINE-2]]: global load requests=1 cost=16 ideal=4 worst=16; proved; kernel=callsAddTo
  // CHECK: line [[#@LINE-3]]: global store requests=1 cost=16 ideal=4 worst=16; proved; kernel=callsAddTo
}

struct View {
  float *data;
  int pitch;
  __device__ float &at(int row, int column) { return data[row * pitch + column]; }
  __device__ float &operator()(int row, int column) { return data[row * pitch + column]; }
};

// One warp: the index comes from a function. Along a row 4, down a column 32.
__global__ void indexFunction(float *out, const float *in) {
  int t = threadIdx.x;
  out[t] = in[rowMajor(3, t, 32)];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  out[t] = in[rowMajor(t, 3, 32)];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=32 ideal=4 worst=32; proved;
}

__global__ void callsFetch(float *out, const float *in) {
  out[threadIdx.x] = fetchEvery(in, threadIdx.x, 2);
}

__global__ void callsAddTo(float *out) { addTo(out[4 * threadIdx.x], 1.0f); }

// One warp: a reference returned by a method, 40 floats a row. Row 1 starts at byte 160,
// a sector: 4. Column 2: 160 bytes apart: 32.
__global__ void methods(float *data) {
  View view;
  view.data = data;
  view.pitch = 40;
  int t = threadIdx.x;
  view.at(1, t) = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  view(t, 2) = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=32 ideal=4 worst=32; proved;
}

// One warp: the index from a lambda that captures. 8 bytes apart: 8 against 4.
__global__ void lambda(float *out, const float *in, int stride) {
  auto place = [=](int i) { return i * stride; };
  out[threadIdx.x] = in[place(threadIdx.x)];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=8 ideal=4 worst=8; proved;
}

// One warp: a pointer into shared memory as an argument. Rows of 32 words: 32.
__device__ void fillColumn(float *column, int pitch, int row) {
  column[row * pitch] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=32 ideal=1 worst=32; proved; kernel=sharedArgument
}

__global__ void sharedArgument(float *out) {
  __shared__ float tile[32][32];
  fillColumn(&tile[0][5], 32, threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = tile[5][threadIdx.x];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=1 ideal=1 worst=1; proved;
}

// One warp: a read-only load. 12 bytes apart: 12 against 4.
__global__ void readOnly(float *out, const float *__restrict__ in) {
  out[threadIdx.x] = __ldg(&in[3 * threadIdx.x]);
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=12 ideal=4 worst=12; proved;
}

__device__ float table[1024];

// One warp: a __device__ array is global memory.
__global__ void deviceArray(float *out) {
  out[threadIdx.x] = table[16 * threadIdx.x];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=32 ideal=4 worst=32; proved;
}

void launch(float *out, const float *in) {
  indexFunction<<<1, 32>>>(out, in);
  callsFetch<<<1, 32>>>(out, in);
  callsAddTo<<<1, 32>>>(out);
  methods<<<1, 32>>>(out);
  lambda<<<1, 32>>>(out, in, 2);
  sharedArgument<<<1, 32>>>(out);
  readOnly<<<1, 32>>>(out, in);
  deviceArray<<<1, 32>>>(out);
}
