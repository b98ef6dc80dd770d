// A condition is split around a barrier only if what is read behind the barrier is written then.
// RUN: %cuda-memlint --fail-on=none --checks=-*,cuda-divergent-barrier --fix-dry-run %s >%t.patch 2>&1
// RUN: FileCheck %s --check-prefix=PATCH --input-file=%t.patch --implicit-check-not=+++
// RUN: %cuda-memlint --fail-on=none --checks=-*,cuda-divergent-barrier %s | FileCheck %s

#include <cuda_runtime.h>

// The last block has 232 elements, and all threads read 256: those behind are to be cleared.
__global__ void sumOfAll(float *out, const float *in, int n) {
  __shared__ float part[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) {
    part[threadIdx.x] = in[i];
    // CHECK: :[[#@LINE+1]]:5: warning: divergent barrier:
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 256; ++k)
      // CHECK: :[[#@LINE+1]]:14: note: no thread of that block writes `part[232]`, which is read here: the missing threads must do a part of the work, too
      sum += part[k];
    out[i] = sum;
  }
}

// Each element that is read is one of a thread that passes the condition.
__global__ void turned(float *out, const float *in) {
  __shared__ float part[256];
  int t = threadIdx.x;
  // PATCH: +++
  // PATCH-NEXT: @@
  // PATCH: {{^}}-    __syncthreads();
  // PATCH: {{^}}+  if (t < 232) {
  if (t < 232) {
    part[t] = in[t];
    // CHECK: :[[#@LINE+1]]:5: warning: divergent barrier:
    __syncthreads();
    out[t] = part[231 - t];
  }
}

void launch(float *out, float *in) {
  sumOfAll<<<4, 256>>>(out, in, 1000);
  turned<<<1, 256>>>(out, in);
}
