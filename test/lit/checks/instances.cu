// RUN: not %cuda-memlint %s | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks %s | FileCheck %s --check-prefix=REMARK

// Instantiations of one template report one place once.

#include <cuda_runtime.h>

template <typename T> __global__ void gather(T *out, const T *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+3]]:12: warning: uncoalesced load: lanes are 12 B apart
  // CHECK: note: proved for gather<float>
  // CHECK: note: in `gather<double>`: uncoalesced load: lanes are 24 B apart
  out[t] = in[3 * t];
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
  one<<<1, 64>>>(f, g);
  callsWithFour<<<1, 64>>>(f, g);
  callsWithFive<<<1, 64>>>(f, g);
}
