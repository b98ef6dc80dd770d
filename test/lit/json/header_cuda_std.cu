// RUN: %json --toolkit=embedded %s | FileCheck %s --check-prefix=WHOLE
// RUN: %json --toolkit=embedded %s | %query | FileCheck %s

// cuda::std: the standard library's names on the device.

// WHOLE: "parsed": "whole"

#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

// 32 lanes of 8 bytes are 256 bytes: 8 sectors; of 4 bytes: 4.
__global__ void kernel(cuda::std::uint64_t *out, cuda::std::span<const float> in) {
  static_assert(cuda::std::is_same<cuda::std::remove_const_t<const int>, int>::value, "");
  cuda::std::array<int, 2> offsets = {0, 32};
  float value = in[threadIdx.x];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  value = cuda::maximum<float>()(value, cuda::std::numeric_limits<float>::max());
  out[threadIdx.x + offsets[1]] = value + cuda::ceil_div(7, 2);
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=8 worst=8; proved;
}

// 64 columns: one row on is 256 bytes on, a sector for each lane.
__global__ void matrix(cuda::std::mdspan<float, cuda::std::extents<int, 32, 64>> m) {
  m(threadIdx.x, 0) = 1.0f;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=32 ideal=4 worst=32; proved;
}

void run(cuda::std::uint64_t *p, const float *q, float *r) {
  kernel<<<1, 32>>>(p, cuda::std::span<const float>(q, 32));
  matrix<<<1, 32>>>(cuda::std::mdspan<float, cuda::std::extents<int, 32, 64>>(r));
}
