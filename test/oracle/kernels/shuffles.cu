// Indices that come from other lanes.
// ORACLE: 15 accesses, 15 costs

#include "buffers.h"

// Which warp a thread is in, as every lane of it has it from the first.
__global__ void warpNumber(float *out) {
  int linear = threadIdx.y * blockDim.x + threadIdx.x;
  int warp = __shfl_sync(0xffffffff, linear / 32, 0);
  out[warp * 40 + linear % 32] = 1;
}

__global__ void fromOneLane(float *out, int lane) {
  int t = threadIdx.x;
  out[__shfl_sync(0xffffffff, 3 * t, 5) + t] = 1;
  out[__shfl_sync(0xffffffff, t * t, lane) + 2 * t] = 2;
  out[__shfl_sync(0xffffffff, t, 2, 8) * 33 + t] = 3;
  out[__shfl_sync(0xffffffff, t, 37)] = 4;
}

__global__ void fromNeighbours(float *out, int distance) {
  int t = threadIdx.x;
  out[__shfl_up_sync(0xffffffff, 2 * t, 3)] = 1;
  out[__shfl_down_sync(0xffffffff, 2 * t, distance)] = 2;
  out[__shfl_xor_sync(0xffffffff, t, 5) * 3] = 3;
  out[__shfl_up_sync(0xffffffff, 5 * t, 1, 16)] = 4;
  out[__shfl_down_sync(0xffffffff, 5 * t, 2, 4)] = 5;
}

__global__ void inTwoDimensions(float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  int left = __shfl_up_sync(0xffffffff, x + 100 * y, 1);
  out[left] = 1;
  out[__shfl_xor_sync(0xffffffff, y, 16) * 64 + __shfl_xor_sync(0xffffffff, x, 16)] = 2;
}

__global__ void inLoops(float *out) {
  int t = threadIdx.x;
  for (int lanes = 16; lanes > 0; lanes /= 2)
    out[__shfl_xor_sync(0xffffffff, t, lanes) * 2 + lanes] = 1;
  for (int k = 0; k < 4; ++k)
    out[__shfl_sync(0xffffffff, t + k, 4 * k) + t] = 2;
}

// Lanes from 16 on read from the first half, the others keep their own.
__global__ void fromThePartBefore(float *out) {
  int t = threadIdx.x;
  out[__shfl_xor_sync(0xffffffff, t, 17, 16) * 3 + t] = 1;
  out[__shfl_xor_sync(0xffffffff, t, 9, 16) * 3 + t] = 2;
}

int main() {
  float *a = zeros<float>(16384);
  warpNumber<<<2, dim3(16, 6)>>>(a);
  fromOneLane<<<1, 64>>>(a, 9);
  fromNeighbours<<<1, 64>>>(a, 7);
  inTwoDimensions<<<1, dim3(16, 4)>>>(a);
  inLoops<<<1, 64>>>(a);
  fromThePartBefore<<<1, 64>>>(a);
  return 0;
}
