// What is wrong with the host's side of a file, and a missing header, is clang-tidy's to say, and takes no finding away.

// REQUIRES: clang-tidy-module
// RUN: %compare-tidy --errors %s --run %tidy-wrapper --quiet --warnings-as-errors=-* --checks=-*,cuda-* %s -- | FileCheck --check-prefix=SAME %s
// SAME: 1 files, 1 findings, the same
// RUN: not %tidy-wrapper --quiet --warnings-as-errors=-* --checks=-*,cuda-* %s -- | FileCheck %s

// CHECK: error: 'no_such_header.h' file not found [clang-diagnostic-error]
#include <no_such_header.h>

template <typename T> __global__ void scale(T *out, const T *in) {
  // CHECK: host_errors.cu:[[#@LINE+1]]:3: warning: {{.*}} [cuda-uncoalesced-access]
  out[(blockIdx.x * blockDim.x + threadIdx.x) * 2] = in[threadIdx.x];
}

int main() {
  missing_t value = undeclared();
  scale<<<1024, 512>>>((float *)nullptr, (const float *)nullptr);
}
