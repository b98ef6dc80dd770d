// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*,cuda-missing-restrict' %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=REMARK

// A launch in device code is made by each thread that comes to it: how small one of them is says
// little of all of them.

#include <cuda_runtime.h>

__global__ void child(float *out) {
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[8 * threadIdx.x] = 0;
}

// The host launches it, once.
__global__ void once(float *out) {
  // REMARK: :[[#@LINE+2]]:3: remark: uncoalesced store
  // REMARK: note: minor: launches of this kernel are small beside those of parent
  out[8 * threadIdx.x] = 0;
}

// Both do: that of the device decides.
__global__ void byBoth(float *out) {
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[8 * threadIdx.x] = 0;
}

__global__ void parent(float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = 0;
  child<<<1, 64>>>(out + i);
  byBoth<<<1, 64>>>(out + i);
}

int main() {
  float *out;
  cudaMalloc(&out, 1 << 24);
  parent<<<1024, 256>>>(out);
  once<<<1, 64>>>(out);
  byBoth<<<1, 64>>>(out);
}
