// RUN: %json %s | %query | FileCheck %s

// Pointers held in integers.

#include <cuda_runtime.h>

// One warp.
__global__ void roundTrip(float *out, const float *in, int rowBytes) {
  __shared__ __align__(128) float s[1024];
  unsigned t = threadIdx.x;
  size_t base = reinterpret_cast<size_t>(in);
  // 8 bytes apart: 8 of 4.
  out[t] = *reinterpret_cast<const float *>(base + 8 * t);
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=8 ideal=4 worst=8; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  // A row further, whose bytes are a multiple of 256: 4.
  out[t] = *reinterpret_cast<const float *>(base + 256 * size_t(rowBytes) + 4 * t);
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  // Through the shared window and back: 2 words apart.
  size_t window = __cvta_generic_to_shared(s);
  *static_cast<float *>(__cvta_shared_to_generic(window + 8 * t)) = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=2 ideal=1 worst=2; proved;
  // Which of two buffers is the same for all: banks do not depend on it.
  unsigned buffer = blockIdx.x % 2;
  size_t half = window + (buffer ? 2048 : 0);
  *static_cast<float *>(__cvta_shared_to_generic(half + 16 * t)) = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=4 ideal=1 worst=4; proved;
  // In a loop: a row of 32 words further each time.
  for (int row = 0; row < 4; ++row, window += 128)
    *static_cast<float *>(__cvta_shared_to_generic(window + 4 * t)) = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=4 cost=4 ideal=4 worst=1; proved;
  // What is aligned to 128 bytes is known to be.
  if ((window & 15) != 0)
    out[32 * t] = 1;
  // CHECK-NOT: line [[#@LINE-1]]:
  const float *aligned = static_cast<const float *>(__builtin_assume_aligned(in, 16));
  out[t] = aligned[t];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  if (__isShared(out))
    out[33 * t] = 1;
  // CHECK-NOT: line [[#@LINE-1]]:
}

void launch(float *out, const float *in, int rowBytes) { roundTrip<<<1, 32>>>(out, in, rowBytes); }
