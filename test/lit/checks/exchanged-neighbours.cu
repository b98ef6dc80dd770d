// RUN: %cuda-memlint --remarks --each-access --fail-on=none --checks='-*,cuda-misaligned-*' %s | FileCheck %s --implicit-check-not="help: exchange"
// RUN: %cuda-memlint --arch=sm_60 --remarks --each-access --fail-on=none --checks='-*,cuda-misaligned-*' %s | FileCheck %s --check-prefix=OLD

// Lanes can hand each other the neighbours of their elements where all of them load both.

#include <cuda_runtime.h>

// The loads of the whole row start 4 bytes past a sector boundary.
__global__ void halo(float *out, const float *in, int width) {
  __shared__ float row[258];
  int i = blockIdx.x * 256 + threadIdx.x + 1;
  // 256 elements of the block's row, and one at either end by one thread each: the row is in
  // shared memory, and the neighbours come from there.
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{.*}}misaligned load: contiguous, but 4 B past a sector boundary
  row[threadIdx.x + 1] = in[i];
  if (threadIdx.x == 0)
    row[0] = in[i - 1];
  if (threadIdx.x == 255)
    row[257] = in[i + 1];
  __syncthreads();
  out[i - 1] = row[threadIdx.x] + row[threadIdx.x + 1] + row[threadIdx.x + 2];
}

// The two loads of a warp touch 5 sectors, and 33 elements need 5: the cache serves one of them.
__global__ void difference(float *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // CHECK: :[[#@LINE+6]]:{{[0-9]+}}: {{.*}}misaligned load: contiguous, but 4 B past a sector boundary
  // CHECK: note: served mostly by the L1 cache: this load and 1 other touch 5 sectors per warp, 5 needed
  // Before compute capability 7.0 it may not: there, an exchange saves the second load.
  // OLD-NOT: help: exchange
  // OLD: :[[#@LINE+2]]:{{[0-9]+}}: {{.*}}misaligned load
  // OLD: help: exchange values between lanes
  out[i] = in[i + 1] - in[i];
}

void launch(float *out, const float *in, int width) {
  halo<<<4096, 256>>>(out, in, width);
  difference<<<4096, 256>>>(out, in);
}
