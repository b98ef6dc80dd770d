// Clang-tidy's own parse reads the host's standard library without an error, whichever header
// comes first and whatever the language standard: an error would keep clang-tidy from fixing.

// REQUIRES: clang-tidy-module
// DEFINE: %{tidy} = %tidy-wrapper --quiet --warnings-as-errors=-* --checks=-*,cuda-shared-race %s --
// RUN: %{tidy} '-DFIRST=<exception>' -std=c++11 | FileCheck --implicit-check-not=error: %s
// RUN: %{tidy} '-DFIRST=<iostream>' -std=c++14 | FileCheck --implicit-check-not=error: %s
// RUN: %{tidy} '-DFIRST=<vector>' -std=c++17 | FileCheck --implicit-check-not=error: %s
// RUN: %{tidy} '-DFIRST=<algorithm>' -std=c++20 | FileCheck --implicit-check-not=error: %s
// RUN: %{tidy} '-DFIRST=<math.h>' -std=c++23 | FileCheck --implicit-check-not=error: %s
// RUN: %{tidy} '-DFIRST=<new>' | FileCheck --implicit-check-not=error: %s

// RUN: rm -rf %t && mkdir -p %t && cp %s %t/fixed.cu
// RUN: %tidy-wrapper --quiet --warnings-as-errors=-* --checks=-*,cuda-shared-race --fix %t/fixed.cu -- '-DFIRST=<iostream>'
// RUN: FileCheck --check-prefix=FIXED %s < %t/fixed.cu

// RUN: %clang-tidy --load %tidy-module --quiet --warnings-as-errors=-* --checks=-*,cuda-shared-race --extra-arg-before=--config=%tidy-config %s -- '-DFIRST=<string>' | FileCheck --implicit-check-not=error: %s

#include FIRST
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <vector>
#if __cplusplus >= 201703L
#include <filesystem>
#include <optional>
#include <string_view>
#include <variant>
#endif
#if __cplusplus >= 202002L
#include <ranges>
#include <span>
#endif

// CHECK: host_headers.cu:[[#@LINE+6]]:{{[0-9]+}}: warning: {{.*}} [cuda-shared-race]
// FIXED: s[threadIdx.x] = out[threadIdx.x];
// FIXED-NEXT: __syncthreads();
__global__ void reverse(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[255 - threadIdx.x];
}

int main() {
  std::vector<int> values(256);
  std::cout << std::sqrt(2.0) << values.size();
  reverse<<<1, 256>>>(values.data());
}
