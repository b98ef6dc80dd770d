// Clang-tidy's comments suppress our findings as any others.

// REQUIRES: clang-tidy-module
// RUN: %tidy-wrapper --warnings-as-errors=-* --checks=-*,cuda-uncoalesced-access %s -- 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

__global__ void columns(float *out, const float *in) {
  out[threadIdx.x * 2] = in[threadIdx.x]; // NOLINT
  out[threadIdx.x * 3 + 256] = in[threadIdx.x]; // NOLINT(cuda-uncoalesced-access)
  // NOLINTNEXTLINE(cuda-*)
  out[threadIdx.x * 4 + 512] = in[threadIdx.x];
  // NOLINTBEGIN(cuda-uncoalesced-access)
  out[threadIdx.x * 5 + 768] = in[threadIdx.x];
  // NOLINTEND(cuda-uncoalesced-access)
  // CHECK: nolint.cu:[[#@LINE+1]]:3: warning: {{.*}} [cuda-uncoalesced-access]
  out[threadIdx.x * 6 + 1024] = in[threadIdx.x]; // NOLINT(cuda-shared-bank-conflict)
}
// CHECK: Suppressed 4 warnings (4 NOLINT).

void run(float *out, const float *in) { columns<<<1, 32>>>(out, in); }
