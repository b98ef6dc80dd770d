// Names that hold the word "warp" stay as they are; only the tool's own word is AMD's.
// RUN: not %cuda-memlint --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=sum_wavefront --implicit-check-not=wavefront::

#include <hip/hip_runtime.h>

namespace warp {
__global__ void scan(float *out) {
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[(blockIdx.x * 256 + threadIdx.x) * 3] = 1;
  // CHECK: note: {{.*}}warp::scan<<<1024, 256>>>
}
} // namespace warp

__global__ void sum_warp(float *out) {
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[(blockIdx.x * 256 + threadIdx.x) * 3] = 1;
  // CHECK: note: {{.*}}sum_warp<<<1024, 256>>>
}

__global__ void warp_sum(float *out) {
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[(blockIdx.x * 256 + threadIdx.x) * 3] = 1;
  // CHECK: note: {{.*}}warp_sum<<<1024, 256>>>
}

int main() {
  float *out;
  if (hipMalloc(&out, 1 << 30) != hipSuccess)
    return 1;
  warp::scan<<<1024, 256>>>(out);
  sum_warp<<<1024, 256>>>(out);
  warp_sum<<<1024, 256>>>(out);
  return hipDeviceSynchronize() != hipSuccess;
}
