// RUN: not %cuda-memlint %s | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks %s | FileCheck %s --check-prefix=REMARK

// Instantiations of one template report one place once, with the first line of the one that costs most.

#include <cuda_runtime.h>

template <typename T> __global__ void gather(T *out, const T *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+3]]:12: warning: uncoalesced load: lanes are 24 B apart
  // CHECK: note: proved for gather<double>
  // CHECK: note: in `gather<float>`: uncoalesced load: lanes are 12 B apart
  out[t] = in[3 * t];
}

// Advice that is right for one of them says for which.
template <int Side> __global__ void transpose(double *out, const double *in) {
  __shared__ double tile[Side][Side];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * Side + x];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:23: warning: 16-way shared memory bank conflict
  // CHECK: :[[#@LINE-5]]:3: help: in `transpose<32>`: pad `tile` to `[32][33]`
  out[y * Side + x] = tile[x][y];
}

// The same for both.
template <typename T> __global__ void transposeWords(T *out, const T *in) {
  __shared__ T tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:21: warning: 32-way shared memory bank conflict
  // CHECK: :[[#@LINE-5]]:3: help: pad `tile` to `[32][33]`
  out[y * 32 + x] = tile[x][y];
}

// Its arguments are guesses.
template <typename T> __global__ void neverInstantiated(T *out, const T *in) {
  int t = threadIdx.x;
  // REMARK: :[[#@LINE+1]]:12: remark: uncoalesced load: lanes are 12 B apart
  out[t] = in[3 * t];
}

// Not instantiations: two places.
__global__ void one(float *out, const float *in) {
  // CHECK: :[[#@LINE+1]]:22: warning: uncoalesced load
  out[threadIdx.x] = in[3 * threadIdx.x];
}

// One place that two kernels call is one of each, as what mends it may differ.
__device__ float get(const float *in, int stride) { return in[stride * threadIdx.x]; }
// CHECK: :[[#@LINE-1]]:60: warning: uncoalesced load: lanes are 16 B apart
// CHECK: :[[#@LINE-2]]:60: warning: uncoalesced load: lanes are 20 B apart
__global__ void callsWithFour(float *out, const float *in) { out[threadIdx.x] = get(in, 4); }
__global__ void callsWithFive(float *out, const float *in) { out[threadIdx.x] = get(in, 5); }

void launch(float *f, double *d, const float *g, const double *e) {
  gather<<<1, 64>>>(f, g);
  gather<<<1, 64>>>(d, e);
  transpose<32><<<1, dim3(32, 32)>>>(d, e);
  transpose<16><<<1, dim3(16, 16)>>>(d, e);
  transposeWords<<<1, dim3(32, 32)>>>(f, g);
  transposeWords<<<1, dim3(32, 32)>>>((int *)f, (const int *)g);
  one<<<1, 64>>>(f, g);
  callsWithFour<<<1, 64>>>(f, g);
  callsWithFive<<<1, 64>>>(f, g);
}
