// Where compilers may keep what a loop accesses again in a register, or load it once more, each number that is made of the totals
// says "at most".
//
// RUN: %exit 1 %cuda-memlint --checks=-*,cuda-uncoalesced-access %s | FileCheck %s
// RUN: %exit 1 %cuda-memlint --summary %s | FileCheck %s --check-prefix=SUMMARY
// RUN: %exit 1 %cuda-memlint --top=9 %s | FileCheck %s --check-prefix=TOP

#include <cuda_runtime.h>

// TOP: {{^ +}}at most 44,800,000{{ +}}at most 1,700,000{{ +}}at most 1,400,000{{ +- +- +}}guarded
// TOP: {{^ +}}23,855,104{{ +}}950,272{{ +}}745,472{{ +- +- +}}byFour
// TOP: {{^ +}}at most 22,020,096{{ +}}at most 868,352{{ +}}at most 688,128{{ +- +- +}}again
// TOP: {{^ +}}3,670,016{{ +}}294,912{{ +}}114,688{{ +- +- +}}once

// 1,250 warps and 20 iterations: 25,000 requests of 32 sectors each for the load and the store of `out`, with 4 needed, and of 4 for
// `in`: 1,700,000 sectors, and 300,000 if elements are next to each other. A condition that stays the same may be tested before the
// loop.
// CHECK: help: keep `out` without the elements in between, {{.*}}: at most 1,700,000 -> 300,000 sectors for the kernel
// SUMMARY: {{^}}guarded<<<
// SUMMARY: bound by DRAM (at most {{[0-9.]+}} µs on H100) or, if caches help, the L2 cache (at most {{[0-9.]+}} µs)
__global__ void guarded(float *__restrict__ out, const float *__restrict__ in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 20; ++i)
    if (x < 40000)
      out[x * 8] = fmaxf(out[x * 8], in[i * 65536 + x]);
}

// Near miss: once before the loop, and once behind it, for sure. 2,048 warps: 2 * 32 sectors of `out`, 8 needed, and 20 * 4 of `in`.
// CHECK: help: {{.*}}: 294,912 -> 180,224 sectors for the kernel
// SUMMARY: {{^}}once<<<
// SUMMARY: bound by DRAM ({{[0-9.]+}} µs on H100) or, if caches help, the L2 cache ({{[0-9.]+}} ns)
__global__ void once(float *__restrict__ out, const float *__restrict__ in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 20; ++i)
    out[x * 8] = fmaxf(out[x * 8], in[i * 65536 + x]);
}

// `in` may be `out`: 10 stores, and one load before the copies of the body and perhaps one before the rest (promoted-at-most.cu in
// checks). 2,048 warps: 12 * 32 sectors, 12 * 4 if elements are next to each other, and 10 * 4 of `in`.
// CHECK: help: {{.*}}: at most 868,352 -> 180,224 sectors for the kernel
// SUMMARY: {{^}}again<<<
// SUMMARY: bound by DRAM (at most
__global__ void again(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 10; ++i)
    out[x * 8] += in[i * 65536 + x];
}

// Near miss: of twelve iterations nothing is left: 13 * 32 sectors, 13 * 4 then, and 12 * 4 of `in`.
// CHECK: help: {{.*}}: 950,272 -> 204,800 sectors for the kernel
// SUMMARY: {{^}}byFour<<<
// SUMMARY: bound by DRAM ({{[0-9]}}
__global__ void byFour(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 12; ++i)
    out[x * 8] += in[i * 65536 + x];
}

void launch(float *out, const float *in) {
  guarded<<<256, 256>>>(out, in);
  once<<<256, 256>>>(out, in);
  again<<<256, 256>>>(out, in);
  byFour<<<256, 256>>>(out, in);
}
