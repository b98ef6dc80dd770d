// RUN: %cuda-memlint --remarks --fail-on=none --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not="apart in descending"

// Which way lanes run is said where it is known.

#include <cuda_runtime.h>

// Rows of `last - first` elements may be walked either way.
__global__ void either(float *out, int first, int last) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced store: lanes are `first - last` * 4 B apart (32 sectors
  out[threadIdx.x * (first - last) + blockIdx.x] = 1;
}

// The signs are those of the source.
__global__ void inclusive(float *out, int last, int first) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced store: lanes are `last - first + 3` * 4 B apart (32 sectors
  out[threadIdx.x * (last - first + 3) + blockIdx.x] = 1;
}

__global__ void fromConstant(double *out, int first) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced store: lanes are 24 - `first` * 8 B apart (32 sectors
  out[threadIdx.x * (3 - first) + blockIdx.x] = 1;
}

// Near miss: what is added is not one length, and nothing is subtracted.
__global__ void added(float *out, int last, int first) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced store: lanes are `first` * 8 + `last` * 4 + 12 B apart (32 sectors
  out[threadIdx.x * (last + 2 * first + 3) + blockIdx.x] = 1;
}

// Groups that run from the end on, each forwards.
__global__ void groups(float *out) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{warning|remark}}: {{[a-z]+}} store: 4 groups of 8 lanes: stride 8 B within a group, 3560 B between groups in {{descend}}ing order (
  out[blockIdx.x * 65536 + 65000 - threadIdx.x / 8 * 890 + threadIdx.x % 8 * 2] = 1;
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
  inclusive<<<64, 32>>>(out, n, m);
  fromConstant<<<64, 32>>>((double *)out, m);
  added<<<64, 32>>>(out, n, m);
  groups<<<64, 256>>>(out);
  backwards<<<1, 256>>>(out);
  strides<<<64, 256>>>(out, in);
  starts<<<64, 256>>>(out, in);
}
