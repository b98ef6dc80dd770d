// RUN: %cuda-memlint --fail-on=none --checks=-*,cuda-uncoalesced-access %s \
// RUN:     | FileCheck %s --implicit-check-not=warning: --implicit-check-not="; at least" --implicit-check-not="; up to"

// What is wasted, where lanes share elements or other loads use them at times.

#include <cuda_runtime.h>

// Both halves of a warp load the same 16 elements: 64 bytes.
// CHECK: :[[#@LINE+5]]:41: warning: uncoalesced load: 2 groups of 16 lanes: stride 128 B within a group, all groups read the same addresses (16 sectors per request, 4 needed; 4.0x)
// CHECK: note: proved for halves<<<4096, 256>>> {{.*}}; at least 12,582,912 of 16,777,216 B moved are wasted (75.0 %)
// CHECK-NEXT: note: lanes share elements: the 64 B that a warp accesses fit into 2 sectors
__global__ void halves(float *out, const float *in) {
  int x = threadIdx.x & 15;
  out[blockIdx.x * 256 + threadIdx.x] = in[x * 32];
}

// Near miss: each lane has one of its own.
// CHECK: :[[#@LINE+3]]:41: warning: uncoalesced load: lanes are 128 B apart
// CHECK: note: proved for whole<<<4096, 256>>> {{.*}}; 29,360,128 of 33,554,432 B moved are wasted (87.5 %)
__global__ void whole(float *out, const float *in) {
  out[blockIdx.x * 256 + threadIdx.x] = in[threadIdx.x * 32];
}

// The other half of each sector is used where data say so.
// CHECK: :[[#@LINE+5]]:17: warning: uncoalesced load: lanes are 8 B apart (8 sectors per request, 4 needed; 2.0x)
// CHECK: note: proved for pairs<<<4096, 256>>> {{.*}}; up to 4,194,304 of 8,388,608 B moved are wasted (50.0 %)
// CHECK-NEXT: note: the load of `in` at line [[#@LINE+5]] uses some of these bytes, under another condition
__global__ void pairs(float *__restrict__ out, const float *__restrict__ in, const int *__restrict__ flags) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float value = in[i * 2];
  if (flags[i])
    value += in[i * 2 + 1];
  out[i] = value;
}

// Near miss: another array, and bytes that are far away.
// CHECK: :[[#@LINE+4]]:17: warning: uncoalesced load: lanes are 8 B apart
// CHECK: note: proved for others<<<4096, 256>>> {{.*}}; 4,194,304 of 8,388,608 B moved are wasted (50.0 %)
__global__ void others(float *__restrict__ out, const float *__restrict__ in, const int *__restrict__ flags) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float value = in[i * 2];
  if (flags[i])
    value += in[i * 2 + 4194304];
  out[i] = value;
}

void launch(float *out, const float *in, const int *flags) {
  halves<<<4096, 256>>>(out, in);
  whole<<<4096, 256>>>(out, in);
  pairs<<<4096, 256>>>(out, in, flags);
  others<<<4096, 256>>>(out, in, flags);
}
