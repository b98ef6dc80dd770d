// What nvcc includes before every file, clang-tidy's own parse has, too.

// REQUIRES: clang-tidy-module
// RUN: %tidy-wrapper --quiet --warnings-as-errors=-* --checks=-*,cuda-uncoalesced-access %s -- | FileCheck --implicit-check-not=error: %s
// RUN: %tidy-wrapper --quiet --warnings-as-errors=-* --checks=-*,cuda-uncoalesced-access %s -- -include cuda_runtime.h | FileCheck --implicit-check-not=error: %s

__global__ void fill(unsigned *out, int count) {
  // CHECK: nvcc_names.cu:[[#@LINE+1]]:3: warning: {{.*}} [cuda-uncoalesced-access]
  out[(blockIdx.x * blockDim.x + threadIdx.x) * 2] = UINT_MAX - INT_MIN - CHAR_BIT;
}

int main() {
  char text[16];
  srand(time(NULL));
  snprintf(text, sizeof text, "%f", std::sqrt(2.0) + rand());
  fill<<<1024, 512>>>(nullptr, strlen(text));
}
