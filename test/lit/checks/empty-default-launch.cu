// RUN: %cuda-memlint --fail-on=none --remarks --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// A launch whose grid has no blocks when main is called without arguments is not made then, so that what it would pass
// says nothing; a launch with data for a part of one block says little.

#include <cstdlib>
#include <cuda_runtime.h>

// `n` is 16 without arguments, and the grid `16 / 256`.
__global__ void nothing(float *out, const float *in, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // CHECK: :[[#@LINE+4]]:5: remark: uncoalesced store: lanes are `n` * 4 B apart
  // CHECK: note: assumed for nothing<<<n / 256, 256>>> at line {{[0-9]+}}: no totals
  // CHECK: note: lanes are adjacent if `n` is 1
  if (i < n)
    out[i * n] = in[i];
}

// `n` is 100 without arguments: a hundred threads of one block.
__global__ void few(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+4]]:5: warning: uncoalesced store: lanes are 32 B apart
  // CHECK: note: assumed for few<<<(n + 255) / 256, 256>>> at line {{[0-9]+}}: no totals
  // CHECK-NOT: note: proved
  if (i < n)
    out[i * 8] = in[i];
}

// Near miss: a launch that is made without arguments, of many blocks, counts as it is.
__global__ void many(float *out, const float *in, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // CHECK: :[[#@LINE+3]]:5: warning: uncoalesced store: lanes are 64 B apart
  // CHECK: note: proved for many<<<4096, 256>>> at line {{[0-9]+}} when main is called without arguments: 32,768 requests
  if (i < 1048576)
    out[i * n] = in[i];
}

// Near miss: a grid of one block, whatever the arguments are.
__global__ void one(float *out, const float *in, int n) {
  int i = threadIdx.x;
  // CHECK: :[[#@LINE+4]]:5: remark: uncoalesced store: lanes are 32 B apart
  // CHECK: note: proved for one<<<1, 256>>> at line {{[0-9]+}} when main is called without arguments: 4 requests
  // CHECK: note: minor:
  if (i < n)
    out[i * 8] = in[i];
}

// Near miss: a helper that main calls with an empty grid and with another one, which strides.
__global__ void helped(float *out, const float *in, int pitch) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store: lanes are {{.*}}(32 sectors per request, 4 needed
  out[i * pitch] = in[i * pitch];
}

void help(float *out, const float *in, int blocks, int pitch) {
  helped<<<blocks, 256>>>(out, in, pitch);
}

int main(int argc, char **argv) {
  int small = argc > 1 ? atoi(argv[1]) : 16;
  int hundred = argc > 2 ? atoi(argv[2]) : 100;
  int blocks = argc > 3 ? atoi(argv[3]) : 4096;
  float *in, *out;
  cudaMalloc(&in, 1 << 28);
  cudaMalloc(&out, 1 << 28);
  nothing<<<small / 256, 256>>>(out, in, small);
  few<<<(hundred + 255) / 256, 256>>>(out, in, hundred);
  many<<<blocks, 256>>>(out, in, small);
  one<<<1, 256>>>(out, in, hundred);
  help(out, in, small / 256, 8);
  help(out, in, 64, 1);
}
