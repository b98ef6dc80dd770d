// RUN: %cuda-memlint --remarks --fail-on=none --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not="apart in descending"

// Which way lanes run is said where it is known.

#include <cuda_runtime.h>

// Rows of `last - first` elements may be walked either way.
__global__ void either(float *out, int first, int last) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced store: lanes are `{{first|last}}` * 4 - `{{first|last}}` * 4 B apart (32 sectors
  out[threadIdx.x * (first - last) + blockIdx.x] = 1;
}

// Near miss: the host says that it is a row from the end on.
__global__ void backwards(float *out) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced store: lanes are 64 B apart in {{descend}}ing order
  out[4096 - threadIdx.x * 16] = 1;
}

// Each iteration has a stride of its own: 4 B at first, 256 B at last.
__global__ void strides(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced load: lanes are {{[0-9]+}} B apart in the worst iteration, and each has another stride (up to 32 sectors per request
    sum += in[i * (k + 1)];
  out[i] = sum;
}

// Near miss: one stride, and another start in each.
__global__ void starts(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced load: lanes are 256 B apart (32 sectors per request
    sum += in[i * 64 + 100000 * k];
  out[i] = sum;
}

void launch(float *out, const float *in, int n, int m) {
  either<<<64, 32>>>(out, n, m);
  backwards<<<1, 256>>>(out);
  strides<<<64, 256>>>(out, in);
  starts<<<64, 256>>>(out, in);
}
